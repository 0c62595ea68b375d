"""What a rule is, and what it looks at."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from qbank.bank.catalog import Bank, Entry
from qbank.bank.reader import Document, Path
from qbank.content.base import Question
from qbank.problem import Problem, Severity
from qbank.terms import Lang


@dataclass(frozen=True)
class Subject:
    """One question with its file and the bank around it."""

    bank: Bank
    entry: Entry
    question: Question
    document: Document


@dataclass(frozen=True)
class Finding:
    """What a rule found, before it has a place."""

    path: Path
    message: str
    fix: str = ""


Check = Callable[[Subject], Iterable[Finding]]


@dataclass(frozen=True)
class Rule:
    """A rule over one question. `summary` and `why` are shown by `check --explain`."""

    name: str
    summary: str
    why: str
    check: Check
    severity: Severity = Severity.ERROR

    def problems(self, subject: Subject) -> Iterator[Problem]:
        """The rule's findings with file, line and column."""
        for found in self.check(subject):
            placed = subject.document.problem(found.path, self.name, found.message, found.fix)
            yield replace(placed, severity=self.severity)


def texts(question: Question, lang: Lang) -> Mapping[Path, str]:
    """Every prose text of one language by its place in the file; code and evidence are not prose."""
    found: dict[Path, str] = {}
    prose = question.zh if lang is Lang.ZH else question.en
    if prose is not None:
        for name in ("title", "prompt", "intent", "answer", "pitch"):
            found[lang.value, name] = getattr(prose, name)
    for part in ("points", "chain", "pitfalls", "angles", "options", "wrong_lines"):
        for number, item in enumerate(getattr(question, part, ())):
            value = getattr(item, lang.value)
            base: Path = (part, number, lang.value)
            if isinstance(value, str):
                found[base] = value
            elif value is not None:
                for name, text in vars(value).items():
                    found[*base, name] = text
    return {path: text for path, text in found.items() if text}
