"""What was read, as the compact files that are shipped.

Options are one a line. A group names its options; where options of one name differ between groups, the later ones have
`~2`, `~3` and so on behind the name. Texts of the frameworks are left out.
"""

import json
from collections.abc import Mapping
from typing import Any

from qbank.vocab.extract.found import Found, Key, Reading

_KEPT = ("choices", "aliases", "flags", "action", "deprecated", "replaced_by", "required")
_TABLES = ("enumerations", "groups", "options")


def pack(package: str, version: str, reading: Reading) -> dict[str, Any]:
    """A reading as the data of its file."""
    options: dict[str, dict[str, Any]] = {}
    groups = {name: _group(found, options) for name, found in reading.groups.items()}
    dists = {key.dist for found in reading.groups.values() for key in found.keys}
    return {
        "package": package,
        "version": version,
        "read_with": dict(dist.split("==") for dist in sorted(dists - {f"{package}=={version}"})),
        "requires": [*reading.requires],
        "enumerations": {**reading.enumerations},
        "groups": groups,
        "options": options,
    }


def _group(found: Found, options: dict[str, dict[str, Any]]) -> dict[str, Any]:
    data: dict[str, Any] = {"target": found.target}
    if found.takes_any:
        data["takes_any"] = True
    if found.free:
        data["free"] = [*found.free]
    names = [_place(options, key.name, packed(key)) for key in found.keys]
    return {**data, "options": " ".join(names)}


def _place(options: dict[str, dict[str, Any]], name: str, option: dict[str, Any]) -> str:
    key, number = name, 1
    while options.setdefault(key, option) != option:
        number += 1
        key = f"{name}~{number}"
    return key


def packed(key: Key) -> dict[str, Any]:
    """One option, with what is empty or usual left out."""
    option: dict[str, Any] = {"type": key.type} if key.type else {}
    if key.default_text:
        option["default_text"] = key.default_text
    elif key.default is not None:
        option["default"] = key.default
    if isinstance(key.nargs, int | str):
        option["nargs"] = key.nargs
    option |= {part: getattr(key, part) for part in _KEPT if getattr(key, part)}
    return {**option, **key.bounds, "where": key.where}


def as_text(data: Mapping[str, Any]) -> str:
    """The file's text: one group and one option a line, so that two releases can be compared."""
    parts = [f"{_json(name)}: {_json(data[name])}" for name in data if name not in _TABLES]
    parts += [f"{_json(name)}: {{\n{_rows(data[name])}\n}}" for name in _TABLES]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _rows(table: Mapping[str, Any]) -> str:
    return ",\n".join(f"{_json(name)}: {_json(value)}" for name, value in table.items())


def _json(value: Any) -> str:
    """JSON on one line; an entry that could not be folded inside a default is written as its expression."""
    return json.dumps(value, ensure_ascii=False, separators=(", ", ":"))
