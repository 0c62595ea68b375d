"""The rows of the journal in and out of SQL."""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from qbank.errors import JournalError

if TYPE_CHECKING:
    from qbank.schedule.rows import Row

_COLUMNS = "id, seq, kind, question_id, at_ms, offset_min, day, payload"
NOT_VOIDED = (
    "kind != 'void' AND id NOT IN "
    "(SELECT json_extract(payload, '$.id') FROM event WHERE kind = 'void')"
)
_NEWEST = (
    f"SELECT at_ms, id FROM event WHERE at_ms >= ? AND id != ? AND {NOT_VOIDED} "  # noqa: S608
    "ORDER BY at_ms DESC, id DESC LIMIT 1"
)
IN_ORDER = "ORDER BY at_ms, id"


def marks(values: Sequence[object]) -> str:
    """Placeholders for `IN (…)`."""
    return ",".join("?" * len(values))


def next_seq(db: sqlite3.Connection) -> int:
    """The next local sequence number."""
    return int(db.execute("SELECT coalesce(max(seq), 0) + 1 FROM event").fetchone()[0])


def newest(db: sqlite3.Connection, at_ms: int, *, but: str) -> tuple[int, str]:
    """Time and id of the newest row that is not cancelled, `but` left out.

    `(0, "")` where no row is as new as `at_ms`: that is nearly always so, and found out cheaply.
    """
    if at_ms > (db.execute("SELECT max(at_ms) FROM event").fetchone()[0] or 0):
        return 0, ""
    row = db.execute(_NEWEST, (at_ms, but)).fetchone()
    return (int(row[0]), str(row[1])) if row else (0, "")


def insert(db: sqlite3.Connection, row: "Row") -> None:
    """Append a row."""
    # escaped, so that half a character from a terminal cannot cost an answer
    payload = json.dumps(dict(row.payload), sort_keys=True)
    values = (*row[:7], payload)
    db.execute(f"INSERT INTO event({_COLUMNS}) VALUES(?,?,?,?,?,?,?,?)", values)


def select(db: sqlite3.Connection, rest: str, values: Sequence[object] = ()) -> "Iterator[Row]":
    """Rows as they are stored. Raises JournalError for one that cannot be read."""
    from qbank.schedule.rows import Row  # noqa: PLC0415  # reading states needs no rows

    statement = f"SELECT {_COLUMNS} FROM event {rest}"  # noqa: S608  # no value is in it
    for row in db.execute(statement, tuple(values)):
        id_, seq, kind, question_id, at_ms, offset_min, day, payload = row
        yield Row(id_, seq, kind, question_id, at_ms, offset_min, day, _payload(id_, payload))


def _payload(row_id: object, text: str) -> dict[str, object]:
    try:
        payload = json.loads(text)
    except (ValueError, TypeError, RecursionError) as error:
        message = f"row {row_id}: its payload cannot be read"
        raise JournalError(message, hint="qbank backup restore") from error
    if not isinstance(payload, dict):
        raise JournalError(f"row {row_id}: its payload is no object", hint="qbank backup restore")
    return payload
