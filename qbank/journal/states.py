"""The derived `card` table: the state of every question, equal to the fold of all rows.

`meta` says which fold made it. A table that another fold made is not used.
"""

import json
import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from datetime import date
from typing import TYPE_CHECKING, Any

from qbank.errors import JournalError
from qbank.journal import tables
from qbank.schedule.card import FOLD_VERSION, CardState, FoldSettings
from qbank.terms import Confidence, Form, Mode, Rating

if TYPE_CHECKING:
    from qbank.schedule.rows import Payload, Row

_DATES = ("due", "last_day", "wanted")
_CHOICES = (
    ("last_rating", Rating),
    ("last_confidence", Confidence),
    ("last_form", Form),
    ("last_mode", Mode),
)


def dump(state: CardState) -> str:
    """A state as JSON, the same text for the same state."""
    values: dict[str, Any] = asdict(state)
    for name in _DATES:
        if values[name] is not None:
            values[name] = values[name].isoformat()
    return json.dumps(values, sort_keys=True)


def load(text: str) -> CardState:
    """The state that `dump` wrote. Raises JournalError for anything else."""
    try:
        values: dict[str, Any] = json.loads(text)
        for name in _DATES:
            if values[name] is not None:
                values[name] = date.fromisoformat(values[name])
        for name, kind in _CHOICES:
            if values[name] is not None:
                values[name] = kind(values[name])
        values["last_missed"] = tuple(values["last_missed"])
        return CardState(**values)
    except (ValueError, TypeError, KeyError) as error:
        message = "a card state of the journal cannot be read"
        raise JournalError(message, hint="qbank doctor --rebuild") from error


def every(db: sqlite3.Connection) -> dict[str, CardState]:
    """All states by question id of today."""
    return {str(id_): load(text) for id_, text in db.execute("SELECT question_id, state FROM card")}


def one(db: sqlite3.Connection, question_id: str) -> CardState | None:
    """State of one question by its id of today; None when no row touched it."""
    row = db.execute("SELECT state FROM card WHERE question_id = ?", (question_id,)).fetchone()
    return load(row[0]) if row else None


def _put(db: sqlite3.Connection, question_id: str, state: CardState) -> None:
    db.execute("INSERT OR REPLACE INTO card VALUES(?, ?)", (question_id, dump(state)))


def is_stale(db: sqlite3.Connection, settings: FoldSettings) -> bool:
    """Whether an older fold, another retention or other renames made the table."""
    row = db.execute("SELECT value FROM meta WHERE name='fold'").fetchone()
    return row is None or row[0] != _mark(settings)


def _mark(settings: FoldSettings) -> str:
    return json.dumps([FOLD_VERSION, settings.retention, dict(settings.renames)], sort_keys=True)


def kept_renames(db: sqlite3.Connection) -> Mapping[str, str]:
    """The renames that the table was made with; a command that opens no bank goes by them."""
    row = db.execute("SELECT value FROM meta WHERE name='fold'").fetchone()
    try:
        _, _, renames = json.loads(row[0])
        return {str(old): str(new) for old, new in renames.items()}
    except (ValueError, TypeError, AttributeError):  # none yet, or of an older qbank
        return {}


def rebuild(db: sqlite3.Connection, settings: FoldSettings) -> None:
    """Work all states out anew from the rows."""
    from qbank.schedule.fold import fold  # noqa: PLC0415  # reading needs no rows

    db.execute("DELETE FROM card")
    for question_id, state in fold(tables.select(db, tables.IN_ORDER), settings).items():
        _put(db, question_id, state)
    db.execute("INSERT OR REPLACE INTO meta VALUES('fold', ?)", (_mark(settings),))


def add(db: sqlite3.Connection, row: "Row", payload: "Payload", settings: FoldSettings) -> None:
    """Bring the states up to date with one more row, the newest."""
    from qbank.schedule.fold import apply, touched  # noqa: PLC0415  # reading needs no rows

    for question_id in touched(row, payload, settings):
        _put(db, question_id, apply(one(db, question_id), row, question_id, settings, payload))


def folded(db: sqlite3.Connection, question_id: str, settings: FoldSettings) -> CardState | None:
    """The state of one question from its rows; interviews name their questions inside."""
    from qbank.schedule.fold import fold  # noqa: PLC0415  # reading needs no rows

    names = settings.names(question_id)
    where = f"WHERE question_id IN ({tables.marks(names)}) OR kind IN ('void', 'interview')"
    rows = tables.select(db, f"{where} {tables.IN_ORDER}", names)
    return fold(rows, settings).get(names[0])


def refold(db: sqlite3.Connection, question_ids: Iterable[str], settings: FoldSettings) -> None:
    """Work out some states anew, after a row of these questions was cancelled."""
    for question_id in question_ids:
        state = folded(db, question_id, settings)
        if state is None:
            db.execute("DELETE FROM card WHERE question_id = ?", (question_id,))
        else:
            _put(db, question_id, state)
