"""The tables of the journal: rows and states in and out of SQL."""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from qbank.journal import states
from qbank.schedule.card import CardState

if TYPE_CHECKING:
    from qbank.schedule.rows import Row

_COLUMNS = "id, seq, kind, question_id, at_ms, offset_min, day, payload"
NOT_VOIDED = (
    "kind != 'void' AND id NOT IN "
    "(SELECT json_extract(payload, '$.id') FROM event WHERE kind = 'void')"
)


def next_seq(db: sqlite3.Connection) -> int:
    """The next local sequence number."""
    return int(db.execute("SELECT coalesce(max(seq), 0) + 1 FROM event").fetchone()[0])


def insert(db: sqlite3.Connection, row: "Row") -> None:
    """Append a row."""
    # escaped, so that half a character from a terminal cannot cost an answer
    payload = json.dumps(dict(row.payload), sort_keys=True)
    values = (*row[:7], payload)
    db.execute(f"INSERT INTO event({_COLUMNS}) VALUES(?,?,?,?,?,?,?,?)", values)


def select(db: sqlite3.Connection, rest: str, values: Sequence[object]) -> "Iterator[Row]":
    """Rows as they are stored."""
    from qbank.schedule.rows import Row  # noqa: PLC0415  # reading states needs no rows

    statement = f"SELECT {_COLUMNS} FROM event {rest}"  # noqa: S608  # no value is in it
    for row in db.execute(statement, tuple(values)):
        id_, seq, kind, question_id, at_ms, offset_min, day, payload = row
        yield Row(id_, seq, kind, question_id, at_ms, offset_min, day, json.loads(payload))


def state(db: sqlite3.Connection, question_id: str) -> CardState | None:
    """State of one question; None when it was never answered."""
    row = db.execute("SELECT state FROM card WHERE question_id = ?", (question_id,)).fetchone()
    return states.load(row[0]) if row else None


def put(db: sqlite3.Connection, question_id: str, state: CardState) -> None:
    """Keep the state of one question."""
    db.execute("INSERT OR REPLACE INTO card VALUES(?, ?)", (question_id, states.dump(state)))
