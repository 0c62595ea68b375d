"""Arguments of a formula: read from what was typed, and checked against their range."""

import difflib
import math
from collections.abc import Mapping, Sequence
from typing import Protocol

from qbank.errors import QbankError
from qbank.formulas.examples import EXAMPLES
from qbank.formulas.formula import Given, Parameter, Value
from qbank.formulas.reading import SCALES, read_head
from qbank.units import UNITS, find_units, format_number

_YES, _NO = frozenset({"1", "true", "yes", "on"}), frozenset({"0", "false", "no", "off"})
_COUNTS = frozenset(
    {"parameters", "tokens", "tokens/s", "elements", "FLOPs", "samples", "steps", "rows", "USD"}
    | {"GPUs", "ranks", "GPU-hours", ""}
)
"""Units whose numbers may be typed as 7B or 8k; `16 B` of memory would be bytes or billions."""


class Takes(Protocol):
    """What takes named arguments: a formula, or a drawing."""

    @property
    def name(self) -> str:
        """What messages call it."""

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """Its arguments."""


def check_arguments(formula: Takes, given: Mapping[str, Given]) -> dict[str, Value]:
    """The values to call `formula` with, defaults filled in.

    Raises QbankError that names the argument: unknown, missing, unreadable or out of range.
    """
    known = {each.name: each for each in formula.parameters}
    for name in given:
        if name not in known:
            raise _unknown(formula, name, tuple(known))
    missing = [each for each in formula.parameters if _is_missing(each, given)]
    if missing:
        raise _missing(formula, missing)
    return {name: _one(each, given) for name, each in known.items()}


def _unknown(formula: Takes, name: str, known: tuple[str, ...]) -> QbankError:
    near = difflib.get_close_matches(name, known, n=1)
    hint = f"did you mean `{near[0]}`?" if near else f"it takes {', '.join(known)}"
    return QbankError(f"`{formula.name}` has no argument `{name}`", hint=hint)


def _is_missing(parameter: Parameter, given: Mapping[str, Given]) -> bool:
    return parameter.default is None and parameter.name not in given


def _missing(formula: Takes, missing: Sequence[Parameter]) -> QbankError:
    named = ", ".join(f"`{each.name}` ({each.meaning.en})" for each in missing)
    hint = f"add {' '.join(f'{each.name}=…' for each in missing)}"
    return QbankError(f"`{formula.name}` needs {named}", hint=hint)


def _one(parameter: Parameter, given: Mapping[str, Given]) -> Value:
    if parameter.default is not None and parameter.name not in given:
        return parameter.default
    return read_value(parameter, given[parameter.name])


def read_value(parameter: Parameter, given: Given) -> Value:
    """One argument as its function receives it; QbankError says what is wrong with it."""
    match parameter.kind:
        case "choice":
            return _choice(parameter, given)
        case "flag":
            return _flag(parameter, given)
        case "words":
            return _words(parameter, given)
        case "numbers":
            parts = str(given).split(",")
            return tuple(_number(parameter, part) for part in parts if part.strip())
        case _:
            number = _number(parameter, given)
            return int(number) if parameter.kind == "integer" else number


def _choice(parameter: Parameter, given: Given) -> str:
    word = str(given).strip().lower().replace("_", "-")
    if word in parameter.choices:
        return word
    near = difflib.get_close_matches(word, parameter.choices, n=1)
    hint = f"did you mean `{near[0]}`?" if near else f"one of: {', '.join(parameter.choices)}"
    message = f"`{parameter.name}` is one of {len(parameter.choices)} words, not `{given}`"
    raise QbankError(message, hint=hint)


def _flag(parameter: Parameter, given: Given) -> bool:
    word = str(given).strip().lower()
    if isinstance(given, float) and given in {0.0, 1.0}:  # as an expression gives it
        word = str(int(given))
    if word in _YES or word in _NO:
        return word in _YES
    message = f"`{parameter.name}` is yes or no, not `{given}`"
    raise QbankError(message, hint=f"write {parameter.name}=1 or {parameter.name}=0")


def _words(parameter: Parameter, given: Given) -> str:
    words = [word.strip().lower() for word in str(given).replace("_", "-").split(",")]
    for word in words:
        _choice(parameter, word)
    return ",".join(words)


def _number(parameter: Parameter, given: Given) -> float:
    value = _typed(parameter, given) if isinstance(given, str) else float(given)
    if not math.isfinite(value):
        message = f"`{parameter.name}` is a finite number, not `{given}`"
        raise QbankError(message)
    if parameter.kind == "integer" and value != int(value):
        message = f"`{parameter.name}` is a whole number, not {format_number(value)}"
        raise QbankError(message)
    if not parameter.low <= value <= parameter.high:
        side, bound = (
            ("at least", parameter.low) if value < parameter.low else ("at most", parameter.high)
        )
        message = f"`{parameter.name}` is {side} {format_number(bound)}, not {format_number(value)}"
        raise QbankError(message)
    return value


def _typed(parameter: Parameter, text: str) -> float:
    """A number with an optional scale (7B) or unit (80 GB) that fits the parameter."""
    head = read_head(text)
    if head is None:
        message = f"`{parameter.name}` is a number, not `{text}`"
        raise QbankError(message, hint=_example(parameter))
    return head.value * _factor(parameter, head.rest)


def _factor(parameter: Parameter, rest: str) -> float:
    """What the word after a number multiplies it by. Raises QbankError for a word that does not fit."""
    if not rest:
        return 1.0
    if parameter.unit in _COUNTS and rest in SCALES:
        return SCALES[rest]
    base = UNITS.get(parameter.unit)
    fitting = [each for each in find_units(rest) if base and each.dimension == base.dimension]
    if len(fitting) == 1:
        return fitting[0].factor
    if fitting:
        names = " or ".join(each.id for each in fitting)
        message = f"`{rest}` in `{parameter.name}` can mean {names}"
        raise QbankError(message, hint=f"write {names}")
    raise QbankError(
        f"`{parameter.name}` is {_in_unit(parameter)}, not in `{rest}`", hint=_example(parameter)
    )


def _in_unit(parameter: Parameter) -> str:
    return f"in {parameter.unit}" if parameter.unit else "a plain number"


def _example(parameter: Parameter) -> str:
    """How the argument is written, in a unit that people use."""
    value = EXAMPLES.get(parameter.name, "8")
    return f"write it as in {parameter.name}={value}"
