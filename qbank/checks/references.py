"""Everything that names something else names something that exists."""

from collections.abc import Iterable, Iterator

from qbank.bank.reader import Path
from qbank.bank.search import nearest
from qbank.bank.side import framework_by_word
from qbank.checks.rule import Finding, Subject
from qbank.content.base import ALGEBRA, Question
from qbank.terms import Status

_FREE_PACKAGES = {"numpy", "torch"}


def _near(word: str, names: Iterable[str]) -> str:
    near = nearest(word, [*names], 1)
    return f"did you mean `{near[0]}`?" if near else ""


def ids(subject: Subject) -> Iterator[Finding]:  # noqa: C901  # one branch a case
    """Frameworks, topics, packages, related questions."""
    question, bank = subject.question, subject.bank
    for number, name in enumerate(question.frameworks):
        if name not in bank.frameworks:
            fix = _near(name, bank.frameworks)
            yield Finding(("frameworks", number), f"no framework has the id `{name}`", fix)
    for number, name in enumerate(question.topics):
        if name not in bank.topics:
            yield Finding(
                ("topics", number), f"no topic has the id `{name}`", _near(name, bank.topics)
            )
    for number, name in enumerate(question.see_also):
        if name not in bank.entries:
            yield Finding(
                ("see_also", number), f"no question named `{name}`", _near(name, bank.entries)
            )
    packages = {p for f in bank.frameworks.values() for p in f.packages} | _FREE_PACKAGES
    for name in question.verified_with:
        if name not in packages:
            message = f"`{name}` is no package of frameworks.yaml"
            yield Finding(("verified_with", name), message, _near(name, packages))
    snippets = [(("snippets", n, "for"), s) for n, s in enumerate(question.snippets)]
    if hasattr(question, "snippet"):
        snippets.append((("snippet", "for"), question.snippet))  # type: ignore[arg-type]
    for path, snippet in snippets:
        if framework_by_word(bank.frameworks, snippet.for_) is None:
            yield Finding(path, f"no framework is called `{snippet.for_}`")


def citations(subject: Subject) -> Iterator[Finding]:
    """Claims cite sources of the file, and every source is cited."""
    question = subject.question
    known = {source.id for source in question.sources} | {ALGEBRA}
    used: set[str] = set()
    for path, cite in _cites(question):
        used |= {*cite}
        if not cite and path[0] != "facts" and question.status is not Status.DRAFT:
            yield Finding(path, "cites nothing", "add `cite: [source-id]`")
        for name in cite:
            if name not in known:
                yield Finding((*path, "cite"), f"no source has the id `{name}`", _near(name, known))
    for number, source in enumerate(question.sources):
        if source.id not in used:
            yield Finding(
                ("sources", number), f"the source `{source.id}` is never cited", "remove it"
            )


def _cites(question: Question) -> Iterator[tuple[Path, tuple[str, ...]]]:
    for part in ("points", "chain", "pitfalls", "options", "wrong_lines", "facts"):
        for number, item in enumerate(getattr(question, part, ())):
            yield (part, number), item.cite


def languages(subject: Subject) -> Iterator[Finding]:  # noqa: C901  # one branch a case
    """Both languages everywhere, once a question is more than a draft."""
    question = subject.question
    if question.status is Status.DRAFT:
        return
    for lang in ("zh", "en"):
        prose = getattr(question, lang)
        if prose is None:
            yield Finding((), f"lacks `{lang}`", f"write `{lang}:`")
            continue
        for name in ("intent", "answer", "pitch"):
            if not getattr(prose, name).strip():
                yield Finding((lang,), f"lacks `{lang}.{name}`")
        for part in ("points", "chain", "pitfalls", "angles", "options", "wrong_lines"):
            for number, item in enumerate(getattr(question, part, ())):
                if not getattr(item, lang):
                    yield Finding((part, number), f"lacks `{lang}`")


def titles(subject: Subject) -> Iterator[Finding]:
    """No two questions with the same title."""
    mine = subject.entry
    for other in subject.bank.entries.values():
        if other.id < mine.id:
            for lang in ("zh", "en"):
                title = getattr(mine, f"title_{lang}")
                if title and title == getattr(other, f"title_{lang}"):
                    yield Finding((lang, "title"), f"`{other.id}` has the same title")
