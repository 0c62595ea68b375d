"""Dictionaries in a Python source that are a config of their own: what `deepspeed.initialize` is given."""

import ast
from collections.abc import Callable, Iterator
from dataclasses import replace

from qbank.configs.lookup import of_file
from qbank.configs.names_in_python import Names
from qbank.configs.setting import UNKNOWN, Block
from qbank.configs.tree import Entry, Node, mapping, sequence
from qbank.problem import Span

Place = Callable[[ast.AST], Span]

# deepspeed 0.19.8 deepspeed/__init__.py initialize
_CALLS = {"deepspeed.initialize": ("config", "config_params")}


def configs_in(tree: ast.Module, names: Names, place: Place) -> Iterator[Block]:
    """A block for every dictionary that a call takes as its config; none for one that is changed after it is written."""
    changed = frozenset(_changed(tree))
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call):
            continue
        keywords = _CALLS.get(names.dotted(call.func), ())
        for given in (each.value for each in call.keywords if each.arg in keywords):
            found = names.written(given)
            is_changed = isinstance(given, ast.Name) and given.id in changed
            if isinstance(found, ast.Dict) and not is_changed:
                block = of_file("deepspeed", _node(found, names, place))
                yield replace(block, is_open=_is_open(found))


def _changed(tree: ast.Module) -> Iterator[str]:
    """Names of what may be changed in place: `config["fp16"]["enabled"] = …`, `config.update(…)`."""
    for node in ast.walk(tree):
        held: ast.expr | None = None
        if isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
            held = node
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            held = node.func.value
        while isinstance(held, ast.Subscript):
            held = held.value
        if isinstance(held, ast.Name):
            yield held.id


def _is_open(node: ast.Dict) -> bool:
    """Whether some keys are not written out."""
    inside = (each for each in ast.walk(node) if isinstance(each, ast.Dict))
    return any(_text(key) is None for each in inside for key in each.keys)


def _text(key: ast.expr | None) -> str | None:
    return key.value if isinstance(key, ast.Constant) and isinstance(key.value, str) else None


def _node(node: ast.expr, names: Names, place: Place) -> Node:
    here = place(node)
    if isinstance(node, ast.Dict):
        pairs = zip(node.keys, node.values, strict=True)
        return mapping(
            tuple(
                Entry(_text(key) or "", place(key), _node(value, names, place))
                for key, value in pairs
                if key is not None and _text(key) is not None
            ),
            here,
        )
    if isinstance(node, ast.List | ast.Tuple):
        return sequence(tuple(_node(item, names, place) for item in node.elts), here)
    value = names.value(node)
    return Node(value, here, "" if value is UNKNOWN else str(value))
