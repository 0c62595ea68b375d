"""Spot questions: name the wrong lines of a snippet."""

import random
from dataclasses import field
from typing import TYPE_CHECKING, Literal

from qbank.content.base import Part, Question, Snippet
from qbank.content.grading import Draw, Graded, Outcome, read_numbers
from qbank.content.sections import Role, Section, asked, fenced, numbered
from qbank.frozen import part
from qbank.terms import Lang, Type

if TYPE_CHECKING:
    from qbank.messages import Messages


@part
class Why(Part):
    """Why a line is wrong, in one language."""

    why: str


@part
class WrongLine(Part):
    """One wrong line: its number from 1, and what should stand there."""

    line: int = field(metadata={"ge": 1})
    cite: tuple[str, ...] = ()
    right: str = ""
    zh: Why | None = None
    en: Why | None = None

    def why_in(self, lang: Lang) -> str:
        """The reason in `lang`, else in the other language."""
        first, second = (self.zh, self.en) if lang is Lang.ZH else (self.en, self.zh)
        text = first or second
        return text.why if text else ""


@part
class Spot(Question):
    """A snippet with at least one wrong line."""

    type: Literal[Type.SPOT]
    snippet: Snippet
    wrong_lines: tuple[WrongLine, ...] = field(metadata={"min_length": 1})


SHAPE = Spot


def draw(question: Question, rng: random.Random) -> Draw:  # noqa: ARG001  # the types' common signature
    """Nothing is drawn: line numbers are part of the answer."""
    return Draw()


def ask(question: Spot, draw: Draw, lang: Lang, words: "Messages") -> list[Section]:  # noqa: ARG001
    """Title, prompt and the snippet with line numbers."""
    code = fenced(numbered(question.snippet.code), question.snippet.language)
    return [*asked(question, lang), Section(Role.SNIPPET, code)]


def solve(question: Spot, draw: Draw, lang: Lang, words: "Messages") -> list[Section]:  # noqa: ARG001
    """Each wrong line with its reason and what should stand there."""
    lines = [
        f"- {words.line_number.format(n=wrong.line)}{words.colon}{wrong.why_in(lang)}"
        + (f"\n\n{fenced(wrong.right, question.snippet.language)}\n" if wrong.right else "")
        for wrong in question.wrong_lines
    ]
    return [Section(Role.SOLVED, "\n".join(lines))]


def grade(question: Spot, draw: Draw, text: str) -> Graded:  # noqa: ARG001
    """The exact set of wrong lines is right; some of them and no other line is partly right."""
    last = len(question.snippet.code.rstrip().split("\n"))
    expected = {wrong.line for wrong in question.wrong_lines}
    expected_text = " ".join(str(n) for n in sorted(expected))
    numbers = read_numbers(text)
    if numbers is None or not set(numbers) <= set(range(1, last + 1)):
        return Graded(Outcome.UNREADABLE, "lines-unreadable", text, expected_text)
    understood = " ".join(str(n) for n in sorted(set(numbers)))
    if set(numbers) == expected:
        return Graded(Outcome.RIGHT, "right", understood, expected_text)
    if set(numbers) < expected:
        return Graded(Outcome.PARTLY, "some-right", understood, expected_text)
    return Graded(Outcome.WRONG, "wrong", understood, expected_text)
