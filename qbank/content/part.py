"""What makes a class one of the shapes of content."""

from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, kw_only_default=True, eq_default=False)
def part(cls: type[T]) -> type[T]:
    """A dataclass with keyword arguments that the type checker keeps frozen.

    Nothing compares, prints or changes content, and each generated method costs time at start-up: only `__init__` is.
    """
    return dataclass(kw_only=True, eq=False, repr=False)(cls)
