"""Options of a framework that reads a plain dictionary: DeepSpeed.

The dictionary is followed through functions and methods, and every key that is read from it is noted. A path is where in
the dictionary a value stands; `()` is the whole. `Model(**part)` adds the fields of a pydantic model below the part.
"""

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from qbank.vocab.extract.classes import Class, is_pydantic, lineage
from qbank.vocab.extract.found import Key
from qbank.vocab.extract.models import Path, splice
from qbank.vocab.extract.universe import Module, Universe
from qbank.vocab.extract.values import text_of, value

_READERS = {"get_scalar_param", "get_list_param", "get_dict_param"}
_COPIES = {"copy", "deepcopy"}


@dataclass
class Scope:
    """What the names of one function stand for: parts of the dictionary, or words used as keys."""

    module: Module
    cls: Class | None = None
    paths: dict[str, Path] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)
    others: dict[str, list[Path]] = field(default_factory=dict)

    @property
    def key(self) -> tuple[object, ...]:
        """What two runs of one function must differ in to be worth it."""
        return (*sorted(self.paths.items()), *sorted(self.words.items()))


class DictFlow:
    """The keys that are read from one dictionary."""

    def __init__(self, universe: Universe) -> None:
        self._universe = universe
        self.keys: dict[str, Key] = {}
        self._done: set[tuple[object, ...]] = set()

    def note(
        self, module: Module, node: ast.AST, path: Path, default: ast.expr | None = None
    ) -> Path:
        """Notes that a key is read, and the default it has there."""
        name = ".".join(path)
        where = f"{module.path}:{getattr(node, 'lineno', 0)}"
        key = self.keys.setdefault(name, Key(name, module.dist, where))
        if default is not None and key.default is None:
            key.default = value(self._universe, module, default)
        return path

    def forget_calls(self) -> None:
        """Lets functions be followed again that were followed with the same arguments."""
        self._done.clear()

    def model(self, cls: Class, path: Path) -> None:
        """Adds the fields of a pydantic model."""
        splice(self._universe, cls, path, self.keys)

    def follow(self, body: Sequence[ast.stmt], scope: Scope) -> Path | None:
        """Runs over statements in order; the path that a `return` gives back."""
        given: Path | None = None
        for statement in body:
            match statement:
                case ast.Assign() | ast.AnnAssign() if statement.value is not None:
                    self._assign(statement, scope)
                case ast.Return() if statement.value is not None:
                    given = self._scan(statement.value, scope) or given
                case ast.If() | ast.For() | ast.While() | ast.With() | ast.Try():
                    given = self._block(statement, scope) or given
                case ast.Expr() | ast.Assert() | ast.AugAssign():
                    for node in ast.iter_child_nodes(statement):
                        if isinstance(node, ast.expr):
                            self._scan(node, scope)
        return given

    def _assign(self, statement: ast.Assign | ast.AnnAssign, scope: Scope) -> None:
        path = self._scan(statement.value, scope) if statement.value else None
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        for target in targets:
            name = _variable(target)
            if name and path is not None:
                before = scope.paths.get(name)
                if (
                    before is not None and before != path
                ):  # bf16 and bfloat16 are read into one variable
                    scope.others.setdefault(name, []).append(before)
                scope.paths[name] = path

    def _block(
        self, statement: ast.If | ast.For | ast.While | ast.With | ast.Try, scope: Scope
    ) -> Path | None:
        if isinstance(statement, ast.If):
            self._scan(statement.test, scope)
        if isinstance(statement, ast.For):
            self._scan(statement.iter, scope)
        given: Path | None = None
        for part in ("body", "orelse", "finalbody"):
            given = self.follow(getattr(statement, part, []), scope) or given
        for handler in getattr(statement, "handlers", []):
            self.follow(handler.body, scope)
        return given

    def _scan(self, node: ast.expr, scope: Scope) -> Path | None:
        """The path that an expression is; reads inside it are noted as well."""
        path = self._path(node, scope)
        if path is None or isinstance(node, ast.Call):
            for each in ast.walk(node):
                if isinstance(each, ast.Compare):
                    self._membership(each, scope)
                elif isinstance(each, ast.Call | ast.Subscript) and each is not node:
                    self._path(each, scope)
                elif isinstance(each, ast.DictComp):
                    self._comprehension(each, scope)
        return path

    def _membership(self, node: ast.Compare, scope: Scope) -> None:
        if len(node.ops) != 1 or not isinstance(node.ops[0], ast.In | ast.NotIn):
            return
        container = node.comparators[0]
        if isinstance(container, ast.Call) and getattr(container.func, "attr", "") == "keys":
            container = container.func.value  # type: ignore[attr-defined]  # it has `attr`
        path, word = self._path(container, scope), self._word(node.left, scope)
        if path is not None and word:
            self.note(scope.module, node, (*path, word))

    def _comprehension(self, node: ast.DictComp, scope: Scope) -> None:
        """`{key: part.get(key) for key in KEYS}`."""
        loop = node.generators[0]
        words = value(self._universe, scope.module, loop.iter)
        if not isinstance(loop.target, ast.Name) or not isinstance(words, list):
            return
        for call in ast.walk(node.value):
            if isinstance(call, ast.Call) and getattr(call.func, "attr", "") == "get" and call.args:
                path = self._path(call.func.value, scope)  # type: ignore[attr-defined]  # it has `attr`
                if path is not None and getattr(call.args[0], "id", "") == loop.target.id:
                    for word in words:
                        self.note(scope.module, call, (*path, str(word)))

    def _word(self, node: ast.expr, scope: Scope) -> str | None:
        if isinstance(node, ast.Name) and node.id in scope.words:
            return scope.words[node.id]
        return text_of(self._universe, scope.module, node)

    def _path(self, node: ast.expr, scope: Scope) -> Path | None:
        match node:
            case ast.Name() | ast.Attribute():
                return scope.paths.get(_variable(node))
            case ast.Subscript():
                path, word = self._path(node.value, scope), self._word(node.slice, scope)
                if path is not None and word:
                    return self.note(scope.module, node, (*path, word))
            case ast.IfExp():
                return self._path(node.body, scope) or self._path(node.orelse, scope)
            case ast.BoolOp():
                paths = (self._path(each, scope) for each in node.values)
                return next((path for path in paths if path is not None), None)
            case ast.Call():
                return self._read(node, scope)
        return None

    def _read(self, node: ast.Call, scope: Scope) -> Path | None:
        """`part.get("key", default)`, `get_scalar_param(part, "key", default)`, a copy, or a call to follow."""
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        arguments = node.args
        if isinstance(node.func, ast.Attribute) and arguments:
            if name in {"get", "pop"}:
                arguments = [node.func.value, *arguments]
            elif name in _COPIES:
                return self._path(arguments[0], scope)
        if name in _READERS or len(arguments) > len(node.args):
            if len(arguments) < 2:
                return None
            path, word = self._path(arguments[0], scope), self._word(arguments[1], scope)
            if path is not None and word:
                default = arguments[2] if len(arguments) > 2 else None
                return self.note(scope.module, node, (*path, word), default)
            if name in _READERS:
                return None
        return self._call(node, scope)

    def _call(self, node: ast.Call, scope: Scope) -> Path | None:
        positional = [
            self._path(each, scope) for each in node.args if not isinstance(each, ast.Starred)
        ]
        named = {each.arg: self._path(each.value, scope) for each in node.keywords if each.arg}
        given = _Given(scope.module, node.args, positional, named)
        if _is_self(node.func) and scope.cls:
            return self._method(node.func, given, scope.cls)
        universe, module = self._universe, scope.module
        hit = universe.meaning(module, node.func) or universe.meaning_inside(module, node.func)
        if hit and isinstance(hit.node, ast.ClassDef):
            self._make(Class(hit.module, hit.node), node, given, scope)
        elif hit and isinstance(hit.node, ast.FunctionDef) and given.has_parts:
            return self.run(hit.module, hit.node, given, None)
        return None

    def _method(self, node: ast.expr, given: "_Given", cls: Class) -> Path | None:
        for each in lineage(self._universe, cls):
            for function in each.node.body:
                if isinstance(function, ast.FunctionDef) and function.name == _attribute(node):
                    return self.run(each.module, function, given, cls)
        return None

    def _make(self, cls: Class, node: ast.Call, given: "_Given", scope: Scope) -> None:
        if is_pydantic(self._universe, cls):
            for path in _unpacked(node, scope):
                self.model(cls, path)
            for each in (k.value for k in node.keywords if k.arg is None):
                found = self._path(each, scope) if not isinstance(each, ast.Name) else None
                if found is not None:
                    self.model(cls, found)
        if given.has_parts:
            for function in cls.node.body:
                if isinstance(function, ast.FunctionDef) and function.name == "__init__":
                    without_words = _Given(given.module, [], given.positional, given.named)
                    self.run(cls.module, function, without_words, cls)

    def run(
        self, module: Module, function: ast.FunctionDef, given: "_Given", cls: Class | None
    ) -> Path | None:
        """Follows a function with parts of the dictionary as arguments; the same call is followed once."""
        names = [each.arg for each in function.args.args]
        if cls and names[:1] == ["self"]:
            names = names[1:]
        scope = Scope(module, cls)
        scope.paths |= {
            n: p for n, p in zip(names, given.positional, strict=False) if p is not None
        }
        scope.paths |= {n: p for n, p in given.named.items() if p is not None}
        scope.words |= dict(self._default_words(module, function))
        for name, node in zip(names, given.arguments, strict=False):
            word = text_of(self._universe, given.module, node)
            if word:
                scope.words[name] = word
        call = (module.name, function.name, function.lineno, scope.key)
        if call in self._done:
            return None
        self._done.add(call)
        return self.follow(function.body, scope)

    def _default_words(
        self, module: Module, function: ast.FunctionDef
    ) -> Iterator[tuple[str, str]]:
        arguments = function.args
        for each, default in zip(
            reversed(arguments.args), reversed(arguments.defaults), strict=False
        ):
            word = text_of(self._universe, module, default)
            if word:
                yield each.arg, word


@dataclass(frozen=True)
class _Given:
    """The arguments of one call: the nodes, and which of them are parts of the dictionary."""

    module: Module
    arguments: Sequence[ast.expr]
    positional: Sequence[Path | None]
    named: Mapping[str, Path | None]

    @property
    def has_parts(self) -> bool:
        return any(path is not None for path in (*self.positional, *self.named.values()))


def whole(module: Module) -> _Given:
    """The arguments of a call that gets the whole dictionary."""
    return _Given(module, [], [()], {})


def _is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and getattr(node.value, "id", "") == "self"


def _attribute(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else ""


def _variable(node: ast.expr) -> str:
    """How a scope calls a name or an attribute of `self`; empty for anything else."""
    if isinstance(node, ast.Name):
        return node.id
    return f"self.{_attribute(node)}" if _is_self(node) else ""


def _unpacked(node: ast.Call, scope: Scope) -> Iterator[Path]:
    """What `**name` may stand for."""
    for each in node.keywords:
        if each.arg is None and isinstance(each.value, ast.Name):
            found = scope.paths.get(each.value.id)
            yield from [] if found is None else [found]
            yield from scope.others.get(each.value.id, [])
