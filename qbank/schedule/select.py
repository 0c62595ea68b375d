"""What to ask next: pure, and the same list for the same input and seed."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from enum import StrEnum
from typing import NamedTuple

from qbank.schedule.card import CardState, recall
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
    AGAIN = "again"


class Pick(NamedTuple):
    """A question to ask, why, and in which form."""

    id: str
    why: Why
    form: Form


Reasoned = tuple[Candidate, Why]
"""A question, and why it is to be asked."""


@dataclass(frozen=True, kw_only=True)
class Request:
    """How much to ask, and of what.

    `minutes` and `count` limit the list where given; `new` is the most new questions in it. `ahead`
    goes on with questions due within that many days, `practice` with all others.
    """

    today: date
    minutes: float | None = None
    new: int = 3
    count: int | None = None
    ahead: int = 0
    practice: bool = False
    confused_with: Mapping[str, frozenset[str]] = field(default_factory=dict)


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


def is_due(card: CardState | None, today: date, revision: int) -> bool:
    """Whether a question that was answered before is to be asked today."""
    if card is None or card.is_suspended:
        return False
    if card.wanted is not None:
        return True
    return card.due is not None and (card.due <= today or is_changed(card, revision))


class LeftOut(NamedTuple):
    """What fits the filters today and is not in a sitting: `old` ones (due or ahead) and `new` ones for the minutes.

    `minutes` would hold them too; `beyond_new` are over the limit of new questions.
    """

    old: int
    new: int
    minutes: float
    beyond_new: int


def choose(
    candidates: Sequence[Candidate], request: Request, rng: random.Random
) -> tuple[Pick, ...]:
    """The questions of one sitting in the order to ask them: due first, then new, then the rest."""
    chosen = _fitting(_ordered(candidates, request, rng), request)
    return tuple(
        Pick(candidate.id, why, form_of(candidate.card, candidate.revision))
        for candidate, why in arranged(chosen, request.confused_with)
    )


def left_out(candidates: Sequence[Candidate], request: Request, picks: Sequence[Pick]) -> LeftOut:
    """What `choose` left out for the minutes and for the limit of new questions.

    A count that was asked for and reached leaves nothing out, and practice has no end.
    """
    if request.count is not None and len(picks) >= request.count:
        return LeftOut(0, 0, 0.0, 0)
    picked = {pick.id for pick in picks}
    asked = [pair for pair in _ordered(candidates, request, random.Random(0)) if _is_now(pair)]  # noqa: S311  # the order does not matter
    rest = [why for candidate, why in asked if candidate.id not in picked]
    new = sum(why is Why.NEW for why in rest)
    unseen = sum(why_now(candidate, request.today) is Why.NEW for candidate in candidates)
    minutes = sum(candidate.cost for candidate, _ in asked)
    return LeftOut(len(rest) - new, new, minutes, max(0, unseen - request.new))


def _is_now(pair: Reasoned) -> bool:
    return pair[1] is not Why.PRACTICE


def _ordered(
    candidates: Sequence[Candidate], request: Request, rng: random.Random
) -> list[Reasoned]:
    groups: dict[Why, list[Candidate]] = {why: [] for why in Why}
    for candidate in candidates:
        why = _reason(candidate, request)
        if why is not None:
            groups[why].append(candidate)
    due = [(c, why) for why in (Why.DUE, Why.CHANGED) for c in groups[why]]
    due.sort(key=lambda pair: (recall(pair[0].card, request.today), pair[0].id))
    later = [*groups[Why.AHEAD], *groups[Why.PRACTICE]]
    rng.shuffle(later)
    new = sorted(groups[Why.NEW], key=_track_order)[: request.new]
    rest = [(c, Why.AHEAD if request.ahead else Why.PRACTICE) for c in later]
    return [*due, *((c, Why.NEW) for c in new), *rest]


def _reason(candidate: Candidate, request: Request) -> Why | None:
    why = why_now(candidate, request.today)
    card = candidate.card
    if why is not None or card is None or card.is_suspended or card.due is None:
        return why
    if card.due <= request.today + timedelta(days=request.ahead):
        return Why.AHEAD
    return Why.PRACTICE if request.practice else None


def _track_order(candidate: Candidate) -> tuple[int, int, str]:
    """Track order; outside a track the most asked first."""
    place = candidate.position if candidate.position is not None else 10**9
    return place, candidate.priority, candidate.id


def _fitting(ordered: Sequence[Reasoned], request: Request) -> list[Reasoned]:
    """As many as the count and the minutes allow; the first always fits."""
    kept: list[Reasoned] = []
    used = 0.0
    for candidate, why in ordered:
        if request.count is not None and len(kept) >= request.count:
            break
        used += candidate.cost
        if kept and request.minutes is not None and used > request.minutes:
            break
        kept.append((candidate, why))
    return kept


def arranged(
    chosen: Sequence[Reasoned], confused_with: Mapping[str, frozenset[str]]
) -> list[Reasoned]:
    """The same questions so that topics alternate: after each comes one that is mixed up with it, if there is one.

    Due questions stay before new ones. Two of one topic follow each other only where nothing else is left.
    """
    done: list[Reasoned] = []
    for is_new in (False, True):
        rest = [pair for pair in chosen if (pair[1] is Why.NEW) is is_new]
        while rest:
            at = _next_index(done[-1][0] if done else None, rest, confused_with)
            done.append(rest.pop(at))
    return done


def _next_index(
    last: Candidate | None,
    rest: Sequence[Reasoned],
    confused_with: Mapping[str, frozenset[str]],
) -> int:
    if last is None:
        return 0
    mixed_up = {other for topic in last.topics for other in confused_with.get(topic, ())}
    others = [n for n, (c, _) in enumerate(rest) if not {*c.topics} & {*last.topics}]
    confusable = [n for n in others if {*rest[n][0].topics} & mixed_up]
    return (confusable or others or [0])[0]
