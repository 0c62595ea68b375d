"""Cancel the newest row of the journal, and say what it was."""

from typing import TYPE_CHECKING, NamedTuple

from qbank.schedule.rows import EventKind, Row
from qbank.terms import Rating

if TYPE_CHECKING:
    from qbank.cli.context import App


class Cancelled(NamedTuple):
    """The row that was cancelled, in words."""

    row_id: str
    kind: EventKind
    question_id: str | None
    text: str


def undo_newest(app: "App") -> Cancelled | None:
    """Append a `void` row for the newest row that is not cancelled; None when there is none."""
    journal = app.journal(write=True)
    row = journal.last_undoable()
    if row is None:
        return None
    journal.void(row.id, now=app.now())
    return Cancelled(row.id, EventKind(row.kind), row.question_id, describe(app, row))


def describe(app: "App", row: Row) -> str:
    """A row in a few words: the question, and what was recorded."""
    words = app.words
    what = words.rows.get(row.kind, row.kind)
    if row.kind in {EventKind.ANSWER, EventKind.PRACTICE}:
        what = words.ratings[Rating(int(str(row.payload["rating"])))]
    return words.with_detail.format(text=row.question_id, detail=what) if row.question_id else what
