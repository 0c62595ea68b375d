"""Plain JSON values into the frozen dataclasses of `content`, without a validation library.

Only for values that were validated when they entered the index: nothing is checked here.
"""

import types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")


@cache
def _shape(cls: Any) -> tuple[tuple[str, str, Any], ...]:
    """`(name in JSON, name in Python, annotation)` of each field."""
    hints = get_type_hints(cls)
    return tuple((f.metadata.get("alias", f.name), f.name, hints[f.name]) for f in fields(cls))


def structure(cls: type[T], value: Mapping[str, Any]) -> T:
    """Build `cls`, a dataclass of `content`, from a validated JSON object."""
    shape: Any = cls
    built = {name: _build(hint, value[key]) for key, name, hint in _shape(shape) if key in value}
    return cls(**built)


def _build(hint: Any, value: Any) -> Any:
    origin = get_origin(hint)
    if origin in {Union, types.UnionType}:
        return _build_union(get_args(hint), value)
    if origin is tuple:
        return tuple(_build(get_args(hint)[0], item) for item in value)
    if origin is not None:
        return value  # Mapping, Literal: plain already
    if is_dataclass(hint):
        return structure(_class(hint), value)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return hint(value)
    return value


def _class(hint: Any) -> type[Any]:
    """An annotation that is known to be a dataclass."""
    found: type[Any] = hint
    return found


def _build_union(options: tuple[Any, ...], value: Any) -> Any:
    """The dataclass of a union that fits `value`, chosen by its `type` where there are several."""
    if not isinstance(value, dict):
        return value
    classes = [option for option in options if is_dataclass(option)]
    for cls in classes:
        hint = get_type_hints(cls).get("type")
        if get_origin(hint) is Literal and value.get("type") in get_args(hint):
            return structure(_class(cls), value)
    return structure(_class(classes[0]), value)
