"""What names mean in a Python source: imports, aliases of them, and names that hold one literal."""

import ast
from typing import Any

from qbank.configs.setting import UNKNOWN


class Names:
    """The names of one source. A name that is bound to two different things means nothing."""

    def __init__(self, tree: ast.Module) -> None:
        self._imports: dict[str, str] = {}
        self._values: dict[str, ast.expr | None] = {}
        self.packages: set[str] = set()
        self.imported: list[tuple[ast.alias, str]] = []
        guarded = _guarded(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                self._import_from(node, is_guarded=id(node) in guarded)
            elif isinstance(node, ast.Import):
                self._import(node)
        for node in ast.walk(tree):
            self._bind(node)

    def _import_from(self, node: ast.ImportFrom, *, is_guarded: bool) -> None:
        self.packages.add(str(node.module).partition(".")[0])
        for alias in node.names:
            dotted = f"{node.module}.{alias.name}"
            self._mean(alias.asname or alias.name, dotted)
            if not is_guarded:
                self.imported.append((alias, dotted))

    def _import(self, node: ast.Import) -> None:
        for alias in node.names:
            first = alias.name.partition(".")[0]
            self.packages.add(first)
            self._mean(alias.asname or first, alias.name if alias.asname else first)

    def _mean(self, name: str, dotted: str) -> None:
        held = self._imports.get(name, dotted)
        same = held.rpartition(".")[2] == dotted.rpartition(".")[2]
        same = same and held.partition(".")[0] == dotted.partition(".")[0]
        self._imports[name] = dotted if same else ""

    def _bind(self, node: ast.AST) -> None:
        """Assignments and definitions; `LC = LoraConfig` gives the class another name."""
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            self._imports.pop(node.name, None)
            self._values[node.name] = None
        elif isinstance(node, ast.Assign) and len(node.targets) == 1:
            self._assign(node.targets[0], node.value)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            if node.id not in self._values:
                self._values[node.id] = None
        elif isinstance(node, ast.arg):
            self._values[node.arg] = None

    def _assign(self, target: ast.expr, value: ast.expr) -> None:
        if not isinstance(target, ast.Name):
            return
        dotted = self.dotted(value) if isinstance(value, ast.Name | ast.Attribute) else ""
        if dotted:
            self._mean(target.id, dotted)
        elif target.id in self._imports:
            self._imports[target.id] = ""
        self._values[target.id] = None if target.id in self._values else value

    def dotted(self, node: ast.expr) -> str:
        """What a name or attribute means as `package.module.name`; empty when it is none of the imports."""
        parts: list[str] = []
        while isinstance(node, ast.Attribute):
            parts.append(node.attr)
            node = node.value
        if not isinstance(node, ast.Name):
            return ""
        found = self._imports.get(node.id, "")
        return ".".join([found, *reversed(parts)]) if found else ""

    def written(self, node: ast.expr) -> ast.expr | None:
        """What stands there, also by way of a name that is assigned once in the file; None where that cannot be told."""
        if not isinstance(node, ast.Name):
            return node
        held = self._values.get(node.id)
        return None if isinstance(held, ast.Name) else held

    def value(self, node: ast.expr) -> Any:
        """A literal, also by way of a name; else UNKNOWN."""
        if isinstance(node, ast.Name):
            held = self.written(node)
            return self.value(held) if held is not None else UNKNOWN
        try:
            return ast.literal_eval(node)
        except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
            return UNKNOWN


def _guarded(tree: ast.Module) -> set[int]:
    """Imports that a `try` expects to fail."""
    return {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.Try)
        for statement in node.body
        for inner in ast.walk(statement)
    }
