"""The rows of another journal: a union by row id, the same in either direction."""

from pathlib import Path
from typing import NamedTuple

from qbank.errors import JournalError
from qbank.journal.connect import connect, translated
from qbank.journal.store import Journal
from qbank.schedule.card import FoldSettings
from qbank.schedule.payloads import from_json
from qbank.schedule.rows import Row


class MergePlan(NamedTuple):
    """What a merge would do."""

    new: tuple[Row, ...]
    known: int


def plan_merge(journal: Journal, other: Path) -> MergePlan:
    """Compare with another journal, which is only read.

    Raises JournalError when it is no journal, or has the same id with other content.
    """
    rows = _rows_of(other)
    own = {row.id: row for row in journal.all_rows()}
    for row in rows:
        from_json(row.kind, row.payload)
        mine = own.get(row.id)
        if mine is not None and mine.content != row.content:
            raise JournalError(
                f"row {row.id} differs between the two journals",
                hint="one of the files was altered",
            )
    return MergePlan(
        tuple(row for row in rows if row.id not in own), sum(r.id in own for r in rows)
    )


def _rows_of(path: Path) -> list[Row]:
    if not path.exists():
        raise JournalError(f"there is no file {path}", hint="give the path of another journal.db")
    if path.is_dir():
        raise JournalError(f"{path} is a folder", hint=f"qbank import {path / 'journal.db'}")
    with translated(path):
        db = connect(path, read_only=True)
        other = Journal(path, db, FoldSettings(), 4)
        try:
            return other.all_rows()
        finally:
            other.close()
