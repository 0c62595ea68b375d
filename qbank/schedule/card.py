"""What is known of one question: the state that rows fold to. Light, so that lists start fast."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from qbank.schedule import memory
from qbank.schedule.memory import Memory
from qbank.terms import Confidence, Form, Mode, Rating

FOLD_VERSION = 2
"""Rises when the same rows fold to another state; stored states of an older fold are rebuilt."""


@dataclass(frozen=True)
class CardState:
    """What the rows of one question come to.

    `stability` (days), `difficulty` (1 to 10), `due` and `last_day` are None until an answer moves
    the card. `answers` moved it, `practices` did not. `lapses` are misses after the first answer,
    `successes` the answers since the last miss. `wanted` is the day of an interview in which the
    question went badly, until it is answered again.
    """

    stability: float | None = None
    difficulty: float | None = None
    due: date | None = None
    last_day: date | None = None
    answers: int = 0
    practices: int = 0
    lapses: int = 0
    successes: int = 0
    last_rating: Rating | None = None
    last_confidence: Confidence | None = None
    last_missed: tuple[str, ...] = ()
    last_form: Form | None = None
    last_mode: Mode | None = None
    last_depth: int | None = None
    last_revision: int = 0
    last_hash: str = ""
    wanted: date | None = None
    is_suspended: bool = False
    is_marked: bool = False
    mark_note: str = ""
    note: str = ""

    @property
    def memory(self) -> Memory | None:
        """What the model of memory needs; None before the first answer."""
        if self.stability is None or self.difficulty is None or self.last_day is None:
            return None
        return Memory(self.stability, self.difficulty, self.last_day)


@dataclass(frozen=True)
class FoldSettings:
    """What the fold depends on beside the rows: desired retention, and older ids to newer ones."""

    retention: float = memory.RETENTION
    renames: Mapping[str, str] = field(default_factory=dict)

    def current(self, question_id: str) -> str:
        """The id that a question has today."""
        seen = {question_id}
        while (newer := self.renames.get(question_id)) is not None and newer not in seen:
            seen.add(newer)
            question_id = newer
        return question_id

    def names(self, question_id: str) -> tuple[str, ...]:
        """Every id that the question of this id, old or new, has or had; that of today first."""
        today = self.current(question_id)
        return (today, *(old for old in self.renames if self.current(old) == today != old))


def recall(card: CardState | None, day: date) -> float:
    """Predicted probability of recall on `day`, 0 to 1; 0 for a card never answered."""
    return memory.recall(card.memory, day) if card else 0.0
