"""What can happen in a sitting, seen from the session."""

from dataclasses import dataclass

from qbank.session.keymap import Action
from qbank.session.state import Asked


@dataclass(frozen=True)
class Pressed:
    """A key that the key map knows in this phase; `digit` for ticking."""

    action: Action
    digit: int = 0


@dataclass(frozen=True)
class Line:
    """A line typed as the answer of a machine-graded question."""

    text: str


@dataclass(frozen=True)
class Typed:
    """A free answer that was typed before the reveal."""

    text: str


@dataclass(frozen=True)
class Noted:
    """The note for a mark; `on` is false when the mark is taken off."""

    text: str
    on: bool = True


@dataclass(frozen=True)
class Loaded:
    """The next question is there; None when it cannot be asked any more."""

    asked: Asked | None


@dataclass(frozen=True)
class Saved:
    """The answer is committed under this row id."""

    row_id: str


@dataclass(frozen=True)
class SaveFailed:
    """The journal refused the answer; nothing is lost, the rating can be given again."""


@dataclass(frozen=True)
class Undone:
    """The newest row was cancelled. `question_id` is set when that puts a question back."""

    question_id: str | None = None


@dataclass(frozen=True)
class Edited:
    """The question as it is after the editor, with a fresh draw; None when it is broken now."""

    asked: Asked | None


@dataclass(frozen=True)
class TimedOut:
    """The clock of a pitch ran out."""


Event = Pressed | Line | Typed | Noted | Loaded | Saved | SaveFailed | Undone | Edited | TimedOut
