"""Parts that a kind of question needs."""

from collections.abc import Iterator

from qbank.checks.rule import Finding, Rule, Subject
from qbank.content.types.open_ import Open
from qbank.terms import Kind

_NEED_ANGLES = frozenset({Kind.PROJECT, Kind.SCENARIO, Kind.DESIGN})
_MUTANTS = 3
_LINES = range(15, 41)


def _angles(subject: Subject) -> Iterator[Finding]:
    question = subject.question
    count = len(question.angles)
    if question.kind in _NEED_ANGLES and not count:
        message = f"a {question.kind.value} question says how to tie it to one's own background"
        yield Finding(("kind",), message, "add `angles:` with 1 or 2 of them")
    elif count > 2:
        yield Finding(("angles", "$key"), f"{count} angles, 1 or 2 are wanted", "keep the best two")


def _groups(subject: Subject) -> Iterator[Finding]:
    is_design = subject.question.kind is Kind.DESIGN
    for number, point in enumerate(subject.question.points):
        if is_design and not point.group:
            message = f"the point `{point.id}` of a design question has no group"
            yield Finding(("points", number), message, "add `group: memory` or another")
        elif point.group and not is_design:
            message = "only the points of a design question have a group"
            yield Finding(("points", number, "group", "$key"), message, "remove it")


def _solution(subject: Subject) -> Iterator[Finding]:
    question = subject.question
    solution = question.solution if isinstance(question, Open) else None
    if solution is None:
        if question.kind is Kind.CODE:
            yield Finding(("kind",), "a code question has a tested solution", "add `solution:`")
        return
    if question.kind is not Kind.CODE:
        yield Finding(("solution", "$key"), "only a code question has a solution", "remove it")
    if len(solution.mutants) < _MUTANTS:
        message = (
            f"the solution has {len(solution.mutants)} mutants, at least {_MUTANTS} are wanted"
        )
        yield Finding(
            ("solution", "mutants"), message, "add wrong variants that the test must reject"
        )
    for number, mutant in enumerate(solution.mutants):
        if mutant.find not in solution.code:
            message = f"`{mutant.find}` does not stand in the code"
            yield Finding(("solution", "mutants", number, "find"), message, "copy it from `code`")
    lines = sum(bool(line.strip()) for line in solution.code.split("\n"))
    if lines not in _LINES:
        message = (
            f"the code has {lines} lines without blanks, {_LINES[0]} to {_LINES[-1]} are wanted"
        )
        yield Finding(("solution", "code", "$key"), message, "that is what fits an interview")


_CODE = "".join(f"      x{n} = {n}\n" for n in range(1, 16))
_SOLUTION = f"""\
kind: code
solution:
  signature: "x1 = 1"
  test: "assert x1 == 1"
  mutants: [{{find: "= 1\\n", replace: "= 0\\n"}}, {{find: "x1 =", replace: "y ="}}, {{find: "1", replace: "2"}}]
  code: |
{_CODE}"""
_GROUPED = (
    "kind: design\nangles: [{for: infra, zh: 说规模, en: Tell the size}]\npoints:\n"
    + "".join(
        f"  - {{id: p{n}, group: memory{', core: true' if n < 3 else ''}, cite: [paper], "
        f"zh: {n} 步 31.4 GB, en: Step {n} is 31.4 GB}}\n"
        for n in range(1, 9)
    )
)

RULES = (
    Rule(
        "angles",
        "project, scenario and design questions have one or two angles",
        "They are answered from one's own experience, and an angle says which part of it to bring.",
        "kind: scenario\n",
        "kind: scenario\n"
        "angles:\n"
        "  - {for: infra, zh: 说清规模和你的改动, en: Tell the size and what you changed}\n",
        "Add `angles:` with one or two backgrounds and the evidence to bring.",
        _angles,
    ),
    Rule(
        "point-group",
        "the points of a design question are in groups, others are not",
        "A list of 8 to 12 points is shown group by group.",
        _GROUPED.replace("{id: p2, group: memory", "{id: p2"),
        _GROUPED,
        "Give each point of a design question a `group`; remove it elsewhere.",
        _groups,
        flagged=5,
    ),
    Rule(
        "solution",
        "a code question has a solution of 15 to 40 lines with at least three mutants",
        "A solution that its own test cannot tell from wrong variants proves nothing.",
        _SOLUTION.replace(', {find: "1", replace: "2"}', ""),
        _SOLUTION,
        "Add `solution:` with `code`, `test` and three wrong variants; each `find` is copied from the code.",
        _solution,
        flagged=5,
    ),
)
