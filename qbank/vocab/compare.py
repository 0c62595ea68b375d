"""What differs between two releases of a framework, option by option."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from qbank.vocab.types import Option, Vocabulary


class Difference(NamedTuple):
    """One option of a group that the newer release has no more, or has otherwise."""

    group: str
    option: str
    what: str


def compare(old: Vocabulary, new: Vocabulary) -> Iterator[Difference]:
    """The options that are gone or have another default, type or choices; added ones are none."""
    for name, group in old.groups.items():
        other = new.group(name)
        if other is None:
            yield Difference(name, "", f"the group {name} is gone")
            continue
        for option in group.options.values():
            now = other.find(option.name)
            what = "; ".join(_changes(option, now)) if now else "gone"
            if what:
                yield Difference(name, option.name, what)


def _changes(old: Option, new: Option) -> Iterator[str]:
    if (old.default, old.default_text) != (new.default, new.default_text):
        yield f"default was {_default(old)}, is {_default(new)}"
    gone = [str(each) for each in old.choices if each not in new.choices]
    if gone and new.choices:
        yield f"no longer {', '.join(gone)}"
    if old.required != new.required:
        yield "is required now" if new.required else "is not required any more"
    if old.kinds != new.kinds:
        yield f"type was {old.type or 'open'}, is {new.type or 'open'}"
    if new.deprecated and not old.deprecated:
        yield "deprecated"


def _default(option: Option) -> Any:
    return option.default_text or repr(option.default)
