"""Shapes of the files beside the questions, validated where YAML enters."""

from collections.abc import Mapping
from dataclasses import field
from functools import cache
from typing import Any

from pydantic import TypeAdapter, ValidationError

from qbank.bank.prose import join_chinese
from qbank.bank.reader import read_text
from qbank.content.base import Part, Source
from qbank.frozen import part
from qbank.problem import Problem


@part
class FrameworkText(Part):
    """What a framework is for, in one language."""

    solves: str
    use_when: str = ""
    strengths: tuple[str, ...] = ()
    limits: tuple[str, ...] = ()


@part
class FrameworkShape(Part):
    """One entry of frameworks.yaml."""

    name: str
    core: bool = False
    aliases: tuple[str, ...] = ()
    vendor: str = ""
    repository: str = ""
    packages: Mapping[str, str] = field(default_factory=dict)
    commit: str = ""
    vocabulary: str = ""
    zh: FrameworkText
    en: FrameworkText
    sources: tuple[Source, ...] = ()


@part
class TopicShape(Part):
    """One entry of topics.yaml."""

    zh: str
    en: str
    says: str = ""
    was: tuple[str, ...] = ()
    confused_with: tuple[str, ...] = ()


@part
class WeekShape(Part):
    """One week of a track."""

    zh: str
    en: str
    ids: tuple[str, ...]


@part
class TrackShape(Part):
    """One entry of tracks.yaml."""

    zh: str
    en: str
    weeks: tuple[WeekShape, ...]


@part
class TermShape(Part):
    """One entry of glossary.yaml."""

    en: str
    zh: str
    avoid: tuple[str, ...] = ()
    avoid_zh: tuple[str, ...] = ()
    note: str = ""


@cache
def _adapter(name: str) -> TypeAdapter[Any]:
    shapes: dict[str, Any] = {
        "frameworks.yaml": dict[str, FrameworkShape],
        "topics.yaml": dict[str, TopicShape],
        "tracks.yaml": dict[str, TrackShape],
        "glossary.yaml": list[TermShape],
    }
    return TypeAdapter(shapes[name])


def load_side(path: str, name: str, raw: bytes) -> tuple[Any, list[Problem]]:
    """`(data, problems)` of a side file; the data is None when it cannot be used."""
    document = read_text(path, raw)
    if document.problems:
        return None, document.problems
    try:
        found = _adapter(name).validate_python(join_chinese(document.data))
    except ValidationError as error:
        return None, [
            document.problem(
                tuple(item["loc"]),
                "side-file",
                f"`{'.'.join(map(str, item['loc']))}`: {item['msg']}",
            )
            for item in error.errors(include_url=False)
        ]
    return _adapter(name).dump_python(found, mode="json", exclude_defaults=True), []
