"""What must hold for a question to be asked at all. Everything softer is a rule of `check`."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import product

from qbank.content.base import Question
from qbank.content.types.choice import Choice
from qbank.content.types.numeric import Numeric
from qbank.content.types.spot import Spot
from qbank.errors import QbankError

Finding = tuple[tuple[str | int, ...], str, str, str]
"""`(path, rule, message, fix)`."""

_MANY_DRAWS = 500


def broken(question: Question) -> list[Finding]:
    """Findings that keep a question out of the bank; empty for a usable one."""
    found: list[Finding] = []
    if question.zh is None and question.en is None:
        found.append(((), "missing-language", "has neither `zh` nor `en`", "write one of them"))
    found += repeated(_ids(question))
    match question:
        case Choice():
            found += _choice(question)
        case Spot():
            found += _spot(question)
        case Numeric():
            found += _numeric(question)
    return found


def _ids(question: Question) -> Mapping[str, Iterable[str]]:
    options = question.options if isinstance(question, Choice) else ()
    return {
        "points": [p.id for p in question.points],
        "chain": [s.id for s in question.chain],
        "sources": [s.id for s in question.sources],
        "options": [o.id for o in options],
    }


def repeated(named: Mapping[str, Iterable[object]]) -> Iterator[Finding]:
    """Ids identify ticks and sources, so they are unique within a question. What is no text is no id."""
    for part in ("points", "chain", "sources", "options"):
        seen: set[str] = set()
        for n, part_id in enumerate(named.get(part, ())):
            if not isinstance(part_id, str):
                continue
            if part_id in seen:
                yield (
                    (part, n, "id"),
                    "duplicate-id",
                    f"the id `{part_id}` stands twice",
                    "rename one",
                )
            seen.add(part_id)


def _choice(question: Choice) -> Iterator[Finding]:
    right = sum(option.right for option in question.options)
    if not 1 <= right <= 3:
        yield (
            ("options",),
            "options",
            f"{right} options are right, 1 to 3 must be",
            "mark `right: true`",
        )


def _spot(question: Spot) -> Iterator[Finding]:
    last = len(question.snippet.code.rstrip().split("\n"))
    for n, wrong in enumerate(question.wrong_lines):
        if wrong.line > last:
            message = f"line {wrong.line} is past the end of the snippet, which has {last}"
            yield ("wrong_lines", n, "line"), "wrong-line", message, f"give a line from 1 to {last}"


def _numeric(question: Numeric) -> Iterator[Finding]:
    """Every draw that passes `where` must give a number."""
    from qbank.content.grading import Draw  # noqa: PLC0415
    from qbank.content.types.numeric import expected_si, holds  # noqa: PLC0415

    possible = 0
    try:
        for n, values in enumerate(product(*question.draw.values())):
            if n >= _MANY_DRAWS:
                break
            drawn = dict(zip(question.draw, values, strict=True))
            if holds(question, drawn):
                possible += 1
                expected_si(question, Draw(values=drawn))
    except QbankError as error:
        yield ("formula",), "formula", error.message, error.hint
        return
    if not possible:
        yield ("where",), "draw", "no draw satisfies `where`", "loosen it, or add values to `draw`"
