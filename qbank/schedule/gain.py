"""What an answer today is worth on the day of an interview."""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple, TypeVar

from qbank.schedule import memory
from qbank.schedule.memory import Memory
from qbank.terms import Rating

Item = TypeVar("Item")

PRIOR = 0.55
"""Chance that a question never seen is answered well; measured share of known questions."""

NEW_SHARE = 4
"""While new questions are left, at least every fourth is one, whatever the others would gain."""


class Worth(NamedTuple):
    """The gain of one answer in probability of recall, weighted by priority, and its minutes."""

    gain: float
    minutes: float

    @property
    def per_minute(self) -> float:
        """What orders the queue."""
        return self.gain / self.minutes


def gain(known: Memory | None, today: date, interview: date) -> float:
    """Expected rise of recall on the interview day through an answer today, -1 to 1.

    p * R(after good) + (1 - p) * R(after again) - R(unanswered), p being recall today.
    """
    chance = memory.recall(known, today) if known else PRIOR
    good = memory.answered(known, Rating.GOOD, today).memory
    again = memory.answered(known, Rating.AGAIN, today).memory
    answered = chance * memory.recall(good, interview)
    answered += (1 - chance) * memory.recall(again, interview)
    return answered - memory.recall(known, interview)


def worth(
    known: Memory | None, *, today: date, interview: date, priority: int, minutes: float
) -> Worth:
    """Gain times priority (1 counts three times as much as 3), and what it costs."""
    return Worth(gain(known, today, interview) * (4 - priority) / 3, minutes)


def with_floor(seen: Sequence[Item], new: Sequence[Item], merged: Sequence[Item]) -> list[Item]:
    """`merged` with new questions pulled forward, so that each `NEW_SHARE` items hold at least one.

    `seen` and `new` are the parts of `merged`, each in its order.
    """
    is_new = {id(item) for item in new}
    rest = {True: list(reversed(new)), False: list(reversed(seen))}
    order: list[Item] = []
    since_new = 0
    for _ in merged:
        wants_new = since_new == NEW_SHARE - 1
        ahead = next(item for item in merged if not _taken(item, rest))
        pick_new = bool(rest[True]) and (wants_new or id(ahead) in is_new or not rest[False])
        order.append(rest[pick_new].pop())
        since_new = 0 if pick_new else since_new + 1
    return order
