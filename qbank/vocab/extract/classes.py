"""Classes across archives: bases, order of inheritance, enum members, choices in annotations."""

import ast
from collections.abc import Iterator
from typing import Any, NamedTuple

from qbank.vocab.extract.universe import Module, Universe
from qbank.vocab.extract.values import value

_DEEPEST = 6
_UNIONS = {"Optional", "Union", "Annotated", "SkipJsonSchema"}
_WRAPPERS = {"Optional", "Union", "Annotated", "List", "list", "SkipJsonSchema"}


class Class(NamedTuple):
    """A class and the module that defines it."""

    module: Module
    node: ast.ClassDef

    @property
    def key(self) -> tuple[str, str]:
        """What tells it from other classes."""
        return self.module.name, self.node.name


def name_of(node: ast.AST) -> str:
    """The last word of a name or dotted name; empty for anything else."""
    return getattr(node, "id", getattr(node, "attr", ""))


def find_class(universe: Universe, dotted: str) -> Class | None:
    """A class by module and name, also when the module only imports it."""
    module, _, name = dotted.rpartition(".")
    found = universe.resolve(universe.modules.get(module), name)
    return (
        Class(found.module, found.node) if found and isinstance(found.node, ast.ClassDef) else None
    )


def bases(universe: Universe, cls: Class) -> list[Class]:
    """The bases that the archives contain."""
    found = []
    for node in cls.node.bases:
        plain = node.value if isinstance(node, ast.Subscript) else node
        hit = universe.meaning(cls.module, plain)
        if hit and isinstance(hit.node, ast.ClassDef):
            found.append(Class(hit.module, hit.node))
    return found


def lineage(universe: Universe, cls: Class, below: tuple[tuple[str, str], ...] = ()) -> list[Class]:
    """The class and all it inherits from, in Python's own order."""
    if cls.key in below:
        return [cls]
    parents = bases(universe, cls)
    queues = [lineage(universe, parent, (*below, cls.key)) for parent in parents]
    return [cls, *_merged([each for each in (*queues, parents) if each])]


def _merged(queues: list[list[Class]]) -> Iterator[Class]:
    while queues:
        behind = {each.key for queue in queues for each in queue[1:]}
        heads = [queue[0] for queue in queues]
        first = next((head for head in heads if head.key not in behind), heads[0])
        yield first
        rest = ([each for each in queue if each.key != first.key] for queue in queues)
        queues = [queue for queue in rest if queue]


def is_enum(universe: Universe, cls: Class) -> bool:
    """Whether some base is an Enum."""
    every = (base for each in lineage(universe, cls) for base in each.node.bases)
    return any(name_of(base).endswith("Enum") for base in every)


def is_pydantic(universe: Universe, cls: Class) -> bool:
    """Whether some base is pydantic's BaseModel."""
    every = (base for each in lineage(universe, cls) for base in each.node.bases)
    return any(name_of(base) == "BaseModel" for base in every)


def is_dataclass(node: ast.ClassDef) -> bool:
    """Whether the class itself is decorated as a dataclass."""
    marks = (each.func if isinstance(each, ast.Call) else each for each in node.decorator_list)
    return any(name_of(mark) == "dataclass" for mark in marks)


def enum_values(universe: Universe, cls: Class) -> list[Any]:
    """The values of an enum's members; their names where the values are opaque."""
    members = {}
    for each in cls.node.body:
        if isinstance(each, ast.Assign) and isinstance(each.targets[0], ast.Name):
            name = each.targets[0].id
            if not name.startswith("_"):
                members[name] = value(universe, cls.module, each.value)
    counted = any(getattr(base, "id", "") in {"int", "IntEnum"} for base in cls.node.bases)
    spelled = all(isinstance(each, str) for each in members.values())
    return [*members.values()] if counted or spelled else [*members]


def parsed(annotation: ast.expr) -> ast.expr | None:
    """An annotation, also one that is written as a string; None when that is no expression."""
    if not (isinstance(annotation, ast.Constant) and isinstance(annotation.value, str)):
        return annotation
    try:
        return ast.parse(annotation.value, mode="eval").body
    except SyntaxError:
        return None


def closed_choices(
    universe: Universe, module: Module, annotation: ast.expr | None, *, is_model: bool = False
) -> list[Any]:
    """The only values that an annotation allows; empty when any text will do as well.

    A plain `str` beside an enum is still converted to the enum by the argument classes of Hugging Face, but not by
    pydantic; beside a `Literal`, or a list, it opens the choice.
    """
    members = [*_members(annotation)] if annotation else []
    hits = [universe.meaning(module, each) for each in members]
    has_enum = any(
        hit
        and isinstance(hit.node, ast.ClassDef)
        and is_enum(universe, Class(hit.module, hit.node))
        for hit in hits
    )
    is_open = any(name_of(each) == "str" for each in members) and (is_model or not has_enum)
    return [] if is_open else choices(universe, module, annotation)


def _members(annotation: ast.expr) -> Iterator[ast.expr]:
    """The parts of a union, without what wraps them."""
    match parsed(annotation):
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            yield from (*_members(left), *_members(right))
        case ast.Subscript(value=head, slice=inside) if name_of(head) in _UNIONS:
            parts = inside.elts if isinstance(inside, ast.Tuple) else [inside]
            for each in parts[:1] if name_of(head) == "Annotated" else parts:
                yield from _members(each)
        case ast.expr() as other:
            yield other


def choices(
    universe: Universe, module: Module, annotation: ast.expr | None, depth: int = 0
) -> list[Any]:
    """The values that `Literal` and enums anywhere in an annotation allow; empty when it names none."""
    node = parsed(annotation) if annotation else None
    if node is None or depth > _DEEPEST:
        return []
    match node:
        case ast.Subscript():
            return _of_subscript(universe, module, node, depth)
        case ast.BinOp(op=ast.BitOr()):
            sides = (node.left, node.right)
            return [c for side in sides for c in choices(universe, module, side, depth + 1)]
        case ast.Name() | ast.Attribute():
            return _of_name(universe, module, node, depth)
    return []


def _of_subscript(universe: Universe, module: Module, node: ast.Subscript, depth: int) -> list[Any]:
    inside = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    if name_of(node.value) == "Literal":
        return [value(universe, module, each) for each in inside]
    if name_of(node.value) in _WRAPPERS:
        return [c for each in inside for c in choices(universe, module, each, depth + 1)]
    return []


def _of_name(
    universe: Universe, module: Module, node: ast.Name | ast.Attribute, depth: int
) -> list[Any]:
    hit = universe.meaning(module, node)
    if hit and isinstance(hit.node, ast.ClassDef):
        cls = Class(hit.module, hit.node)
        return enum_values(universe, cls) if is_enum(universe, cls) else []
    if hit and isinstance(hit.node, ast.Assign | ast.AnnAssign):
        return choices(universe, hit.module, hit.node.value, depth + 1)
    return []


def models_in(universe: Universe, module: Module, annotation: ast.expr) -> list[Class]:
    """The pydantic models that are named anywhere in an annotation."""
    node = parsed(annotation)
    found = []
    for each in ast.walk(node) if node else ():
        if isinstance(each, ast.Name | ast.Attribute):
            hit = universe.meaning(module, each)
            if hit and isinstance(hit.node, ast.ClassDef):
                cls = Class(hit.module, hit.node)
                if not is_enum(universe, cls) and is_pydantic(universe, cls):
                    found.append(cls)
    return found
