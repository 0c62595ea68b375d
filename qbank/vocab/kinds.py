"""From a type annotation to the kinds of values it admits."""

import ast
from functools import cache

_NAMES = {
    "bool": "bool",
    "int": "int",
    "float": "float",
    "str": "str",
    "Path": "str",
    "list": "list",
    "List": "list",
    "tuple": "list",
    "Tuple": "list",
    "set": "list",
    "Set": "list",
    "Sequence": "list",
    "dict": "dict",
    "Dict": "dict",
    "Mapping": "dict",
    "None": "none",
}
_WRAPPERS = {"Union", "Optional", "Annotated", "SkipJsonSchema"}


@cache
def kinds_of(annotation: str) -> frozenset[str]:
    """Which of `bool int float str list dict none` an annotation admits; empty when a part of it is not understood."""
    try:
        return _read(ast.parse(annotation.strip(), mode="eval").body)
    except (SyntaxError, _UnknownError):
        return frozenset()


class _UnknownError(Exception):
    """A part of an annotation that could mean anything."""


def _read(node: ast.expr) -> frozenset[str]:
    match node:
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return _read(left) | _read(right)
        case ast.Constant(value=None):
            return frozenset({"none"})
        case ast.Constant(value=str(text)):
            return _read(ast.parse(text, mode="eval").body)
        case ast.Name(id=name) | ast.Attribute(attr=name) if name in _NAMES:
            return frozenset({_NAMES[name]})
        case ast.Subscript():
            return _subscript(node)
    raise _UnknownError


def _subscript(node: ast.Subscript) -> frozenset[str]:
    head = getattr(node.value, "id", getattr(node.value, "attr", ""))
    parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    if head == "Literal":
        return frozenset().union(*map(_literal, parts))
    if head == "Annotated":
        return _read(parts[0])
    if head in _WRAPPERS:
        found = frozenset[str]().union(*map(_read, parts))
        return found | {"none"} if head == "Optional" else found
    return _read(node.value)


def _literal(node: ast.expr) -> frozenset[str]:
    if isinstance(node, ast.Constant):
        return frozenset({"none" if node.value is None else type(node.value).__name__})
    raise _UnknownError
