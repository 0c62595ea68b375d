"""Open questions: the learner speaks or types, and ticks the points himself."""

import random
from typing import TYPE_CHECKING, Literal

from qbank.content.base import Question, Solution
from qbank.content.grading import Draw, Graded, Outcome
from qbank.content.sections import Role, Section, asked, fenced
from qbank.frozen import part
from qbank.terms import Lang, Type

if TYPE_CHECKING:
    from qbank.messages import Messages


@part
class Open(Question):
    """An open question; `solution` only for kind code."""

    type: Literal[Type.OPEN]
    solution: Solution | None = None


SHAPE = Open


def draw(question: Question, rng: random.Random) -> Draw:  # noqa: ARG001  # the types' common signature
    """Nothing is drawn for an open question."""
    return Draw()


def ask(question: Open, draw: Draw, lang: Lang, words: "Messages") -> list[Section]:  # noqa: ARG001
    """Title, prompt, and the signature to implement."""
    found = asked(question, lang)
    if question.solution:
        found.append(Section(Role.SNIPPET, fenced(question.solution.signature, "python")))
    return found


def solve(question: Open, draw: Draw, lang: Lang, words: "Messages") -> list[Section]:  # noqa: ARG001
    """The reference solution of a code question."""
    if question.solution is None:
        return []
    return [Section(Role.SOLUTION, fenced(question.solution.code, "python"))]


def grade(question: Question, draw: Draw, text: str) -> Graded:  # noqa: ARG001
    """A machine does not grade free text."""
    return Graded(Outcome.UNREADABLE, "open")
