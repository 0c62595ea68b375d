"""Lengths, speakable pitches, characters that must not be there, and Chinese typography."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from qbank.checks.rule import Finding, Subject, texts
from qbank.content.types.choice import Choice
from qbank.terms import Lang, Status

_HAN = "\u3400-\u9fff"
_CODE = re.compile(r"```.*?```|~~~.*?~~~|`[^`\n]*`", re.DOTALL)
_URL = re.compile(r"https?://\S+")
_NOT_WORD = rf"\s{_HAN}\u3000-\u303f\uff00-\uffef，。；：、！？（）“”‘’|*#>"
_UNIT = re.compile(rf"[{_HAN}]|[^{_NOT_WORD}]*[^\W_][^{_NOT_WORD}]*")
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_GREEK = re.compile("[\u0370-\u03ff]")
_NUMBER = re.compile(r"(?<![\w.-])\d[\d,.]*(?![\w-])")
_NAMED = re.compile(r"(?:stage|ZeRO|TP|PP|DP|CP|EP)[ -]?\d+|第\s?\d+", re.IGNORECASE)
_GLUED = re.compile(rf"[{_HAN}][A-Za-z0-9]|[A-Za-z0-9][{_HAN}]")
_HALF = re.compile(rf"[{_HAN}][,;:!?](?=[{_HAN}])")


def units(text: str) -> int:
    """Words of a text: each 汉字, Latin word, number, code span or formula counts as one."""
    return len(_UNIT.findall(_CODE.sub(" x ", text)))


def lengths(subject: Subject) -> Iterator[Finding]:
    """Title, answer and pitch are as long as they can be said and learnt."""
    question = subject.question
    if question.status is Status.DRAFT:
        return
    for lang in Lang:
        prose = question.zh if lang is Lang.ZH else question.en
        if prose is None:
            continue
        title = len(prose.title) if lang is Lang.EN else units(prose.title)
        top = 90 if lang is Lang.EN else 36
        if title > top:
            yield Finding(
                (lang.value, "title"), f"the title has {title} characters, {top} are allowed"
            )
        low, high = (100, 280) if lang is Lang.EN else (200, 500)
        answer = units(prose.answer)
        if not low <= answer <= high:
            yield Finding(
                (lang.value, "answer"), f"the answer has {answer} words, {low} to {high} are wanted"
            )
        most = 75 if lang is Lang.EN else 120
        pitch = units(prose.pitch)
        if pitch > most:
            yield Finding((lang.value, "pitch"), f"the pitch has {pitch} words, {most} can be said")


def speakable(subject: Subject) -> Iterator[Finding]:
    """A pitch is speech: no Greek, slashes or code, at most two numbers."""
    for lang in Lang:
        prose = subject.question.zh if lang is Lang.ZH else subject.question.en
        if prose is None or not prose.pitch:
            continue
        path = (lang.value, "pitch")
        if _GREEK.search(prose.pitch) or "/" in prose.pitch or "`" in prose.pitch:
            yield Finding(path, "Greek letters, slashes and code cannot be said", "say it in words")
        numbers = _NUMBER.findall(_NAMED.sub("", prose.pitch))
        if len(numbers) > 2:
            yield Finding(
                path, f"{len(numbers)} numbers ({', '.join(numbers)}), two can be followed"
            )


def characters(subject: Subject) -> Iterator[Finding]:
    """No control characters and no direction marks."""
    for number, line in enumerate(subject.document.text.split("\n"), 1):
        found = _CONTROL.search(line.rstrip("\r").replace("\t", ""))
        if found:
            yield Finding((), f"line {number} has the character U+{ord(found[0]):04X}", "delete it")


def typography(subject: Subject) -> Iterator[Finding]:
    """A space between 汉字 and Latin, full-width punctuation between 汉字."""
    for path, text in texts(subject.question, Lang.ZH).items():
        prose = _URL.sub("", _CODE.sub("", text))
        glued, half = _GLUED.search(prose), _HALF.search(prose)
        if glued:
            yield Finding(
                path, f"`{glued[0]}` needs a space", f"write `{glued[0][0]} {glued[0][1]}`"
            )
        if half:
            yield Finding(path, f"`{half[0]}` has half-width punctuation")


def glossary(subject: Subject) -> Iterator[Finding]:
    """One wording for one term."""
    for lang in Lang:
        for path, text in texts(subject.question, lang).items():
            prose = _URL.sub("", _CODE.sub("", text))
            for term in subject.bank.glossary:
                refused = [*term.get("avoid", ())]
                if lang is Lang.ZH:
                    refused += term.get("avoid_zh", ())
                for word in refused:
                    if _stands_in(word, prose, term):
                        wanted = term["zh"] if lang is Lang.ZH else term["en"]
                        yield Finding(
                            path, f"`{word}` is not the wording used here", f"write `{wanted}`"
                        )


def _stands_in(word: str, text: str, term: Mapping[str, Any]) -> bool:
    """Latin words whole and case counted; inside the accepted wording a refused one is no fault."""
    for accepted in (term["zh"], term["en"]):
        text = text.replace(accepted, "\0")
    if word.isascii():
        return re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text) is not None
    return word in text


def leaks(subject: Subject) -> Iterator[Finding]:
    """The answer does not stand in the prompt."""
    question = subject.question
    for lang in Lang:
        prose = question.zh if lang is Lang.ZH else question.en
        if prose is None or not prose.prompt:
            continue
        prompt = " ".join(prose.prompt.split())
        for sentence in re.split(r"[。.!?！？\n]", prose.answer):
            said = " ".join(sentence.split())
            if len(said) > (16 if lang is Lang.ZH else 50) and said in prompt:
                yield Finding((lang.value, "prompt"), f"the prompt gives away `{said[:30]}`")
        if isinstance(question, Choice):
            for number, option in enumerate(question.options):
                if option.right and option.text_in(lang).text.strip() in prompt:
                    yield Finding(("options", number), "a right option stands in the prompt")
