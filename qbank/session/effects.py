"""What the session wants done. The view and the journal do it."""

from enum import StrEnum

from qbank.frozen import value
from qbank.schedule.rows import Answer, Chain
from qbank.schedule.select import Pick


@value
class Load:
    """Fetch and draw the next question, then send `Loaded`."""

    pick: Pick


@value
class SaveAnswer:
    """Commit an answer, then send `Saved` or `SaveFailed`."""

    question_id: str
    answer: Answer
    is_practice: bool


@value
class SaveChain:
    """Commit how far the follow-ups went."""

    question_id: str
    chain: Chain


@value
class SaveMark:
    """Mark the question on the screen, or take its mark off."""

    question_id: str
    note: str
    on: bool = True


@value
class SaveSuspend:
    """Take the question out of the queue."""

    question_id: str


class Show(StrEnum):
    """Something to print, from the state after the step."""

    QUESTION = "question"
    HINT = "hint"
    NO_HINT = "no-hint"
    UNREADABLE = "unreadable"
    TICKS = "ticks"
    TICKED = "ticked"
    CONFIRMED = "confirmed"
    VERDICT = "verdict"
    POINTS = "points"
    PITCH = "pitch"
    FULL = "full"
    RATING = "rating"
    RATED = "rated"
    CHAIN_ASK = "chain-ask"
    CHAIN_EVIDENCE = "chain-evidence"
    CHAIN_HINT = "chain-hint"
    CHAIN_ANSWER = "chain-answer"
    CHAIN_HELD = "chain-held"
    SOURCES = "sources"
    REPORT = "report"
    KEYS = "keys"
    LANGUAGE = "language"
    TIME_UP = "time-up"
    END = "end"


class Do(StrEnum):
    """Something that needs the world, answered by an event."""

    TYPE = "type"
    NOTE = "note"
    UNDO = "undo"
    EDIT = "edit"
    DROP_TYPED_AHEAD = "drop-typed-ahead"


Effect = Load | SaveAnswer | SaveChain | SaveMark | SaveSuspend | Show | Do
