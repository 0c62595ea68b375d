"""Dataclasses that the type checker keeps frozen.

Freezing at run time generates methods for every class, and there are many before the first question: each costs time.
"""

from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, kw_only_default=True, eq_default=False)
def part(cls: type[T]) -> type[T]:
    """A shape of content, with keyword arguments: nothing compares or prints one, so only `__init__` is generated."""
    return dataclass(kw_only=True, eq=False, repr=False)(cls)


@dataclass_transform(frozen_default=True)
def value(cls: type[T]) -> type[T]:
    """A value of a sitting: compared and printed like any other."""
    return dataclass(cls)
