"""The rows of the journal: what happened. `payloads` turns them to JSON and back."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from qbank.content.grading import Outcome
from qbank.terms import Confidence, Form, Lang, Mode, Rating


class EventKind(StrEnum):
    """What a row records."""

    ANSWER = "answer"
    PRACTICE = "practice"
    CHAIN = "chain"
    SITTING = "sitting"
    INTERVIEW = "interview"
    MARK = "mark"
    NOTE = "note"
    SUSPEND = "suspend"
    ASSESS = "assess"
    VOID = "void"


UNDOABLE = (
    EventKind.ANSWER,
    EventKind.PRACTICE,
    EventKind.INTERVIEW,
    EventKind.MARK,
    EventKind.NOTE,
    EventKind.SUSPEND,
    EventKind.ASSESS,
)
"""What the learner did and can take back. A chain goes with its answer; a sitting is bookkeeping."""

ABOUT_A_QUESTION = (
    EventKind.ANSWER,
    EventKind.PRACTICE,
    EventKind.CHAIN,
    EventKind.MARK,
    EventKind.NOTE,
    EventKind.SUSPEND,
)
"""Rows that mean nothing without a question."""


class Row(NamedTuple):
    """One event. `day` is the study day as ISO text; `seq` is local to one journal."""

    id: str
    seq: int
    kind: str
    question_id: str | None
    at_ms: int
    offset_min: int
    day: str
    payload: Mapping[str, object]

    @property
    def content(self) -> tuple[object, ...]:
        """Everything that two journals must agree on: all but `seq`."""
        return (self.kind, self.question_id, self.at_ms, self.offset_min, self.day, self.payload)


@dataclass(frozen=True, kw_only=True)
class Answer:
    """A question was answered and rated; the payload of `answer` and of `practice`.

    `points` tells for each point whether it was said, None when rated without ticking. `pitfalls`
    are the indexes of those that were said. `suggested` is None where nothing was suggested,
    `outcome` where no machine graded. `seconds` run from showing the question to the reveal.
    """

    rating: Rating
    suggested: Rating | None = None
    reason: str = ""
    points: Mapping[str, bool] | None = None
    pitfalls: tuple[int, ...] = ()
    confidence: Confidence | None = None
    seconds: float = 0.0
    typed: str = ""
    draw: Mapping[str, object] = field(default_factory=dict)
    revision: int = 1
    hash: str = ""
    lang: Lang = Lang.EN
    form: Form = Form.FULL
    mode: Mode = Mode.QUIZ
    outcome: Outcome | None = None
    hint: bool = False


@dataclass(frozen=True, kw_only=True)
class Chain:
    """A chain of follow-ups ended after `depth` steps that were said."""

    answer_id: str
    depth: int
    seconds: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Sitting:
    """A mock, so that it resumes: `step` is its position and typed answers, `end` its result."""

    id: str
    script: str
    plan: Mapping[str, object] = field(default_factory=dict)
    step: Mapping[str, object] | None = None
    end: Mapping[str, object] | None = None


class Went(StrEnum):
    """How a question in a real interview went."""

    WELL = "well"
    PARTLY = "partly"
    BADLY = "badly"


class Stage(StrEnum):
    """Whether an interview is to come or over."""

    PLANNED = "planned"
    HELD = "held"


@dataclass(frozen=True, kw_only=True)
class AskedQuestion:
    """A question asked in a real interview, matched to the bank or kept as text only."""

    text: str
    question_id: str | None = None
    went: Went | None = None


@dataclass(frozen=True, kw_only=True)
class Interview:
    """An interview that is planned or was held; `date` is ISO text."""

    date: str
    stage: Stage = Stage.PLANNED
    company: str = ""
    role: str = ""
    round: str = ""
    lang: Lang | None = None
    note: str = ""
    questions: tuple[AskedQuestion, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Mark:
    """A question was marked, or its mark was taken off."""

    on: bool = True
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class Note:
    """The learner's own words about a question; an empty text removes the note."""

    text: str


@dataclass(frozen=True, kw_only=True)
class Suspend:
    """A question was taken out of the queue, or put back."""

    on: bool = True


@dataclass(frozen=True, kw_only=True)
class Assess:
    """Scores by dimension or self-check row, of one framework or all, and the track proposed."""

    scores: Mapping[str, float]
    framework: str = ""
    track: str = ""


@dataclass(frozen=True, kw_only=True)
class Void:
    """Cancels the row named by `id`."""

    id: str
    note: str = ""


Payload = Answer | Chain | Sitting | Interview | Mark | Note | Suspend | Assess | Void
