"""Chinese as Chinese readers expect it on the page."""

import re
from collections.abc import Iterator

from qbank.checks.rule import Finding, Part, Rule, Subject
from qbank.checks.text import HAN, blanked, sentences, texts
from qbank.problem import Severity
from qbank.terms import Lang

_GLUED = re.compile(rf"[{HAN}](?=[A-Za-z0-9])|[A-Za-z0-9](?=[{HAN}])")
_HALF = re.compile(
    rf"(?<=[{HAN}])[,;:!?](?=\s*[{HAN}])|(?<=[{HAN}])\.(?=[{HAN}])|(?<=[{HAN}])[()](?=[{HAN}])"
)
_FULL = dict(zip(",;:!?.()", "，；：！？。（）", strict=True))
_QUOTE = re.compile(rf"(?<=[{HAN}，。；：、！？（）])\"|\"(?=[{HAN}，。；：、！？（）])|[「」『』]")
_COUNTED = re.compile(rf"[{HAN}]")
_LONGEST = 45


def _spaces(subject: Subject) -> Iterator[Finding]:
    for path, text in texts(subject.question, Lang.ZH).items():
        for found in _GLUED.finditer(blanked(text)):
            pair = text[found.start() : found.start() + 2]
            part = Part(text, found.start(), found.start() + 2)
            yield Finding(path, f"`{pair}` needs a space", f"write `{pair[0]} {pair[1]}`", part)


def _punctuation(subject: Subject) -> Iterator[Finding]:
    for path, text in texts(subject.question, Lang.ZH).items():
        for found in _HALF.finditer(blanked(text)):
            message = f"`{found[0]}` between 汉字 is half-width"
            part = Part(text, *found.span())
            yield Finding(path, message, f"write `{_FULL[found[0]]}`", part)


def _quotes(subject: Subject) -> Iterator[Finding]:
    for path, text in texts(subject.question, Lang.ZH).items():
        for found in _QUOTE.finditer(blanked(text)):
            message = f"`{found[0]}` is not the quotation mark used here"
            yield Finding(path, message, "write “ and ”", Part(text, *found.span()))


def _sentences(subject: Subject) -> Iterator[Finding]:
    for path, text in texts(subject.question, Lang.ZH).items():
        plain = blanked(text)
        for found in sentences(plain):
            size = len(_COUNTED.findall(found[0]))
            if size > _LONGEST:
                start = found.start() + len(found[0]) - len(found[0].lstrip())
                message = f"a sentence has {size} 汉字, {_LONGEST} can be read at once"
                yield Finding(path, message, "make two of it", Part(text, start, start + 8))


_ZH = "zh:\n  intent: {}\n"

RULES = (
    Rule(
        "chinese-space",
        "a space between 汉字 and Latin letters or digits",
        "Mixed text without it is hard to read. Code spans and addresses are left alone.",
        _ZH.format("看你会不会算16字节"),
        _ZH.format("看你会不会算 16 字节"),
        "Put one space between them.",
        _spaces,
        flagged=2,
    ),
    Rule(
        "chinese-punctuation",
        "full-width punctuation between 汉字",
        "Half-width marks belong to Latin text.",
        _ZH.format('"看你会不会算,还是只会背"'),
        _ZH.format("看你会不会算，还是只会背"),
        "Write ，；：！？（） between 汉字.",
        _punctuation,
        flagged=2,
    ),
    Rule(
        "chinese-quotes",
        "“ and ” are the quotation marks in Chinese",
        "One kind of mark in the whole bank.",
        _ZH.format("'只背\"优化器状态\"的人答不上'"),
        _ZH.format("只背“优化器状态”的人答不上"),
        "Write “ and ”.",
        _quotes,
        flagged=2,
    ),
    Rule(
        "long-sentence",
        "a Chinese sentence has at most 45 汉字",
        "A longer one is read twice, and nobody says it.",
        _ZH.format(f"看你{'能不能把每张卡上的显存算清楚而且' * 3}说出来。"),
        _ZH.format("看你能不能把每张卡上的显存算清楚。再说出它的极限。"),
        "Make two sentences of it.",
        _sentences,
        severity=Severity.WARNING,
        flagged=2,
    ),
)
