"""The worked solution of each formula, for every example of the tables."""

import re
from itertools import chain

import pytest

from qbank.errors import QbankError
from qbank.formulas import FORMULAS, evaluate, get, working
from qbank.formulas.expression import evaluate_expression
from qbank.units import convert, format_quantity, unit
from tests.formulas.vector_table import SEEN, VECTORS, ours
from tests.formulas.worked_table import WORKED

for _vector in VECTORS:
    ours(_vector)
EXAMPLES = tuple(chain(SEEN.items(), ((case.formula, case.arguments) for case in WORKED)))
HAN = re.compile(r"[一-鿿]")


def test_every_formula_is_shown():
    assert {name for name, _arguments in EXAMPLES} == set(FORMULAS)


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize(("name", "arguments"), EXAMPLES, ids=lambda value: str(value)[:40])
def test_last_line_is_the_value_with_its_unit(name, arguments, lang):
    *steps, last = working(name, arguments, lang)
    value, unit_id = evaluate(name, arguments), get(name).unit
    assert steps
    assert all(line.strip() for line in steps)
    assert last.startswith("= ")
    assert last.endswith(format_quantity(value, unit_id, lang))
    if unit(unit_id).dimension not in {"ratio", "bytes"}:
        shown = float(last.split()[1].replace(",", ""))
        assert shown == pytest.approx(convert(value, unit_id), rel=1e-5)


@pytest.mark.parametrize(("name", "arguments"), EXAMPLES, ids=lambda value: str(value)[:40])
def test_english_working_is_free_of_chinese_and_of_holes(name, arguments):
    for lang in ("zh", "en"):
        text = "\n".join(working(name, arguments, lang))
        assert not re.search(r"[{}]|None|True|False|(?<![.\d])\d{7,}|0{4,}[1-9]$", text)
    assert not HAN.search("\n".join(working(name, arguments, "en")))


NOT_PLAIN = {
    # max, min, roots and rounding, or a rule in words
    "checkpoint_interval",
    "deepspeed_zero2_host",
    "in_flight_micro_batches",
    "learning_rate",
    "lora_scaling",
    "loss_scale",
    "micro_batches_for_bubble",
    "model_active_parameters",
    "padded_vocab",
    "selective_saving",
    "training_steps",
    "warmup_steps",
}


def _arithmetic(line: str) -> str | None:
    """The arithmetic of a line in the notation of expressions, words and units left out."""
    text = re.sub(r"(?<=[\d)] )(?:B/s|W|B|s)(?=$|[ /)])|[A-Za-z]{2,}|^[a-z] =", " ", line)
    text = text.rpartition(":")[2].removesuffix("( )").strip()
    text = re.sub(r" = [\d.,]+$", "", text)
    text = text.replace("×", "*").replace(",", "").replace("²", "**2")
    return text if re.fullmatch(r"[\d\s.+*/()e-]+", text) and re.search(r"\d", text) else None


def _last_sum(name, arguments) -> str | None:
    *steps, _last = working(name, arguments, "en")
    return next(filter(None, map(_arithmetic, reversed(steps))), None)


@pytest.mark.parametrize(("name", "arguments"), EXAMPLES, ids=lambda value: str(value)[:40])
def test_the_arithmetic_shown_gives_the_value(name, arguments):
    text = _last_sum(name, arguments)
    if name in NOT_PLAIN:
        return
    assert text, working(name, arguments, "en")
    value = evaluate(name, arguments)
    choices = (value, convert(value, get(name).unit))
    assert any(evaluate_expression(text) == pytest.approx(each, rel=1e-4) for each in choices)


def test_bytes_are_shown_exactly_in_gb_and_in_gib():
    arguments = {"params": 7.5e9, "ranks": 64, "stage": 1}
    assert working("zero_model_states", arguments, "en") == (
        "adam-16: weights, gradients, optimizer 2 + 2 + 12 = 16 B per parameter",
        "stage 1, the optimizer states are sharded: 2 + 2 + 12/64 = 4.1875 B",
        "7.5e9 × 4.1875 B",
        "= 31,406,250,000 B = 31.41 GB (29.25 GiB)",
    )


def test_chinese_working_names_the_same_numbers():
    arguments = {"stages": 8, "microbatches": 32}
    assert working("pipeline-bubble-share", arguments, "zh") == (
        "气泡 / 总时间 = (p - 1)/(v × m + p - 1)",
        "(8 - 1)/(1 × 32 + 8 - 1)",
        "= 17.95%",
    )


def test_working_refuses_what_evaluate_refuses():
    with pytest.raises(QbankError, match="`stage` is at most 3, not 4"):
        working("zero_model_states", {"params": 7e9, "ranks": 8, "stage": 4}, "en")
