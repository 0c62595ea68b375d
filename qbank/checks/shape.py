"""How many parts a question has, and that they fit its kind."""

from collections.abc import Iterator

from qbank.checks.rule import Finding, Subject
from qbank.content.types.numeric import Numeric
from qbank.content.types.open_ import Open
from qbank.formulas.expression import evaluate_expression
from qbank.terms import Kind, Status, Type
from qbank.units import convert

_ANGLES = {Kind.PROJECT, Kind.SCENARIO, Kind.DESIGN}
_DRAWS = 200


def counts(subject: Subject) -> Iterator[Finding]:
    """3 to 6 points (8 to 12 in a design question), two or three of them core, three follow-ups, 2 to 4 pitfalls."""
    question = subject.question
    if question.status is Status.DRAFT:
        return
    is_design = question.kind is Kind.DESIGN
    low, high = (8, 12) if is_design else (3, 6)
    points, pitfalls = len(question.points), len(question.pitfalls)
    if not low <= points <= high:
        yield Finding(("points",), f"{points} points, {low} to {high} are wanted")
    core = sum(point.core for point in question.points)
    if not 2 <= core <= 3:
        yield Finding(
            ("points",), f"{core} points are core, two or three must be", "mark `core: true`"
        )
    if not is_design and points + pitfalls > 9:
        yield Finding(
            ("pitfalls",), f"{points + pitfalls} points and pitfalls, 9 fit on the screen"
        )
    if len(question.chain) != 3:
        yield Finding(("chain",), f"{len(question.chain)} follow-ups, three are wanted")
    may_lack = subject.entry.type in {Type.CHOICE, Type.SPOT} and pitfalls == 0
    if not may_lack and not 2 <= pitfalls <= 4:
        yield Finding(("pitfalls",), f"{pitfalls} pitfalls, 2 to 4 are wanted")


def kind_parts(subject: Subject) -> Iterator[Finding]:
    """Parts that a kind needs: angles, groups, a solution with mutants."""
    question = subject.question
    if question.status is Status.DRAFT:
        return
    if question.kind in _ANGLES and not question.angles:
        yield Finding((), f"a {question.kind.value} question needs `angles`", "add `angles:`")
    is_design = question.kind is Kind.DESIGN
    for number, point in enumerate(question.points):
        if bool(point.group) is not is_design:
            yield Finding(
                ("points", number), "`group` belongs to the points of design questions only"
            )
    if question.kind is Kind.CODE and isinstance(question, Open):
        mutants = len(question.solution.mutants) if question.solution else 0
        if mutants < 3:
            yield Finding((), f"a code question needs a solution with 3 mutants, it has {mutants}")


def plausible(subject: Subject) -> Iterator[Finding]:
    """Every drawn value stays inside `plausible`."""
    import random  # noqa: PLC0415

    from qbank.content.types.numeric import draw, expected_si  # noqa: PLC0415

    question = subject.question
    if not isinstance(question, Numeric):
        return
    low, high = question.plausible
    for seed in range(_DRAWS):
        drawn = draw(question, random.Random(seed))  # noqa: S311  # not for secrets
        value = convert(expected_si(question, drawn), question.grade.unit)
        if not low <= value <= high:
            message = f"{dict(drawn.values)} gives {value:g} {question.grade.unit}"
            yield Finding(("plausible",), f"{message}, outside {low:g} to {high:g}")
            return


def facts(subject: Subject) -> Iterator[Finding]:
    """Exactly one origin for every fact, and an expression that gives the printed digits."""
    from qbank.errors import QbankError  # noqa: PLC0415

    for number, fact in enumerate(subject.question.facts):
        origins = bool(fact.is_) + bool(fact.cite) + fact.given
        if origins != 1:
            yield Finding(("facts", number), "needs exactly one of `is`, `cite` and `given: true`")
        if fact.is_:
            try:
                evaluate_expression(fact.is_)
            except QbankError as error:
                yield Finding(("facts", number, "is"), error.message, error.hint)
