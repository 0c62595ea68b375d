"""A study sheet before it has a format: groups of questions, each a list of `(role, markdown)`."""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from qbank.bank.catalog import Bank, Entry
from qbank.content.base import Question
from qbank.content.grading import Draw
from qbank.content.sections import Role, Section
from qbank.content.types import ops_of, sections
from qbank.export.missed import Missed, missed_sections
from qbank.formulas.formula import Text
from qbank.messages import messages
from qbank.terms import Lang, Status

_CELLS = 80
CHEATSHEET = frozenset({Role.TITLE, Role.PITCH, Role.POINTS, Role.PITFALLS})
WITHOUT_ANSWERS = frozenset({Role.TITLE, Role.PROMPT, Role.OPTIONS, Role.SNIPPET})
MISSED = frozenset({Role.TITLE, Role.MISSED, Role.SAID, Role.PITCH})
"""The page for the morning of the interview: what was missed, and the answer as speech."""


class Options(NamedTuple):
    """What only some formats look at. `excel` makes CSV that Excel opens by a double click."""

    excel: bool = False


@dataclass(frozen=True)
class SheetQuestion:
    """One question in one or both languages. `body` is for pictures; every text of a sheet is in `texts`."""

    number: int
    entry: Entry
    body: Question
    texts: tuple[tuple[Lang, tuple[Section, ...]], ...]


class Group(NamedTuple):
    """Questions under one heading; without a heading where nothing groups them."""

    title: Text | None
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class SheetGroup:
    """A group with its questions read."""

    title: Text | None
    questions: tuple[SheetQuestion, ...]


@dataclass(frozen=True)
class Sheet:
    """What an exporter writes. `names` are frameworks and topics as they are spelled."""

    title: str
    langs: tuple[Lang, ...]
    groups: tuple[SheetGroup, ...]
    frameworks: Mapping[str, str]
    topics: Mapping[str, Text]

    @property
    def questions(self) -> tuple[SheetQuestion, ...]:
        """All questions in order."""
        return tuple(question for group in self.groups for question in group.questions)

    def heading(self, group: SheetGroup) -> str:
        """The heading of a group in the languages of the sheet; empty without one."""
        if group.title is None:
            return ""
        return " / ".join(dict.fromkeys(group.title.get(lang.value) for lang in self.langs))


class Shown(NamedTuple):
    """What of each question is shown: these roles, None for all, and what was missed by question id."""

    roles: frozenset[Role] | None = None
    missed: Mapping[str, Missed] = {}


def without_drafts(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The questions that may leave: drafts never do."""
    return tuple(entry for entry in entries if entry.status is not Status.DRAFT)


def sheet(  # noqa: PLR0913  # what, in which words, and how
    bank: Bank,
    groups: Iterable[Group],
    langs: Sequence[Lang],
    *,
    title: str,
    shown: Shown = Shown(),  # noqa: B008  # a constant
    each: Callable[[int], None] = lambda _: None,
) -> Sheet:
    """The sheet of `groups`; `each` is told the number of every question that was read."""
    made, number = [], 0
    for group in groups:
        questions = []
        for entry in group.entries:
            number += 1
            questions.append(_question(bank, number, entry, langs, shown))
            each(number)
        if questions:
            made.append(SheetGroup(group.title, tuple(questions)))
    return Sheet(
        title,
        tuple(langs),
        tuple(made),
        {id_: one.name for id_, one in bank.frameworks.items()},
        {id_: Text(one.zh, one.en) for id_, one in bank.topics.items()},
    )


def _question(
    bank: Bank, number: int, entry: Entry, langs: Sequence[Lang], shown: Shown
) -> SheetQuestion:
    question = bank.get(entry.id)
    draw = ops_of(question).draw(question, random.Random(entry.id))  # noqa: S311  # same numbers each time
    missed = shown.missed.get(entry.id)
    texts = []
    for lang in langs:
        found = _sections(question, draw, lang, missed)
        roles = shown.roles
        kept = tuple(one for one in found if one.markdown and (roles is None or one.role in roles))
        texts.append((lang, kept))
    return SheetQuestion(number, entry, question, tuple(texts))


def _sections(question: Question, draw: Draw, lang: Lang, missed: Missed | None) -> list[Section]:
    words = messages(lang)
    found = sections(question, draw, lang, words)
    if missed is None:
        return found
    start = 1 + next(n for n, section in enumerate(found) if section.role is Role.TITLE)
    return [*found[:start], *missed_sections(question, missed, lang, words), *found[start:]]
