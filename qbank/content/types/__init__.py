"""The question types. One module a type: its shape, what is drawn, how it is asked, solved and graded."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from qbank.content.base import Question
from qbank.content.grading import Draw, Graded
from qbank.content.sections import Section, answered
from qbank.content.structure import structure
from qbank.content.types import choice, numeric, open_, spot
from qbank.messages import Messages
from qbank.terms import Lang, Type


@dataclass(frozen=True)
class TypeOps:
    """What the rest of qbank asks of a type."""

    shape: type[Question]
    draw: Callable[[Any, random.Random], Draw]
    ask: Callable[[Any, Draw, Lang, Messages], list[Section]]
    solve: Callable[[Any, Draw, Lang, Messages], list[Section]]
    grade: Callable[[Any, Draw, str], Graded]
    graded_by_machine: bool = True


TYPES: Mapping[Type, TypeOps] = {
    Type.OPEN: TypeOps(
        open_.Open, open_.draw, open_.ask, open_.solve, open_.grade, graded_by_machine=False
    ),
    Type.CHOICE: TypeOps(choice.Choice, choice.draw, choice.ask, choice.solve, choice.grade),
    Type.NUMERIC: TypeOps(
        numeric.Numeric,
        numeric.draw,
        numeric.ask,
        numeric.solve,
        numeric.grade,
    ),
    Type.SPOT: TypeOps(spot.Spot, spot.draw, spot.ask, spot.solve, spot.grade),
}


def type_of(question: Question) -> Type:
    """The type of a question."""
    return Type(question.type)  # type: ignore[attr-defined]


def ops_of(question: Question) -> TypeOps:
    """The operations of a question's type."""
    return TYPES[type_of(question)]


def from_body(body: Mapping[str, Any]) -> Question:
    """A question from its validated JSON body."""
    return structure(TYPES[Type(body["type"])].shape, body)


def sections(question: Question, draw: Draw, lang: Lang, words: Messages) -> list[Section]:
    """The whole question as sections, in reading order."""
    ops = ops_of(question)
    return [
        *ops.ask(question, draw, lang, words),
        *ops.solve(question, draw, lang, words),
        *answered(question, lang, words),
    ]
