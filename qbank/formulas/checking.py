"""Arguments of a formula: read from what was typed, and checked against their range."""

import difflib
import math
from collections.abc import Mapping

from qbank.errors import QbankError
from qbank.formulas.formula import Formula, Given, Parameter, Value
from qbank.formulas.reading import SCALES, read_head
from qbank.units import UNITS, find_units, format_number

_YES, _NO = frozenset({"1", "true", "yes", "on"}), frozenset({"0", "false", "no", "off"})
_COUNTS = frozenset({"parameters", "tokens", "elements", "FLOPs", ""})


def check_arguments(formula: Formula, given: Mapping[str, Given]) -> dict[str, Value]:
    """The values to call `formula` with, defaults filled in.

    Raises QbankError that names the argument: unknown, missing, unreadable or out of range.
    """
    known = {each.name: each for each in formula.parameters}
    for name in given:
        if name not in known:
            raise _unknown(formula, name, tuple(known))
    return {name: _one(formula, each, given) for name, each in known.items()}


def _unknown(formula: Formula, name: str, known: tuple[str, ...]) -> QbankError:
    near = difflib.get_close_matches(name, known, n=1)
    hint = f"did you mean `{near[0]}`?" if near else f"it takes {', '.join(known)}"
    return QbankError(f"`{formula.name}` has no argument `{name}`", hint=hint)


def _one(formula: Formula, parameter: Parameter, given: Mapping[str, Given]) -> Value:
    if parameter.name not in given:
        if parameter.default is None:
            message = f"`{formula.name}` needs `{parameter.name}` ({parameter.meaning.en})"
            raise QbankError(message, hint=f"add {parameter.name}=…")
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
    if head is not None:
        factor = _factor(parameter, head.rest)
        if factor is not None:
            return head.value * factor
    message = f"`{parameter.name}` is a number, not `{text}`"
    raise QbankError(message, hint=f"write it as in {parameter.name}=7e9")


def _factor(parameter: Parameter, rest: str) -> float | None:
    if not rest:
        return 1.0
    if parameter.unit in _COUNTS and rest in SCALES:
        return SCALES[rest]
    base = UNITS.get(parameter.unit)
    fitting = [each for each in find_units(rest) if base and each.dimension == base.dimension]
    return fitting[0].factor if len(fitting) == 1 else None
