"""Every quantity has one origin, is printed in both languages, and is right."""

from collections.abc import Iterator

from qbank.bank.reader import Path
from qbank.checks.printed import Printed, agrees, read_out
from qbank.checks.rule import Finding, Rule, Subject
from qbank.content.base import Fact
from qbank.errors import QbankError
from qbank.formulas.expression import evaluate_expression
from qbank.terms import Lang
from qbank.units import convert, format_number, unit


def _origin(subject: Subject) -> Iterator[Finding]:
    for number, fact in enumerate(subject.question.facts):
        origins = [
            name
            for name, given in (("is", fact.is_), ("cite", fact.cite), ("given", fact.given))
            if given
        ]
        if len(origins) != 1:
            has = " and ".join(f"`{name}`" for name in origins) or "nothing"
            message = f"`{fact.says} {fact.unit}` has {has} for its origin, exactly one is wanted"
            yield Finding(("facts", number), message, "keep one of `is`, `cite` and `given: true`")


def _unit(subject: Subject) -> Iterator[Finding]:
    for number, fact in enumerate(subject.question.facts):
        try:
            unit(fact.unit)
        except QbankError as error:
            yield Finding(("facts", number, "unit"), error.message, error.hint)


def _printed(subject: Subject) -> Iterator[Finding]:
    question = subject.question
    texts = {lang: Printed(read_out(question, lang)) for lang in Lang if getattr(question, lang)}
    for number, fact in enumerate(question.facts):
        lacking = [lang for lang, text in texts.items() if not text.has(fact.says)]
        if lacking:
            where = " and ".join(f"`{lang}`" for lang in lacking)
            message = f"`{fact.says} {fact.unit}` is not printed in {where}"
            fix = (
                "print it with these digits, or remove the fact"
                if len(lacking) > 1
                else "say it there too"
            )
            yield Finding(("facts", number, "says"), message, fix)


def _value(subject: Subject) -> Iterator[Finding]:
    for number, fact in enumerate(subject.question.facts):
        if fact.is_:
            yield from _computed(("facts", number), fact)


def _computed(path: Path, fact: Fact) -> Iterator[Finding]:
    try:
        measure = unit(fact.unit)
    except QbankError:
        return  # a finding of its own
    try:
        value = convert(evaluate_expression(fact.is_), measure)
    except QbankError as error:
        yield Finding((*path, "is"), error.message, error.hint)
        return
    right = agrees(fact.says, value)
    if right is None:
        message = f"`{fact.says}` is not a number that `is` could give"
        yield Finding((*path, "says"), message, "write the digits as printed, or `cite` a source")
    elif not right:
        message = f"`is` gives {format_number(value)} {fact.unit}, the text says {fact.says}"
        yield Finding((*path, "says"), message, "correct the text or the expression")


_GOOD = """\
facts:
  - {says: "31.4", unit: GB, is: "zero_model_states(params=7.5e9, ranks=64, stage=1)"}
"""

RULES = (
    Rule(
        "fact-origin",
        "a fact has exactly one of `is`, `cite` and `given`",
        "A number is computed, read in a source, or set by the question. There is no fourth way.",
        'facts:\n  - {says: "31.4", unit: GB}\n',
        _GOOD,
        "Add an expression under `is`, ids of sources under `cite`, or `given: true`.",
        _origin,
        flagged=2,
    ),
    Rule(
        "fact-unit",
        "the unit of a fact is one that qbank knows",
        "Only a known unit can be converted and compared.",
        'facts:\n  - {says: "31.4", unit: Gbyte, cite: [paper]}\n',
        _GOOD,
        "Write the id of a unit, such as GB, bytes, s, %, tokens or x.",
        _unit,
        flagged=2,
    ),
    Rule(
        "fact-not-printed",
        "every fact is printed in the Chinese and in the English text",
        "The languages say the same; a number that only one of them gives was lost or is a leftover.",
        _GOOD
        + '  - {says: "16.6", unit: GB, is: "zero_model_states(params=7.5e9, ranks=64, stage=2)"}\n',
        _GOOD,
        "Print the digits in the other language too, or remove the fact.",
        _printed,
        flagged=3,
    ),
    Rule(
        "fact-value",
        "the expression of a fact gives the printed digits",
        "The digits are what a candidate will repeat.",
        _GOOD.replace("stage=1", "stage=3"),
        _GOOD,
        "Correct the text, or the expression; digits are compared after rounding half up.",
        _value,
        flagged=2,
    ),
)
