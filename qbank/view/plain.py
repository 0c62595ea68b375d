"""Markdown as plain wrapped text: what is on the screen before rich is imported."""

import re

from qbank.view.text import clean, wrap

_FENCE = re.compile(r"^\s*(```+|~~~+)")
_ITEM = re.compile(r"^(\s*)(?:[-*]|\d+[.)])\s+")
_STARTS_BLOCK = re.compile(r"^\s*(?:[-*]\s|\d+[.)]\s|\||#|>)")


def plain(markdown: str, cells: int) -> str:
    """Paragraphs refilled to `cells`, list items hanging, code as typed and indented."""
    lines: list[str] = []
    paragraph: list[str] = []
    in_fence = False
    for line in clean(markdown).split("\n"):
        if _FENCE.match(line):
            lines += _filled(paragraph, cells)
            paragraph, in_fence = [], not in_fence
        elif in_fence:
            lines.append(f"  {line}".rstrip())
        elif not line.strip():
            lines += [*_filled(paragraph, cells), ""]
            paragraph = []
        elif _STARTS_BLOCK.match(line):
            lines += _filled(paragraph, cells)
            paragraph = [line]
        else:
            paragraph.append(line.strip() if paragraph else line.rstrip())
    return "\n".join([*lines, *_filled(paragraph, cells)]).strip("\n")


def _filled(paragraph: list[str], cells: int) -> list[str]:
    if not paragraph:
        return []
    item = _ITEM.match(paragraph[0])
    indent = " " * len(item[0]) if item else ""
    return wrap(" ".join(paragraph), cells, indent)
