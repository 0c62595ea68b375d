"""One wording for one term."""

from collections.abc import Iterator

from qbank.checks.rule import Finding, Part, Rule, Subject
from qbank.checks.text import blanked, texts
from qbank.terms import Lang


def _wordings(subject: Subject) -> Iterator[Finding]:
    for lang in Lang:
        wanted = subject.context.refused_words[lang]
        for path, text in texts(subject.question, lang).items():
            if not any(word in text for word in wanted):
                continue  # a pattern of all wordings is slow, and rarely needed
            seen: set[str] = set()
            for found in subject.context.wordings[lang].finditer(blanked(text)):
                word = found[0]
                if word in wanted and word not in seen:
                    seen.add(word)
                    message = f"`{word}` is not the wording of this bank"
                    part = Part(text, *found.span())
                    yield Finding(path, message, f"write `{wanted[word]}`", part)


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
