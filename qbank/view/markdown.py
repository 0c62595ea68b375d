"""Markdown as terminal text, wrapped by cells: paragraphs, lists, tables, headings and code.

markdown-it reads the blocks. The layout is ours: Chinese has to fill its lines, and a table that does not fit becomes
lines. What is not one of these blocks is shown as typed. Content is data: nothing in it can steer the terminal.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from qbank.view.code import code_lines
from qbank.view.inline import marked, painted
from qbank.view.tables import grid
from qbank.view.text import clean, width, wrap

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.tree import SyntaxTreeNode

_BLOCK = re.compile(r"\s*([#|~`+*-]|\d+[.)])")
_LEAST = 16


def render(markdown: str, cells: int, *, color: bool) -> str:
    """Lines of at most `cells` cells; colours for code and bold when `color`."""
    text = clean(markdown).strip("\n")
    layout = _Layout(text.split("\n"), color=color)
    # One line of prose needs no parser.
    has_blocks = "\n" in text or _BLOCK.match(text)
    lines = layout.blocks(_read(text), cells) if has_blocks else layout.prose(text, cells)
    return "\n".join(painted(lines) if color else lines).strip("\n")


def _read(text: str) -> Sequence["SyntaxTreeNode"]:
    from markdown_it.tree import SyntaxTreeNode  # not for the first question

    return SyntaxTreeNode(_parser().parse(text)).children


@cache
def _parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt

    return MarkdownIt("zero").enable(["fence", "heading", "list", "table"])


def load() -> None:
    """Import the parser and the highlighter now, so that the first answer does not wait for them."""
    render("```python\n1\n```\n", _LEAST, color=True)


class _Layout:
    """Blocks to lines; `source` says where empty lines stood between them."""

    def __init__(self, source: Sequence[str], *, color: bool) -> None:
        self._source = source
        self._color = color

    def blocks(self, nodes: Sequence["SyntaxTreeNode"], cells: int) -> list[str]:
        """Every block laid out, with an empty line where the source has one, and around tables."""
        found: list[str] = []
        for node in nodes:
            made = self._block(node, cells)
            if found and made and (self._stands_apart(node) or not found[-1]):
                found = [*found, ""] if found[-1] else found
            found += made
            if node.type == "table":
                found.append("")
        while found and not found[-1]:
            found.pop()
        return found

    def prose(self, text: str, cells: int) -> list[str]:
        """A paragraph, its source lines joined."""
        joined = "\n".join(_joined(text.split("\n")))
        return wrap(marked(joined, color=self._color), cells)

    def _stands_apart(self, node: "SyntaxTreeNode") -> bool:
        start = node.map[0] if node.map else 0
        return node.type == "table" or (start > 0 and not self._source[start - 1].strip())

    def _block(self, node: "SyntaxTreeNode", cells: int) -> list[str]:
        match node.type:
            case "fence":
                language = node.info.split(maxsplit=1)[0] if node.info.strip() else ""
                return code_lines(node.content, cells, language=language, color=self._color)
            case "table":
                return self._table(node, cells)
            case "bullet_list" | "ordered_list":
                return self._list(node, cells)
            case "heading":
                return self.prose(f"**{node.children[0].content}**", cells)
            case _:
                return self.prose(node.children[0].content, cells)

    def _list(self, node: "SyntaxTreeNode", cells: int) -> list[str]:
        number = int(node.attrs.get("start", 1))
        found: list[str] = []
        for n, item in enumerate(node.children, number):
            mark = f"{n}{item.markup} " if node.type == "ordered_list" else f"{item.markup} "
            if found and self._stands_apart(item):
                found.append("")
            found += self._item(mark, item, cells)
        return found

    def _item(self, mark: str, item: "SyntaxTreeNode", cells: int) -> list[str]:
        """What belongs to an item hangs under its text, below its mark where that leaves no room."""
        if cells - width(mark) < _LEAST:
            return [mark.rstrip(), *self.blocks(item.children, cells)]
        first, *rest = self.blocks(item.children, cells - width(mark)) or [""]
        hang = " " * width(mark)
        return [(mark + first).rstrip(), *(hang + line if line else "" for line in rest)]

    def _table(self, node: "SyntaxTreeNode", cells: int) -> list[str]:
        heads, *rows = (
            [marked(cell.children[0].content, color=self._color) for cell in row.children]
            for part in node.children
            for row in part.children
        )
        return grid(heads, rows, cells).split("\n")


def _joined(lines: Iterable[str]) -> Iterator[str]:
    """Source lines of a paragraph as one, broken where two spaces or a backslash ask for it."""
    text = ""
    for line in lines:
        stripped = line.strip()
        if not stripped:
            continue
        between = "" if not text or (width(text[-1]) == width(stripped[0]) == 2) else " "
        text += between + stripped.removesuffix("\\")
        if line.endswith(("  ", "\\")):
            yield text
            text = ""
    if text:
        yield text
