"""Markdown as HTML in which every text is escaped: what is not known Markdown is shown as typed."""

from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_RULES = (
    "fence",
    "heading",
    "list",
    "table",
    "backticks",
    "escape",
    "emphasis",
    "autolink",
    "newline",
)
_HEADING = 5
"""Headings in a text stand below those of the page."""


def block(markdown: str) -> str:
    """Paragraphs, lists, tables and code as HTML elements."""
    made: str = _parser().render(markdown)
    return made.strip()


def inline(markdown: str) -> str:
    """One line as HTML that may stand in a paragraph, a label or a heading."""
    made: str = _parser().renderInline(" ".join(markdown.split()))
    return made


def fences(markdown: str) -> list[tuple[int, int, str]]:
    """Where a CommonMark reader finds code: first line, line after the last, and the fence that is left open."""
    from markdown_it import MarkdownIt  # noqa: PLC0415  # only for formats that need it

    lines = markdown.split("\n")
    found = []
    for token in MarkdownIt("commonmark").parse(markdown):
        if token.type in {"fence", "code_block"} and token.map:
            first, end = token.map
            last = lines[end - 1].strip()
            is_closed = (
                end - first > 1 and last.startswith(token.markup) and not last.strip(last[0])
            )
            is_open = token.type == "fence" and token.level == 0 and not is_closed
            found.append((first, end, token.markup if is_open else ""))
    return found


@cache
def _parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt  # noqa: PLC0415  # only for formats that need it

    parser = MarkdownIt("zero").enable([*_RULES])
    parser.validateLink = _is_web  # type: ignore[method-assign]  # how the library is told
    rules = {
        "fence": _fence,
        "em_open": _as_typed,
        "em_close": _as_typed,
        "strong_open": _strong,
        "strong_close": _strong,
        "heading_open": _heading,
        "heading_close": _heading,
        "link_open": _link,
        "table_open": _table,
        "table_close": _table,
        "th_open": _cell,
        "td_open": _cell,
    }
    for name, rule in rules.items():
        parser.add_render_rule(name, rule)
    return parser


def _is_web(url: str) -> bool:
    return url.lower().startswith(("https://", "http://"))


def _fence(self: Any, tokens: "Sequence[Token]", n: int, *rest: Any) -> str:  # noqa: ARG001
    # a block that scrolls sideways must be reachable by keyboard
    return f'<pre tabindex="0"><code>{escape(tokens[n].content)}</code></pre>\n'


def _as_typed(self: Any, tokens: "Sequence[Token]", n: int, *rest: Any) -> str:  # noqa: ARG001
    """A single star or underline means nothing here, as on the terminal."""
    return escape(tokens[n].markup)


def _strong(self: Any, tokens: "Sequence[Token]", n: int, *rest: Any) -> str:  # noqa: ARG001
    token = tokens[n]
    if token.markup != "**":
        return escape(token.markup)
    return "<strong>" if token.nesting == 1 else "</strong>"


def _heading(self: Any, tokens: "Sequence[Token]", n: int, *rest: Any) -> str:  # noqa: ARG001
    return f"<h{_HEADING}>" if tokens[n].nesting == 1 else f"</h{_HEADING}>\n"


def _link(self: Any, tokens: "Sequence[Token]", n: int, *rest: Any) -> str:  # noqa: ARG001
    return f'<a href="{escape(str(tokens[n].attrs["href"]))}" rel="noreferrer">'


def _table(self: Any, tokens: "Sequence[Token]", n: int, *rest: Any) -> str:  # noqa: ARG001
    return (
        '<div class="wide" tabindex="0"><table>\n' if tokens[n].nesting == 1 else "</table></div>\n"
    )


def _cell(self: Any, tokens: "Sequence[Token]", n: int, *rest: Any) -> str:  # noqa: ARG001
    """A cell, its alignment as a class: the page allows no style attributes."""
    token = tokens[n]
    side = str(token.attrs.get("style", "")).removeprefix("text-align:")
    return f'<{token.tag} class="{side}">' if side in {"center", "right"} else f"<{token.tag}>"
