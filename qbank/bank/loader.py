"""One YAML file to one validated question, or to problems with their places. Imports pydantic: cold loads only."""

import difflib
import hashlib
import json
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Union, get_args

from pydantic import Field, TypeAdapter, ValidationError

from qbank.bank.keys import fix_of
from qbank.bank.prose import join_chinese
from qbank.bank.reader import Document, Path, plain, read_text
from qbank.content import base
from qbank.content.invariants import broken, repeated
from qbank.content.types import ops
from qbank.problem import Problem
from qbank.terms import Type

_SOURCES = {get_args(cls.__annotations__["type"])[0]: cls for cls in get_args(base.Source)}


@cache
def question_adapter() -> TypeAdapter[Any]:
    """The validator of all question types; also the source of the JSON Schema."""
    shapes: Any = Union.__getitem__(tuple(ops(type_).SHAPE for type_ in Type))
    return TypeAdapter(Annotated[shapes, Field(discriminator="type")])


class Loaded:
    """What became of a file: its document, and a body when it is a usable question."""

    def __init__(self, document: Document, content_hash: str) -> None:
        self.document = document
        self.hash = content_hash
        self.body: dict[str, Any] | None = None
        self.problems: list[Problem] = list(document.problems)


def load(path: str, raw: bytes) -> Loaded:
    """Read and validate one question file. Never raises for what stands in the file."""
    document = read_text(path, raw)
    loaded = Loaded(document, hashlib.blake2b(raw, digest_size=16).hexdigest())
    if loaded.problems:
        return loaded
    data = plain(document)
    loaded.problems = list(document.problems)
    if not loaded.problems:
        body, problems = validate(document, data)
        loaded.body = body
        loaded.problems.extend(problems)
    return loaded


def validate(
    document: Document, data: Mapping[str, Any]
) -> tuple[dict[str, Any] | None, list[Problem]]:
    """`(body, problems)`: the body is None when the question cannot be used."""
    adapter = question_adapter()
    try:
        question = adapter.validate_python(join_chinese(dict(data)))
    except ValidationError as error:
        found = [_problem(document, data, item) for item in error.errors(include_url=False)]
        found += [document.problem(*finding) for finding in repeated(_ids(data))]
        unique = {(p.span, p.rule, p.message): p for p in found if p is not None}
        return None, list(unique.values())
    findings = broken(question)
    if findings:
        return None, [document.problem(*finding) for finding in findings]
    body = adapter.dump_python(question, mode="json", by_alias=True, exclude_defaults=True)
    return body, []


def _ids(data: Mapping[str, Any]) -> dict[str, list[object]]:
    """The ids of every list of parts, for what can be said of a question whose shape is broken."""
    return {
        part: [item.get("id") if isinstance(item, dict) else None for item in items]
        for part, items in data.items()
        if isinstance(items, list)
    }


def content_hash(body: Mapping[str, Any]) -> str:
    """A hash of what the question says, blind to layout and comments of its file."""
    text = json.dumps(body, sort_keys=True, ensure_ascii=False)
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def _problem(document: Document, data: Mapping[str, Any], error: Any) -> Problem | None:  # noqa: PLR0911  # one branch a case
    """One validation error in words; None for the echo of a union member that was not meant."""
    path = _path(data, error["loc"])
    if path is None:
        return None
    kind, got = error["type"], error.get("input")
    match kind:
        case "unexpected_keyword_argument":
            return _unknown_key(document, data, path)
        case "missing" | "missing_argument":
            return document.problem(
                path[:-1], "missing-key", f"`{path[-1]}` is missing", f"add `{path[-1]}:`"
            )
        case "union_tag_invalid" | "union_tag_not_found":
            named = ", ".join(t.value for t in Type)
            return document.problem(("type",), "wrong-value", f"`type` must be one of {named}")
        case "enum" | "literal_error":
            expected = error["ctx"]["expected"].replace("'", "").replace(" or ", ", ")
            return document.problem(
                path, "wrong-value", f"`{got}` is not one of {expected}", _nearest(got, expected)
            )
        case "string_type":
            return _not_text(document, path, got)
        case _:
            return document.problem(path, "wrong-value", _sentence(path, error["msg"]))


def _path(data: Mapping[str, Any], loc: tuple[Any, ...]) -> Path | None:
    """Pydantic's location without the tags of unions; None when it speaks of another member."""
    path: list[str | int] = []
    value: Any = data
    parts = loc[1:] if loc and loc[0] in set(Type) else loc
    for part in parts:
        if isinstance(part, str) and part in _UNION_TAGS:
            wanted = _SOURCES.get(value.get("type")) if isinstance(value, dict) else None
            if wanted is not None and part != wanted.__name__ and part in _SOURCE_NAMES:
                return None
            if part in {"str", "Evidence"} and isinstance(value, dict) != (part == "Evidence"):
                return None
            continue
        path.append(part)
        if isinstance(value, dict):
            value = value.get(part)
        elif isinstance(value, list) and isinstance(part, int) and part < len(value):
            value = value[part]
    return tuple(path)


_SOURCE_NAMES = {cls.__name__ for cls in _SOURCES.values()}
_UNION_TAGS = _SOURCE_NAMES | {"str", "Evidence"}


def _unknown_key(document: Document, data: Mapping[str, Any], path: Path) -> Problem:
    where = f"an {data.get('type')} question" if data.get("type") == "open" else "this question"
    if data.get("type") in set(Type) - {Type.OPEN}:
        where = f"a {data['type']} question"
    holder = "" if len(path) == 1 else f" (in `{_dotted(path[:-1])}`)"
    return document.problem(
        (*path, "$key"),
        "unknown-key",
        f"`{path[-1]}` is not a part of {where}{holder}",
        fix_of(data, path),
    )


def _not_text(document: Document, path: Path, got: Any) -> Problem:
    if isinstance(got, int | float | bool):
        fix = "put it in quotes"
        return document.problem(
            path, "wrong-value", f"`{_dotted(path)}` must be text, `{got}` reads as a number", fix
        )
    return document.problem(path, "wrong-value", f"`{_dotted(path)}` must be text")


def _sentence(path: Path, message: str) -> str:
    words = {
        "Input should be a valid tuple": "must be a list",
        "Input should be a dictionary or an instance of": "must be a mapping of",
        "Input should be": "must be",
    }
    for old, new in words.items():
        message = message.replace(old, new)
    return f"`{_dotted(path)}` {message[:1].lower()}{message[1:]}"


def _dotted(path: Path) -> str:
    return ".".join(str(part) for part in path)


def _nearest(got: Any, expected: str) -> str:
    near = difflib.get_close_matches(str(got), expected.split(", "), n=1)
    return f"did you mean `{near[0]}`?" if near else ""
