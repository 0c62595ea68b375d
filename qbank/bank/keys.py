"""Which keys a part of a question takes, and where a key belongs that stands in the wrong place."""

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, get_args, get_type_hints

from qbank.bank.reader import Path
from qbank.content.types import ops
from qbank.terms import Lang, Type

_MOST_NAMED, _MOST_PLACES = 8, 4
Place = tuple[str, ...]
"""The names on the way to a part, without numbers: `("pitfalls", "zh")`."""


def fix_of(data: Mapping[str, Any], path: Path) -> str:
    """What to do about the unknown key at the end of `path`: its place, the nearest key, or the keys there are."""
    key, place = str(path[-1]), tuple(one for one in path[:-1] if isinstance(one, str))
    type_ = data.get("type")
    types = [Type(type_)] if type_ in set(Type) else [*Type]
    places = [one for each in types for one in _places(each).get(key, ())]
    inside = [one[-1] for one in places if one[:-1] == place and one[-1] in set(Lang)]
    if inside:
        return f"write it inside {' and '.join(f'`{one}:`' for one in dict.fromkeys(inside))}"
    if 0 < len(places) <= _MOST_PLACES:
        names = [f"`{'.'.join(one)}`" if one else "the top level" for one in dict.fromkeys(places)]
        return f"it belongs in {', '.join(names)}"
    owners = [each for each in Type if _places(each).get(key)]
    if owners and not places:
        return f"only a question of type {', '.join(owners)} has it"
    here = [name for name in _here(types, place, _tag(data, path)) if name != key]
    near = difflib.get_close_matches(key, here, n=1)
    if near:
        return f"did you mean `{near[0]}`?"
    named = ", ".join(f"`{name}`" for name in here)
    return f"remove it; the keys here are {named}" if len(here) <= _MOST_NAMED else "remove it"


def _tag(data: Mapping[str, Any], path: Path) -> object:
    """The `type` of the part in which a key stands, as sources have one."""
    value: Any = data
    for part in path[:-1]:
        value = value.get(part) if isinstance(value, dict) else value[part]
    return value.get("type") if isinstance(value, dict) else None


def _here(types: list[Type], place: Place, tag: object) -> list[str]:
    """The keys of the part at `place`; of several kinds of part the one whose `type` is `tag`."""
    found = [keys for each in types for at, own, keys in _parts(each) if at == place]
    tagged = [
        keys
        for each in types
        for at, own, keys in _parts(each)
        if at == place and tag is not None and tag == own
    ]
    return [*dict.fromkeys(name for keys in tagged or found for name in keys)]


@cache
def _places(type_: Type) -> Mapping[str, tuple[Place, ...]]:
    """Where each key of a type of question may stand."""
    found: dict[str, dict[Place, None]] = {}
    for place, _, keys in _parts(type_):
        for key in keys:
            found.setdefault(key, {})[place] = None
    return {key: tuple(places) for key, places in found.items()}


@cache
def _parts(type_: Type) -> tuple[tuple[Place, object, tuple[str, ...]], ...]:
    """`(place, type of the part, keys)` of every part of a type of question."""
    return tuple(_walk(ops(type_).SHAPE, ()))


def _walk(shape: Any, place: Place) -> Iterator[tuple[Place, object, tuple[str, ...]]]:
    hints = get_type_hints(shape)
    named = {f.metadata.get("alias", f.name): hints[f.name] for f in fields(shape)}
    yield place, next(iter(get_args(named.get("type"))), None), tuple(named)
    for key, hint in named.items():
        for inner in _shapes(hint):
            yield from _walk(inner, (*place, key))


def _shapes(hint: Any) -> Iterator[Any]:
    """The dataclasses that stand in an annotation."""
    if is_dataclass(hint):
        yield hint
    for argument in get_args(hint):
        yield from _shapes(argument)
