"""Hand-worked values, and that no formula goes without a number from outside."""

import pytest

from qbank.formulas import FORMULAS, evaluate
from qbank.formulas.shapes import SHAPES
from tests.formulas.vector_table import SEEN, VECTORS, ours
from tests.formulas.worked_table import WORKED


@pytest.mark.parametrize("case", WORKED, ids=lambda case: f"{case.formula}-{case.expected:g}")
def test_worked_value(case):
    assert evaluate(case.formula, case.arguments) == pytest.approx(case.expected, rel=1e-12)


def test_every_formula_has_a_number_from_outside():
    for vector in VECTORS:
        ours(vector)
    covered = set(SEEN) | {case.formula for case in WORKED}
    assert set(FORMULAS) - covered == set()


@pytest.mark.parametrize("name", SHAPES)
def test_shape_reproduces_the_published_count(name):
    shape = SHAPES[name]
    assert shape.published > 0
    assert evaluate("model_parameters", {"model": name}) == shape.published


def test_named_shape_and_spelt_out_sizes_agree():
    shape = SHAPES["qwen3-0.6b"]
    spelt = {
        "layers": shape.layers,
        "hidden": shape.hidden,
        "ffn": shape.ffn,
        "heads": shape.heads,
        "kv_heads": shape.kv_heads,
        "vocab": shape.vocab,
        "head_dim": 128,
        "tied": 1,
        "qk_norm": 1,
    }
    assert evaluate("llama_parameters", spelt) == shape.published


@pytest.mark.parametrize(
    ("name", "billions"), [("qwen3-30b-a3b", 3.3), ("qwen3-235b-a22b", 22), ("mixtral-8x7b", 12.9)]
)
def test_active_parameters_are_those_the_name_says(name, billions):
    active = evaluate("model_active_parameters", {"model": name})
    assert active == pytest.approx(billions * 1e9, rel=0.02)
