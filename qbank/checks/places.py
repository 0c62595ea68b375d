"""Where a piece of a text stands in its file: values lose wrapped lines and quotes, files keep them."""

from collections.abc import Iterator

from qbank.bank.reader import Document
from qbank.problem import Span


def place(document: Document, whole: Span, text: str, start: int, end: int) -> Span:
    """The span of `text[start:end]`, where `text` is the value at `whole`; `whole` where they do not match.

    White space is passed over on both sides, since line breaks between two 汉字 are dropped on load.
    """
    wanted = [char for char in text if not char.isspace()]
    first = sum(not char.isspace() for char in text[:start])
    last = first + sum(not char.isspace() for char in text[start:end]) - 1
    opening: tuple[int, int] | None = None
    for count, (line, column, char) in enumerate(_characters(document, whole)):
        if count >= len(wanted) or char != wanted[count]:
            return whole
        if count == first:
            opening = (line, column)
        if count >= last and opening:
            until = column + 1 if line == opening[0] else 0
            return Span(*opening, until)
    return whole


def _characters(document: Document, whole: Span) -> Iterator[tuple[int, int, str]]:
    """`(line, column, character)` of a scalar from its start, without its quotes, indicators and white space."""
    lines = document.text.split("\n")
    line, column = whole.line - 1, whole.column - 1
    opened = lines[line][column : column + 1]
    if opened in {"|", ">"}:
        line, column = line + 1, 0
    quote = opened if opened in {"'", '"'} else ""
    column += bool(quote)
    for number in range(line, len(lines)):
        raw = lines[number]
        while column < len(raw):
            char, size = _character(raw, column, quote)
            if not char:
                return
            if not char.isspace():
                yield number + 1, column + 1, char
            column += size
        column = 0


def _character(raw: str, column: int, quote: str) -> tuple[str, int]:
    """The character that stands at `column` and how many it takes in the file; none at the closing quote."""
    here, two = raw[column], raw[column : column + 2]
    if quote and here == quote:
        return ("'", 2) if two == "''" else ("", 1)
    if quote == '"' and here == "\\":
        return two[1:].translate({ord("n"): " ", ord("t"): " "}) or " ", 2
    return here, 1
