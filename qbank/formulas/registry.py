"""All formulas by name: look one up, compute it, show the working."""

import difflib
import math
from collections.abc import Mapping
from types import MappingProxyType

from qbank.errors import NotFoundError, QbankError
from qbank.formulas import (
    activation,
    activation_estimates,
    adapters,
    batch,
    communication,
    compute,
    context,
    cost,
    deepspeed,
    llama_parameters,
    memory,
    optimizers,
    packing,
    parallel,
    parameters,
    pipeline,
    quantization,
    schedules,
    storage,
    traffic,
    utilization,
)
from qbank.formulas.checking import check_arguments
from qbank.formulas.formula import REGISTERED, Formula, Given, LangCode, Parameter, Text
from qbank.units import format_number, format_quantity

__all__ = ["FORMULAS", "Formula", "Parameter", "Text", "evaluate", "get", "working"]

MODULES = (
    memory,
    optimizers,
    deepspeed,
    activation,
    activation_estimates,
    parameters,
    llama_parameters,
    adapters,
    quantization,
    storage,
    communication,
    traffic,
    parallel,
    context,
    pipeline,
    batch,
    packing,
    schedules,
    compute,
    utilization,
    cost,
)
"""Importing these fills the registry; the order is the order of `qbank calc`."""

FORMULAS: Mapping[str, Formula] = MappingProxyType(
    {
        name: each
        for module in MODULES
        for name, each in REGISTERED.items()
        if each.function.__module__ == module.__name__
    }
)


_NEAREST = 5


def get(name: str) -> Formula:
    """The formula called `name`, dashes or underscores; NotFoundError with the nearest names."""
    key = name.strip().replace("-", "_")
    found = FORMULAS.get(key)
    if found is None:
        inside = [each for each in FORMULAS if key and key in each]
        close = difflib.get_close_matches(key, FORMULAS, n=3, cutoff=0.5)
        near = [*dict.fromkeys([*inside, *close])][:_NEAREST]
        message = f"no formula named `{name}`"
        hint = f"did you mean {' or '.join(f'`{each}`' for each in near)}?" if near else ""
        raise NotFoundError(message, hint=hint or "qbank calc lists the formulas")
    return found


def evaluate(name: str, arguments: Mapping[str, Given]) -> float:
    """The value of a formula in SI base units.

    Raises QbankError for an unknown name, a missing or unknown argument, one out of its range, or
    arguments that do not fit together.
    """
    formula = get(name)
    values = check_arguments(formula, arguments)
    try:
        result = float(formula.function(**values))
    except (OverflowError, ZeroDivisionError):
        result = math.inf
    if not math.isfinite(result):
        message = f"`{formula.name}` has no finite value for these arguments"
        raise QbankError(message, hint="use smaller numbers")
    return result


def working(name: str, arguments: Mapping[str, Given], lang: LangCode) -> tuple[str, ...]:
    """The solution worked out with the numbers filled in; the last line is the value and its unit.

    Raises QbankError as `evaluate` does.
    """
    formula = get(name)
    result = evaluate(name, arguments)
    lines = formula.steps(**check_arguments(formula, arguments))
    return (*(line.get(lang) for line in lines), f"= {_stated(formula, result, lang)}")


def _stated(formula: Formula, result: float, lang: LangCode) -> str:
    if formula.unit != "bytes" or abs(result) < 1e3:
        return format_quantity(result, formula.unit, lang)
    return f"{format_number(result, 15)} B = {format_quantity(result, 'bytes', lang)}"
