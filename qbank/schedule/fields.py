"""Reads the values of a payload one by one, and says exactly which one is wrong."""

from collections.abc import Mapping
from enum import Enum
from typing import TypeVar

from qbank.errors import JournalError

Choice = TypeVar("Choice", bound=Enum)

_REQUIRED = object()
_MOST = 2**53


class Fields:
    """The values of one mapping. Each reader raises JournalError for a value of another kind."""

    def __init__(self, what: str, values: Mapping[str, object]) -> None:
        self._what = what
        self._values = values

    def has(self, name: str) -> bool:
        """Whether the value is there and not null."""
        return self._values.get(name) is not None

    def text(self, name: str, default: object = _REQUIRED) -> str:
        """A text."""
        value = self._value(name, default)
        if isinstance(value, str):
            return value
        raise self._wrong(name, value, "a text")

    def whole(self, name: str, default: object = _REQUIRED, *, least: int = 0) -> int:
        """A whole number of at least `least`."""
        value = self._value(name, default)
        if isinstance(value, int) and not isinstance(value, bool) and least <= value <= _MOST:
            return value
        raise self._wrong(name, value, f"a whole number from {least}")

    def number(self, name: str, default: object = _REQUIRED) -> float:
        """A number that is not negative and can be computed with."""
        value = self._value(name, default)
        if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= _MOST:
            return value
        raise self._wrong(name, value, "a number from 0")

    def flag(self, name: str, default: object = _REQUIRED) -> bool:
        """True or false."""
        value = self._value(name, default)
        if isinstance(value, bool):
            return value
        raise self._wrong(name, value, "true or false")

    def choice(self, name: str, among: type[Choice], default: object = _REQUIRED) -> Choice:
        """One of the members of `among`."""
        value = self._value(name, default)
        # True == 1, so a flag would pass for a rating
        if not isinstance(value, bool | float):
            for member in among:
                if member == value:
                    return member
        allowed = ", ".join(str(member.value) for member in among)
        raise self._wrong(name, value, f"one of {allowed}")

    def optional(self, name: str, among: type[Choice]) -> Choice | None:
        """One of the members of `among`, or None."""
        return self.choice(name, among) if self.has(name) else None

    def mapping(self, name: str, default: object = _REQUIRED) -> Mapping[str, object]:
        """An object with text keys."""
        value = self._value(name, default)
        if isinstance(value, Mapping):
            return value
        raise self._wrong(name, value, "an object")

    def flags(self, name: str) -> Mapping[str, bool] | None:
        """An object of true and false, or None."""
        if not self.has(name):
            return None
        inner = Fields(self._what, self.mapping(name))
        return {key: inner.flag(key) for key in self.mapping(name)}

    def numbers(self, name: str) -> Mapping[str, float]:
        """An object of numbers."""
        inner = Fields(self._what, self.mapping(name))
        return {key: inner.number(key) for key in self.mapping(name)}

    def indexes(self, name: str) -> tuple[int, ...]:
        """A list of whole numbers from 0; empty when absent."""
        items = Fields(self._what, {f"{name}[{i}]": v for i, v in enumerate(self.items(name))})
        return tuple(items.whole(f"{name}[{i}]") for i in range(len(self.items(name))))

    def items(self, name: str) -> tuple[object, ...]:
        """A list of anything; empty when absent."""
        value = self._value(name, ())
        if isinstance(value, list | tuple):
            return tuple(value)
        raise self._wrong(name, value, "a list")

    def _value(self, name: str, default: object) -> object:
        value = self._values.get(name, default)
        if value is _REQUIRED:
            message = f"`{name}` of {self._what} is missing"
            raise JournalError(message)
        return value

    def _wrong(self, name: str, value: object, wanted: str) -> JournalError:
        return JournalError(f"`{name}` of {self._what} is {value!r}, not {wanted}")
