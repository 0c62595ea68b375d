"""One wording for one term."""

import re
from collections.abc import Iterator

from qbank.checks.context import Context
from qbank.checks.rule import Finding, Part, Rule, Subject
from qbank.checks.text import blanked, texts
from qbank.terms import Lang


def _wordings(subject: Subject) -> Iterator[Finding]:
    for lang in Lang:
        wanted = dict(subject.context.refused_words[lang])
        pattern = _pattern(subject.context, lang)
        for path, text in texts(subject.question, lang).items() if wanted else ():
            seen: set[str] = set()
            for found in pattern.finditer(blanked(text)):
                word = found[0]
                if word in wanted and word not in seen:
                    seen.add(word)
                    message = f"`{word}` is not the wording of this bank"
                    yield Finding(
                        path, message, f"write `{wanted[word]}`", Part(text, *found.span())
                    )


def _pattern(context: Context, lang: Lang) -> re.Pattern[str]:
    """Refused and wanted wordings, the longest first, so that a wanted one is not flagged for a part of it."""
    refused = {word for word, _ in context.refused_words[lang]}
    shadowing = {word for word in context.wanted_words if any(each in word for each in refused)}
    every = refused | shadowing
    return re.compile("|".join(_bounded(word) for word in sorted(every, key=len, reverse=True)))


def _bounded(word: str) -> str:
    """Latin wordings as whole words, Chinese ones anywhere."""
    before = r"(?<![A-Za-z0-9_])" if word[0].isascii() else ""
    after = r"(?![A-Za-z0-9_])" if word[-1].isascii() else ""
    return f"{before}{re.escape(word)}{after}"


RULES = (
    Rule(
        "glossary",
        "terms are worded as glossary.yaml says",
        "Two wordings for one thing look like two things, and a search finds only one of them.",
        "zh:\n  intent: 看你知不知道梯度累加怎么算\n",
        "zh:\n  intent: 看你知不知道梯度累积怎么算\n",
        "Write the wording of glossary.yaml; names in code spans are left alone.",
        _wordings,
        flagged=2,
    ),
)
