"""What an edit in the middle of a question does to the answer that was begun."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from qbank.content.base import Part, Question

_SHARED = frozenset(one.name for one in fields(Question))


def is_same(before: Question, after: Question) -> bool:
    """Whether an answer to `before` is one to `after`: only words were changed, or what stands beside them.

    Ticks, drawn values and the place among the follow-ups count on all the rest.
    """
    return _shape(before) == _shape(after)


def _shape(question: Question) -> dict[str, Any]:
    """A point and a follow-up are known by their ids whatever they say; a pitfall has none."""
    own = (one.name for one in fields(question) if one.name not in _SHARED)
    return {
        "points": [(point.id, point.core, point.group) for point in question.points],
        "chain": [step.id for step in question.chain],
        "pitfalls": _plain(question.pitfalls),
        **{name: _plain(getattr(question, name)) for name in own},
    }


def _plain(value: Any) -> Any:
    """Content as values that compare; its classes do not."""
    if isinstance(value, Part):
        return {name: _plain(one) for name, one in vars(value).items()}
    if isinstance(value, Mapping):
        return {name: _plain(one) for name, one in value.items()}
    return [_plain(one) for one in value] if isinstance(value, tuple | list) else value
