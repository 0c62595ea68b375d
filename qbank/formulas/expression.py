"""Arithmetic written in question files: parsed with `ast`, never executed.

Numbers, names of drawn values, `+ - * / **`, parentheses, and calls of registry formulas with
keyword arguments. Anything else is refused with its position.
"""

import ast
import math
import operator
from collections.abc import Callable, Mapping

from qbank.errors import QbankError
from qbank.formulas.formula import Given
from qbank.formulas.registry import evaluate

_LONGEST = 2000
_DEEPEST = 100
_ARITHMETIC: Mapping[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
_COMPARISONS: Mapping[type[ast.cmpop], Callable[[float, float], bool]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}
_NOTHING: Mapping[str, float] = {}


def evaluate_expression(text: str, names: Mapping[str, float] = _NOTHING) -> float:
    """The value of `text` in SI base units, with the values of `names` filled in.

    Raises QbankError with the position of what it cannot compute.
    Example: `2 * ring_bytes(op='all-gather', size=13e9 * 2, ranks=16) / (25e9 / 8)`.
    """
    return _Evaluation(text, names).number(_parsed(text))


def evaluate_condition(text: str, names: Mapping[str, float]) -> bool:
    """Whether the one comparison that `text` is holds, such as `params / ranks > 0.2e9`.

    Raises QbankError when it is not exactly one comparison.
    """
    node, evaluation = _parsed(text), _Evaluation(text, names)
    if not isinstance(node, ast.Compare) or len(node.ops) != 1:
        raise evaluation.refusal(node, "a condition is one comparison")
    compare = _COMPARISONS.get(type(node.ops[0]))
    if compare is None:
        raise evaluation.refusal(node, "compare with < <= > >= == or !=")
    return compare(evaluation.number(node.left), evaluation.number(node.comparators[0]))


def _parsed(text: str) -> ast.expr:
    """The tree of `text`; short and shallow enough to be walked."""
    if len(text) > _LONGEST:
        message = f"the expression has {len(text)} characters, {_LONGEST} are allowed"
        raise QbankError(message)
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except SyntaxError as error:
        message = f"`{text}` is not an expression, column {error.offset or 1}"
        raise QbankError(message) from error
    # A null byte is a ValueError; nesting is a MemoryError or RecursionError.
    except (ValueError, MemoryError, RecursionError) as error:
        message = f"`{text[:40]}` cannot be parsed"
        raise QbankError(message) from error
    if _depth(tree) > _DEEPEST:
        message = f"the expression is nested more than {_DEEPEST} deep"
        raise QbankError(message)
    return tree


def _depth(tree: ast.expr) -> int:
    """Levels of the tree, counted without recursion: a long sum is as deep as it has terms."""
    depth = 0
    level: list[ast.AST] = [tree]
    while level and depth <= _DEEPEST:
        depth += 1
        level = [child for node in level for child in ast.iter_child_nodes(node)]
    return depth


class _Evaluation:
    """One walk over a tree. Knows the text, so that a refusal can show what it means."""

    def __init__(self, text: str, names: Mapping[str, float]) -> None:
        self._text = text.strip()
        self._names = names

    def refusal(self, node: ast.expr, reason: str, *, hint: str = "") -> QbankError:
        """The error for `node`, with its text and column."""
        shown = ast.get_source_segment(self._text, node) or self._text
        message = f"`{shown}` at column {node.col_offset + 1}: {reason}"
        return QbankError(message, hint=hint)

    def number(self, node: ast.expr) -> float:
        """The finite value of `node`."""
        try:
            value = self._value(node)
        except (OverflowError, ZeroDivisionError) as error:
            raise self.refusal(node, "has no finite value") from error
        if not math.isfinite(value):
            raise self.refusal(node, "has no finite value")
        return value

    def _value(self, node: ast.expr) -> float:
        match node:
            case ast.Constant(value=bool()):
                raise self.refusal(node, "is not a number")
            case ast.Constant(value=int() | float() as value):
                return float(value)
            case ast.Name(id=name) if name in self._names:
                return float(self._names[name])
            case ast.UnaryOp(op=ast.USub() | ast.UAdd() as sign, operand=operand):
                return self.number(operand) * (-1 if isinstance(sign, ast.USub) else 1)
            case ast.BinOp():
                return self._binary(node)
            case ast.Call():
                return self._call(node)
            case ast.Name(id=name):
                known = ", ".join(self._names) or "none here"
                raise self.refusal(node, f"no value named `{name}`", hint=f"names: {known}")
            case _:
                raise self.refusal(node, "only numbers, + - * / ** and formulas are allowed")

    def _binary(self, node: ast.BinOp) -> float:
        left, right = self.number(node.left), self.number(node.right)
        if isinstance(node.op, ast.Pow):
            return self._power(node, left, right)
        operation = _ARITHMETIC.get(type(node.op))
        if operation is None:
            raise self.refusal(node, "only + - * / ** are allowed")
        return operation(left, right)

    def _power(self, node: ast.BinOp, base: float, exponent: float) -> float:
        """A power of floats: it overflows at once where integers would grow without end."""
        if base < 0 and exponent != int(exponent):
            raise self.refusal(node, "is a broken power of a negative number")
        return float(base**exponent)

    def _call(self, node: ast.Call) -> float:
        if not isinstance(node.func, ast.Name):
            raise self.refusal(node, "only formulas of the registry can be called")
        if node.args or any(keyword.arg is None for keyword in node.keywords):
            hint = f"as in {node.func.id}(params=7e9)"
            raise self.refusal(node, "arguments are given by name", hint=hint)
        arguments = {
            keyword.arg: self._argument(keyword.value) for keyword in node.keywords if keyword.arg
        }
        try:
            return evaluate(node.func.id, arguments)
        except QbankError as error:
            raise self.refusal(node, error.message, hint=error.hint) from error

    def _argument(self, node: ast.expr) -> Given:
        if isinstance(node, ast.Constant) and isinstance(node.value, str | bool):
            return node.value
        return self.number(node)
