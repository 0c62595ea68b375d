"""Parameters of functions and methods as options."""

import ast

from qbank.vocab.extract.classes import closed_choices, find_class, lineage
from qbank.vocab.extract.found import Found, Key
from qbank.vocab.extract.universe import Universe
from qbank.vocab.extract.values import value


def signature(universe: Universe, dotted: str) -> Found:
    """The parameters of a function or method, inherited ones too. Raises KeyError when it is not found."""
    owner, _, name = dotted.rpartition(".")
    if owner.rpartition(".")[2][:1].isupper():
        cls = find_class(universe, owner)
        for each in lineage(universe, cls) if cls else ():
            for node in each.node.body:
                if isinstance(node, ast.FunctionDef) and node.name == name:
                    target = f"{each.module.name}.{each.node.name}.{name}"
                    return _parameters(universe, each.module.name, node, target)
        raise KeyError(dotted)
    hit = universe.resolve(universe.modules.get(owner), name)
    if not hit or not isinstance(hit.node, ast.FunctionDef):
        raise KeyError(dotted)
    return _parameters(universe, hit.module.name, hit.node, dotted)


def _parameters(universe: Universe, module_name: str, node: ast.FunctionDef, target: str) -> Found:
    module, arguments = universe.modules[module_name], node.args
    positional = [*arguments.posonlyargs, *arguments.args]
    absent = len(positional) - len(arguments.defaults)
    defaults = [*[None] * absent, *arguments.defaults, *arguments.kw_defaults]
    keys = []
    for each, default in zip([*positional, *arguments.kwonlyargs], defaults, strict=True):
        if each.arg not in {"self", "cls"}:
            key = Key(each.arg, module.dist, f"{module.path}:{each.lineno}")
            key.type = ast.unparse(each.annotation) if each.annotation else ""
            key.required = default is None
            key.default = value(universe, module, default) if default else None
            key.choices = closed_choices(universe, module, each.annotation)
            keys.append(key)
    return Found(target, keys, takes_any=bool(arguments.kwarg))
