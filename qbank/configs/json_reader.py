"""JSON with the place of every key and value. Comments and trailing commas are errors, as they are for `json.load`."""

import json
import re

from qbank.configs.places import Places
from qbank.configs.tree import Entry, Node, mapping, sequence

_SPACE = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?")
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"')
_WORDS = {"true": True, "false": False, "null": None}
_MAX_DEPTH = 60


class JsonError(Exception):
    """The text is no JSON: what is wrong, from which offset to which."""

    def __init__(self, message: str, start: int, fix: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.start = start
        self.fix = fix


def read_json(text: str) -> Node:
    """The tree of a file. Raises JsonError."""
    return _Reader(text).document()


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._depth = 0
        self._places = Places(text)

    def document(self) -> Node:
        node = self._value()
        if self._next():
            raise self._error("something follows after the end")
        return node

    def _next(self) -> str:
        """The next character that is no space; empty at the end."""
        found = _SPACE.match(self._text, self._at)
        self._at = found.end() if found else self._at
        return self._text[self._at : self._at + 1]

    def _error(self, message: str) -> JsonError:
        if self._text.startswith(("//", "/*", "#"), self._at):
            return JsonError("JSON has no comments", self._at, "remove the comment")
        return JsonError(message, self._at)

    def _value(self) -> Node:
        start, char = self._at, self._next()
        start = self._at
        if char in "{[" and char:
            self._depth += 1
            if self._depth > _MAX_DEPTH:
                raise self._error(f"is nested deeper than {_MAX_DEPTH} levels")
            node = self._mapping(start) if char == "{" else self._sequence(start)
            self._depth -= 1
            return node
        if char == '"':
            value: object = self._string()
            return self._scalar(value, start)
        for word, constant in _WORDS.items():
            if self._text.startswith(word, start):
                self._at += len(word)
                return self._scalar(constant, start)
        return self._scalar(self._number(), start)

    def _scalar(self, value: object, start: int) -> Node:
        typed = self._text[start : self._at]
        return Node(value, self._places.span(start, self._at), typed)

    def _number(self) -> int | float:
        found = _NUMBER.match(self._text, self._at)
        if not found:
            raise self._error("a value is expected here" if self._next() else "the file ends early")
        try:
            value = float(found[0]) if found[1] or found[2] else int(found[0])
        except ValueError as error:
            raise self._error("a number with too many digits") from error
        self._at = found.end()
        return value

    def _string(self) -> str:
        found = _STRING.match(self._text, self._at)
        if not found:
            raise self._error("a string that does not end in its line")
        try:
            value = json.loads(found[0])
        except json.JSONDecodeError as error:
            raise JsonError("an escape that JSON does not know", self._at + error.pos) from error
        self._at = found.end()
        return str(value)

    def _mapping(self, start: int) -> Node:
        self._at += 1
        entries: list[Entry] = []
        while self._next() != "}":
            if entries:
                self._comma("}")
            if self._next() != '"':
                raise self._error("a key in double quotes is expected here")
            key_start = self._at
            key = self._string()
            place = self._places.span(key_start, self._at)
            if self._next() != ":":
                raise self._error("a colon is expected here")
            self._at += 1
            entries.append(Entry(key, place, self._value()))
        self._at += 1
        return mapping(tuple(entries), self._places.span(start, start + 1))

    def _sequence(self, start: int) -> Node:
        self._at += 1
        items: list[Node] = []
        while self._next() != "]":
            if items:
                self._comma("]")
            items.append(self._value())
        self._at += 1
        return sequence(tuple(items), self._places.span(start, start + 1))

    def _comma(self, closing: str) -> None:
        if self._next() != ",":
            raise self._error(f"a comma or `{closing}` is expected here")
        comma = self._at
        self._at += 1
        if self._next() == closing:
            raise JsonError("a comma before the end", comma, "remove the comma")
