"""Numeric questions: placeholders, units, and draws that stay plausible."""

import random
import re
from collections.abc import Iterator

from qbank.checks.context import nearest_fix
from qbank.checks.rule import Finding, Part, Rule, Subject
from qbank.content.types.numeric import Numeric, draw, expected_si, fill
from qbank.errors import QbankError
from qbank.terms import Lang
from qbank.units import convert, find_units, format_number, unit

_BRACES = re.compile(r"\{([^{}\n]*)\}")
_FORM = re.compile(r"\w+(?::[B,])?")
_SEEDS = 200


def _placeholders(subject: Subject) -> Iterator[Finding]:
    question = subject.question
    if not isinstance(question, Numeric):
        return
    for lang in Lang:
        prose = question.zh if lang is Lang.ZH else question.en
        for name in ("title", "prompt"):
            text = getattr(prose, name, "")
            for found in _BRACES.finditer(text):
                drawn = found[1].split(":")[0]
                if drawn in question.draw and _FORM.fullmatch(found[1]):
                    continue
                part = Part(text, *found.span())
                message = f"`{found[0]}` is not filled: draw has {', '.join(question.draw)}"
                fix = nearest_fix(drawn, question.draw, "write {name}, {name:B} or {name:,}")
                yield Finding((lang.value, name), message, fix, part)


def _unused(subject: Subject) -> Iterator[Finding]:
    question = subject.question
    if not isinstance(question, Numeric):
        return
    for lang in Lang:
        prose = question.zh if lang is Lang.ZH else question.en
        if prose is None:
            continue
        shown = {found[1].split(":")[0] for found in _BRACES.finditer(prose.title + prose.prompt)}
        for name, values in question.draw.items():
            if len(values) > 1 and name not in shown:
                message = f"the drawn `{name}` is not shown in `{lang.value}`"
                yield Finding(("draw", name), message, f"write {{{name}}} in the prompt")


def _unit(subject: Subject) -> Iterator[Finding]:
    question = subject.question
    if not isinstance(question, Numeric):
        return
    try:
        unit(question.grade.unit)
    except QbankError as error:
        found = find_units(question.grade.unit)
        fix = f"write {found[0].id}" if found else error.hint
        yield Finding(("grade", "unit"), error.message, fix)


def _plausible(subject: Subject) -> Iterator[Finding]:
    question = subject.question
    if not isinstance(question, Numeric):
        return
    try:
        low, high = question.plausible
        for seed in range(_SEEDS):
            drawn = draw(question, random.Random(seed))  # noqa: S311  # not for secrets
            value = convert(expected_si(question, drawn), question.grade.unit)
            if not low <= value <= high:
                values = ", ".join(f"{name}={shown}" for name, shown in drawn.values.items())
                got = f"{format_number(value)} {question.grade.unit}"
                message = f"{values} gives {got}, outside {low:g} to {high:g}"
                yield Finding(("plausible",), message, "narrow `draw`, add `where`, or widen it")
                return
    except QbankError:
        return  # a unit that does not exist is a finding of its own


def leaked(question: Numeric, lang: Lang) -> str:
    """The answer as printed, when the prompt shows it in every draw; empty otherwise."""
    prose = question.prose(lang)
    shown = ""
    for seed in range(_SEEDS):
        drawn = draw(question, random.Random(seed))  # noqa: S311  # not for secrets
        value = convert(expected_si(question, drawn), question.grade.unit)
        shown = format_number(value, 4)
        text = fill(f"{prose.title} {prose.prompt}", drawn.values)
        if not re.search(rf"(?<![\d.]){re.escape(shown)}(?![\d]|\.\d)", text):
            return ""
    return shown


_SAMPLE = """\
type: numeric
formula: zero_model_states
draw:
  params: [7.0e9, 13.0e9]
  ranks: [8, 16]
  stage: [1, 2, 3]
grade: {unit: GB, rel_tol: 0.01}
plausible: [3, 100]
zh:
  prompt: "{params:B} 参数，{ranks} 卡，ZeRO-{stage}：每卡模型状态多少 GB？"
en:
  prompt: "{params:B} parameters, {ranks} GPUs, ZeRO-{stage}: GB of model states per GPU?"
"""

RULES = (
    Rule(
        "placeholder",
        "placeholders of a numeric question are names of `draw`",
        "Anything else is shown to the learner as it stands, braces included.",
        _SAMPLE.replace("{ranks} 卡", "{ranks} 卡 {rank} 卡"),
        _SAMPLE,
        "Write `{name}`, `{name:B}` for billions or `{name:,}` for grouped digits.",
        _placeholders,
        flagged=10,
        drafts=True,
    ),
    Rule(
        "unused-draw",
        "every drawn value is shown in both languages",
        "The number cannot be computed without it.",
        _SAMPLE.replace(", {ranks} GPUs", ""),
        _SAMPLE,
        "Put the placeholder into the title or the prompt, or give the name a single value.",
        _unused,
        flagged=5,
    ),
    Rule(
        "numeric-unit",
        "the graded unit is one that qbank knows",
        "Answers are converted, so the unit must have a size.",
        _SAMPLE.replace("unit: GB", "unit: G"),
        _SAMPLE,
        "Write a unit such as GB (1e9 bytes), GiB (2**30 bytes), s, %, tokens or x.",
        _unit,
        flagged=7,
        drafts=True,
    ),
    Rule(
        "plausible",
        "every drawn value gives an answer inside `plausible`",
        "A drill with an absurd number teaches a wrong sense of size.",
        _SAMPLE.replace("[3, 100]", "[10, 100]"),
        _SAMPLE,
        "Narrow the lists under `draw`, add `where`, or widen `plausible`.",
        _plausible,
        flagged=8,
        drafts=True,
    ),
)
