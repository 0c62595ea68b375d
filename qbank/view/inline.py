"""Code and bold inside a line of Markdown: marked before the text is laid out, painted after."""

import re
from collections.abc import Iterable

from qbank.view.text import BOLD, BOLD_END, CODE, CODE_END

_INLINE = re.compile(
    r"(?P<ticks>`+)(?P<code>.+?)(?<!`)(?P=ticks)(?!`)"
    r"|\\(?P<escaped>[!-/:-@\[-`{-~])"
    r"|<(?P<link>https?://[^>\s]+)>"
    r"|\*\*(?P<bold>\S(?:.*?\S)?)\*\*"
)
_MARK = re.compile(f"[{CODE}{BOLD}{CODE_END}{BOLD_END}]")
_CODES = {CODE: "36", BOLD: "1"}
_ENDS = {CODE_END: CODE, BOLD_END: BOLD}


def marked(text: str, *, color: bool) -> str:
    """Cleaned text with marks for code and bold. Without colour code keeps its back-ticks."""
    return _INLINE.sub(lambda match: _marked(match, color=color), text)


def _marked(match: re.Match[str], *, color: bool) -> str:
    if match["code"]:
        return f"{CODE}{match['code']}{CODE_END}" if color else match[0]
    if match["bold"]:
        inner = marked(match["bold"], color=color)
        return f"{BOLD}{inner}{BOLD_END}" if color else inner
    return str(match["escaped"] or match["link"])


def unmarked(text: str) -> str:
    """The text without its marks, for a line that is painted as a whole."""
    return _MARK.sub("", text)


def painted(lines: Iterable[str]) -> list[str]:
    """The lines with marks as ANSI codes; what is open at the end of a line goes on in the next."""
    open_: list[str] = []
    return [_painted(line, open_) for line in lines]


def _painted(line: str, open_: list[str]) -> str:
    text = line.lstrip(" ")
    start = line[: len(line) - len(text)] + _sgr(open_)

    def turn(match: re.Match[str]) -> str:
        mark, reset = match[0], "\x1b[0m" if open_ else ""
        if mark in _CODES:
            open_.append(mark)
        elif _ENDS[mark] in open_:
            open_.remove(_ENDS[mark])
        return reset + _sgr(open_)

    body = _MARK.sub(turn, text)
    return start + body + ("\x1b[0m" if open_ else "")


def _sgr(marks: list[str]) -> str:
    return f"\x1b[{';'.join(_CODES[mark] for mark in marks)}m" if marks else ""
