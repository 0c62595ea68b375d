"""Which questions a newer release touches, and by what."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

from qbank.sources.citations import of_question, verified_releases
from qbank.vocab.reader import PACKAGES

if TYPE_CHECKING:
    from qbank.bank.catalog import Bank
    from qbank.content.base import Question
    from qbank.sources.lock import Lock, Newer

_CODE = re.compile(r"`([^`\n]+)`")
_WORD = re.compile(r"[A-Za-z_][\w.-]*")


class ReasonKind(StrEnum):
    """What changed: a cited symbol, one that is gone, or an option that the question names."""

    CHANGED = "changed"
    GONE = "gone"
    OPTION = "option"


class Reason(NamedTuple):
    """Why an answer is to be read again: something of `package` that changed between two releases.

    `place` is where a symbol stands in the newer one, `path:lines`, or how an option changed. `diff` has the lines that
    differ.
    """

    package: str
    old: str
    new: str
    kind: ReasonKind
    name: str
    place: str
    diff: tuple[str, ...] = ()


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
    return verified_releases(question).get(newer.name, newer.old) == newer.old


def _by_symbol(question: "Question", newer: "Newer") -> Iterator[Reason]:
    for citation in dict.fromkeys(of_question(question)):
        changed = newer.symbol(citation)
        if changed:
            kind = ReasonKind.CHANGED if changed.lines else ReasonKind.GONE
            place = f"{changed.path}:{changed.lines}".rstrip(":")
            releases = (newer.name, newer.old, newer.new)
            yield Reason(*releases, kind, changed.symbol, place, changed.diff)


def _by_option(question: "Question", newer: "Newer") -> Iterator[Reason]:
    frameworks = {id_ for id_, package in PACKAGES.items() if package == newer.name}
    is_about = newer.name in verified_releases(question) or frameworks & {*question.frameworks}
    if not newer.options or not is_about:
        return
    named = named_options(question)
    for option, what in newer.options.items():
        if {option, option.rpartition(".")[2]} & named:
            yield Reason(newer.name, newer.old, newer.new, ReasonKind.OPTION, option, what)


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
