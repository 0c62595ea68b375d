"""A pydantic model with the models inside it, as dotted options."""

import ast
from dataclasses import replace

from qbank.vocab.extract.classes import Class, find_class, lineage, models_in
from qbank.vocab.extract.fields import fields
from qbank.vocab.extract.found import Found, Key
from qbank.vocab.extract.universe import Universe

Path = tuple[str, ...]


def nested_group(universe: Universe, dotted: str) -> Found:
    """A model flattened to dotted names. Raises KeyError when the archives have no such class."""
    cls = find_class(universe, dotted)
    if cls is None:
        raise KeyError(dotted)
    found: dict[str, Key] = {}
    splice(universe, cls, (), found)
    return Found(dotted, [*found.values()])


def splice(
    universe: Universe,
    cls: Class,
    path: Path,
    found: dict[str, Key],
    above: frozenset[tuple[str, str]] = frozenset(),
) -> None:
    """Adds a model's fields below `path`. A field with an alias goes by the alias; its own name is another spelling."""
    if cls.key in above:
        return
    for name, key in fields(universe, cls, pydantic=True).items():
        first, *others = [*key.aliases, name]
        dotted = ".".join((*path, first))
        spellings = [".".join((*path, each)) for each in others]
        found[dotted] = replace(key, name=dotted, aliases=spellings)
        for inner in _models_of(universe, cls, name):
            splice(universe, inner, (*path, first), found, above | {cls.key})


def _models_of(universe: Universe, cls: Class, name: str) -> list[Class]:
    """The models that the annotation of a field names, in whatever class declares it."""
    return [
        model
        for each in lineage(universe, cls)
        for node in each.node.body
        if isinstance(node, ast.AnnAssign) and getattr(node.target, "id", "") == name
        for model in models_in(universe, each.module, node.annotation)
    ]
