"""One sitting as a value. `qbank.session.step` makes the next one from an event."""

from dataclasses import field
from enum import StrEnum

from qbank.content.base import Question
from qbank.content.grading import Draw, Graded
from qbank.frozen import value
from qbank.schedule.select import Pick
from qbank.schedule.suggest import Suggestion
from qbank.session.ticks import Ticks
from qbank.terms import Confidence, Form, Lang, Mode, Rating


class Phase(StrEnum):
    """What the learner is asked for."""

    LOADING = "loading"
    ASKING = "asking"
    LINE = "line"
    CONFIDENCE = "confidence"
    TICKING = "ticking"
    RATING = "rating"
    SAVING = "saving"
    CHAIN_ASK = "chain-ask"
    CHAIN_EVIDENCE = "chain-evidence"
    CHAIN_JUDGE = "chain-judge"
    TIME_UP = "time-up"
    END = "end"


@value
class Config:
    """What stays the same during a sitting. `budget` is in seconds, None without a time limit."""

    mode: Mode = Mode.QUIZ
    is_practice: bool = False
    asks_confidence: bool = False
    is_pitch: bool = False
    budget: float | None = 900.0
    extension: float = 300.0


@value
class Asked:
    """The question on the screen. `is_first` is true when it was never answered or missed last time."""

    pick: Pick
    question: Question
    draw: Draw
    hash: str
    graded_by_machine: bool
    missed: tuple[str, ...] = ()
    is_first: bool = True

    @property
    def id(self) -> str:
        """The question's id."""
        return self.pick.id

    @property
    def form(self) -> Form:
        """Which part is asked."""
        return self.pick.form


@value
class Done:
    """One rated question of this sitting."""

    id: str
    rating: Rating
    missed: tuple[str, ...] = ()
    seconds: float = 0.0


@value
class ChainState:
    """Where the learner is in the follow-ups: `number` counts from 0, `depth` those that were said."""

    number: int = 0
    depth: int = 0
    judged: int = 0
    started: float = 0.0


@value
class Session:
    """Everything about a sitting. Times are seconds of one monotonic clock."""

    config: Config
    queue: tuple[Pick, ...]
    lang: Lang
    started: float
    budget: float | None
    phase: Phase = Phase.LOADING
    asked: Asked | None = None
    shown_at: float = 0.0
    seconds: float = 0.0
    hint: bool = False
    confidence: Confidence | None = None
    typed: str = ""
    graded: Graded | None = None
    ticks: Ticks = field(default_factory=Ticks)
    is_judged: bool = True
    full_shown: bool = False
    suggestion: Suggestion | None = None
    rating: Rating | None = None
    answer_id: str = ""
    chain: ChainState = field(default_factory=ChainState)
    done: tuple[Done, ...] = ()

    def current(self) -> Asked:
        """The question on the screen. Raises ValueError between questions."""
        if self.asked is None:
            raise ValueError("no question is on the screen")
        return self.asked

    @property
    def enter_rates(self) -> bool:
        """Whether Enter takes the suggested rating. Not after an empty line: a held Enter would answer by itself."""
        was_revealed = self.graded is not None and self.graded.reason == "revealed"
        return self.suggestion is not None and not was_revealed

    def minutes_left(self, at: float) -> int | None:
        """Whole minutes left, rounded up; None without a time limit."""
        if self.budget is None:
            return None
        left = self.budget - (at - self.started)
        return max(0, int(-(-left // 60)))

    def is_over_time(self, at: float) -> bool:
        """Whether the minutes are used up."""
        return self.budget is not None and at - self.started >= self.budget
