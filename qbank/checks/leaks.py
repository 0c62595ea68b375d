"""What is shown before the reveal does not give the answer away."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from qbank.checks.numeric import leaked
from qbank.checks.rule import Finding, Rule, Subject
from qbank.checks.text import HAN, sentences
from qbank.content.base import Prose, Question
from qbank.content.types.choice import Choice
from qbank.content.types.numeric import Numeric
from qbank.errors import QbankError
from qbank.terms import Lang

if TYPE_CHECKING:
    from qbank.bank.reader import Path

_LONG = {Lang.EN: 40, Lang.ZH: 16}
_MARK = re.compile(
    r"\((?:right|correct|answer)\)|（(?:正确|对|正确答案)）"
    r"|the (?:right|correct) (?:one|option) is|正确(?:选项|答案)是",
    re.IGNORECASE,
)


def _leaks(subject: Subject) -> Iterator[Finding]:
    question = subject.question
    for lang in Lang:
        prose = getattr(question, lang)
        if prose is None:
            continue
        yield from _repeated(prose, lang)
        yield from _asked_and_answered(question, lang)
        if isinstance(question, Choice):
            yield from _options(question, prose, lang)
        if isinstance(question, Numeric):
            yield from _number(question, lang)


def _repeated(prose: Prose, lang: Lang) -> Iterator[Finding]:
    """Whole sentences of the answer or the pitch that stand in the title or the prompt."""
    shown = _folded(f"{prose.title} {prose.prompt}")
    for name in ("pitch", "answer"):
        said = _said_before(getattr(prose, name), shown, lang)
        if said:
            place: Path = (lang.value, "prompt" if prose.prompt else "title")
            message = f"`{_cut(said)}` stands in the {name} as well"
            yield Finding(place, message, "ask for it, do not tell it")


def _asked_and_answered(question: Question, lang: Lang) -> Iterator[Finding]:
    for number, step in enumerate(question.chain):
        text = getattr(step, lang)
        said = _said_before(text.answer, _folded(f"{text.ask} {text.hint}"), lang) if text else ""
        if said:
            message = f"`{_cut(said)}` is told before the answer is shown"
            yield Finding(("chain", number, lang.value), message, "keep it for the answer")


def _options(question: Choice, prose: Prose, lang: Lang) -> Iterator[Finding]:
    shown = _folded(f"{prose.title} {prose.prompt}")
    for number, option in enumerate(question.options):
        text = getattr(option, lang)
        if text and _MARK.search(text.text):
            yield Finding(
                ("options", number, lang.value),
                "the option says whether it is right",
                "drop the mark",
            )
        elif (
            text
            and option.right
            and len(_folded(text.text)) >= _LONG[lang] // 2
            and _folded(text.text) in shown
        ):
            yield Finding(
                ("options", number, lang.value),
                "a right option stands in the prompt",
                "ask without it",
            )
    if _MARK.search(prose.prompt):
        yield Finding((lang.value, "prompt"), "the prompt says which option is right", "drop it")


def _number(question: Numeric, lang: Lang) -> Iterator[Finding]:
    try:
        shown = leaked(question, lang)
    except QbankError:
        return  # a unit that does not exist is a finding of its own
    if shown:
        message = (
            f"the answer, such as {shown} {question.grade.unit}, stands in the text in every draw"
        )
        yield Finding((lang.value, "prompt"), message, "ask for it, do not tell it")


def _said_before(text: str, shown: str, lang: Lang) -> str:
    """The first sentence of `text` that is long enough to tell something and stands in `shown`."""
    for found in sentences(text):
        folded = _folded(found[0])
        if len(folded) >= _LONG[lang] and folded in shown:
            return found[0].strip()
    return ""


def _folded(text: str) -> str:
    """Letters, digits and 汉字 alone, in lower case."""
    return re.sub(rf"[^\w{HAN}]", "", text).casefold()


def _cut(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:40]}…"


RULES = (
    Rule(
        "answer-shown",
        "title, prompt and follow-ups do not show the answer",
        "Practice is retrieval, and what stands on the screen is read, not retrieved.",
        "en:\n"
        "  prompt: It shards the optimizer state over all data parallel ranks. Why?\n"
        "  pitch: It shards the optimizer state over all data parallel ranks.\n"
        "zh:\n  prompt: 为什么？\n",
        "en:\n"
        "  prompt: Say it for data parallel ranks.\n"
        "  pitch: It shards the optimizer state over all data parallel ranks.\n"
        "zh:\n  prompt: 按数据并行来说。\n",
        "Ask for it; keep the statement for the answer.",
        _leaks,
        flagged=2,
    ),
)
