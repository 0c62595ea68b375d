"""A study sheet before it has a format: groups of questions, each a list of `(role, markdown)`."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from qbank.bank.catalog import Bank, Entry
from qbank.content.base import Question
from qbank.content.grading import Draw
from qbank.content.sections import Role, Section
from qbank.content.types import ops_of, sections
from qbank.figures.showing import with_figures
from qbank.messages import messages
from qbank.terms import Lang, Status

_CELLS = 80
CHEATSHEET = frozenset({Role.TITLE, Role.PITCH, Role.POINTS, Role.PITFALLS})
WITHOUT_ANSWERS = frozenset({Role.TITLE, Role.PROMPT, Role.OPTIONS, Role.SNIPPET})


@dataclass(frozen=True)
class SheetQuestion:
    """One question in one or both languages."""

    entry: Entry
    texts: tuple[tuple[Lang, tuple[Section, ...]], ...]


@dataclass(frozen=True)
class Sheet:
    """What an exporter writes. `left_out` counts drafts, which never leave."""

    title: str
    langs: tuple[Lang, ...]
    questions: tuple[SheetQuestion, ...]
    left_out: int


def sheet(
    bank: Bank,
    entries: Iterable[Entry],
    langs: Sequence[Lang],
    *,
    title: str,
    roles: frozenset[Role] | None = None,
) -> Sheet:
    """The sheet of `entries`; `roles` restricts what is shown, None shows everything."""
    entries = tuple(entries)
    wanted = [entry for entry in entries if entry.status is not Status.DRAFT]
    questions = tuple(_question(bank, entry, langs, roles) for entry in wanted)
    return Sheet(title, tuple(langs), questions, len(entries) - len(wanted))


def _question(
    bank: Bank, entry: Entry, langs: Sequence[Lang], roles: frozenset[Role] | None
) -> SheetQuestion:
    question = bank.get(entry.id)
    draw = ops_of(question).draw(question, random.Random(entry.id))  # noqa: S311  # same numbers each time
    return SheetQuestion(
        entry,
        tuple(
            (
                lang,
                tuple(
                    section
                    for section in _sections(question, draw, lang)
                    if roles is None or section.role in roles
                ),
            )
            for lang in langs
        ),
    )


def _sections(question: Question, draw: Draw, lang: Lang) -> list[Section]:
    """The whole question, its pictures included."""
    found = sections(question, draw, lang, messages(lang))
    return with_figures(found, question, lang, _CELLS)
