"""Prose as rules read it: without code, counted in words, cut into sentences."""

import re
from collections.abc import Iterator, Mapping

from qbank.bank.reader import Path
from qbank.content.base import Question
from qbank.terms import Lang

HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
"""Chinese characters, to stand inside the brackets of a pattern."""

_FENCE = re.compile(r"^ *(```|~~~)[^\n]*\n.*?^ *\1[^\n]*$", re.DOTALL | re.MULTILINE)
_NOT_PROSE = re.compile(r"`[^`\n]*`|https?://[^\s，。）]+|\{\w+(?::[B,])?\}")
_FILLER = "\ufffc"
_OPERAND = rf"[^\s{HAN}，。；：、（）|]+"
_FORMULA = re.compile(rf"{_OPERAND}(?: [+\-\u2212*\u00d7\u00b7/=<>\u2264\u2265\u2248] {_OPERAND})+")
_WORD = re.compile(
    rf"[{HAN}]|[^\W_{HAN}]+(?:[^\s{HAN}，。；：、！？（）“”|]*[^\W{HAN}])?|{_FILLER}+"
)
_SENTENCE = re.compile(r"[^。！？!?；\n|]+")


def without_fences(text: str) -> str:
    """`text` of the same length, with blocks of code as filler characters."""
    return _FENCE.sub(_fill, text)


def blanked(text: str) -> str:
    """`text` of the same length, with code, addresses and placeholders as one filler character each."""
    return _NOT_PROSE.sub(_fill, without_fences(text))


def _fill(found: re.Match[str]) -> str:
    return _FILLER * len(found[0])


def words(text: str) -> list[str]:
    """The words of a text: each 汉字, Latin word and number is one, and so is a formula or a piece of code."""
    return _WORD.findall(_FORMULA.sub(_FILLER, blanked(text)))


def sentences(text: str) -> Iterator[re.Match[str]]:
    """The sentences of `text`; table cells and list items end one as well."""
    return _SENTENCE.finditer(text)


_PROSE = ("title", "prompt", "intent", "answer", "pitch")
_PARTS = ("points", "chain", "pitfalls", "angles", "options", "wrong_lines")


def texts(question: Question, lang: Lang) -> Mapping[Path, str]:
    """Every prose text of one language by its place in the file; code and evidence are not prose."""
    found: dict[Path, str] = {}
    prose = question.zh if lang is Lang.ZH else question.en
    if prose is not None:
        found |= {(lang.value, name): getattr(prose, name) for name in _PROSE}
    for part in _PARTS:
        for number, item in enumerate(getattr(question, part, ())):
            value = getattr(item, lang.value)
            base: Path = (part, number, lang.value)
            if isinstance(value, str):
                found[base] = value
            elif value is not None:
                found |= {(*base, name): text for name, text in vars(value).items()}
    return {path: text for path, text in found.items() if text}
