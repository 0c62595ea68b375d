"""Questions as data, for `--json`: nothing of screens or words is imported."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import TYPE_CHECKING, Any

from qbank.schedule.card import CardState, recall

if TYPE_CHECKING:
    from qbank.bank.catalog import Entry
    from qbank.sources.stale import Reason


def stale_data(reasons: "Iterable[Reason]") -> list[dict[str, Any]]:
    """Why a question is to be read again, as `list --stale --json` has it."""
    return [{**reason._asdict(), "diff": [*reason.diff]} for reason in reasons]


def list_data(entry: "Entry", cards: Mapping[str, CardState], today: date) -> dict[str, Any]:
    """One question as an object of `list --json`; `recall` is 0 to 1, null when never answered."""
    card = cards.get(entry.id)
    known = recall(card, today) if card and card.answers else None
    return {
        "id": entry.id,
        "type": entry.type.value,
        "kind": entry.kind.value,
        "level": entry.level.value,
        "frameworks": list(entry.frameworks),
        "topics": list(entry.topics),
        "dimension": entry.dimension.value,
        "priority": entry.priority,
        "status": entry.status.value,
        "title": {"zh": entry.title_zh, "en": entry.title_en},
        "due": card.due.isoformat() if card and card.due else None,
        "recall": None if known is None else round(known, 4),
        "revision": entry.revision,
        "verified_with": dict(entry.verified_with),
        "yours": entry.is_yours,
    }
