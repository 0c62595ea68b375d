"""The words of the domain, the same in YAML, code, SQL, JSON and docs."""

from enum import IntEnum, StrEnum


class Type(StrEnum):
    """How a question is answered."""

    OPEN = "open"
    CHOICE = "choice"
    NUMERIC = "numeric"
    SPOT = "spot"


class Level(StrEnum):
    """Whom a question is for."""

    JUNIOR = "junior"
    MID = "mid"
    SENIOR = "senior"


class Kind(StrEnum):
    """What a question asks for."""

    PRINCIPLE = "principle"
    COMPARISON = "comparison"
    SCENARIO = "scenario"
    CONFIG = "config"
    DEBUGGING = "debugging"
    SIZING = "sizing"
    CODE = "code"
    DESIGN = "design"
    PROJECT = "project"
    VISION = "vision"


class Dimension(StrEnum):
    """Which ability a question tests: D1 to D8 of the competency rubric, in this order."""

    POSITIONING = "positioning"
    MECHANISM = "mechanism"
    MEMORY = "memory"
    COMMUNICATION = "communication"
    CONFIGURATION = "configuration"
    DEBUGGING = "debugging"
    INTEROP = "interop"
    SELECTION = "selection"


class Status(StrEnum):
    """How far an answer can be trusted."""

    DRAFT = "draft"
    CHECKED = "checked"
    VERIFIED = "verified"


class Lang(StrEnum):
    """A language of the content and of the interface."""

    ZH = "zh"
    EN = "en"


class ShownLang(StrEnum):
    """Which language, or both, a command prints."""

    ZH = "zh"
    EN = "en"
    BOTH = "both"

    def langs(self) -> tuple[Lang, ...]:
        """The languages to print, in order."""
        return (Lang.ZH, Lang.EN) if self is ShownLang.BOTH else (Lang(self.value),)


class Rating(IntEnum):
    """How well a question was answered; the digits typed in a session."""

    AGAIN = 1
    HARD = 2
    GOOD = 3
    EASY = 4


class Confidence(IntEnum):
    """How sure the learner was before the reveal."""

    GUESS = 1
    THINK_SO = 2
    SURE = 3


class Mode(StrEnum):
    """In which kind of sitting an answer was given."""

    QUIZ = "quiz"
    DRILL = "drill"
    MOCK = "mock"


class Form(StrEnum):
    """Which part of a question was asked."""

    FULL = "full"
    PITCH = "pitch"
    MISSED = "missed"
