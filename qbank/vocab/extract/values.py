"""Defaults and choices as values: literals, constants of modules, enum members. What cannot be folded is kept as text."""

import ast
import operator
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from qbank.vocab.extract.universe import Module, Universe

Local = Mapping[str, ast.expr]
"""Names that are assigned around an expression, with what is assigned."""

_DEEPEST = 25
_LONGEST_TEXT = 120
_LARGEST_INT = 2**63 - 1

_OPERATORS: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Mult: operator.mul,
    ast.Pow: operator.pow,
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Div: operator.truediv,
    ast.LShift: operator.lshift,
}
_CONVERSIONS: Mapping[str, Callable[[Any], Any]] = {
    "pp_int": int,
    "int": int,
    "float": float,
    "str": str,
    "list": list,
    "tuple": list,
    "sorted": list,
    "set": list,
}


class Unfolded(NamedTuple):
    """An expression whose value is known only when the framework runs."""

    text: str


class UnfoldableError(Exception):
    """Raised inside `fold`: the expression is not a constant."""


def value(universe: Universe, module: Module, node: ast.expr, local: Local | None = None) -> Any:
    """The JSON value of an expression, or Unfolded."""
    try:
        return Folder(universe, local or {}).fold(module, node)
    except (UnfoldableError, RecursionError):
        return Unfolded(" ".join(ast.unparse(node).split())[:_LONGEST_TEXT])


def soft_value(universe: Universe, module: Module, node: ast.expr, local: Local) -> Any:
    """Like `value`, but a dictionary keeps the entries that can be folded when one cannot."""
    if not isinstance(node, ast.Dict):
        return value(universe, module, node, local)
    return {
        key.value: soft_value(universe, module, each, local)
        for key, each in zip(node.keys, node.values, strict=True)
        if isinstance(key, ast.Constant)
    }


def text_of(universe: Universe, module: Module, node: ast.expr) -> str | None:
    """The string that an expression is; None when it is none."""
    found = value(universe, module, node)
    return found if isinstance(found, str) else None


class Folder:
    """Computes constant expressions."""

    def __init__(self, universe: Universe, local: Local, depth: int = 0) -> None:
        self._universe, self._local, self._depth = universe, local, depth

    def fold(self, module: Module, node: ast.expr | None) -> Any:
        """The value of an expression. Raises UnfoldableError."""
        if self._depth > _DEEPEST or node is None:
            raise UnfoldableError
        deeper = Folder(self._universe, self._local, self._depth + 1)
        return deeper._dispatch(module, node)

    def _dispatch(self, module: Module, node: ast.expr) -> Any:  # one case a kind of expression
        match node:
            case ast.Constant(value=str() | int() | float() | None as constant):
                return constant
            case ast.List() | ast.Tuple() | ast.Set():
                return [self.fold(module, each) for each in node.elts]
            case ast.Dict():
                # a key of None is `**other`, which no constant tells: folding it raises
                pairs = zip(node.keys, node.values, strict=True)
                return {str(self.fold(module, k)): self.fold(module, v) for k, v in pairs}
            case ast.JoinedStr():
                return "".join(
                    str(each.value) if isinstance(each, ast.Constant) else "{..}"
                    for each in node.values
                )
            case ast.UnaryOp() | ast.BinOp():
                return self._operation(module, node)
        return self._looked_up(module, node)

    def _looked_up(self, module: Module, node: ast.expr) -> Any:
        match node:
            case ast.Call():
                return self._call(module, node)
            case ast.Name():
                return self._name(module, node)
            case ast.Attribute():
                return self._attribute(module, node)
        raise UnfoldableError

    def _operation(self, module: Module, node: ast.UnaryOp | ast.BinOp) -> Any:
        if isinstance(node, ast.UnaryOp):
            operand = self.fold(module, node.operand)
            if isinstance(node.op, ast.USub):
                return -operand
            if isinstance(node.op, ast.Not):
                return not operand
            raise UnfoldableError
        if type(node.op) not in _OPERATORS:
            raise UnfoldableError
        left, right = self.fold(module, node.left), self.fold(module, node.right)
        try:
            return _OPERATORS[type(node.op)](left, right)
        except (TypeError, ArithmeticError, ValueError) as error:
            raise UnfoldableError from error

    def _call(self, module: Module, node: ast.Call) -> Any:
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        if name in {"list", "set", "tuple"} and not node.args:
            return []
        if name == "dict" and not node.args:
            if any(each.arg is None for each in node.keywords):
                raise UnfoldableError
            return {str(each.arg): self.fold(module, each.value) for each in node.keywords}
        if name in _CONVERSIONS and node.args:
            return _CONVERSIONS[name](self.fold(module, node.args[0]))
        if name == "keys" and isinstance(node.func, ast.Attribute):
            return list(self.fold(module, node.func.value))
        raise UnfoldableError

    def _name(self, module: Module, node: ast.Name) -> Any:
        if node.id in self._local:
            return self.fold(module, self._local[node.id])
        return self._assigned(self._universe.resolve(module, node.id))

    def _assigned(self, found: Any) -> Any:
        if found and isinstance(found.node, ast.Assign | ast.AnnAssign):
            return Folder(self._universe, {}, self._depth).fold(found.module, found.node.value)
        raise UnfoldableError

    def _attribute(self, module: Module, node: ast.Attribute) -> Any:
        """`Enum.MEMBER`, `Enum.MEMBER.value`, or a constant of another module."""
        if ast.unparse(node) == "sys.maxsize":
            return _LARGEST_INT
        inner = node.value
        is_member = isinstance(inner, ast.Attribute) and node.attr in {"value", "name"}
        last = inner if isinstance(inner, ast.Attribute) and is_member else node
        base, name = last.value, last.attr
        owner = self._universe.meaning(module, base)
        if owner and isinstance(owner.node, ast.ClassDef):
            for statement in owner.node.body:
                if isinstance(statement, ast.Assign) and _target(statement) == name:
                    return Folder(self._universe, {}, self._depth).fold(
                        owner.module, statement.value
                    )
        if owner and owner.node is None:
            return self._assigned(self._universe.resolve(owner.module, name))
        raise UnfoldableError


def _target(statement: ast.Assign) -> str:
    return getattr(statement.targets[0], "id", "")


def assigned_names(body: list[ast.stmt]) -> dict[str, ast.expr]:
    """Names that statements of one block assign, with what they assign."""
    return {
        _target(each): each.value for each in body if isinstance(each, ast.Assign) and _target(each)
    }
