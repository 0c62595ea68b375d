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
    """The releases of a question, as framework and version; `is_closed` when all of its frameworks have a vocabulary."""

    pinned: tuple[tuple[str, str], ...]
    is_closed: bool

    def verdict(self, name: Named) -> Verdict | None:
        """Why a name is none of an option; None where it is one, and where it may be something else."""
        if any(_knows(*each, name.key) for each in self.pinned):
            return None
        gone = next((c for each in self.pinned for c in _gone(*each, name.key)), None)
        if gone:
            return _of_change(name.name, gone)
        near = {each: tuple(_slips(*each, name.key)) for each in self.pinned}
        asked = [each for each in self.pinned if near[each]] or self._that_must_know(name)
        if not asked:
            return None
        instead = dict.fromkeys(word for each in asked for word in near[each])
        return Verdict(f"`{name.name}` is not an option of {_shown(asked)}", tuple(instead))

    def _that_must_know(self, name: Named) -> list[tuple[str, str]]:
        """The releases of which a name must be an option; none where it may be something else."""
        if name.form is Form.KEY:
            return [each for each in self.pinned if "." in name.key and _is_block(*each, name.key)]
        if not self.is_closed or (name.form is not Form.FLAG and "_" not in name.key):
            return []
        forms = _WRITTEN_AS.get(name.form, frozenset())
        return [each for each in self.pinned if each[0] in forms]


def releases_of(question: Question) -> Releases:
    """Those of its frameworks and of the packages under `verified_with`, at the versions that stand there."""
    verified = verified_releases(question)
    mine = [*question.frameworks, *(id_ for id_, name in PACKAGES.items() if name in verified)]
    known = [each for each in dict.fromkeys(mine) if each in PACKAGES]
    return Releases(
        pinned=tuple((each, verified.get(PACKAGES[each], "")) for each in known),
        is_closed=all(each in PACKAGES for each in question.frameworks),
    )


def _shown(pinned: Iterable[tuple[str, str]]) -> str:
    return ", ".join(f"{PACKAGES[each[0]]} {_vocabulary(*each).version}" for each in pinned)


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
