"""A vocabulary as the rest of qbank sees it: frozen values and the lookups over them."""

import difflib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple

from qbank.vocab.kinds import kinds_of

Bounds = Mapping[str, float]


class Option(NamedTuple):
    """One option of a group. Nested keys are dotted: `zero_optimization.stage`.

    `type` is the annotation as written, empty when there is none. `default` is None when `required`, and when it
    could not be computed without running the framework; `default_text` then holds the expression.
    `choices` is empty when any value goes. `bounds` has `ge`, `gt`, `le`, `lt`. `where` is `path:line` in the release.
    """

    name: str
    type: str = ""
    default: Any = None
    default_text: str = ""
    required: bool = False
    choices: tuple[Any, ...] = ()
    aliases: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    action: str = ""
    nargs: int | str | None = None
    bounds: Bounds = MappingProxyType({})
    deprecated: bool = False
    replaced_by: str = ""
    where: str = ""

    @property
    def kinds(self) -> frozenset[str]:
        """Which of `bool int float str list dict none` the type admits; empty when that is not known."""
        return kinds_of(self.type)


@dataclass(frozen=True)
class Group:
    """Options that are accepted in one place: a config file, a class, a call or a command line.

    `takes_any`: further names are swallowed by `**kwargs`, so an unknown one is no error of the framework's own.
    `free` are dotted prefixes below which any key may stand.
    """

    name: str
    target: str
    options: Mapping[str, Option]
    takes_any: bool = False
    free: tuple[str, ...] = ()

    @cached_property
    def _spellings(self) -> Mapping[str, Option]:
        found: dict[str, Option] = {}
        for option in self.options.values():
            for word in (*option.aliases, *option.flags):
                found.setdefault(word, option)
        return found

    def find(self, word: str) -> Option | None:
        """The option with this name, other spelling or flag."""
        return self.options.get(word) or self._spellings.get(word)

    def find_flag(self, flag: str) -> Option | None:
        """The option behind a word of a command line, such as `--warmup-ratio`; without `=value`.

        A group with declared flags knows just those. In others, which are read by Hugging Face's argument parser, a
        field has the flag of its name, with hyphens too, and `--no_` turns off a boolean that is on by default.
        """
        if any(option.flags for option in self.options.values()):
            return self._spellings.get(flag)
        name = flag.lstrip("-").replace("-", "_")
        option = self.find(name)
        if option is None and name.startswith("no_"):
            positive = self.find(name.removeprefix("no_"))
            if positive and positive.default is True and "bool" in positive.kinds:
                return positive
        return option

    def children(self, name: str) -> tuple[Option, ...]:
        """The options directly or further below a dotted name."""
        return tuple(o for key, o in self.options.items() if key.startswith(f"{name}."))

    def is_free(self, name: str) -> bool:
        """Whether a dotted name stands below a dictionary whose keys are not listed."""
        parts = name.split(".")
        parents = [".".join(parts[:n]) for n in range(1, len(parts))]
        if any(parent in self.free for parent in parents):
            return True
        for parent in reversed(parents):
            option = self.find(parent)
            if option:
                open_type = "dict" in option.kinds or not option.kinds
                return open_type and not self.children(option.name)
        return False

    def nearest(self, word: str, count: int = 3) -> tuple[str, ...]:
        """Names most like `word`, best first: those beside it in the same block before all others."""
        flagged = word.startswith("-")
        if flagged and not self._spellings:
            # options of a data class, which become flags without a spelling of their own
            return tuple(
                f"--{name}" for name in self.nearest(word.lstrip("-").replace("-", "_"), count)
            )
        names = [*self._spellings] if flagged else [*self.options, *self._spellings]
        parent = word.rpartition(".")[0]
        beside = [name for name in names if name.rpartition(".")[0] == parent]
        found = difflib.get_close_matches(word, beside, count, 0.7)
        return tuple(found or difflib.get_close_matches(word, names, count, 0.7))


@dataclass(frozen=True)
class Vocabulary:
    """What one release of a framework accepts. `read_with` are the releases that its classes inherit from."""

    framework: str
    package: str
    version: str
    groups: Mapping[str, Group]
    enumerations: Mapping[str, tuple[str, ...]]
    read_with: Mapping[str, str]
    requires: tuple[str, ...]

    def group(self, name: str) -> Group | None:
        """A group by its name, such as `LoraConfig`, `swift sft` or `ds_config.json`."""
        return self.groups.get(name)

    def options(self, name: str) -> tuple[tuple[Group, Option], ...]:
        """Every group that knows an option by this name, spelling or flag."""
        found = ((group, group.find(name)) for group in self.groups.values())
        return tuple((group, option) for group, option in found if option)
