"""A pitch can be said aloud."""

import re
from collections.abc import Iterator

from qbank.checks.rule import Finding, Part, Rule, Subject
from qbank.terms import Lang

_UNSPEAKABLE = (
    (re.compile("[\u0370-\u03ff]"), "a Greek letter"),
    (re.compile("/"), "a slash"),
    (re.compile("`"), "a back-tick"),
)
# 8 GPUs and 31.4 GB are numbers; 7B, fp32, ZeRO-3, 4-bit, H100 and 0.19.8 are names
_NUMBER = re.compile(
    r"(?<![A-Za-z0-9.\-])\d[\d,]*(?:\.\d+)?(?!\d|\.\d|B\b|[FDkK]|-?bit|[a-z]*\d|\.x)", re.ASCII
)
_NAME = re.compile(
    r"(?:stages?|phases?|levels?|ZeRO|Adam|TP|PP|CP|EP|DP|SP|v)[ -]?\d+(?:(?:、|,? (?:and |or )?|和|或)\d+)*"
    r"|\d+(?:\.\d+){2,}|第 ?\d+",
    re.IGNORECASE,
)
_MOST = 2


def _symbols(subject: Subject) -> Iterator[Finding]:
    for lang in Lang:
        prose = getattr(subject.question, lang)
        for pattern, what in _UNSPEAKABLE if prose else ():
            found = pattern.search(prose.pitch)
            if found:
                part = Part(prose.pitch, *found.span())
                message = f"`{found[0]}` is {what}, which cannot be said"
                yield Finding((lang.value, "pitch"), message, "say it in words", part)


def _numbers(subject: Subject) -> Iterator[Finding]:
    for lang in Lang:
        prose = getattr(subject.question, lang)
        if not prose:
            continue
        said = list(dict.fromkeys(numbers(prose.pitch)))
        if len(said) > _MOST:
            message = (
                f"the pitch has {len(said)} numbers ({', '.join(said)}), {_MOST} can be followed"
            )
            yield Finding((lang.value, "pitch", "$key"), message, "keep the two that decide")


def numbers(text: str) -> list[str]:
    """The numbers a listener has to follow; names such as stage 2, ZeRO-3 and 7B are none."""
    return _NUMBER.findall(_NAME.sub("", text))


_GOOD = "en:\n  pitch: It shards the optimizer state, so of 16 about 4 are left.\n"

RULES = (
    Rule(
        "pitch-symbols",
        "a pitch has no Greek letters, slashes or back-ticks",
        "It is practised as speech, and these have no sound.",
        "en:\n  pitch: It shards the optimizer state, 12Ψ over all ranks.\n",
        _GOOD,
        "Say it in words: twelve bytes, tokens per second.",
        _symbols,
        flagged=2,
    ),
    Rule(
        "pitch-numbers",
        "a pitch has at most two numbers",
        "A listener follows two. Names such as stage 2, ZeRO-3 and 7B do not count.",
        "en:\n  pitch: It shards the optimizer state, so of 16 about 4 are left, then 2, then 0.3.\n",
        _GOOD,
        "Keep the two numbers that decide and leave the others to the answer.",
        _numbers,
        flagged=2,
    ),
)
