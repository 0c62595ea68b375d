"""Digits as a text prints them: found, and compared with a value."""

import re
from collections.abc import Iterable
from decimal import Decimal, InvalidOperation

from qbank.checks.text import texts
from qbank.content.base import Question, Snippet
from qbank.terms import Lang
from qbank.units import round_half_up

_GROUP = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?", re.IGNORECASE)
_COEFFICIENT = re.compile(r"(?P<number>-?[\d.]+)?\s*Ψ")
_SCALES = {"k": 3, "K": 3, "M": 6, "B": 9, "T": 12}
_LARGE = re.compile(r"(?P<number>\d[\d,]*(?:\.\d+)?)\s?(?P<scale>[万亿]|(?:m|b|tr)illion\b)")
_LARGE_SCALES = {"万": 10**4, "亿": 10**8, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_MINUSES = str.maketrans({"\u2212": "-", "\u2013": "-"})


def lettered(text: str) -> str:
    """Large numbers in words as letters: 349 亿 and 34.9 billion are 34.9B, 465 万 is 4.65M, 3.2 万 is 32000."""
    return _LARGE.sub(_scaled, text)


def _scaled(found: re.Match[str]) -> str:
    value = Decimal(found["number"].replace(",", "")) * _LARGE_SCALES[found["scale"]]
    for letter, power in (("T", 12), ("B", 9), ("M", 6)):
        if value >= 10**power:
            return f"{(value / 10**power).normalize():f}{letter}"
    return f"{value.normalize():f}"


class Printed:
    """A text in which digits are looked up; spaces, thousands separators and kinds of minus do not count."""

    def __init__(self, text: str) -> None:
        plain = text.translate(_MINUSES)
        self._texts = (plain, _GROUP.sub("", plain), lettered(plain))

    def has(self, says: str) -> bool:
        """Whether the text prints `says`."""
        pattern = _pattern(says.translate(_MINUSES))
        return any(pattern.search(each) for each in self._texts)


def _pattern(says: str) -> re.Pattern[str]:
    """Numbers stand whole: 2 is not found in 12, in 2.5 or in 1.2."""
    pieces = re.findall(r"[\d.]+|\S", _GROUP.sub("", says))
    body = r"[\s`*]*".join(re.escape(piece) for piece in pieces)
    before = r"(?<!\d)(?<!\d\.)" if says[:1].isdigit() else ""
    after = r"(?!\d)(?!\.\d)" if says[-1:].isdigit() else ""
    return re.compile(before + body + after)


def read_out(question: Question, lang: Lang) -> str:
    """Everything a question prints in one language: prose, evidence, snippets and code."""
    found = [*texts(question, lang).values()]
    found += [step.evidence_in(lang) for step in question.chain]
    found += [snippet.code for snippet in _snippets(question)]
    found += [wrong.right for wrong in getattr(question, "wrong_lines", ())]
    return "\n".join(found)


def _snippets(question: Question) -> Iterable[Snippet]:
    own = getattr(question, "snippet", None)
    return (*question.snippets, own) if own else question.snippets


def agrees(says: str, value: float) -> bool | None:
    """Whether `value` in the printed unit rounds half up to the digits of `says`; None where these are no number.

    Of an equation the right side counts, of a Ψ-expression its coefficient; 1/41 is read as a fraction.
    """
    shown = _GROUP.sub("", says.translate(_MINUSES)).replace(" ", "").split("=")[-1]
    coefficient = _COEFFICIENT.fullmatch(shown)
    if coefficient:
        shown = coefficient["number"] or "1"
    top, slash, bottom = shown.partition("/")
    if slash and _NUMBER.fullmatch(top) and _NUMBER.fullmatch(bottom):
        return bool(value) and _rounds(bottom, float(top) / value)
    if shown[-1:] in _SCALES:
        return _rounds(shown[:-1], value / 10 ** _SCALES[shown[-1]])
    return _rounds(shown, value)


def _rounds(digits: str, value: float) -> bool | None:
    mantissa, _, power = digits.lower().partition("e")
    if not _NUMBER.fullmatch(digits):
        return None
    try:
        wanted = Decimal(mantissa)
        scaled = value / 10 ** int(power or 0)
        places = len(mantissa.partition(".")[2])
        return Decimal(round_half_up(scaled, places)) == wanted
    except (InvalidOperation, OverflowError):
        return None
