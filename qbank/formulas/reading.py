"""Numbers as people type them: grouped, with a decimal comma, a power of ten, or a fraction."""

import math
import re
from typing import NamedTuple

from qbank.typed import plain

_GROUPED = re.compile(r"[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?")
_SPACED = re.compile(r"[1-9]\d{0,2}(?:[ _']\d{3})+(?:\.\d+)?")
_CONTINENTAL = re.compile(r"[1-9]\d{0,2}(?:\.\d{3})+,\d+|[1-9]\d{0,2}(?:\.\d{3}){2,}")
_COMMA = re.compile(r"\d+,\d+")
_PLAIN = re.compile(r"\d+\.?\d*|\.\d+")
_NUMBER = r"[+-]?(?:\d[\d,. _']*\d\.?|\d+\.?|\.\d+)"
_POWER = r"(?:[eE](?P<e>[+-]?\d+)|\s*[*x\u00d7\u00b7]\s*10\s*(?:\^|\*\*)\s*(?P<ten>[+-]?\d+))"
_HEAD = re.compile(
    rf"(?P<base>\d+)\s*(?:\^|\*\*)\s*(?P<exponent>[+-]?\d+)"
    rf"|(?P<top>{_NUMBER}){_POWER}?(?:\s*/\s*(?P<bottom>{_NUMBER}))?"
)

SCALES = {
    "K": 1e3,
    "k": 1e3,
    "M": 1e6,
    "B": 1e9,
    "T": 1e12,
    "thousand": 1e3,
    "million": 1e6,
    "billion": 1e9,
    "trillion": 1e12,
    "千": 1e3,
    "万": 1e4,
    "百万": 1e6,
    "亿": 1e8,
    "十亿": 1e9,
    "万亿": 1e12,
}
"""Words that multiply a count, as in 7B, 15 trillion or 70 亿."""


_LONGEST = 200


class Head(NamedTuple):
    """The number a text starts with, and what follows it."""

    value: float
    rest: str
    is_fraction: bool


def read_head(text: str) -> Head | None:
    """The number at the start of `text`, or None.

    `31,4` is 31.4 but `131,072` is thousands; `3.14*10^10`, `2^30` and `7/32` are read too.
    """
    folded = plain(text)
    found = _HEAD.match(folded) if len(folded) <= _LONGEST else None
    value = _value(found) if found else None
    if found is None or value is None or not math.isfinite(value):
        return None
    return Head(value, folded[found.end() :].strip(), found["bottom"] is not None)


def read_number(text: str) -> float | None:
    """The number that all of `text` is, or None."""
    head = read_head(text)
    return head.value if head and not head.rest else None


def _value(found: re.Match[str]) -> float | None:
    if found["base"]:
        return _power(float(found["base"]), int(found["exponent"]))
    top = _mantissa(found["top"], found["e"] or found["ten"] or "0")
    bottom = _mantissa(found["bottom"], "0") if found["bottom"] else 1.0
    return top / bottom if top is not None and bottom else None


def _power(base: float, exponent: int) -> float | None:
    try:
        return base**exponent
    except (OverflowError, ZeroDivisionError):
        return None


def _mantissa(digits: str, exponent: str) -> float | None:
    """The number as a literal: 2.6 times 1e-4 would not be 2.6e-4."""
    body = _plain(digits.lstrip("+-"))
    if body is None:
        return None
    sign = "-" if digits.startswith("-") else ""
    return float(f"{sign}{body}e{exponent}")


def _plain(body: str) -> str | None:
    if _PLAIN.fullmatch(body):
        return body
    if _GROUPED.fullmatch(body):
        return body.replace(",", "")
    if _SPACED.fullmatch(body):
        return re.sub(r"[ _']", "", body)
    if _CONTINENTAL.fullmatch(body):
        return body.replace(".", "").replace(",", ".")
    return body.replace(",", ".") if _COMMA.fullmatch(body) else None
