"""The numbered list that the learner ticks: points first, then pitfalls said; nine to a part."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from qbank.content.base import Question
from qbank.frozen import value
from qbank.schedule.suggest import PointSaid
from qbank.terms import Form

PART = 9


class Item(NamedTuple):
    """One line to tick: a point by its id, or a pitfall by its number in the question."""

    is_pitfall: bool
    number: int
    id: str
    core: bool
    group: str = ""


@value
class Ticks:
    """What is listed, what is ticked, and which part is shown."""

    items: tuple[Item, ...] = ()
    parts: tuple[tuple[int, ...], ...] = ()
    part: int = 0
    ticked: frozenset[int] = frozenset()
    touched: bool = False
    covers_all: bool = False

    @property
    def shown(self) -> tuple[int, ...]:
        """Indexes of the items of the part on the screen."""
        return self.parts[self.part] if self.parts else ()

    @property
    def is_last_part(self) -> bool:
        """Whether the next Enter goes to the rating."""
        return self.covers_all or self.part + 1 >= len(self.parts)

    def toggle(self, digit: int) -> "Ticks":
        """Tick or untick line `digit` of the part shown; a digit without a line changes nothing."""
        if not 1 <= digit <= len(self.shown):
            return self
        return replace(self, ticked=self.ticked ^ {self.shown[digit - 1]}, touched=True)

    def all_points(self) -> "Ticks":
        """Every point of every part said; pitfalls stay as they are."""
        points = {n for n, item in enumerate(self.items) if not item.is_pitfall}
        return replace(self, ticked=self.ticked | points, touched=True, covers_all=True)

    def none(self) -> "Ticks":
        """No point said, in any part; pitfalls stay as they are."""
        pitfalls = {n for n in self.ticked if self.items[n].is_pitfall}
        return replace(self, ticked=frozenset(pitfalls), touched=True, covers_all=True)

    def next_part(self) -> "Ticks":
        """The next part on the screen."""
        return replace(self, part=self.part + 1)

    def points(self) -> tuple[PointSaid, ...]:
        """Every listed point, and whether it was said."""
        return tuple(
            PointSaid(item.id, item.core, n in self.ticked)
            for n, item in enumerate(self.items)
            if not item.is_pitfall
        )

    def pitfalls(self) -> tuple[int, ...]:
        """Indexes of the pitfalls that were said."""
        return tuple(
            item.number for n, item in enumerate(self.items) if item.is_pitfall and n in self.ticked
        )


def ticks_for(question: Question, form: Form, missed: Sequence[str]) -> Ticks:
    """The list for a form: all points, the core ones for a pitch, or those missed last time."""
    items = (*_points(question, form, missed), *_pitfalls(question))
    return Ticks(items=items, parts=tuple(_parts(items)))


def _points(question: Question, form: Form, missed: Sequence[str]) -> Iterator[Item]:
    for n, point in enumerate(question.points):
        if form is Form.PITCH and not point.core:
            continue
        if form is Form.MISSED and point.id not in missed:
            continue
        yield Item(is_pitfall=False, number=n, id=point.id, core=point.core, group=point.group)


def _pitfalls(question: Question) -> Iterator[Item]:
    for n, _ in enumerate(question.pitfalls):
        yield Item(is_pitfall=True, number=n, id=str(n), core=False)


def _parts(items: Sequence[Item]) -> Iterator[tuple[int, ...]]:
    """One part when the list is short; else a part a group, pitfalls last, never more than nine lines."""
    numbers = range(len(items))
    if len(items) <= PART:
        yield tuple(numbers)
        return
    for _, run in groupby(numbers, key=lambda n: (items[n].is_pitfall, items[n].group)):
        members = tuple(run)
        for start in range(0, len(members), PART):
            yield members[start : start + PART]
