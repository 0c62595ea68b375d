"""The decorator that enters a function into the registry."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from qbank.formulas.arguments import ARGUMENTS
from qbank.formulas.formula import REGISTERED, Formula, Lines, Text, Value, both
from qbank.units import compact_number, unit

Function = TypeVar("Function", bound=Callable[..., float])
Template = str | Text
Steps = tuple[Template, ...] | Callable[..., Lines]

NOTHING = Text("", "")


def formula(  # noqa: PLR0913  # everything the registry knows about a formula is said here
    unit_id: str,
    zh: str,
    en: str,
    *,
    steps: Steps,
    source: str,
    assumes: Text = NOTHING,
) -> Callable[[Function], Function]:
    """Enter the decorated function under its own name.

    `zh` and `en` say what it computes, `unit_id` how the result is printed. `steps` are lines in
    which `{argument}` stands for its number, or a function of the arguments that returns lines.
    Raises KeyError when an argument has no entry in `arguments`, QbankError for an unknown unit.
    """
    known = unit(unit_id).id
    lines = _filling(steps) if isinstance(steps, tuple) else steps

    def enter(function: Function) -> Function:
        name = function.__name__
        parameters = tuple(
            replace(ARGUMENTS[each], default=default) for each, default in _signature(function)
        )
        REGISTERED[name] = Formula(
            name, function, known, Text(zh, en), parameters, assumes, source, lines
        )
        return function

    return enter


def _signature(function: Callable[..., float]) -> list[tuple[str, Value | None]]:
    """Names and defaults in order. Reads the code object: `inspect` would cost at start-up."""
    code = function.__code__
    plain = code.co_varnames[: code.co_argcount]
    keyword = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
    defaults = function.__defaults__ or ()
    padded = (None,) * (len(plain) - len(defaults)) + tuple(defaults)
    named = function.__kwdefaults__ or {}
    return [*zip(plain, padded, strict=True), *((name, named.get(name)) for name in keyword)]


def _filling(templates: tuple[Template, ...]) -> Callable[..., Lines]:
    texts = tuple(both(each) if isinstance(each, str) else each for each in templates)

    def fill(**arguments: Value) -> Lines:
        shown = {name: show(value) for name, value in arguments.items()}
        return tuple(Text(*(half.format_map(shown) for half in text)) for text in texts)

    return fill


def show(value: Value) -> str:
    """An argument as a line of working prints it."""
    if isinstance(value, str):
        return value
    if isinstance(value, tuple):
        return ", ".join(compact_number(each) for each in value)
    return compact_number(value)
