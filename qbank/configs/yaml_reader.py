"""Plain YAML with the place of every key and value: aliases and merges are followed, as the frameworks do."""

from collections.abc import Iterator
from typing import Any

from qbank.bank.reader import compose, scalar_value
from qbank.configs.tree import Entry, Node, mapping, sequence
from qbank.problem import Span

_MAX_DEPTH = 60
_MAX_NODES = 20_000
# YAML ends a line at these, editors do not
_BREAKS = dict.fromkeys(map(ord, "\x85\u2028\u2029"), " ")
_MERGE = "<<"


def read_yaml(text: str) -> Node | None:
    """The tree of a file, None for one without a value. Raises PlainError."""
    node = compose(text.translate(_BREAKS))
    return _Reader().node(node, 0) if node is not None else None


class _Reader:
    """Counts the nodes, which aliases of aliases would multiply without end."""

    def __init__(self) -> None:
        self._left = _MAX_NODES

    def node(self, node: Any, depth: int) -> Node:
        place = _place(node)
        self._left -= 1
        if depth > _MAX_DEPTH or self._left < 0:
            return Node(None, place)  # an alias of what it stands in, or one too many
        if node.id == "scalar":
            return Node(scalar_value(node), place, node.value)
        if node.id == "sequence":
            return sequence(tuple(self.node(item, depth + 1) for item in node.value), place)
        return mapping(tuple(self._entries(node, depth)), place)

    def _entries(self, node: Any, depth: int) -> Iterator[Entry]:
        """The keys of a mapping; those merged into it come first where it does not have them itself."""
        own = {key.value for key, _ in node.value if key.id == "scalar"}
        for key, value in node.value:
            if key.id != "scalar":
                continue
            if key.value == _MERGE and not key.style:
                merged = value.value if value.id == "sequence" else [value]
                for each in merged:
                    if each.id == "mapping" and depth < _MAX_DEPTH and self._left > 0:
                        yield from (e for e in self._entries(each, depth + 1) if e.key not in own)
            else:
                yield Entry(key.value, _place(key), self.node(value, depth + 1))


def _place(node: Any) -> Span:
    start, end = node.start_mark, node.end_mark
    width = end.column + 1 if end.line == start.line else 0
    return Span(start.line + 1, start.column + 1, width)
