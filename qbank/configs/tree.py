"""JSON and YAML as one tree with places, and the tree as settings with dotted names."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from qbank.configs.setting import Setting
from qbank.problem import Span


class Entry(NamedTuple):
    """A key of a mapping and its value."""

    key: str
    place: Span
    value: "Node"


class Node(NamedTuple):
    """A value with its place. `entries` and `items` are those of a mapping and of a list, None for anything else."""

    value: Any
    place: Span
    text: str = ""
    entries: tuple[Entry, ...] | None = None
    items: tuple["Node", ...] | None = None


def mapping(entries: tuple[Entry, ...], place: Span) -> Node:
    """A mapping; of a key given twice the last value counts."""
    return Node({each.key: each.value.value for each in entries}, place, entries=entries)


def sequence(items: tuple[Node, ...], place: Span) -> Node:
    """A list."""
    return Node([each.value for each in items], place, items=items)


def settings(node: Node, name: str = "", scope: str = "") -> Iterator[Setting]:
    """Every key of a mapping and of the mappings in it, a block before what is in it."""
    for entry in node.entries or ():
        full = f"{name}.{entry.key}" if name else entry.key
        value = entry.value
        yield Setting(full, value.value, entry.place, value.place, value.text, scope)
        inner = f"{scope}/{entry.key}"
        yield from settings(value, full, inner)
        for number, item in enumerate(value.items or ()):
            yield from settings(item, full, f"{inner}/{number}")
