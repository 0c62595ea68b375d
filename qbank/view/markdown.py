"""Markdown to terminal text through rich. Content is data: nothing in it is markup of rich."""

import io
import re

from qbank.view.text import clean

_CODE = re.compile(r"(^```.*?^```\s*$|^~~~.*?^~~~\s*$|`+[^`\n]*`+)", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"<(https?://[^>\s]+)>")


def render(markdown: str, cells: int, *, color: bool) -> str:
    """Rendered lines, at most `cells` wide, with ANSI colours when `color`."""
    from rich.console import Console
    from rich.markdown import Markdown

    out = io.StringIO()
    console = Console(
        file=out,
        width=cells,
        force_terminal=color,
        color_system="standard" if color else None,
        no_color=not color,
        legacy_windows=False,
        highlight=False,
        markup=False,
        emoji=False,
    )
    document = Markdown(
        escape_tags(clean(markdown)),
        code_theme="ansi_light",
        hyperlinks=False,
        inline_code_lexer=None,
    )
    console.print(document)
    return "\n".join(line.rstrip() for line in out.getvalue().rstrip("\n").split("\n"))


def escape_tags(markdown: str) -> str:
    """`<` outside code as text: rich drops inline HTML, so `List<String>` would lose its half."""
    pieces = _CODE.split(markdown)
    for n in range(0, len(pieces), 2):
        pieces[n] = _LINK.sub(r"\1", pieces[n]).replace("<", r"\<")
    return "".join(pieces)
