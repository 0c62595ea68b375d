"""Vocabulary files to values, read when asked for."""

import json
import operator
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from qbank.errors import QbankError
from qbank.vocab.types import Group, Option, Vocabulary

DATA = Path(__file__).parent / "data"

PACKAGES = {
    "megatron-lm": "megatron-core",
    "deepspeed": "deepspeed",
    "llama-factory": "llamafactory",
    "ms-swift": "ms-swift",
    "peft": "peft",
    "unsloth": "unsloth",
    "transformers": "transformers",
    "accelerate": "accelerate",
    "trl": "trl",
    "axolotl": "axolotl",
    "bitsandbytes": "bitsandbytes",
}
"""Framework ids of frameworks.yaml, to the package whose releases are read."""

_COMPARISONS: Mapping[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<=": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
}
_BOUNDS = ("ge", "gt", "le", "lt")


class VocabularyError(QbankError):
    """A framework or release whose options are not known."""

    code = "vocabulary"


def frameworks() -> tuple[str, ...]:
    """Ids of the frameworks that have a vocabulary."""
    return tuple(PACKAGES)


@cache
def versions(framework: str) -> tuple[str, ...]:
    """The releases of a framework that are shipped, oldest first; empty for an unknown framework."""
    package = PACKAGES.get(framework)
    prefix = f"{package}-"
    found = (path.stem.removeprefix(prefix) for path in DATA.glob(f"{prefix}[0-9]*.json"))
    return tuple(sorted(found, key=release_key)) if package else ()


def release_key(version: str) -> tuple[int, ...]:
    """A release number as it sorts; parts that are no numbers count as 0."""
    return tuple(int(part) if part.isdigit() else 0 for part in version.split("."))


@cache
def load(framework: str, version: str = "") -> Vocabulary:
    """The vocabulary of a release, of the newest shipped one when none is named. Raises VocabularyError."""
    known = versions(framework)
    if not known:
        hint = f"one of {', '.join(PACKAGES)}"
        raise VocabularyError(f"the options of `{framework}` are not known", hint=hint)
    wanted = version or known[-1]
    if wanted not in known:
        message = f"the options of {framework} {wanted} are not known"
        raise VocabularyError(message, hint=f"known: {', '.join(known)}")
    path = DATA / f"{PACKAGES[framework]}-{wanted}.json"
    return read(json.loads(path.read_text(encoding="utf-8")))


def load_beside(vocabulary: Vocabulary, framework: str) -> Vocabulary:
    """The release of another framework that goes with this one: the newest shipped one that its requirements allow.

    Raises VocabularyError when no shipped release is allowed.
    """
    package = PACKAGES.get(framework, "")
    needs = [each for each in vocabulary.requires if each.startswith(package)] if package else []
    ranges = re.findall(r"([<>=!]=?)\s*([\d.]+)", needs[0]) if needs else []
    allowed = [each for each in versions(framework) if _is_allowed(each, ranges)]
    if not allowed:
        message = f"no known release of {framework} goes with {vocabulary.framework}"
        raise VocabularyError(message, hint=", ".join(needs))
    return load(framework, allowed[-1])


def _is_allowed(version: str, ranges: Iterable[tuple[str, str]]) -> bool:
    key = release_key(version)
    return all(_COMPARISONS[sign](key, release_key(bound)) for sign, bound in ranges)


def read(data: dict[str, Any]) -> Vocabulary:
    """A vocabulary from the data of its file."""
    options = {key: _option(key, fields) for key, fields in data["options"].items()}
    by_package = {package: framework for framework, package in PACKAGES.items()}
    return Vocabulary(
        framework=by_package[data["package"]],
        package=data["package"],
        version=data["version"],
        groups={name: _group(name, each, options) for name, each in data["groups"].items()},
        enumerations={name: tuple(values) for name, values in data["enumerations"].items()},
        read_with=data["read_with"],
        requires=tuple(data["requires"]),
    )


def _group(name: str, data: dict[str, Any], options: dict[str, Option]) -> Group:
    members = [options[key] for key in data["options"].split()]
    return Group(
        name=name,
        target=data["target"],
        options={option.name: option for option in members},
        takes_any=data.get("takes_any", False),
        free=tuple(data.get("free", ())),
    )


def _option(key: str, data: dict[str, Any]) -> Option:
    """Keys of options that differ between groups end in `~2`, `~3` and so on."""
    return Option(
        name=key.partition("~")[0],
        type=data.get("type", ""),
        default=data.get("default"),
        default_text=data.get("default_text", ""),
        required=data.get("required", False),
        choices=tuple(data.get("choices", ())),
        aliases=tuple(data.get("aliases", ())),
        flags=tuple(data.get("flags", ())),
        action=data.get("action", ""),
        nargs=data.get("nargs"),
        bounds={name: data[name] for name in _BOUNDS if name in data},
        deprecated=data.get("deprecated", False),
        replaced_by=data.get("replaced_by", ""),
        where=data.get("where", ""),
    )
