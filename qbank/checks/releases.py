"""What the releases that a question was verified with say to the name of an option."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple

from qbank.checks.spans import Form, Named
from qbank.configs.exceptions import ADDED, READ_ELSEWHERE
from qbank.content.base import Question
from qbank.sources.citations import verified_releases
from qbank.vocab import Change, ChangeKind, Changes, Vocabulary, changes, load, versions
from qbank.vocab.changes import every_change
from qbank.vocab.reader import PACKAGES, release_key

_GONE = (ChangeKind.RENAMED, ChangeKind.REMOVED)
_SHORTEST_SLIP = 6
# names that hold objects in Python as often as blocks in a config
_OBJECTS = frozenset(("datasets", "model", "optimizer", "scheduler", "trainer"))
_WRITTEN_AS: Mapping[Form, frozenset[str]] = {
    Form.FLAG: frozenset(("megatron-lm", "ms-swift")),
    Form.YAML: frozenset(("llama-factory", "axolotl")),
    Form.JSON: frozenset(("deepspeed",)),
}
"""Frameworks whose options are all known, by the form in which nothing but their options is written."""


class Verdict(NamedTuple):
    """What is wrong with a name, and what may stand in its place; `is_gone` when an older release had it."""

    message: str
    instead: tuple[str, ...] = ()
    is_gone: bool = False


@dataclass(frozen=True)
class Releases:
    """The vocabularies of a question; `is_closed` when all of its frameworks have one."""

    frameworks: frozenset[str]
    pinned: tuple[tuple[str, str], ...]
    is_closed: bool

    def verdict(self, name: Named) -> Verdict | None:
        """Why a name is none of an option; None where it is one, and where it may be something else."""
        if any(_knows(*each, name.key) for each in self.pinned):
            return None
        gone = next((c for each in self.pinned for c in _gone(*each, name.key)), None)
        if gone:
            return _of_change(name.name, gone)
        near = [word for each in self.pinned for word in _slips(*each, name.key)]
        if near or self._must_be_known(name):
            return Verdict(f"`{name.name}` is not an option of {self._shown()}", tuple(near))
        return None

    def _must_be_known(self, name: Named) -> bool:
        if name.form is Form.KEY:
            return "." in name.key and any(_is_block(*each, name.key) for each in self.pinned)
        mine = self.frameworks & _WRITTEN_AS.get(name.form, frozenset())
        return bool(mine) and self.is_closed and (name.form is Form.FLAG or "_" in name.key)

    def _shown(self) -> str:
        return ", ".join(
            f"{PACKAGES[framework]} {_vocabulary(framework, version).version}"
            for framework, version in self.pinned
        )


def releases_of(question: Question) -> Releases:
    """Those of its frameworks and of the packages under `verified_with`, at the versions that stand there."""
    verified = verified_releases(question)
    mine = [*question.frameworks, *(id_ for id_, name in PACKAGES.items() if name in verified)]
    known = [each for each in dict.fromkeys(mine) if each in PACKAGES]
    return Releases(
        frameworks=frozenset(known),
        pinned=tuple((each, verified.get(PACKAGES[each], "")) for each in known),
        is_closed=all(each in PACKAGES for each in question.frameworks),
    )


@cache
def _vocabulary(framework: str, version: str) -> Vocabulary:
    """Of a release that is not shipped, the newest shipped one under the version of that release."""
    if not version or version in versions(framework):
        return load(framework, version)
    return replace(load(framework), version=version)


@cache
def _names(framework: str, version: str) -> frozenset[str]:
    """Every option, and every run of the parts of a dotted one; also those that a later release took away."""
    vocabulary = _vocabulary(framework, version)
    options = (option for group in vocabulary.groups.values() for option in group.options.values())
    words = {
        word.lstrip("-").replace("-", "_")
        for option in options
        for word in (option.name, *option.aliases, *option.flags)
    }
    words |= {word.lstrip("-").replace("-", "_") for word in READ_ELSEWHERE.get(framework, ())}
    words |= {word for (through, _), more in ADDED.items() if through == framework for word in more}
    words |= {
        change.option
        for change in every_change()
        if change.framework == framework
        and release_key(change.since) > release_key(vocabulary.version)
    }
    return frozenset(run for word in words for run in _runs(word))


def _runs(word: str) -> Iterable[str]:
    parts = word.split(".")
    for start in range(len(parts)):
        for end in range(start + 1, len(parts) + 1):
            yield ".".join(parts[start:end])


def _knows(framework: str, version: str, key: str) -> bool:
    if key in _names(framework, version):
        return True
    groups = _vocabulary(framework, version).groups.values()
    return any(group.is_free(key) for group in groups) if "." in key else False


@cache
def _blocks(framework: str, version: str) -> frozenset[str]:
    """Names that have others below them, all of which are known."""
    groups = _vocabulary(framework, version).groups.values()
    free = {prefix.rpartition(".")[2] for group in groups for prefix in group.free}
    names = (name for group in groups for name in group.options)
    parts = {part for name in names for part in name.split(".")[:-1]}
    return frozenset(parts - free - _OBJECTS)


def _is_block(framework: str, version: str, key: str) -> bool:
    return key.partition(".")[0] in _blocks(framework, version)


def _gone(framework: str, version: str, key: str) -> Iterable[Change]:
    held = _history(framework, version).of(key)
    return (change for change in held if change.kind in _GONE)


@cache
def _history(framework: str, version: str) -> Changes:
    return changes(_vocabulary(framework, version))


def _of_change(written: str, change: Change) -> Verdict:
    when = f"({change.framework}, {change.when})"
    if change.kind is ChangeKind.RENAMED:
        new = " or ".join(f"`{each}`" for each in change.to)
        return Verdict(f"`{written}` was renamed to {new} {when}", change.to, is_gone=True)
    return Verdict(f"`{written}` was removed {when}", change.to, is_gone=True)


def _slips(framework: str, version: str, key: str) -> Iterable[str]:
    """Options that differ from a name in one letter too many, missing, wrong, or swapped with the next."""
    if "_" not in key or "." in key or len(key) < _SHORTEST_SLIP:
        return ()
    index = _shortened(framework, version)
    return dict.fromkeys(index[each] for each in _without_one(key) if each in index)


@cache
def _shortened(framework: str, version: str) -> Mapping[str, str]:
    """Every option by itself and by what is left of it without one of its letters."""
    found: dict[str, str] = {}
    for name in sorted(_names(framework, version)):
        if "_" in name and "." not in name and len(name) >= _SHORTEST_SLIP:
            for short in _without_one(name):
                found.setdefault(short, name)
    return found


def _without_one(word: str) -> Iterable[str]:
    return (word, *(word[:at] + word[at + 1 :] for at in range(len(word))))
