"""Every module of a set of archives, and what a name in one of them means. Nothing is imported or run."""

import ast
import re
import warnings
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from qbank.archives import Archive, normal

_LEFT_OUT = ("tests/", "docs/", "examples/", "build/")
_DEFINITION = re.compile(
    r"^[ \t]*(?:class|def) (\w+)|^[ \t]*(\w+)(?:[ \t]*:[^=\n]*)?[ \t]*=", re.MULTILINE
)


class Imported(NamedTuple):
    """A name bound by an import statement."""

    node: ast.Import | ast.ImportFrom
    alias: ast.alias


Binding = ast.stmt | Imported


class Module:
    """One module; it is parsed when first looked at. `dist` is `name==version`."""

    def __init__(self, name: str, dist: str, path: str, source: str) -> None:
        self.name, self.dist, self.path, self.source = name, dist, path, source
        self.is_package = path.endswith("/__init__.py")
        self.is_unreadable = False

    @cached_property
    def tree(self) -> ast.Module:
        """The syntax tree; empty for a file that this Python cannot parse."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)
            try:
                return ast.parse(self.source)
            except SyntaxError:
                self.is_unreadable = True
                return ast.Module(body=[], type_ignores=[])

    @cached_property
    def bindings(self) -> dict[str, list[Binding]]:
        """What binds each name at module level, in source order, inside `if`, `try` and `with` as well."""
        found: dict[str, list[Binding]] = {}
        for node in _statements(self.tree.body):
            for name, binding in _bound(node):
                found.setdefault(name, []).append(binding)
        return found

    @cached_property
    def stars(self) -> list[ast.ImportFrom]:
        """The `from ... import *` statements."""
        return [
            node
            for node in _statements(self.tree.body)
            if isinstance(node, ast.ImportFrom) and node.names[0].name == "*"
        ]

    def absolute(self, node: ast.ImportFrom) -> str:
        """The dotted name of the module that an import takes from."""
        if not node.level:
            return node.module or ""
        package = self.name if self.is_package else self.name.rpartition(".")[0]
        parts = package.split(".")
        parts = parts[: len(parts) - (node.level - 1)]
        return ".".join([*parts, *filter(None, [node.module])])

    def classes(self) -> Iterator[tuple[str, ast.ClassDef]]:
        """The classes that are defined here, by name; of several definitions the last."""
        for name, bound in self.bindings.items():
            if isinstance(bound[-1], ast.ClassDef):
                yield name, bound[-1]


def _statements(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    for node in body:
        yield node
        match node:
            case ast.If():
                yield from _statements([*node.body, *node.orelse])
            case ast.Try():
                handled = [each for handler in node.handlers for each in handler.body]
                yield from _statements([*node.body, *handled, *node.orelse, *node.finalbody])
            case ast.With():
                yield from _statements(node.body)


def _bound(node: ast.stmt) -> Iterator[tuple[str, Binding]]:
    match node:
        case ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef():
            yield node.name, node
        case ast.Assign():
            yield from ((each.id, node) for each in node.targets if isinstance(each, ast.Name))
        case ast.AnnAssign(target=ast.Name(id=name)) if node.value is not None:
            yield name, node
        case ast.ImportFrom():
            for alias in node.names:
                yield alias.asname or alias.name, Imported(node, alias)
        case ast.Import():
            for alias in node.names:
                yield alias.asname or alias.name.split(".")[0], Imported(node, alias)


class Hit(NamedTuple):
    """What a name means: a statement of a module, or with `node` None the module itself."""

    module: Module
    node: ast.stmt | None


Seen = set[tuple[str, str]]


class Universe:
    """The modules of all archives. Of two archives of one project the later one counts."""

    def __init__(self, archives: Iterable[Archive]) -> None:
        self.archives = {archive.name: archive for archive in archives}
        self.modules: dict[str, Module] = {}
        self.metadata: dict[str, str] = {}
        self._definitions: dict[str, dict[str, set[str]]] = {}
        for archive in self.archives.values():
            self._read(archive)

    def _read(self, archive: Archive) -> None:
        dist = f"{archive.name}=={archive.version}"
        for path, raw in archive.files(["PKG-INFO"], ".py", ".dist-info/METADATA"):
            if not path.endswith(".py"):
                self.metadata[archive.name] = raw.decode("utf-8", "replace")
            elif ".data/" not in path and not path.startswith(_LEFT_OUT):
                inside = path.removeprefix("src/")
                name = inside.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
                self.modules[name] = Module(name, dist, inside, raw.decode("utf-8", "replace"))

    def version(self, project: str) -> str:
        """The version of a project's archive."""
        return self.archives[project].version

    def requires(self, project: str, names: Iterable[str]) -> list[str]:
        """The requirements of a project, without its extras, that pin the named projects."""
        wanted = {*map(normal, names)}
        lines = self.metadata.get(project, "").splitlines()
        found = [
            line.partition(":")[2].strip() for line in lines if line.startswith("Requires-Dist:")
        ]
        plain = [each for each in found if "extra ==" not in each]
        return [each for each in plain if normal(re.split(r"[\s<>=!~;\[(]", each)[0]) in wanted]

    def unreadable(self) -> list[str]:
        """Files that were needed, and that this Python cannot parse."""
        return [module.path for module in self.modules.values() if module.is_unreadable]

    def within(self, package: str) -> Iterator[Module]:
        """The modules of a package, by name."""
        for name in sorted(self.modules):
            if name == package or name.startswith(f"{package}."):
                yield self.modules[name]

    def resolve(self, module: Module | None, name: str, seen: Seen | None = None) -> Hit | None:
        """What `name` means in `module`: through imports, aliases, star imports and lazy packages, across archives."""
        # one set for the whole search, so that star imports are not walked again and again
        seen = set() if seen is None else seen
        if module is None or (module.name, name) in seen:
            return None
        seen.add((module.name, name))
        for binding in reversed(module.bindings.get(name, [])):
            found = self._of_binding(module, binding, seen)
            if found:
                return found
        return self._of_star(module, name, seen) or self._module(f"{module.name}.{name}")

    def _module(self, name: str) -> Hit | None:
        return Hit(self.modules[name], None) if name in self.modules else None

    def _of_binding(self, module: Module, binding: Binding, seen: Seen) -> Hit | None:
        if isinstance(binding, Imported):
            return self._of_import(module, binding, seen)
        if isinstance(binding, ast.Assign | ast.AnnAssign):
            value = binding.value
            if isinstance(value, ast.Name | ast.Attribute):
                return self.meaning(module, value, seen) or Hit(module, binding)
        return Hit(module, binding)

    def _of_import(self, module: Module, binding: Imported, seen: Seen) -> Hit | None:
        node, alias = binding
        if isinstance(node, ast.Import):
            return self._module(alias.name if alias.asname else alias.name.split(".")[0])
        target = module.absolute(node)
        return (
            self.resolve(self.modules.get(target), alias.name, seen)
            or self._module(f"{target}.{alias.name}")
            or self._lazy(target, alias.name)
        )

    def _of_star(self, module: Module, name: str, seen: Seen) -> Hit | None:
        for node in module.stars:
            target = module.absolute(node)
            if name in self._defining(target.split(".")[0]):  # else nothing there needs parsing
                found = self.resolve(self.modules.get(target), name, seen)
                if found:
                    return found
        return None

    def _lazy(self, package: str, name: str) -> Hit | None:
        """A name that a package loads when asked for: it is defined in some module below."""
        defining = self._defining(package.split(".", maxsplit=1)[0]).get(name, set())
        below = [each for each in defining if each.startswith(f"{package}.")]
        for each in sorted(below, key=lambda n: (n.count("."), n)):
            bound = self.modules[each].bindings.get(name)
            if bound and not isinstance(bound[-1], Imported):
                return Hit(self.modules[each], bound[-1])
        return None

    def _defining(self, top: str) -> dict[str, set[str]]:
        """Names to the modules of a package that define them; by pattern, so that nothing is parsed."""
        if top not in self._definitions:
            index: dict[str, set[str]] = {}
            for module in self.within(top):
                for match in _DEFINITION.finditer(module.source):
                    index.setdefault(match[1] or match[2], set()).add(module.name)
            self._definitions[top] = index
        return self._definitions[top]

    def meaning(self, module: Module, node: ast.expr, seen: Seen | None = None) -> Hit | None:
        """What a name or a dotted name means in `module`."""
        if isinstance(node, ast.Name):
            return self.resolve(module, node.id, seen)
        if isinstance(node, ast.Attribute):
            owner = self.meaning(module, node.value, seen)
            if owner and owner.node is None:
                return self.resolve(owner.module, node.attr, seen)
        return None

    def meaning_inside(self, module: Module, node: ast.expr) -> Hit | None:
        """What a name means that some function of `module` imports for itself."""
        if not isinstance(node, ast.Name):
            return None
        for statement in ast.walk(module.tree):
            if isinstance(statement, ast.ImportFrom):
                for alias in statement.names:
                    if (alias.asname or alias.name) == node.id:
                        return self.resolve(
                            self.modules.get(module.absolute(statement)), alias.name
                        )
        return None
