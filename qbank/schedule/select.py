"""What to ask next: pure, and the same list for the same input and seed."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import NamedTuple

from qbank.schedule.arrange import arranged
from qbank.schedule.fold import CardState, recall
from qbank.schedule.form import form_of, is_changed
from qbank.terms import Form

REVIEW_MINUTES = 1.5
"""What a review costs; a first answer costs the `minutes` of its question."""


class Candidate(NamedTuple):
    """A question as the scheduler sees it. `position` is its place in the track, None outside."""

    id: str
    topics: tuple[str, ...]
    minutes: float
    priority: int
    position: int | None
    revision: int
    card: CardState | None = None

    @property
    def is_new(self) -> bool:
        """Whether it was never answered, or only in practice."""
        return self.card is None or self.card.answers == 0

    @property
    def cost(self) -> float:
        """Expected minutes to answer it."""
        return self.minutes if self.is_new else REVIEW_MINUTES


class Why(StrEnum):
    """Why a question is asked."""

    DUE = "due"
    CHANGED = "changed"
    NEW = "new"
    AHEAD = "ahead"
    PRACTICE = "practice"


class Pick(NamedTuple):
    """A question to ask, why, and in which form."""

    id: str
    why: Why
    form: Form


@dataclass(frozen=True, kw_only=True)
class Request:
    """How much to ask, and of what.

    `minutes` and `count` limit the list where given; `new` is the most new questions in it. `ahead`
    goes on with questions that are not due yet, `practice` with all others. With the date of an
    `interview` the list is ordered by the gain on that day.
    """

    today: date
    minutes: float | None = None
    new: int = 3
    count: int | None = None
    ahead: bool = False
    practice: bool = False
    due_only: bool = False
    unseen_only: bool = False
    confused_with: Mapping[str, frozenset[str]] = field(default_factory=dict)
    interview: date | None = None


def why_now(candidate: Candidate, today: date) -> Why | None:
    """Why a question is to be asked today; None for one that can wait."""
    card = candidate.card
    if card is not None and card.is_suspended:
        return None
    if card is not None and card.wanted is not None:
        return Why.DUE
    if card is None or card.due is None:
        return Why.NEW
    if is_changed(card, candidate.revision):
        return Why.CHANGED
    return Why.DUE if card.due <= today else None


def choose(
    candidates: Sequence[Candidate], request: Request, rng: random.Random
) -> tuple[Pick, ...]:
    """The questions of one sitting in the order to ask them."""
    groups = _groups(candidates, request, rng)
    chosen = _fitting([one for group in groups for one in group], request)
    kept = {candidate.id for candidate, _ in chosen}
    picks: list[tuple[Candidate, Why]] = []
    for group in groups:
        members = [(candidate, why) for candidate, why in group if candidate.id in kept]
        picks += arranged(members, request.confused_with, after=picks[-1:])
    return tuple(
        Pick(candidate.id, why, form_of(candidate.card, candidate.revision))
        for candidate, why in picks
    )
