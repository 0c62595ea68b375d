"""Command lines: calls of `add_argument`, and dataclasses that Megatron turns into flags."""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from qbank.vocab.extract.classes import Class, name_of
from qbank.vocab.extract.fields import fields, says_deprecated
from qbank.vocab.extract.found import Key
from qbank.vocab.extract.universe import Module, Universe
from qbank.vocab.extract.values import Local, Unfolded, value

_FACTORY = "ArgumentGroupFactory"
_BOOLEANS = {"bool", "Optional[bool]", "bool | None"}
_BOTH_WAYS = "BooleanOptionalAction"


def flags_of(universe: Universe, module_name: str) -> list[Key]:
    """All options that the functions of a module add to a parser."""
    return _Parser(universe, universe.modules[module_name]).keys()


class _Parser:
    """Reads the parser that one module builds."""

    def __init__(self, universe: Universe, module: Module) -> None:
        self._universe, self._module = universe, module
        self._found: dict[str, Key] = {}

    def keys(self) -> list[Key]:
        """The options in source order; `--foo` and `--no-foo` of one destination are one option."""
        for function in ast.walk(self._module.tree):
            if isinstance(function, ast.FunctionDef):
                nodes = [*ast.walk(function)]
                local = {
                    each.targets[0].id: each.value
                    for each in nodes
                    if isinstance(each, ast.Assign) and isinstance(each.targets[0], ast.Name)
                }
                for call in nodes:
                    if isinstance(call, ast.Call) and call.args:
                        self._read(call, local)
        return [*self._found.values()]

    def _read(self, call: ast.Call, local: Local) -> None:
        if name_of(call.func) == _FACTORY:
            self._found |= {key.name: key for key in self._made(call, local)}
        elif name_of(call.func) == "add_argument":
            key = self._added(call, local)
            other = self._found.get(key.name) if key else None
            if other and key:
                other.flags = [*dict.fromkeys([*other.flags, *key.flags])]
            elif key:
                self._found[key.name] = key

    def _value(self, node: ast.expr, local: Local | None = None) -> Any:
        return value(self._universe, self._module, node, local)

    def _added(self, call: ast.Call, local: Local) -> Key | None:
        words = [self._value(each, local) for each in call.args]
        flags = [each for each in words if isinstance(each, str)]
        if not flags:
            return None
        given = {each.arg: each.value for each in call.keywords if each.arg}
        key = Key("", self._module.dist, f"{self._module.path}:{call.lineno}", flags=flags)
        key.name = self._destination(flags, given)
        key.type = ast.unparse(given["type"]) if "type" in given else "str"
        self._set_action(key, given)
        if "default" in given:
            key.default = self._value(given["default"], local)
        if "choices" in given:
            found = self._value(given["choices"], local)
            key.choices = found if isinstance(found, list) else []
        key.nargs = self._value(given["nargs"]) if "nargs" in given else None
        key.deprecated = "help" in given and says_deprecated(self._value(given["help"], local))
        return key

    def _destination(self, flags: list[str], given: Mapping[str, ast.expr]) -> str:
        named = self._value(given["dest"]) if "dest" in given else None
        if isinstance(named, str):
            return named
        long = next((flag for flag in flags if flag.startswith("--")), flags[0])
        return long.lstrip("-").replace("-", "_")

    def _set_action(self, key: Key, given: Mapping[str, ast.expr]) -> None:
        action = self._value(given["action"]) if "action" in given else ""
        key.action = action.text if isinstance(action, Unfolded) else str(action)
        if key.action in {"store_true", "store_false"}:
            key.type, key.default = "bool", key.action == "store_false"
        if _BOTH_WAYS in key.action:
            key.type, key.action = "bool", _BOTH_WAYS
            key.flags = [*key.flags, *_negated(key.flags)]

    def _made(self, call: ast.Call, local: Local) -> Iterator[Key]:
        """The flags of a dataclass that Megatron's factory makes options of."""
        target = call.args[0]
        hit = self._universe.meaning(self._module, target)
        hit = hit or self._universe.meaning_inside(self._module, target)
        if not hit or not isinstance(hit.node, ast.ClassDef):
            return
        given = {each.arg: each.value for each in call.keywords}
        left_out = self._value(given["exclude"], local) if "exclude" in given else []
        for name, key in fields(self._universe, Class(hit.module, hit.node)).items():
            if not (isinstance(left_out, list) and name in left_out):
                yield _flagged(key)


def _flagged(key: Key) -> Key:
    """A dataclass field as Megatron's factory turns it into an option."""
    cli, flag = key.cli, f"--{key.name.replace('_', '-')}"
    made = replace(key, flags=[flag], cli={})
    is_boolean = key.type in _BOOLEANS
    if is_boolean and key.default is not False and "arg_names" not in cli:
        made.flags, made.action = [f"--no-{flag[2:]}", f"--disable-{flag[2:]}"], "store_false"
    else:
        if isinstance(cli.get("arg_names"), list):
            made.flags = cli["arg_names"]
        made.action = "store_true" if is_boolean else ""
    declared = cli.get("choices", made.choices)
    made.choices = declared if isinstance(declared, list) else []
    made.nargs = cli.get("nargs", made.nargs)
    made.default = cli.get("default", made.default)
    action = cli.get("action", made.action)
    made.action = action.text if isinstance(action, Unfolded) else action
    if _BOTH_WAYS in made.action:
        made.action = _BOTH_WAYS
        made.flags = [*made.flags, *_negated(made.flags)]
    if isinstance(cli.get("dest"), str):
        made.name = cli["dest"]
    return made


def _negated(flags: list[str]) -> list[str]:
    return [f"--no-{flag[2:]}" for flag in flags if flag.startswith("--")]
