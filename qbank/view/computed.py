"""A formula and a computed value as data: for `calc --json`, and what the text is made from."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from qbank.formulas.formula import Formula, Parameter, Value
from qbank.formulas.registry import FORMULAS
from qbank.units import convert

_OTHER = {"%": "x", "x": "%", "h": "days", "days": "h", "GB/s": "Gb/s", "FLOPs": "PF-days"}
_TIMES = ((1e-3, "us"), (1, "ms"), (120, ""), (7200, "min"), (172_800, "h"))
"""The unit that seconds are also read in below a number of them; none for a few seconds."""
_PREFIXES = ("K", "M", "G", "T")


class Computed(NamedTuple):
    """A formula computed: its arguments as understood, where each came from, value and working.

    `origins` has an entry for each argument that was not typed: the model's name, or "" for a default.
    """

    formula: Formula
    values: Mapping[str, Value]
    origins: Mapping[str, str]
    value_si: float
    working: tuple[str, ...]


def shown_name(name: str) -> str:
    """A formula or argument as it is typed: with dashes."""
    return name.replace("_", "-")


def subjects() -> Mapping[str, tuple[Formula, ...]]:
    """The formulas by subject, which is the name of their module, in the registry's order."""
    found: dict[str, list[Formula]] = {}
    for each in FORMULAS.values():
        found.setdefault(each.function.__module__.rpartition(".")[2], []).append(each)
    return {name: tuple(members) for name, members in found.items()}


def example_line(formula: Formula, values: Mapping[str, str]) -> str:
    """The command that computes a formula with these arguments."""
    typed = [f"--{shown_name(name)} {_quoted(value)}" for name, value in values.items()]
    return " ".join(["qbank calc", shown_name(formula.name), *typed])


def _quoted(value: str) -> str:
    return f"'{value}'" if " " in value else value


def other_units(computed: Computed) -> Mapping[str, float]:
    """The value in other units of the same kind: GB and GiB, seconds and hours, percent and times."""
    return {each: convert(computed.value_si, each) for each in _other_ids(computed)}


def _other_ids(computed: Computed) -> tuple[str, ...]:
    value, own = abs(computed.value_si), computed.formula.unit
    if own == "bytes":
        power = next((n for n in (4, 3, 2, 1) if value >= 1000**n), 0)
        return (f"{_PREFIXES[power - 1]}B", f"{_PREFIXES[power - 1]}iB") if power else ()
    if own == "s":
        found = next((name for limit, name in _TIMES if value < limit), "days")
        return (found,) if found and value else ()
    return (_OTHER[own],) if own in _OTHER else ()


def list_data() -> list[dict[str, Any]]:
    """The formulas as objects of `calc --json`."""
    return [
        {"subject": subject, **formula_data(each)}
        for subject, members in subjects().items()
        for each in members
    ]


def formula_data(formula: Formula) -> dict[str, Any]:
    """A formula as an object: what it takes, and what it rests on."""
    return {
        "formula": shown_name(formula.name),
        "summary": formula.summary._asdict(),
        "unit": formula.unit,
        "arguments": [_parameter_data(each) for each in formula.parameters],
        "assumptions": formula.assumptions._asdict(),
        "source": formula.source,
    }


def _parameter_data(each: Parameter) -> dict[str, Any]:
    return {
        "name": shown_name(each.name),
        "meaning": each.meaning._asdict(),
        "unit": each.unit,
        "kind": each.kind,
        "low": each.low,
        "high": each.high,
        "choices": list(each.choices),
        "required": each.default is None,
        "default": each.default,
    }


def value_data(computed: Computed) -> dict[str, Any]:
    """A computed value as an object; `value` is in `unit`, `value_si` in SI base units."""
    formula = computed.formula
    return {
        "formula": shown_name(formula.name),
        "value": convert(computed.value_si, formula.unit),
        "unit": formula.unit,
        "value_si": computed.value_si,
        "also": dict(other_units(computed)),
        "arguments": {shown_name(name): value for name, value in computed.values.items()},
        "origins": {
            shown_name(name): model or "default" for name, model in computed.origins.items()
        },
        "working": list(computed.working),
        "assumptions": formula.assumptions._asdict(),
        "source": formula.source,
    }
