"""Columns without borders: two spaces between, left-aligned, the widest column last."""

from collections.abc import Sequence

from qbank.view.style import Style
from qbank.view.text import clean, cut, pad, width, wrap

NARROW = 60
"""Under this many cells a row becomes `key: value` lines."""

ROOM = 48
"""With fewer cells left the last column moves to a line of its own."""


def table(
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    cells: int,
    style: Style,
    *,
    cut_last: bool = True,
) -> str:
    """Aligned columns; under 60 cells each row becomes `key: value` lines."""
    cleaned = [[clean(value) for value in row] for row in rows]
    if cells < NARROW:
        return _narrow(heads, cleaned, cells, style)
    sizes = [max(width(row[n]) for row in [list(heads), *cleaned]) for n in range(len(heads) - 1)]
    left = cells - sum(sizes) - 2 * len(sizes)
    if cut_last and left < ROOM and any(width(row[-1]) > left for row in cleaned):
        return _on_two_lines(heads, cleaned, sizes, cells, style)
    left = max(left, 12)
    lines = [style.paint(_line(heads, sizes, left, cut_last=True).rstrip(), "dim")]
    lines += [_line(row, sizes, left, cut_last=cut_last).rstrip() for row in cleaned]
    return "\n".join(lines)


def _on_two_lines(
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    sizes: Sequence[int],
    cells: int,
    style: Style,
) -> str:
    """The last column under the others, where there is no room beside them."""
    lines = [style.paint(_line(heads, sizes, cells, cut_last=True).rstrip(), "dim")]
    for row in rows:
        lines.append(_line([*row[:-1], ""], sizes, cells, cut_last=True).rstrip())
        lines += wrap(f"    {row[-1]}", cells, "    ")
    return "\n".join(lines)


def _line(row: Sequence[str], sizes: Sequence[int], left: int, *, cut_last: bool) -> str:
    fixed = "".join(pad(value, size) + "  " for value, size in zip(row, sizes, strict=False))
    return fixed + (cut(row[-1], left) if cut_last else row[-1])


def _narrow(heads: Sequence[str], rows: Sequence[Sequence[str]], cells: int, style: Style) -> str:
    blocks = []
    for row in rows:
        lines = []
        for head, value in zip(heads, row, strict=True):
            if value:
                start = head + colon_after(head) if head else ""
                first, *rest = wrap(start + value, cells, "  ")
                lines += [style.paint(first[: len(start)], "dim") + first[len(start) :], *rest]
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks)


def grid(heads: Sequence[str], rows: Sequence[Sequence[str]], cells: int) -> str:
    """A table of content: aligned where it fits, else `key: value` lines; nothing is cut."""
    sizes = [max(width(row[n]) for row in (heads, *rows)) for n in range(len(heads))]
    if sum(sizes) + 2 * (len(sizes) - 1) > cells:
        return _narrow(heads, rows, cells, Style(enabled=False))
    lines = [heads, ["-" * size for size in sizes], *rows]
    return "\n".join(
        "  ".join(pad(value, size) for value, size in zip(line, sizes, strict=True)).rstrip()
        for line in lines
    )


def colon_after(head: str) -> str:
    """The colon that fits the script of `head`."""
    return "\uff1a" if head and width(head[-1]) > 1 else ": "


def bar(share: float, cells: int = 10) -> str:
    """A share of 0 to 1 as `######....`, in characters of one cell everywhere."""
    full = round(min(max(share, 0.0), 1.0) * cells)
    return "#" * full + "." * (cells - full)
