"""Code as typed, with colours on a terminal that has them. Alone imports rich."""

import io
from functools import cache
from typing import TYPE_CHECKING

from qbank.view.text import clean, width, wrap

if TYPE_CHECKING:
    from rich.syntax import ANSISyntaxTheme

FENCE_INDENT = "  "
_CODE_INDENT = 4
_UNBROKEN = 100_000


def code_lines(code: str, cells: int, *, language: str = "", color: bool = False) -> list[str]:
    """Code as typed and indented. A line that is too long goes on further to the right; then nothing is coloured."""
    plain = [line.rstrip() for line in clean(code).rstrip().split("\n")]
    if all(width(FENCE_INDENT + line) <= cells for line in plain):
        shown = _painted(plain, language) if color and language else plain
        return [FENCE_INDENT + line if line else "" for line in shown]
    lines: list[str] = []
    for line in plain:
        lead = len(line) - len(line.lstrip()) + len(FENCE_INDENT) + _CODE_INDENT
        lines += wrap(FENCE_INDENT + line, cells, " " * min(lead, cells // 2)) if line else [""]
    return lines


def _painted(lines: list[str], language: str) -> list[str]:
    """The lines with ANSI colours; as typed in a language that the highlighter does not know."""
    from rich.console import Console  # slow, and only for code in colour
    from rich.syntax import Syntax

    code = "\n".join(lines)
    out = io.StringIO()
    console = Console(file=out, force_terminal=True, color_system="standard", width=_UNBROKEN)
    console.print(Syntax(code, language, theme=_theme()).highlight(code), soft_wrap=True, end="")
    painted = out.getvalue().rstrip("\n").split("\n")
    return painted if len(painted) == len(lines) else lines


@cache
def _theme() -> "ANSISyntaxTheme":
    """The terminal's own eight colours, so that code is readable on light and dark screens."""
    from pygments.token import Comment, Keyword, Name, Number, String
    from rich.style import Style
    from rich.syntax import ANSISyntaxTheme

    colors = {
        Comment: "blue",
        Keyword: "magenta",
        Name.Attribute: "cyan",
        Name.Tag: "cyan",
        Number: "cyan",
        String: "green",
    }
    return ANSISyntaxTheme({token: Style(color=color) for token, color in colors.items()})
