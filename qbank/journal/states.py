"""Card states as the derived `card` table keeps them."""

import json
from dataclasses import asdict
from datetime import date
from typing import Any

from qbank.schedule.card import CardState
from qbank.terms import Confidence, Form, Mode, Rating

_DATES = ("due", "last_day", "wanted")


def dump(state: CardState) -> str:
    """A state as JSON, the same text for the same state."""
    values: dict[str, Any] = asdict(state)
    for name in _DATES:
        if values[name] is not None:
            values[name] = values[name].isoformat()
    return json.dumps(values, sort_keys=True)


def load(text: str) -> CardState:
    """The state that `dump` wrote."""
    values: dict[str, Any] = json.loads(text)
    for name in _DATES:
        if values[name] is not None:
            values[name] = date.fromisoformat(values[name])
    for name, kind in (
        ("last_rating", Rating),
        ("last_confidence", Confidence),
        ("last_form", Form),
        ("last_mode", Mode),
    ):
        if values[name] is not None:
            values[name] = kind(values[name])
    values["last_missed"] = tuple(values["last_missed"])
    return CardState(**values)
