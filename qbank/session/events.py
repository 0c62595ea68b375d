"""What can happen in a sitting, seen from the session."""

from qbank.frozen import value
from qbank.session.keymap import Action
from qbank.session.state import Asked


@value
class Pressed:
    """A key that the key map knows in this phase; `digit` for ticking."""

    action: Action
    digit: int = 0


@value
class Line:
    """A line typed as the answer of a machine-graded question."""

    text: str


@value
class Typed:
    """A free answer that was typed before the reveal."""

    text: str


@value
class Noted:
    """The note for a mark; `on` is false when the mark is taken off."""

    text: str
    on: bool = True


@value
class Loaded:
    """The next question is there; None when it cannot be asked any more."""

    asked: Asked | None


@value
class Saved:
    """The answer is committed under this row id."""

    row_id: str


@value
class SaveFailed:
    """The journal refused the answer; nothing is lost, the rating can be given again."""


@value
class Undone:
    """The newest row was cancelled. `question_id` is set when that puts a question back."""

    question_id: str | None = None


@value
class Edited:
    """The question as it is after the editor, with a fresh draw; None when it is broken now."""

    asked: Asked | None


@value
class TimedOut:
    """The clock of a pitch ran out."""


Event = Pressed | Line | Typed | Noted | Loaded | Saved | SaveFailed | Undone | Edited | TimedOut
