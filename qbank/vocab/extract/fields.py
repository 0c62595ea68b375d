"""Fields of dataclasses and pydantic models as options."""

import ast
import re
from collections.abc import Iterator, Mapping
from typing import Any

from qbank.vocab.extract.classes import (
    Class,
    closed_choices,
    find_class,
    is_dataclass,
    is_pydantic,
    lineage,
    name_of,
)
from qbank.vocab.extract.found import Found, Key
from qbank.vocab.extract.universe import Universe
from qbank.vocab.extract.values import Local, assigned_names, soft_value, value

_ARGUMENT_TEXT = re.compile(r"^\s*(\w+)\s*\(([^\n]*?)\)\s*:\s*\n?\s*(.+)$", re.MULTILINE)
_BOUNDS = ("ge", "gt", "le", "lt")
_FOLDED = ("alias", "validation_alias", "description", "deprecated", *_BOUNDS)


def group_of(universe: Universe, dotted: str, *, pydantic: bool | None = None) -> Found:
    """A class's fields. Raises KeyError when the archives have no such class."""
    cls = find_class(universe, dotted)
    if cls is None:
        raise KeyError(dotted)
    keys = fields(universe, cls, pydantic=pydantic)
    return Found(f"{cls.module.name}.{cls.node.name}", [*keys.values()])


def fields(universe: Universe, cls: Class, *, pydantic: bool | None = None) -> dict[str, Key]:
    """The fields by name, inherited ones first. Bases that are no dataclass themselves add none to a dataclass."""
    is_model = is_pydantic(universe, cls) if pydantic is None else pydantic
    found: dict[str, Key] = {}
    for each in reversed(lineage(universe, cls)):
        if is_model or is_dataclass(each.node):
            for key in _Reader(universe, each, is_model=is_model).read():
                found[key.name] = key  # an override keeps its place
    return found


class _Reader:
    """Reads the fields that one class declares itself."""

    def __init__(self, universe: Universe, cls: Class, *, is_model: bool) -> None:
        self._is_model = is_model
        self._universe, self._module, self._node = universe, cls.module, cls.node
        self._local: Local = assigned_names(cls.node.body)
        texts = _ARGUMENT_TEXT.finditer(ast.get_docstring(cls.node) or "")
        self._texts = {match[1]: match[3] for match in reversed([*texts])}

    def read(self) -> Iterator[Key]:
        """The fields in source order; class variables, private names and `init=False` are none."""
        following = [*self._node.body[1:], None]
        for statement, after in zip(self._node.body, following, strict=True):
            if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                name = statement.target.id
                is_class_variable = "ClassVar" in ast.unparse(statement.annotation)
                if not (is_class_variable or name.startswith("_") or name == "model_config"):
                    yield from self._field(name, statement, after)

    def _field(self, name: str, node: ast.AnnAssign, after: ast.stmt | None) -> Iterator[Key]:
        default: ast.expr | None = node.value
        meta: dict[str, Any] = {}
        for call in _field_calls(node):
            given = {each.arg: each.value for each in call.keywords if each.arg}
            if call is node.value:
                default = _default(call, given)
            if "init" in given and value(self._universe, self._module, given["init"]) is False:
                return
            meta |= self._meta(given)
        key = Key(name, self._module.dist, f"{self._module.path}:{node.lineno}")
        key.type = " ".join(ast.unparse(node.annotation).strip("'\"").split())
        self._set_default(key, default)
        self._set_choices(key, node, default, meta)
        self._set_meta(key, meta, self._text(name, meta, after))
        yield key

    def _meta(self, given: Mapping[str, ast.expr]) -> dict[str, Any]:
        meta: dict[str, Any] = {}
        for part in ("metadata", "json_schema_extra"):
            if isinstance(given.get(part), ast.Dict):
                meta |= soft_value(self._universe, self._module, given[part], self._local)
        for part in _FOLDED:
            if part in given:
                meta[part] = value(self._universe, self._module, given[part], self._local)
        return meta

    def _set_default(self, key: Key, default: ast.expr | None) -> None:
        is_open = isinstance(default, ast.Constant) and default.value is Ellipsis
        if default is None or is_open:
            key.required = True
        else:
            key.default = value(self._universe, self._module, default, self._local)

    def _set_choices(
        self, key: Key, node: ast.AnnAssign, default: ast.expr | None, meta: Mapping[str, Any]
    ) -> None:
        declared = meta.get("choices")
        found = declared if isinstance(declared, list) and declared else None
        found = found or closed_choices(
            self._universe, self._module, node.annotation, is_model=self._is_model
        )
        key.choices = [each for n, each in enumerate(found) if each not in found[:n]]
        # an enum whose members are spelled by their names
        if isinstance(default, ast.Attribute) and default.attr in found:
            key.default = key.default if key.default in found else default.attr

    def _set_meta(self, key: Key, meta: Mapping[str, Any], text: str) -> None:
        aliases = (meta.get("alias"), meta.get("validation_alias"))
        key.aliases = [each for each in aliases if isinstance(each, str)]
        if isinstance(meta.get("aliases"), list):
            key.aliases += meta["aliases"]
        key.bounds = {part: meta[part] for part in _BOUNDS if part in meta}
        key.deprecated = bool(meta.get("deprecated")) or says_deprecated(text)
        if meta.get("deprecated") and isinstance(meta.get("new_param"), str):
            key.replaced_by = meta["new_param"]
        if isinstance(meta.get("argparse_meta"), dict):
            key.cli = meta["argparse_meta"]

    def _text(self, name: str, meta: Mapping[str, Any], after: ast.stmt | None) -> str:
        """What the framework says about a field: in the field, below it, or in the class's docstring."""
        said = meta.get("help") or meta.get("description")
        if isinstance(said, str):
            return said
        match after:
            case ast.Expr(value=ast.Constant(value=str(below))):
                return below
        return self._texts.get(name, "")


def says_deprecated(text: Any) -> bool:
    """Whether a help text calls its option deprecated."""
    return isinstance(text, str) and bool(re.search(r"\bdeprecated\b", text, re.IGNORECASE))


def _field_calls(node: ast.AnnAssign) -> Iterator[ast.Call]:
    """The calls of `field` or `Field`: as the value, or inside `Annotated`."""
    inside = [each for each in ast.walk(node.annotation) if isinstance(each, ast.Call)]
    calls = [*inside, node.value] if isinstance(node.value, ast.Call) else inside
    yield from (call for call in calls if name_of(call.func) in {"field", "Field"})


def _default(call: ast.Call, given: Mapping[str, ast.expr]) -> ast.expr | None:
    if "default_factory" in given:
        return _made_by(given["default_factory"])
    return given.get("default", call.args[0] if call.args else None)


def _made_by(factory: ast.expr) -> ast.expr:
    """The expression that a `default_factory` stands for."""
    if isinstance(factory, ast.Lambda):
        return factory.body
    if isinstance(factory, ast.Name) and factory.id in {"list", "set", "tuple"}:
        return ast.List(elts=[], ctx=ast.Load())
    if isinstance(factory, ast.Name) and factory.id == "dict":
        return ast.Dict(keys=[], values=[])
    return ast.Call(func=factory, args=[], keywords=[])
