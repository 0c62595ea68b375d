"""What the readers found, as the compact files that are shipped.

Options are one a line. A group names its options; where options of one name differ between groups, the later ones have
`~2`, `~3` and so on behind the name. Texts of the frameworks are left out.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any

Found = Mapping[str, Any]

_KEPT = ("choices", "flags", "action", "ge", "gt", "le", "lt", "deprecated", "replaced_by")


def pack(found: Found) -> dict[str, Any]:
    """One framework's groups as the data of its file."""
    options: dict[str, dict[str, Any]] = {}
    groups = {}
    read_with: set[str] = set()
    for name, group in found["groups"].items():
        keys = [_place(options, key["name"], packed(key)) for key in group["keys"]]
        read_with |= {key["dist"] for key in group["keys"]}
        data = {"target": group["target"]}
        if group.get("open_kwargs"):
            data["takes_any"] = True
        if group.get("free"):
            data["free"] = list(group["free"])
        groups[name] = {**data, "options": " ".join(keys)}
    others = sorted(read_with - {f"{found['framework']}=={found['version']}"})
    return {
        "package": found["framework"],
        "version": found["version"],
        "read_with": dict(each.split("==") for each in others),
        "requires": list(found.get("depends_on", ())),
        "enumerations": dict(found.get("enumerations", {})),
        "groups": groups,
        "options": options,
    }


def _place(options: dict[str, dict[str, Any]], name: str, option: dict[str, Any]) -> str:
    key, number = name, 1
    while options.setdefault(key, option) != option:
        number += 1
        key = f"{name}~{number}"
    return key


def packed(key: Found) -> dict[str, Any]:
    """One option, with what is empty or usual left out."""
    option: dict[str, Any] = {}
    if key.get("type"):
        option["type"] = key["type"]
    default = key.get("default")
    if isinstance(default, dict) and [*default] == ["expr"]:
        option["default_text"] = default["expr"]
    elif default is not None:
        option["default"] = default
    if key.get("required"):
        option["required"] = True
    aliases = [*key.get("aliases", ()), *key.get("also", ())]
    if aliases:
        option["aliases"] = aliases
    if isinstance(key.get("nargs"), int | str):
        option["nargs"] = key["nargs"]
    option |= {part: key[part] for part in _KEPT if part in key}
    option["where"] = f"{key['file']}:{key['line']}"
    return option


def as_text(data: Found) -> str:
    """The file's text: one group and one option a line, so that two releases can be compared."""
    parts = [f"{_json(name)}: {_json(data[name])}" for name in data if not _is_table(name)]
    parts += [f"{_json(name)}: {{\n{_rows(data[name])}\n}}" for name in data if _is_table(name)]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _is_table(name: str) -> bool:
    return name in {"enumerations", "groups", "options"}


def _rows(table: Mapping[str, Any]) -> str:
    rows: Iterable[str] = (f"{_json(name)}: {_json(value)}" for name, value in table.items())
    return ",\n".join(rows)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(", ", ":"))
