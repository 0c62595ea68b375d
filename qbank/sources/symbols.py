"""Where a cited symbol stands in a file."""

import ast
import hashlib
import re
import warnings
from collections.abc import Iterator
from typing import Any, NamedTuple

_NAME = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*")
_HASH_DIGITS = 16


class Found(NamedTuple):
    """The text of a symbol. `lines` is `first-last` or one number; with commas, a name that is defined several times."""

    lines: str
    text: str

    @property
    def hash(self) -> str:
        """What the text hashes to; spaces at line ends do not count."""
        return digest("\n".join(line.rstrip() for line in self.text.split("\n")).encode())


class SymbolError(Exception):
    """A symbol that a file does not have, or has not once. The message completes "`symbol` ..."."""


def digest(raw: bytes) -> str:
    """The first 16 hexadecimal digits of SHA-256."""
    return hashlib.sha256(raw).hexdigest()[:_HASH_DIGITS]


def find(path: str, text: str, symbol: str) -> Found:
    """The definition of a function, class, method or constant, else the line that a string stands in.

    The string must occur once. Raises SymbolError.
    """
    lines = text.split("\n")
    if path.endswith((".py", ".pyi")) and _NAME.fullmatch(symbol):
        spans = [*dict.fromkeys(_definitions(text, symbol))]
        if spans:
            parts = ["\n".join(lines[first - 1 : last]) for first, last in spans]
            return Found(",".join(_range(*span) for span in spans), "\n".join(parts))
    count = text.count(symbol)
    if count != 1:
        raise SymbolError(f"occurs {count} times" if count else "is not there")
    before = text[: text.index(symbol)].count("\n")
    after = before + symbol.count("\n")
    return Found(_range(before + 1, after + 1), "\n".join(lines[before : after + 1]))


def _range(first: int, last: int) -> str:
    return f"{first}-{last}" if last > first else f"{first}"


def _definitions(text: str, symbol: str) -> Iterator[tuple[int, int]]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)
        try:
            tree = ast.parse(text)
        except SyntaxError as error:
            raise SymbolError(f"cannot be looked up: line {error.lineno} does not parse") from error
    yield from _named(tree, symbol.split("."))


def _named(scope: ast.AST, names: list[str]) -> Iterator[tuple[int, int]]:
    """Definitions of the first name in a scope, and of the rest inside it; `if`, `try` and `with` open no scope."""
    for node in ast.iter_child_nodes(scope):
        is_scope = isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        if names[0] in _bound(node):
            if len(names) == 1:
                yield _first_line(node), getattr(node, "end_lineno", 0)
            elif is_scope:
                yield from _named(node, names[1:])
        elif not is_scope and isinstance(node, ast.stmt | ast.ExceptHandler):
            yield from _named(node, names)


def _bound(node: ast.AST) -> set[str]:
    match node:
        case ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef():
            return {node.name}
        case ast.Assign():
            each = (name for target in node.targets for name in ast.walk(target))
            return {name.id for name in each if isinstance(name, ast.Name)}
        case ast.AnnAssign(target=ast.Name(id=name)):
            return {name}
    return set()


def _first_line(node: Any) -> int:
    """The first line, decorators included."""
    marks = getattr(node, "decorator_list", [])
    return min(int(each.lineno) for each in (node, *marks))
