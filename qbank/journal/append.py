"""The next row of the journal: its time, its place in the order, its identifier."""

import sqlite3
from typing import NamedTuple

from qbank.journal import tables
from qbank.journal.uuid7 import uuid7
from qbank.schedule.days import Stamp
from qbank.schedule.payloads import to_json
from qbank.schedule.rows import EventKind, Payload, Row, Void


class Next(NamedTuple):
    """A row to insert, and whether the clock was behind the newest row that counts."""

    row: Row
    clock_was_back: bool


def next_row(
    db: sqlite3.Connection,
    kind: EventKind,
    question_id: str | None,
    payload: Payload,
    stamp: Stamp,
) -> Next:
    """The row for a moment. With the clock set back it comes right after the newest row that counts.

    Rows of one instant keep their order by their identifiers. Cancelled rows and cancellations do
    not count, nor does the row that this one cancels: a wrong clock is forgotten with its rows.
    """
    cancelled = payload.id if isinstance(payload, Void) else ""
    newest_ms, newest_id = tables.newest(db, stamp.at_ms, but=cancelled)
    was_back = stamp.at_ms < newest_ms
    at_ms = newest_ms + 1 if was_back else stamp.at_ms
    day = stamp.day.isoformat()
    row = Row(
        uuid7(at_ms, after=newest_id),
        tables.next_seq(db),
        kind.value,
        question_id,
        at_ms,
        stamp.offset_min,
        day,
        to_json(payload),
    )
    return Next(row, was_back)
