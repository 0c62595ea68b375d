"""Options that were renamed, removed, deprecated or given another default, with the release in which it happened."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any, NamedTuple

from qbank.vocab.reader import DATA, PACKAGES, release_key
from qbank.vocab.types import Vocabulary


class ChangeKind(StrEnum):
    """What happened to an option. A renamed one keeps its values; a removed one may have a replacement of another form."""

    RENAMED = "renamed"
    REMOVED = "removed"
    REMOVED_VALUE = "removed-value"
    DEPRECATED = "deprecated"
    NEW_DEFAULT = "new-default"
    BEHAVIOUR = "behaviour"


class Change(NamedTuple):
    """One option, changed once.

    `since` is the first release in which it holds; with `is_exact` false, the first one that was looked at. `to` are the
    ways to write it now, names or `name=value`. `groups` is empty when it holds in all. `value` is the value that went
    with REMOVED_VALUE. `was` and `now` are the defaults. `warned` is the first release that warned.
    """

    framework: str
    option: str
    kind: ChangeKind
    since: str
    is_exact: bool = True
    groups: tuple[str, ...] = ()
    to: tuple[str, ...] = ()
    value: str = ""
    was: Any = None
    now: Any = None
    warned: str = ""
    source: str = ""
    note: str = ""

    @property
    def when(self) -> str:
        """`since 4.51.0`, or `by 0.21.0` where the exact release is not known."""
        return f"{'since' if self.is_exact else 'by'} {self.since}"


@dataclass(frozen=True)
class Changes:
    """The changes that hold for one vocabulary, its own before those of the releases it inherits from."""

    by_option: Mapping[str, tuple[Change, ...]]

    def of(self, option: str, group: str = "") -> tuple[Change, ...]:
        """What happened to an option in a group; a key below a removed block went with the block."""
        parts = option.lstrip("-").split(".")
        for count in range(len(parts), 0, -1):
            name = ".".join(parts[:count])
            found = [
                each
                for spelling in (name, name.replace("-", "_"))
                for each in self.by_option.get(spelling, ())
                if not each.groups or not group or group in each.groups
            ]
            whole = count == len(parts)
            found = [each for each in found if whole or each.kind is ChangeKind.REMOVED]
            if found:
                return tuple(dict.fromkeys(found))
        return ()


def changes(vocabulary: Vocabulary) -> Changes:
    """The changes up to the release of `vocabulary`, and up to those it was read with."""
    releases = {vocabulary.framework: vocabulary.version}
    packages = {package: framework for framework, package in PACKAGES.items()}
    for package, version in vocabulary.read_with.items():
        releases.setdefault(packages.get(package, package), version)
    held = [
        each
        for framework, version in releases.items()
        for each in _of_framework(framework)
        if release_key(each.since) <= release_key(version)
    ]
    return Changes(_by_option(held))


def _by_option(held: Iterable[Change]) -> dict[str, tuple[Change, ...]]:
    found: dict[str, tuple[Change, ...]] = {}
    for each in held:
        found[each.option] = (*found.get(each.option, ()), each)
    return found


def _of_framework(framework: str) -> tuple[Change, ...]:
    return tuple(each for each in every_change() if each.framework == framework)


@cache
def every_change() -> tuple[Change, ...]:
    """All known changes, in file order."""
    text = (DATA / "changes.json").read_text(encoding="utf-8")
    return tuple(_change(data) for data in json.loads(text))


def _change(data: dict[str, Any]) -> Change:
    by = data.get("by", "")
    rest = {name: data[name] for name in ("value", "was", "now", "warned", "note") if name in data}
    return Change(
        framework=data["framework"],
        option=data["option"],
        kind=ChangeKind(data["kind"]),
        since=by or data["since"],
        is_exact=not by,
        groups=tuple(data.get("groups", ())),
        to=tuple(data.get("to", ())),
        source=data["source"],
        **rest,
    )
