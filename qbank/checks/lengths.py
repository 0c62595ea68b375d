"""Titles, answers and pitches as long as they can be said and learnt."""

from collections.abc import Iterator

from qbank.bank.reader import Path
from qbank.checks.rule import Finding, Rule, Subject
from qbank.checks.text import words
from qbank.terms import Lang

_TITLE_CHARACTERS = 90
_TITLE_UNITS = 36
_ANSWER = {Lang.EN: (100, 280), Lang.ZH: (200, 500)}
_PITCH = {Lang.EN: 75, Lang.ZH: 120}
_NOUN = {Lang.EN: "words", Lang.ZH: "汉字 and words"}


def _title(subject: Subject) -> Iterator[Finding]:
    entry = subject.entry
    if len(entry.title_en) > _TITLE_CHARACTERS:
        message = f"the title has {len(entry.title_en)} characters, {_TITLE_CHARACTERS} are allowed"
        yield Finding(("en", "title"), message, "move the set-up into `prompt`")
    size = len(words(entry.title_zh))
    if size > _TITLE_UNITS:
        message = f"the title has {size} {_NOUN[Lang.ZH]}, {_TITLE_UNITS} are allowed"
        yield Finding(("zh", "title"), message, "move the set-up into `prompt`")


def _answer(subject: Subject) -> Iterator[Finding]:
    for lang, (low, high) in _ANSWER.items():
        prose = getattr(subject.question, lang)
        size = len(words(prose.answer)) if prose else 0
        if size and not low <= size <= high:
            fix = (
                "cut what no point needs"
                if size > high
                else "say the mechanism, the number and the limit"
            )
            message = f"the answer has {size} {_NOUN[lang]}, {low} to {high} are wanted"
            yield Finding(_key(lang, "answer"), message, fix)


def _pitch(subject: Subject) -> Iterator[Finding]:
    for lang, high in _PITCH.items():
        prose = getattr(subject.question, lang)
        size = len(words(prose.pitch)) if prose else 0
        if size > high:
            message = f"the pitch has {size} {_NOUN[lang]}, {high} can be said in 30 seconds"
            yield Finding(_key(lang, "pitch"), message, "read it aloud and cut")


def _key(lang: Lang, name: str) -> Path:
    return lang.value, name, "$key"


RULES = (
    Rule(
        "title-length",
        "a title has at most 90 characters in English, 36 汉字 and words in Chinese",
        "It must fit a line of a list, and an interviewer says it in one breath.",
        "en:\n  title: What does ZeRO-1 shard when it is run on very many GPUs of several machines with slow links?\n",
        "en:\n  title: What does ZeRO-1 shard?\n",
        "Ask one thing; move the set-up into `prompt`.",
        _title,
        flagged=2,
    ),
    Rule(
        "answer-length",
        "an answer has 100 to 280 English words, 200 to 500 汉字 and words in Chinese",
        "Shorter ones leave out the limits; longer ones are neither said nor learnt. "
        "A formula or a piece of code counts as one word.",
        "en:\n  answer: It shards the optimizer state, 31.4 GB per GPU.\n",
        "",
        "Mechanism, then the number, then the trade-off and where it stops being true.",
        _answer,
        flagged=2,
    ),
    Rule(
        "pitch-length",
        "a pitch has at most 75 English words, 120 汉字 and words in Chinese",
        "It is said in 30 seconds.",
        f"en:\n  pitch: {'It shards the optimizer state and nothing else. ' * 10}\n",
        "en:\n  pitch: It shards the optimizer state and nothing else.\n",
        "Read it aloud and cut what you would not say.",
        _pitch,
        flagged=2,
    ),
)
