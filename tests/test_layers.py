"""Imports go down only, and heavy or stored-state libraries are imported in one place."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "qbank"

LAYERS = [
    {
        "archives",
        "errors",
        "problem",
        "terms",
        "typed",
        "frozen",
        "units",
        "cells",
        "messages",
        "settings",
        "__init__",
        "__main__",
    },
    {"formulas", "vocab"},
    {"content"},
    {"bank"},
    {"schedule", "figures", "sources", "configs"},
    {"session"},
    {"view", "export", "checks", "journal"},
    {"cli"},
]
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}
TOP = 6

ONLY_IN = {
    "fsrs": {"schedule/memory.py"},
    "rich": {"view/code.py"},
    "markdown_it": {"view/markdown.py", "export/prose.py"},
    "yaml": {"bank/reader.py"},
    "typer": {"cli"},
    "prompt_toolkit": {"view/keys.py"},
    "sqlite3": {"journal", "bank/index.py", "bank/index_file.py"},
}


def modules():
    return sorted(PACKAGE.rglob("*.py"))


def part_of(path):
    inside = path.relative_to(PACKAGE)
    return inside.parts[0].removesuffix(".py")


def imports(path, *, runtime_only):
    """`(module, line)` of every import; those under TYPE_CHECKING are left out with `runtime_only`."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    skipped = set()
    if runtime_only:
        for node in ast.walk(tree):
            if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
                skipped |= {id(inner) for statement in node.body for inner in ast.walk(statement)}
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno} is a relative import"
            yield node.module or "", node.lineno


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(PACKAGE)))
def test_imports_go_down_only(path):
    part = part_of(path)
    if part == "__main__":
        return
    level = LEVEL[part]
    for module, line in imports(path, runtime_only=True):
        if not module.startswith("qbank."):
            continue
        other = module.split(".")[1]
        if other == part:
            continue
        where = f"{path.name}:{line} imports {module}"
        assert LEVEL[other] <= level, where
        if LEVEL[other] == level and level == TOP:
            pytest.fail(f"{where}: sideways")


@pytest.mark.parametrize("library", sorted(ONLY_IN))
def test_a_library_is_imported_in_one_place(library):
    for path in modules():
        inside = str(path.relative_to(PACKAGE))
        allowed = any(
            inside == place or inside.startswith(f"{place}/") for place in ONLY_IN[library]
        )
        for module, line in imports(path, runtime_only=True):
            if module.split(".")[0] == library:
                assert allowed, f"{inside}:{line} imports {module}"


def test_no_module_is_longer_than_300_lines():
    long = {str(p): n for p in modules() if (n := len(p.read_text().splitlines())) > 300}
    assert not long
