"""A finished question says everything in both languages."""

from collections.abc import Iterator
from dataclasses import fields

from qbank.bank.reader import Path
from qbank.checks.rule import Finding, Rule, Subject
from qbank.content.base import Evidence, Part, Question
from qbank.terms import Lang

_NEEDED = ("title", "intent", "answer", "pitch")
_PARTS = ("points", "chain", "pitfalls", "angles", "options", "wrong_lines")


def _one_language(subject: Subject) -> Iterator[Finding]:
    question = subject.question
    for lang, other in ((Lang.ZH, Lang.EN), (Lang.EN, Lang.ZH)):
        if getattr(question, lang) is None:
            yield Finding(
                (), f"the question has no `{lang}`", f"write `{lang}:`, or set `status: draft`"
            )
            continue
        prose = getattr(question, lang)
        theirs = getattr(question, other)
        if theirs and theirs.prompt.strip() and not prose.prompt.strip():
            message = f"`{other}` has a prompt and `{lang}` has none"
            yield Finding((lang.value, "$key"), message, f"write `{lang}.prompt`")
    for path, item in _items(question):
        for lang in Lang:
            if not getattr(item, lang):
                message = f"this entry of `{path[0]}` has no `{lang}`"
                yield Finding(path, message, f"write `{lang}:`")


def _items(question: Question) -> Iterator[tuple[Path, Part]]:
    for part in _PARTS:
        for number, item in enumerate(getattr(question, part, ())):
            yield (part, number), item
    for number, step in enumerate(question.chain):
        if isinstance(step.evidence, Evidence):
            yield ("chain", number, "evidence"), step.evidence


def _empty(subject: Subject) -> Iterator[Finding]:
    question = subject.question
    for lang in Lang:
        prose = getattr(question, lang)
        for name in _NEEDED if prose else ():
            if not getattr(prose, name).strip():
                fix = "write it, or set `status: draft`"
                path: Path = (lang.value, name, "$key")
                place = path if path in subject.document.places else (lang.value, "$key")
                yield Finding(place, f"`{lang}.{name}` is empty", fix)
    for path, item in _items(question):
        for lang in Lang:
            text = getattr(item, lang)
            if isinstance(text, Part):
                yield from _holes((*path, lang.value), text)


def _holes(path: Path, text: Part) -> Iterator[Finding]:
    """Empty parts of a follow-up, a pitfall, an option or a wrong line in one language."""
    for field in fields(text):
        if not getattr(text, field.name).strip():
            yield Finding(path, f"`{field.name}` is empty", "write it, or set `status: draft`")


_PITFALLS = """\
pitfalls:
  - cite: [paper]
    zh: {wrong: 通信更多, right: 通信一样多}
    en: {wrong: It moves more, right: It moves the same}
  - cite: [paper]
    zh: {wrong: 激活也切了, right: 激活没切}
    en: {wrong: Activations are sharded too, right: They are not}
"""
_CHAIN = """\
chain:
  - id: half
    cite: [paper]
    zh: {ask: 卡数减半呢？, hint: 看分母, answer: 每卡翻倍}
    en: {ask: With half the GPUs?, hint: Look at the divisor, answer: Twice as much each}
  - id: wide
    cite: [paper]
    zh: {ask: 模型翻倍呢？, hint: 看分子, answer: 每卡翻倍}
    en: {ask: With twice the model?, hint: Look at the numerator, answer: Twice as much each}
  - id: fail
    cite: [paper]
    zh: {ask: 先溢出的是哪项？, hint: 谁没切, answer: 激活}
    en: {ask: What runs out first?, hint: What is not sharded?, answer: Activations}
"""

RULES = (
    Rule(
        "one-language",
        "a checked or verified question is written in Chinese and in English, in every part",
        "Learners switch languages in the middle of a question.",
        _PITFALLS.replace(
            "    en: {wrong: Activations are sharded too, right: They are not}\n", ""
        ),
        _PITFALLS,
        "Write the part in the other language as well, or set `status: draft`.",
        _one_language,
        flagged=5,
    ),
    Rule(
        "empty-part",
        "title, intent, answer and pitch are there, and follow-ups have a hint and an answer",
        "A key that shows nothing is worse than no key.",
        _CHAIN.replace("hint: 看分子", 'hint: ""'),
        _CHAIN,
        "Write the missing text, or set `status: draft`.",
        _empty,
        flagged=8,
    ),
)
