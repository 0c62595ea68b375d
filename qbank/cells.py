"""Text measured in terminal cells: width, wrapping by cells, and cleaning."""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

CODE, BOLD, CODE_END, BOLD_END = "\u2061", "\u2062", "\u2063", "\u2064"
"""Where inline code and bold begin and end: no cells wide, never in cleaned text, painted at the end."""

_NO_LINE_START = frozenset(f"，。；：、！？）】》”’〉」』…,.;:!?)]}}%{CODE_END}{BOLD_END}")
_NO_LINE_END = frozenset(f"（【《“‘〈「『([{{{CODE}{BOLD}")
_CONTROL = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]"
)
_PIECE = re.compile(r"\s+|[!-~\u2061-\u2064]+|.", re.DOTALL)


def clean(text: str) -> str:
    """`text` without control sequences and direction marks; content can never steer the terminal."""
    return _CONTROL.sub("", text.replace("\r\n", "\n").replace("\t", "    "))


@lru_cache(maxsize=4096)
def _char_width(char: str) -> int:
    if unicodedata.combining(char) or unicodedata.category(char) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def width(text: str) -> int:
    """Cells that `text` takes; ambiguous characters count as one."""
    return len(text) if text.isascii() else sum(map(_char_width, text))


def pad(text: str, cells: int) -> str:
    """`text` filled with spaces on the right to `cells`."""
    return text + " " * max(0, cells - width(text))


def cut(text: str, cells: int) -> str:
    """`text`, or its start with an ellipsis of two dots where it is wider than `cells`."""
    if width(text) <= cells:
        return text
    kept, used = [], 0
    for char in text:
        if used + _char_width(char) > cells - 2:
            break
        kept.append(char)
        used += _char_width(char)
    return "".join(kept).rstrip() + ".."


def wrap(text: str, cells: int, indent: str = "") -> list[str]:
    """Lines of at most `cells` cells; Chinese breaks anywhere but before closing punctuation.

    Line breaks in `text` are kept. `indent` starts every line after the first.
    """
    lines: list[str] = []
    for number, paragraph in enumerate(text.split("\n")):
        lines.extend(_wrap_one(paragraph, max(cells, 8), indent if number or lines else "", indent))
    return lines


def _wrap_one(text: str, cells: int, first: str, rest: str) -> list[str]:
    lines: list[str] = []
    line, used = first, width(first)
    for piece in _pieces(text):
        size = width(piece)
        if used + size > cells and line.strip():
            carried = ""
            while line and line[-1] in _NO_LINE_END:
                carried, line = line[-1] + carried, line[:-1]
            lines.append(line.rstrip())
            line, piece = rest, carried + piece.lstrip()  # noqa: PLW2901
            used, size = width(line), width(piece)
        while piece and used + size > cells and size > cells - width(rest):
            head = _head(piece, cells - used)
            lines.append(line + head)
            line, piece = rest, piece[len(head) :]  # noqa: PLW2901
            used, size = width(line), width(piece)
        line += piece
        used += size
    return [*lines, line.rstrip()]


def _pieces(text: str) -> list[str]:
    """Unbreakable pieces: Latin words, single wide characters with the punctuation that must follow."""
    pieces: list[str] = []
    for match in _PIECE.finditer(text):
        piece = match[0]
        if pieces and not pieces[-1].isspace() and piece[0] in _NO_LINE_START:
            pieces[-1] += piece
        else:
            pieces.append(piece)
    return pieces


def _head(piece: str, cells: int) -> str:
    used = 0
    for n, char in enumerate(piece):
        used += _char_width(char)
        if used > cells:
            return piece[: max(n, 1)]
    return piece


def flow(choices: Iterable[str], cells: int, gap: str = "   ", indent: str = "") -> str:
    """Short phrases side by side, broken between them and inside one only where it is too long."""
    lines = [""]
    for choice in filter(None, map(clean, choices)):
        joined = lines[-1] + gap + choice if lines[-1].strip() else lines[-1] + choice
        if width(joined) <= cells:
            lines[-1] = joined
            continue
        if lines[-1].strip():
            lines.append(indent)
        *full, last = wrap(lines.pop() + choice, cells, indent)
        lines += [*full, last]
    return "\n".join(lines)
