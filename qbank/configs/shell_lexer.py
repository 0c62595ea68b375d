"""A shell script to raw words and operators: quotes, escapes, comments, line continuations and here-documents."""

import re
from collections.abc import Iterator
from typing import NamedTuple

_OPERATOR = re.compile(r"&&|\|\||;;&?|;&|&>>?|\|&|<<<|<<-?|[<>]&\d*-?|>>|>\||[;&|()<>\n]")
_NAME = re.compile(r"\w+")
_PLAIN = re.compile(r"[^\s\\'\"`$;&|()<>]+")
_PLACEHOLDER = re.compile(r"<[A-Za-z][\w -]*>")
_HERE = re.compile(r"""<<-?[ \t]*(?:'([^'\n]+)'|"([^"\n]+)"|\\?([\w.@%+!-]+))""")


class Part(NamedTuple):
    """A piece of a raw word. `variable` is the name of a variable, `?` for what only running could tell, or empty.

    `is_list` is `${NAME[@]}` or `$@`. An empty quoted part keeps the word from vanishing.
    """

    text: str
    start: int
    is_quoted: bool
    variable: str = ""
    is_list: bool = False


class Token(NamedTuple):
    """A raw word, or an operator when `parts` is None."""

    text: str
    start: int
    parts: tuple[Part, ...] | None = None


class QuoteError(Exception):
    """A quote that is never closed, at an offset."""

    def __init__(self, start: int) -> None:
        super().__init__("a quote that is never closed")
        self.start = start


def tokens(text: str) -> Iterator[Token]:
    """Words and operators in the order of the script. Raises QuoteError."""
    lexer = _Lexer(text)
    while lexer.skip():
        yield lexer.next()


class _Lexer:
    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._here: list[str] = []

    def skip(self) -> bool:
        """Go past blanks, continuations and comments; false at the end."""
        text = self._text
        while self._at < len(text):
            if text[self._at] in " \t\r":
                self._at += 1
            elif text.startswith("\\\n", self._at):
                self._at += 2
            elif text[self._at] == "#":
                end = text.find("\n", self._at)
                self._at = end if end >= 0 else len(text)
            else:
                return True
        return False

    def next(self) -> Token:
        """The token that begins here."""
        here = _HERE.match(self._text, self._at)
        found = _OPERATOR.match(self._text, self._at)
        placeholder = _PLACEHOLDER.match(self._text, self._at)
        if placeholder:
            start, self._at = self._at, placeholder.end()
            part = Part(placeholder[0], start, is_quoted=True, variable="?")
            return Token(placeholder[0], start, (part,))
        if found and not self._text.startswith("<<<", self._at) and here:
            self._here.append(here[1] or here[2] or here[3])
            start, self._at = self._at, here.end()
            return Token("<<", start)
        if found:
            start, self._at = self._at, found.end()
            if found[0] == "\n":
                self._pass_documents()
            return Token(found[0], start)
        return self._word()

    def _pass_documents(self) -> None:
        for ending in self._here:
            found = re.compile(rf"^\s*{re.escape(ending)}\s*$", re.MULTILINE).search(
                self._text, self._at
            )
            self._at = found.end() if found else len(self._text)
        self._here = []

    def _word(self) -> Token:
        start, parts = self._at, []
        while self._at < len(self._text):
            char = self._text[self._at]
            if char.isspace() or (_OPERATOR.match(self._text, self._at)):
                break
            parts += self._piece(char)
        return Token(self._text[start : self._at], start, tuple(parts))

    def _piece(self, char: str) -> list[Part]:
        """The parts of one quoted or plain stretch."""
        start = self._at
        if char == "'":
            return [self._single(start)]
        if char == '"':
            return self._double()
        if char in "$`":
            return [self._variable(is_quoted=False)]
        if char == "\\":
            self._at += 2
            escaped = self._text[start + 1 : start + 2]
            return [] if escaped == "\n" else [Part(escaped, start + 1, is_quoted=True)]
        found = _PLAIN.match(self._text, self._at)
        self._at = found.end() if found else self._at + 1
        return [Part(self._text[start : self._at], start, is_quoted=False)]

    def _single(self, start: int) -> Part:
        end = self._text.find("'", start + 1)
        if end < 0:
            raise QuoteError(start)
        self._at = end + 1
        return Part(self._text[start + 1 : end], start + 1, is_quoted=True)

    def _double(self) -> list[Part]:
        opened = self._at
        self._at += 1
        parts, start = [Part("", self._at, is_quoted=True)], self._at

        def take() -> None:
            if self._at > start:
                parts.append(Part(self._text[start : self._at], start, is_quoted=True))

        while not self._text.startswith('"', self._at):
            if self._at >= len(self._text):
                raise QuoteError(opened)
            char = self._text[self._at]
            if char == "\\" and self._text[self._at + 1 : self._at + 2] in (
                "\n",
                '"',
                "$",
                "`",
                "\\",
            ):
                take()
                start = self._at + (2 if self._text[self._at + 1] == "\n" else 1)
                self._at += 2
            elif char in "$`":
                take()
                parts.append(self._variable(is_quoted=True))
                start = self._at
            else:
                self._at += 1
        take()
        self._at += 1
        return parts

    def _variable(self, *, is_quoted: bool) -> Part:
        """`$NAME`, `${…}`, `$(…)`, `` `…` ``, or a lone dollar."""
        start, text = self._at, self._text
        opening = text[start : start + 2]
        if opening == "${":
            self._at = _closing(text, start + 1, "{", "}")
            return _braced(text[start : self._at], start, is_quoted=is_quoted)
        if opening == "$(":
            self._at = _closing(text, start + 1, "(", ")")
        elif text[start] == "`":
            end = text.find("`", start + 1)
            self._at = end + 1 if end >= 0 else len(text)
        else:
            return self._named(start, is_quoted=is_quoted)
        return Part(text[start : self._at], start, is_quoted, "?")

    def _named(self, start: int, *, is_quoted: bool) -> Part:
        text = self._text
        found = _NAME.match(text, start + 1)
        if found and not found[0][0].isdigit():
            self._at = found.end()
            return Part(text[start : self._at], start, is_quoted, found[0])
        special = text[start + 1 : start + 2]
        if special and special in "@*#?$!-0123456789":
            self._at = start + 2
            return Part(text[start : self._at], start, is_quoted, "?", is_list=special in "@*")
        self._at = start + 1
        return Part("$", start, is_quoted)


def _closing(text: str, start: int, opening: str, closing: str) -> int:
    """The offset behind the bracket that closes the one at `start`; the end of the text without one."""
    depth, at = 0, start
    while at < len(text):
        if text[at] == "\\":
            at += 1
        elif text[at] == "'" and opening == "(":
            end = text.find("'", at + 1)
            at = end if end > 0 else at
        elif text[at] == opening:
            depth += 1
        elif text[at] == closing:
            depth -= 1
            if not depth:
                return at + 1
        at += 1
    return len(text)


def _braced(text: str, start: int, *, is_quoted: bool) -> Part:
    inner = text[2:-1]
    name, _, index = inner.partition("[")
    if index in ("@]", "*]") and _NAME.fullmatch(name):
        return Part(text, start, is_quoted, name, is_list=True)
    return Part(text, start, is_quoted, inner if _NAME.fullmatch(inner) else "?")
