"""What a formula is: a pure function with its arguments, source and working."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple

LangCode = Literal["zh", "en"]
Given = float | int | str
"""An argument as typed or as written in an expression."""
Value = float | int | bool | str | tuple[float, ...]
"""An argument as the function receives it."""
Kind = Literal["number", "integer", "flag", "choice", "words", "numbers"]


class Text(NamedTuple):
    """One sentence or line in both languages."""

    zh: str
    en: str

    def get(self, lang: LangCode) -> str:
        """The text in `lang`."""
        return self.zh if lang == "zh" else self.en


Lines = tuple[Text, ...]


def both(text: str) -> Text:
    """A line that reads the same in both languages, such as arithmetic."""
    return Text(text, text)


@dataclass(frozen=True)
class Parameter:
    """One argument: what it means, in which unit, and which values make sense.

    `low` and `high` are inclusive and in SI base units. `default` is None when it must be given.
    """

    name: str
    meaning: Text
    unit: str = ""
    kind: Kind = "number"
    low: float = 0
    high: float = 1e30
    choices: tuple[str, ...] = ()
    default: Value | None = None


@dataclass(frozen=True)
class Formula:
    """One function of the registry. `unit` is the unit its result is printed in.

    The result itself is in SI base units. `steps` takes the arguments of the function by keyword
    and returns the working, without the last line that states the result.
    """

    name: str
    function: Callable[..., float]
    unit: str
    summary: Text
    parameters: tuple[Parameter, ...]
    assumptions: Text
    source: str
    steps: Callable[..., Lines]


REGISTERED: dict[str, Formula] = {}
"""Filled by `register.formula` while the modules are imported; read it in `registry`."""
