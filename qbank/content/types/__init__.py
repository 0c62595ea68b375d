"""The question types. One module a type: its shape, what is drawn, how it is asked, solved and graded.

A type's module is imported when a question of that type is used: a sitting starts with one.
"""

import random
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol, assert_never

from qbank.content.base import Question
from qbank.content.grading import Draw, Graded
from qbank.content.sections import Section, answered
from qbank.content.structure import structure
from qbank.terms import Lang, Type

if TYPE_CHECKING:
    from qbank.messages import Messages


class TypeOps(Protocol):
    """What the rest of qbank asks of a type's module."""

    @property
    def SHAPE(self) -> type[Question]:  # noqa: N802  # a constant of the module
        """The dataclass of the questions of this type."""

    def draw(self, question: Any, rng: random.Random) -> Draw:
        """The fresh part of a question."""

    def ask(self, question: Any, draw: Draw, lang: Lang, words: "Messages") -> list[Section]:
        """What is seen before the answer."""

    def solve(self, question: Any, draw: Draw, lang: Lang, words: "Messages") -> list[Section]:
        """What the machine shows of the right answer."""

    def grade(self, question: Any, draw: Draw, text: str) -> Graded:
        """The verdict on a typed answer."""


def ops(type_: Type) -> TypeOps:
    """The module of a type."""
    match type_:
        case Type.OPEN:
            from qbank.content.types import open_  # noqa: PLC0415

            return open_
        case Type.CHOICE:
            from qbank.content.types import choice  # noqa: PLC0415

            return choice
        case Type.NUMERIC:
            from qbank.content.types import numeric  # noqa: PLC0415

            return numeric
        case Type.SPOT:
            from qbank.content.types import spot  # noqa: PLC0415

            return spot
        case _:
            assert_never(type_)


def type_of(question: Question) -> Type:
    """The type of a question."""
    return Type(question.type)  # type: ignore[attr-defined]


def ops_of(question: Question) -> TypeOps:
    """The module of a question's type."""
    return ops(type_of(question))


def graded_by_machine(question: Question) -> bool:
    """Whether a machine grades the answer; the learner grades open questions himself."""
    return type_of(question) is not Type.OPEN


def from_body(body: Mapping[str, Any]) -> Question:
    """A question from its validated JSON body."""
    return structure(ops(Type(body["type"])).SHAPE, body)


def sections(question: Question, draw: Draw, lang: Lang, words: "Messages") -> list[Section]:
    """The whole question as sections, in reading order."""
    of_type = ops_of(question)
    return [
        *of_type.ask(question, draw, lang, words),
        *of_type.solve(question, draw, lang, words),
        *answered(question, lang, words),
    ]
