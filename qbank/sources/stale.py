"""Which questions a newer release touches, and by what."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from qbank.sources.citations import name_and_version, of_question
from qbank.vocab.reader import PACKAGES

if TYPE_CHECKING:
    from qbank.bank.catalog import Bank
    from qbank.content.base import Question
    from qbank.sources.lock import Lock, Newer

_CODE = re.compile(r"`([^`\n]+)`")
_WORD = re.compile(r"[A-Za-z_][\w.-]*")


class Reason(NamedTuple):
    """Why an answer is to be read again: a cited symbol or a named option that changed between two releases."""

    package: str
    old: str
    new: str
    what: str
    detail: tuple[str, ...]


def stale(bank: "Bank", lock: "Lock") -> Mapping[str, tuple[Reason, ...]]:
    """The stale questions by id, with their reasons; the others are left out."""
    if not lock.newer:
        return {}
    found = {id_: (*reasons(bank.get(id_), lock),) for id_ in bank.entries}
    return {id_: each for id_, each in found.items() if each}


def reasons(question: "Question", lock: "Lock") -> Iterator[Reason]:
    """Why one question is stale; nothing when it is not."""
    for newer in lock.newer.values():
        if _holds_at(question, newer):
            yield from _by_symbol(question, newer)
            yield from _by_option(question, newer)


def _holds_at(question: "Question", newer: "Newer") -> bool:
    """Whether the question speaks of the older release, and not only of the past."""
    verified = {name_and_version(f"{n}==0")[0]: v for n, v in question.verified_with.items()}
    return verified.get(newer.name, newer.old) == newer.old


def _by_symbol(question: "Question", newer: "Newer") -> Iterator[Reason]:
    for citation in dict.fromkeys(of_question(question)):
        changed = newer.symbol(citation)
        if changed:
            where = f" at {changed.path}:{changed.lines}" if changed.lines else ""
            what = f"`{changed.symbol}` {'changed' if where else 'is gone'}{where}"
            yield Reason(newer.name, newer.old, newer.new, what, changed.diff)


def _by_option(question: "Question", newer: "Newer") -> Iterator[Reason]:
    frameworks = {id_ for id_, package in PACKAGES.items() if package == newer.name}
    verified = newer.name in {name_and_version(f"{n}==0")[0] for n in question.verified_with}
    if not newer.options or not (verified or frameworks & {*question.frameworks}):
        return
    named = named_options(question)
    for option, what in newer.options.items():
        if {option, option.rpartition(".")[2]} & named:
            yield Reason(newer.name, newer.old, newer.new, f"option `{option}`: {what}", ())


def named_options(question: "Question") -> frozenset[str]:
    """Words in code spans and snippets, as options are spelled: flags without dashes."""
    pieces = [piece for text in _texts(question) for piece in _CODE.findall(text)]
    snippets = [*question.snippets, *filter(None, [getattr(question, "snippet", None)])]
    pieces += [snippet.code for snippet in snippets]
    words = (word for piece in pieces for word in _WORD.findall(piece))
    return frozenset(word.strip(".-").replace("-", "_") for word in words)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from _texts(each)
    elif is_dataclass(value):
        for each in fields(value):
            yield from _texts(getattr(value, each.name))
