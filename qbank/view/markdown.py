"""Markdown as terminal text, wrapped by cells: paragraphs, lists, tables, headings and code.

What is not one of these is shown as typed. Content is data: nothing in it can steer the terminal.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from qbank.view.inline import marked, painted
from qbank.view.tables import grid
from qbank.view.text import clean, width, wrap

_FENCE = re.compile(r"^(\s*)(`{3,}|~{3,})")
_ITEM = re.compile(r"^(\s*)([-*+]|\d{1,3}[.)])\s+(?=\S)")
_HEADING = re.compile(r"^#{1,6}\s+(.*?)\s*#*$")
_DELIMITER = re.compile(r"^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$")
_CELL_END = re.compile(r"(?<!\\)\|")
_CODE_INDENT = 4
FENCE_INDENT = "  "
_LEAST = 16


def render(markdown: str, cells: int, *, color: bool) -> str:
    """Lines of at most `cells` cells; colours for code and bold when `color`."""
    lines = _Blocks(clean(markdown).split("\n"), color=color).lines(cells)
    return "\n".join(painted(lines) if color else lines).strip("\n")


def code_lines(code: str, cells: int, indent: str = FENCE_INDENT) -> list[str]:
    """Code as typed and indented; a line that is too long goes on further to the right."""
    lines: list[str] = []
    for line in clean(code).rstrip().split("\n"):
        lead = len(line) - len(line.lstrip()) + len(indent) + _CODE_INDENT
        lines += wrap(indent + line.rstrip(), cells, " " * min(lead, cells // 2))
    return lines


@dataclass(frozen=True)
class _Blocks:
    """Source lines, read block by block."""

    source: Sequence[str]
    color: bool

    def lines(self, cells: int) -> list[str]:
        """Every block laid out; never two empty lines in a row."""
        found: list[str] = []
        at = 0
        while at < len(self.source):
            made, at = self._block(at, cells)
            for line in made:
                if line or (found and found[-1]):
                    found.append(line)
        while found and not found[-1]:
            found.pop()
        return found

    def _block(self, at: int, cells: int) -> tuple[list[str], int]:
        line = self.source[at]
        if not line.strip():
            return [""], at + 1
        if fence := _FENCE.match(line):
            return self._fence(at, fence, cells)
        if self._is_table(at):
            return self._table(at, cells)
        if heading := _HEADING.match(line):
            return wrap(marked(f"**{heading[1]}**", color=self.color), cells), at + 1
        if item := _ITEM.match(line):
            return self._item(at, item, cells)
        return self._paragraph(at, cells)

    def _fence(self, at: int, fence: re.Match[str], cells: int) -> tuple[list[str], int]:
        indent, ticks = len(fence[1]), fence[2]
        end = at + 1
        while end < len(self.source) and not self.source[end].strip().startswith(ticks):
            end += 1
        code = [
            line[min(indent, len(line) - len(line.lstrip())) :]
            for line in self.source[at + 1 : end]
        ]
        return code_lines("\n".join(code), cells), end + 1

    def _is_table(self, at: int) -> bool:
        after = self.source[at + 1] if at + 1 < len(self.source) else ""
        return "|" in self.source[at] and "|" in after and bool(_DELIMITER.match(after))

    def _table(self, at: int, cells: int) -> tuple[list[str], int]:
        end = at + 2
        while end < len(self.source) and "|" in self.source[end]:
            end += 1
        heads, *rows = (
            [marked(cell, color=self.color) for cell in _cells(self.source[n])]
            for n in (at, *range(at + 2, end))
        )
        fitted = [[*row, *[""] * len(heads)][: len(heads)] for row in rows]
        return ["", *grid(heads, fitted, cells).split("\n"), ""], end

    def _item(self, at: int, item: re.Match[str], cells: int) -> tuple[list[str], int]:
        """A list item with everything indented below it, hanging under its text."""
        inside = len(item[0])
        content, end = [self.source[at][inside:]], at + 1
        while end < len(self.source) and self._belongs(end, inside):
            content.append(
                self.source[end][inside:]
                if self._indent(end) >= inside
                else self.source[end].strip()
            )
            end += 1
        while not content[-1].strip():
            content.pop()
            end -= 1
        mark = f"{item[2]} "
        room = max(cells - width(mark), _LEAST)
        first, *rest = _Blocks(content, color=self.color).lines(room)
        hang = " " * width(mark)
        return [mark + first, *(hang + line if line else "" for line in rest)], end

    def _belongs(self, at: int, inside: int) -> bool:
        """Whether a line is part of the item above: indented, or text that follows without a gap."""
        line = self.source[at]
        if not line.strip():
            after = at + 1
            return (
                after < len(self.source)
                and bool(self.source[after].strip())
                and self._indent(after) >= inside
            )
        if self._indent(at) >= inside:
            return True
        return bool(self.source[at - 1].strip()) and not self._begins(at)

    def _indent(self, at: int) -> int:
        line = self.source[at]
        return len(line) - len(line.lstrip())

    def _begins(self, at: int) -> bool:
        line = self.source[at]
        return bool(
            _FENCE.match(line) or _ITEM.match(line) or _HEADING.match(line)
        ) or self._is_table(at)

    def _paragraph(self, at: int, cells: int) -> tuple[list[str], int]:
        end = at + 1
        while end < len(self.source) and self.source[end].strip() and not self._begins(end):
            end += 1
        text = "\n".join(_joined(self.source[at:end]))
        return wrap(marked(text, color=self.color), cells), end


def _joined(lines: Sequence[str]) -> Iterator[str]:
    """Source lines of a paragraph as one, broken where two spaces or a backslash ask for it."""
    text = ""
    for line in lines:
        stripped = line.strip()
        between = "" if not text or (width(text[-1]) == width(stripped[0]) == 2) else " "
        text += between + stripped.removesuffix("\\")
        if line.endswith(("  ", "\\")):
            yield text
            text = ""
    if text:
        yield text


def _cells(line: str) -> list[str]:
    row = line.strip().removeprefix("|")
    if row.endswith("|") and not row.endswith("\\|"):
        row = row[:-1]
    return [cell.strip().replace("\\|", "|") for cell in _CELL_END.split(row)]
