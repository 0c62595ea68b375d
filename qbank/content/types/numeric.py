"""Numeric questions: fresh values at each asking, one graded value, a worked solution."""

import random
import re
from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Literal

from qbank.content.base import Part, Question
from qbank.content.grading import Draw, Graded, Outcome
from qbank.content.sections import Role, Section, asked
from qbank.errors import QbankError
from qbank.frozen import part
from qbank.terms import Lang, Type

if TYPE_CHECKING:
    from qbank.messages import Messages

Value = float | int | str

_PLACEHOLDER = re.compile(r"\{(\w+)(?::([B,]))?\}")
_TRIES = 1000


@part
class Grade(Part):
    """Unit of the graded value and how far an answer may be off."""

    unit: str
    rel_tol: float = field(default=0.01, metadata={"gt": 0, "lt": 0.5})


@part
class Numeric(Question):
    """A question whose number is computed by a formula of the registry."""

    type: Literal[Type.NUMERIC]
    formula: str
    draw: Mapping[str, tuple[Value, ...]] = field(
        metadata={"description": "One value from each list is drawn"}
    )
    where: str = field(default="", metadata={"description": "Draws that fail are drawn again"})
    grade: Grade
    plausible: tuple[float, ...] = field(metadata={"min_length": 2, "max_length": 2})


SHAPE = Numeric


def draw(question: Numeric, rng: random.Random) -> Draw:
    """One value from each list of `draw`, such that `where` holds.

    Raises QbankError when no draw satisfies `where`.
    """
    for _ in range(_TRIES):
        values = {name: rng.choice(list(choices)) for name, choices in question.draw.items()}
        if holds(question, values):
            return Draw(values=values)
    raise QbankError(f"no draw satisfies `{question.where}`", hint="loosen `where`")


def holds(question: Numeric, values: Mapping[str, Value]) -> bool:
    """Whether a draw passes `where`."""
    if not question.where:
        return True
    from qbank.formulas.expression import evaluate_condition  # noqa: PLC0415

    numbers = {name: float(value) for name, value in values.items() if not isinstance(value, str)}
    return evaluate_condition(question.where, numbers)


def expected_si(question: Numeric, draw: Draw) -> float:
    """The right value in SI base units."""
    from qbank.formulas import evaluate  # noqa: PLC0415

    return evaluate(question.formula, draw.values)


def fill(text: str, values: Mapping[str, Value]) -> str:
    """`text` with its placeholders filled: `{params:B}` gives 7B, `{x:,}` gives 4,096."""
    return _PLACEHOLDER.sub(lambda m: _printed(values.get(m[1], m[0]), m[2]), text)


def _printed(value: Value, form: str | None) -> str:
    if isinstance(value, str):
        return value
    if form == "B":
        return f"{value / 1e9:g}B"
    if float(value).is_integer():
        return f"{int(value):,}" if form == "," else str(int(value))
    return f"{value:g}"


def ask(question: Numeric, draw: Draw, lang: Lang, words: "Messages") -> list[Section]:  # noqa: ARG001
    """Title and prompt with the drawn values."""
    return [
        section._replace(markdown=fill(section.markdown, draw.values))
        for section in asked(question, lang)
    ]


def solve(question: Numeric, draw: Draw, lang: Lang, words: "Messages") -> list[Section]:  # noqa: ARG001
    """The working with the drawn values."""
    from qbank.formulas import working  # noqa: PLC0415

    lines = working(question.formula, draw.values, lang.value)
    return [Section(Role.SOLVED, "\n".join(f"- {line}" for line in lines))]


def grade(question: Numeric, draw: Draw, text: str) -> Graded:
    """Within the tolerance is right; the right number in another unit is partly right."""
    from qbank.content.quantity import Grading, grade_quantity, in_unit  # noqa: PLC0415

    right = expected_si(question, draw)
    verdict = grade_quantity(text, right, question.grade.unit, question.grade.rel_tol)
    outcomes = {
        Grading.RIGHT: (Outcome.RIGHT, "right"),
        Grading.WRONG_UNIT: (Outcome.PARTLY, "wrong-unit"),
        Grading.WRONG: (Outcome.WRONG, "wrong"),
        Grading.UNREADABLE: (Outcome.UNREADABLE, "number-unreadable"),
    }
    outcome, reason = outcomes[verdict.outcome]
    return Graded(
        outcome,
        reason,
        understood=verdict.understood,
        expected=in_unit(right, question.grade.unit),
        assumed=verdict.assumed,
        meant=verdict.meant if outcome is Outcome.PARTLY else "",
        problem=verdict.problem,
    )
