"""The sizes of a well-known model as arguments."""

import pytest

from qbank.errors import NotFoundError, QbankError
from qbank.formulas import FORMULAS, evaluate
from qbank.formulas.filling import filled
from qbank.formulas.shapes import SHAPES


@pytest.mark.parametrize("model", [n for n, shape in SHAPES.items() if not shape.positions])
def test_the_filled_parameter_count_is_the_published_one(model):
    values = filled(FORMULAS["llama_parameters"], model)
    assert evaluate("llama_parameters", values) == SHAPES[model].published


@pytest.mark.parametrize("model", [n for n, shape in SHAPES.items() if shape.positions])
def test_the_gpt_family_fills_its_own_formula(model):
    values = filled(FORMULAS["gpt_parameters"], model)
    assert evaluate("gpt_parameters", values) == SHAPES[model].published


def test_only_the_arguments_of_the_formula_are_filled():
    assert filled(FORMULAS["zero_model_states"], "llama-3-70b") == {"params": 70_553_706_496}


def test_operations_count_the_parameters_that_work_on_a_token():
    active = filled(FORMULAS["training_flops"], "mixtral-8x7b")
    whole = filled(FORMULAS["zero_model_states"], "mixtral-8x7b")
    assert active["params"] == SHAPES["mixtral-8x7b"].active < whole["params"]


@pytest.mark.parametrize(
    ("name", "model", "reason"),
    [
        ("llama_parameters", "gpt2-xl", "is for Llama-style layers"),
        ("lora_parameters_model", "gpt2", "is for Llama-style layers"),
        ("gpt_parameters", "llama-3-8b", "is for learned positions"),
        ("lora_parameters_model", "mixtral-8x7b", "is for one FFN a layer"),
        ("activation_layer", "qwen3-4b", "is for heads of width hidden / heads"),
        ("ring_bytes", "llama-3-8b", "takes nothing that a model says"),
    ],
)
def test_a_formula_for_other_layers_is_not_filled(name, model, reason):
    with pytest.raises(QbankError, match=reason):
        filled(FORMULAS[name], model)


@pytest.mark.parametrize(
    ("model", "near"),
    [
        ("llama3-70b", "`llama-3-70b`"),
        ("llama", "`llama-2-7b` or `llama-2-13b`"),
        ("LLAMA_3_7b", "`llama-3-70b`"),
        ("gtp2", "`gpt2`"),
        ("", "`gpt2`"),
    ],
)
def test_an_unknown_model_names_the_nearest(model, near):
    with pytest.raises(NotFoundError) as caught:
        filled(FORMULAS["zero_model_states"], model)
    assert near in caught.value.hint


def test_case_and_underscores_do_not_matter():
    values = filled(FORMULAS["zero_model_states"], "Llama_3_70B")
    assert values == filled(FORMULAS["zero_model_states"], "llama-3-70b")
