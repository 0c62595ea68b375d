"""A quantity as a learner types it: read it, and compare it with the right value."""

import re
from dataclasses import dataclass
from enum import StrEnum

from qbank.errors import QbankError
from qbank.formulas.reading import SCALES, Head, read_head
from qbank.typed import plain
from qbank.units import UNITS, Unit, convert, find_units, format_number, to_si, unit

_LEAD = re.compile(
    r"^(?:about|approx\.?|around|roughly|大约|大概|约为|约|每张卡|每卡|[~\u2248=:\s])+",
    re.IGNORECASE,
)
_PREFIXES = (("百分之", "%"), ("US$", "USD"), ("$", "USD"), ("\u00d7", "x"), ("x", "x"))
# "31.4 GB per GPU" and "31.4 GB/卡" are sizes; "tokens/s" and "GB/s" keep their slash
_PER = re.compile(
    r"\s*(?:/|per\s+|每)\s*(?:gpu|rank|card|device|node|layer|step|张?卡|进程|机器|层|步)s?$",
    re.IGNORECASE,
)
_TAIL = " .,;!。、"
_COUNTED = frozenset(
    {"parameters", "tokens", "tokens/s", "elements", "FLOPs", "steps", "samples", "rows", "USD"}
)


@dataclass(frozen=True)
class Quantity:
    """A number with the unit that was typed; `unit_id` is None when there was none."""

    value: float
    unit_id: str | None = None


class Grading(StrEnum):
    """How a typed quantity compares with the right one."""

    RIGHT = "right"
    WRONG_UNIT = "wrong-unit"
    WRONG = "wrong"
    UNREADABLE = "unreadable"


@dataclass(frozen=True)
class Verdict:
    """The outcome and what was understood.

    `unit_id` is the unit the number was taken in, `assumed` when none was typed. `value` is the
    answer in the graded unit, None when it cannot be converted. `meant` is the unit that would
    have made the number right. `problem` says why an answer is unreadable.
    """

    outcome: Grading
    unit_id: str = ""
    assumed: bool = False
    understood: str = ""
    value: float | None = None
    meant: str = ""
    problem: str = ""


def parse_quantity(text: str, expected: str | None = None) -> Quantity:
    """The quantity that `text` is; `expected` is the unit asked for and settles what B means.

    Reads `31.4 GB`, `29.2GiB`, `31,4`, `131,072`, `3.14e10 B`, `7B` parameters, `17.9%`, `7/32`,
    `x1.5`, full-width digits and Chinese units. Raises QbankError when it cannot.
    """
    body, prefix = _without_prefix(_LEAD.sub("", plain(text)))
    head = read_head(body)
    if head is None:
        message = f"`{text.strip()}` does not start with a number"
        raise QbankError(message, hint="write a number and a unit, as in 31.4 GB")
    scale, unit_id = _suffix(_PER.sub("", head.rest.rstrip(_TAIL)), expected)
    return Quantity(head.value * scale, unit_id or prefix or _bare(head, expected))


def _without_prefix(text: str) -> tuple[str, str | None]:
    for prefix, unit_id in _PREFIXES:
        if text.lower().startswith(prefix.lower()):
            return text[len(prefix) :].strip(), unit_id
    return text, None


def _bare(head: Head, expected: str | None) -> str | None:
    """A fraction such as 7/32 is itself, also where the answer is asked in percent."""
    is_ratio = expected is not None and unit(expected).dimension == "ratio"
    return "x" if head.is_fraction and is_ratio else None


def _suffix(rest: str, expected: str | None) -> tuple[float, str | None]:
    """The multiplier and the unit that follow a number."""
    if not rest:
        return 1.0, None
    counted = expected is not None and unit(expected).dimension in _COUNTED
    if rest in SCALES and (counted or not find_units(rest)):
        return _scaled(rest, "", expected)
    found = find_units(rest)
    if found:
        return 1.0, _chosen(rest, found, expected).id
    for word in sorted(SCALES, key=len, reverse=True):
        if rest.startswith(word):
            return _scaled(word, rest[len(word) :].strip(), expected)
    raise _unknown(rest)


def _scaled(word: str, rest: str, expected: str | None) -> tuple[float, str | None]:
    found = find_units(rest) if rest else ()
    if rest and not found:
        raise _unknown(word + rest)
    dimension = unit(expected).dimension if expected else ""
    # `31.4 M` asked in bytes could be MB or MiB: that is what the question tests
    if not rest and word.isascii() and len(word) == 1 and dimension in {"bytes", "bits", "B/s"}:
        raise _unknown(word)
    return SCALES[word], _chosen(rest, found, expected).id if found else None


def _chosen(word: str, found: tuple[Unit, ...], expected: str | None) -> Unit:
    for each in found:
        if each.id == expected:
            return each
    if len(found) == 1:
        return found[0]
    names = " or ".join(each.id for each in found)
    message = f"`{word}` can mean {names}"
    raise QbankError(message, hint=f"write {names}")


def _unknown(word: str) -> QbankError:
    letter = word[:1].upper()
    known = f"{letter}B" in UNITS and len(word) == 1
    hint = f"write {letter}B or {letter}iB" if known else "write a unit such as GB, s, % or tokens"
    return QbankError(f"`{word}` is not a unit", hint=hint)


def grade_quantity(text: str, expected_si: float, unit_id: str, rel_tol: float) -> Verdict:
    """Compare a typed answer with `expected_si`, which is in SI base units.

    A number without a unit is taken in `unit_id`; one in another unit of the same dimension is
    converted, so that GB and GiB are told apart and 17.9% equals 0.179x.
    """
    try:
        quantity = parse_quantity(text, unit_id)
    except QbankError as error:
        problem = f"{error.message}; {error.hint}" if error.hint else error.message
        return Verdict(Grading.UNREADABLE, problem=problem)
    target, given = unit(unit_id), unit(quantity.unit_id or unit_id)
    same = given.dimension == target.dimension
    value = convert(to_si(quantity.value, given.id), unit_id) if same else None
    right = value is not None and _close(to_si(value, unit_id), expected_si, rel_tol)
    meant = unit_id if right else _meant(quantity.value, expected_si, target, rel_tol)
    outcome = Grading.WRONG_UNIT if meant else Grading.WRONG
    return Verdict(
        Grading.RIGHT if right else outcome,
        unit_id=given.id,
        assumed=quantity.unit_id is None,
        understood=_shown(quantity.value, given),
        value=value,
        meant=meant,
    )


def _meant(value: float, expected_si: float, target: Unit, rel_tol: float) -> str:
    """The unit in which the bare number is right, the graded one first; empty if there is none."""
    units = (target, *(each for each in UNITS.values() if each.dimension == target.dimension))
    for each in units:
        if _close(value * each.factor, expected_si, rel_tol):
            return each.id
    return ""


def _close(value: float, expected: float, rel_tol: float) -> bool:
    # the hair above the tolerance: 101 is within 1% of 100 although 1.01 * 100 rounds down
    return abs(value - expected) <= rel_tol * abs(expected) * (1 + 1e-9)


def in_unit(value_si: float, unit_id: str) -> str:
    """A right value as a verdict names it: `201.25 GB`, `21.875%`."""
    return _shown(convert(value_si, unit_id), unit(unit_id))


def _shown(value: float, given: Unit) -> str:
    space = "" if given.id == "%" else " "
    return f"{format_number(value)}{space}{given.en[0]}"
