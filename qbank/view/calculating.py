"""Formulas on the screen: the list, the page of one, and a computed value with its working."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from qbank.formulas.examples import example
from qbank.formulas.formula import Formula, LangCode, Parameter, Value
from qbank.messages.numbers import NumberMessages, number_messages
from qbank.units import (
    UNITS,
    WORDLESS,
    compact_number,
    convert,
    format_bytes,
    format_number,
    format_quantity,
    unit,
)
from qbank.view.computed import (
    Computed,
    example_line,
    other_units,
    shown_name,
    subjects,
)
from qbank.view.tables import NARROW, table
from qbank.view.text import flow, pad, width, wrap

if TYPE_CHECKING:
    from qbank.view.screen import Screen

_RATES = {"B/s": "GB/s", "FLOP/s": "TFLOP/s"}
_COUNTED = frozenset({"parameters", "tokens", "elements", "tokens/s"})


def _words(app: "Screen") -> tuple[NumberMessages, LangCode]:
    lang = app.settings.lang
    return number_messages(lang), lang.value


def list_text(app: "Screen") -> str:
    """Every formula in one line, by subject."""
    words, lang = _words(app)
    blocks = []
    for subject, members in subjects().items():
        size = max(width(shown_name(each.name)) for each in members)
        head = wrap(words.subjects[subject], app.cells, "  ")
        lines = [app.style.paint(line, "bold") for line in head]
        for each in members:
            lines += _entry(app, pad(shown_name(each.name), size), each.summary.get(lang))
        blocks.append("\n".join(lines))
    command, what = words.list_end
    return "\n\n".join(blocks) + "\n\n" + flow([command, what], app.cells)


def _entry(app: "Screen", name: str, text: str) -> list[str]:
    """A name and what it means, in as many lines as it takes."""
    if app.cells < NARROW:
        return [f"  {name}".rstrip(), *wrap(f"    {text}", app.cells, "    ")]
    start = f"  {name}  "
    return wrap(start + text, app.cells, " " * width(start))


def page_text(app: "Screen", formula: Formula, fills: Iterable[str]) -> str:
    """Every argument of a formula with unit and default, and a call that runs."""
    words, lang = _words(app)
    head = f"{shown_name(formula.name)}  {formula.summary.get(lang)}"
    rows = [_argument_row(app, each) for each in formula.parameters]
    filled = " ".join(f"--{shown_name(name)}" for name in fills)
    choices = {
        words.values.format(name=shown_name(each.name)): " ".join(each.choices)
        for each in formula.parameters
        if each.choices
    }
    facts = {
        **choices,
        words.fills: filled,
        words.assumes: formula.assumptions.get(lang),
        words.source: formula.source,
    }
    return "\n\n".join(
        [
            "\n".join(app.style.paint(line, "bold") for line in wrap(head, app.cells, "  ")),
            words.result.format(unit=formula.unit),
            table(words.columns, rows, app.cells, app.style, cut_last=False),
            _facts(app, facts),
            example_line(formula, example(formula, {})),
        ]
    )


def _argument_row(app: "Screen", each: Parameter) -> list[str]:
    words, lang = _words(app)
    default = words.required
    if each.default is not None:
        default = words.default.format(value=_typed(each.default))
    meaning = each.meaning.get(lang)
    limits = _limits(app, each)
    return [
        f"--{shown_name(each.name)}",
        each.unit,
        default,
        f"{meaning} ({limits})" if limits else meaning,
    ]


def _limits(app: "Screen", each: Parameter) -> str:
    """The range where it says something; yes or no for a switch."""
    words = number_messages(app.settings.lang)
    if each.kind == "flag":
        return words.yes_no
    if each.choices or each.kind not in {"number", "integer"}:
        return ""
    if each.high < 1e12:
        return words.to.format(low=format_number(each.low), high=format_number(each.high))
    return words.at_least.format(low=format_number(each.low)) if each.low > 1 else ""


def _typed(value: Value) -> str:
    """A value as it would be typed."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ",".join(compact_number(one) for one in value)
    return value if isinstance(value, str) else compact_number(value)


def value_text(app: "Screen", computed: Computed) -> str:
    """The value with its other reading, the working, and what it rests on."""
    words, lang = _words(app)
    formula = computed.formula
    value = app.style.paint(_readings(computed, lang), "bold")
    summary = wrap(f"{shown_name(formula.name)}  {formula.summary.get(lang)}", app.cells, "  ")
    steps = [row for line in computed.working for row in wrap(f"  {line}", app.cells, "    ")]
    facts = {
        words.arguments: _arguments(app, computed),
        words.assumes: formula.assumptions.get(lang),
        words.source: formula.source,
    }
    working = app.style.paint(words.working, "cyan")
    parts = ["\n".join([*summary, value]), "\n".join([working, *steps]), _facts(app, facts)]
    return "\n\n".join(parts)


def _readings(computed: Computed, lang: LangCode) -> str:
    """`140 GB (130.4 GiB)`, `21.88% = 0.2188x`, `70,553,706,496 parameters = 70.55B`."""
    own = computed.formula.unit
    texts = [format_quantity(computed.value_si, own, lang)]
    if own != "bytes":
        texts += [format_quantity(computed.value_si, one, lang) for one in other_units(computed)]
    if unit(own).dimension in _COUNTED and computed.value_si >= 1e6:
        texts.append(_scaled(computed.value_si))
    return " = ".join(texts)


def _scaled(value: float) -> str:
    factor, letter = next(
        (pair for pair in ((1e12, "T"), (1e9, "B"), (1e6, "M")) if value >= pair[0]), (1.0, "")
    )
    return f"{format_number(value / factor, 4)}{letter}"


def _arguments(app: "Screen", computed: Computed) -> str:
    """Every argument as it was understood, and where it came from if it was not typed."""
    words, lang = _words(app)
    parts = []
    for each in computed.formula.parameters:
        text = f"{shown_name(each.name)} {_understood(each, computed.values[each.name], lang)}"
        if each.name in computed.origins:
            model = computed.origins[each.name]
            origin = words.from_model.format(model=model) if model else words.by_default
            text = app.words.with_detail.format(text=text, detail=origin)
        parts.append(text)
    return app.words.comma.join(parts)


def _understood(each: Parameter, value: Value, lang: LangCode) -> str:
    if isinstance(value, bool | str | tuple) or each.unit in {"", *WORDLESS}:
        return _typed(value)
    if each.unit == "bytes":
        return format_bytes(value, 4)
    if each.unit in _RATES:
        rate = UNITS[_RATES[each.unit]]
        return f"{format_number(convert(value, rate))} {rate.word(lang)}"
    if each.unit.casefold() == each.name:  # `ranks 8 ranks` says it twice
        return compact_number(value)
    return f"{compact_number(value)} {unit(each.unit).word(lang)}"


def _facts(app: "Screen", facts: Mapping[str, str]) -> str:
    """`name  text` lines, wrapped under the text; empty ones left out."""
    shown = {name: text for name, text in facts.items() if text}
    size = max(width(name) for name in shown)
    lines = []
    for name, text in shown.items():
        first, *rest = wrap(f"{pad(name, size)}  {text}", app.cells, " " * (size + 2))
        lines += [app.style.paint(first[: len(name)], "cyan") + first[len(name) :], *rest]
    return "\n".join(lines)
