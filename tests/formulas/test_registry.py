"""Looking up formulas, and what their arguments may be."""

import subprocess
import sys

import pytest

from qbank.errors import NotFoundError, QbankError
from qbank.formulas import FORMULAS, evaluate, get
from qbank.formulas.arguments import ARGUMENTS
from qbank.formulas.examples import EXAMPLES, example
from qbank.formulas.recipes import RECIPES
from qbank.formulas.registry import MODULES
from qbank.units import UNITS

NAMED_IN_QUESTIONS = {
    "zero_model_states": ("params", "ranks", "stage", "recipe"),
    "ring_bytes": ("op", "size", "ranks"),
    "pipeline_bubble": ("stages", "microbatches", "chunks"),
    "pipeline_bubble_share": ("stages", "microbatches", "chunks"),
    "lora_parameters": ("rank", "inputs", "outputs"),
    "lora_parameters_model": ("rank", "layers", "hidden", "kv", "ffn", "targets", "query"),
    "data_parallel_size": ("world", "tensor", "pipeline", "context"),
    "micro_batches": ("global_batch", "micro_batch", "data_parallel"),
    "megatron_micro_batches": (
        "world",
        "tensor",
        "pipeline",
        "context",
        "global_batch",
        "micro_batch",
    ),
    "global_batch": ("micro_batch", "accumulation", "data_parallel"),
}


@pytest.mark.parametrize(("name", "arguments"), NAMED_IN_QUESTIONS.items())
def test_formula_that_questions_name_keeps_its_arguments(name, arguments):
    assert tuple(each.name for each in get(name).parameters) == arguments


@pytest.mark.parametrize("formula", FORMULAS.values(), ids=lambda each: each.name)
def test_entry_is_complete(formula):
    assert formula.unit in UNITS
    assert formula.summary.zh
    assert formula.summary.en
    assert formula.source
    assert bool(formula.assumptions.zh) == bool(formula.assumptions.en)
    assert formula.function.__doc__
    for parameter in formula.parameters:
        assert parameter.meaning.zh
        assert parameter.meaning.en
        assert parameter.unit in {"", *UNITS}


def test_registry_is_in_the_order_of_its_modules():
    seen = dict.fromkeys(each.function.__module__ for each in FORMULAS.values())
    assert list(seen) == [module.__name__ for module in MODULES]


def test_every_argument_name_is_used():
    used = {each.name for formula in FORMULAS.values() for each in formula.parameters}
    assert set(ARGUMENTS) - used == set()


def test_recipes_are_named_after_their_total():
    assert set(RECIPES) == set(ARGUMENTS["recipe"].choices)
    assert all(
        name.endswith(f"-{cost.total:g}") or "8bit" in name for name, cost in RECIPES.items()
    )
    assert RECIPES["adam8bit-10"].total == 10


def test_dashes_name_the_same_formula():
    assert get("zero-model-states") is get("zero_model_states")


def test_unknown_formula_is_answered_with_near_names():
    with pytest.raises(NotFoundError, match="no formula named `zero_model_state`") as caught:
        get("zero_model_state")
    assert "`zero_model_states`" in caught.value.hint


def test_formula_unlike_any_other_points_to_the_list():
    with pytest.raises(NotFoundError) as caught:
        get("qqqqqq")
    assert caught.value.hint == "qbank calc lists the formulas"


MIXTRAL = {
    "layers": 32,
    "hidden": 4096,
    "ffn": 14336,
    "heads": 32,
    "kv_heads": 8,
    "vocab": 32000,
}
REFUSALS = [
    ({"ranks": 8, "stage": 1}, "needs `params`"),
    ({"params": 7e9, "ranks": 8, "stage": 1, "rank": 2}, "has no argument `rank`"),
    ({"params": 7e9, "ranks": 8, "stage": 4}, "`stage` is at most 3, not 4"),
    ({"params": 7e9, "ranks": 0, "stage": 1}, "`ranks` is at least 1, not 0"),
    ({"params": -1, "ranks": 8, "stage": 1}, "`params` is at least 0, not -1"),
    ({"params": 7e9, "ranks": 2.5, "stage": 1}, "`ranks` is a whole number, not 2.5"),
    ({"params": float("nan"), "ranks": 8, "stage": 1}, "`params` is a finite number, not `nan`"),
    ({"params": float("inf"), "ranks": 8, "stage": 1}, "`params` is a finite number, not `inf`"),
    ({"params": "many", "ranks": 8, "stage": 1}, "`params` is a number, not `many`"),
    ({"params": "7 GB", "ranks": 8, "stage": 1}, "`params` is in parameters, not in `GB`"),
    ({"params": 7e9, "ranks": 8, "stage": 1, "recipe": "adam"}, "`recipe` is one of 8 words"),
]


@pytest.mark.parametrize(("arguments", "message"), REFUSALS, ids=lambda value: str(value)[:40])
def test_refusal_names_the_argument_and_the_reason(arguments, message):
    with pytest.raises(QbankError) as caught:
        evaluate("zero_model_states", arguments)
    assert message in caught.value.message


def test_all_missing_arguments_are_named_at_once():
    with pytest.raises(QbankError) as caught:
        evaluate("zero_model_states", {"stage": 1})
    assert "`params` (number of parameters Ψ), `ranks` (ranks that take part N)" in (
        caught.value.message
    )


@pytest.mark.parametrize(
    ("name", "arguments", "value"),
    [
        ("zero_offload_gpu", {"params": "7B"}, 14e9),
        ("zero_offload_gpu", {"params": "70 亿"}, 14e9),
        ("tokens_per_step", {"global_batch": "1k", "sequence": "8k"}, 8e6),
        ("transfer_seconds", {"size": "25 GB", "bandwidth": "200Gb/s"}, 1),
        ("transfer_seconds", {"size": "1GiB", "bandwidth": "1073741824"}, 1),
        ("gpu_hours", {"tokens": "36B", "tokens_per_second": "1k"}, 1e4),
    ],
)
def test_arguments_are_read_with_their_scale_or_unit(name, arguments, value):
    assert evaluate(name, arguments) == pytest.approx(value)


def test_a_unit_that_case_alone_decides_is_not_guessed():
    with pytest.raises(QbankError) as caught:
        evaluate("transfer_seconds", {"size": "1GB", "bandwidth": "25gb/s"})
    assert caught.value.message == "`gb/s` in `bandwidth` can mean Gb/s or GB/s"
    assert caught.value.hint == "write Gb/s or GB/s"


@pytest.mark.parametrize("name", FORMULAS)
def test_the_example_of_a_formula_runs(name):
    assert evaluate(name, example(FORMULAS[name], {})) > 0


def test_every_example_is_of_an_argument():
    assert EXAMPLES.keys() <= ARGUMENTS.keys()


def test_refusal_of_a_near_argument_suggests_it():
    with pytest.raises(QbankError) as caught:
        evaluate("zero_model_states", {"parms": 7e9})
    assert caught.value.hint == "did you mean `params`?"


def test_refusal_of_a_near_choice_suggests_it():
    with pytest.raises(QbankError) as caught:
        evaluate("ring_bytes", {"op": "all-reduc", "size": 1, "ranks": 2})
    assert caught.value.hint == "did you mean `all-reduce`?"


@pytest.mark.parametrize(
    ("typed", "value"),
    [("7B", 7e9), ("7e9", 7e9), ("7,000,000,000", 7e9), ("70 亿", 7e9), ("7 billion", 7e9)],
)
def test_numbers_are_read_as_people_type_them(typed, value):
    assert evaluate("zero_offload_gpu", {"params": typed}) == 2 * value


def test_units_of_an_argument_are_converted():
    typed = {"op": "all_gather", "size": "14 GB", "ranks": "8", "bandwidth": "200 Gb/s"}
    plain = {"op": "all-gather", "size": 14e9, "ranks": 8, "bandwidth": 25e9}
    assert evaluate("ring_seconds", typed) == evaluate("ring_seconds", plain)


@pytest.mark.parametrize(("typed", "value"), [("yes", 182e9), (1, 182e9), ("off", 156e9)])
def test_flags_are_read(typed, value):
    assert evaluate("zero_offload_host", {"params": 13e9, "host_gradients": typed}) == value


def test_flag_that_is_neither_yes_nor_no_is_refused():
    with pytest.raises(QbankError, match="`host_gradients` is yes or no, not `2`"):
        evaluate("zero_offload_host", {"params": 13e9, "host_gradients": 2})


def test_targets_may_be_listed_or_grouped():
    sizes = {"rank": 8, "layers": 2, "hidden": 64, "kv": 16, "ffn": 128}
    grouped = evaluate("lora_parameters_model", sizes | {"targets": "attention"})
    listed = evaluate("lora_parameters_model", sizes | {"targets": "q, k, v, o, attention-qv"})
    assert grouped == listed == 2 * 8 * (2 * (64 + 64) + 2 * (64 + 16))


def test_a_wider_query_counts():
    sizes = {"rank": 8, "layers": 1, "hidden": 1024, "kv": 1024, "ffn": 1, "targets": "q,o"}
    assert evaluate("lora_parameters_model", sizes | {"query": 2048}) == 8 * 2 * (1024 + 2048)


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("data_parallel_size", {"world": 60, "tensor": 8, "pipeline": 2}, "world 60"),
        (
            "micro_batches",
            {"global_batch": 1000, "micro_batch": 4, "data_parallel": 16},
            "global_batch 1000",
        ),
        (
            "megatron_micro_batches",
            {
                "world": 64,
                "tensor": 4,
                "pipeline": 2,
                "context": 1,
                "global_batch": 500,
                "micro_batch": 8,
            },
            "global_batch 500",
        ),
        (
            "in_flight_micro_batches",
            {"schedule": "1f1b", "stages": 4, "microbatches": 8, "stage_index": 4},
            "stage_index 4",
        ),
        (
            "llama_layer_parameters",
            {"hidden": 2048, "ffn": 8192, "heads": 24, "kv_heads": 8},
            "hidden 2048 is not a multiple of heads 24",
        ),
        (
            "moe_active_parameters",
            MIXTRAL | {"experts": 8, "top_k": 9},
            "top_k 9 is more than experts 8",
        ),
        (
            "moe_rank_parameters",
            MIXTRAL | {"experts": 8, "expert": 3},
            "experts 8 is not a multiple of expert 3",
        ),
        ("packing_share", {"tokens": 5000, "bins": 1, "length": 4096}, "5000 tokens"),
        ("token_overweight", {"lengths": ","}, "`lengths` is empty"),
        ("learning_rate", {"step": 1, "warmup": 9, "total": 9, "max_lr": 1}, "total 9"),
        (
            "loss_scale",
            {"framework": "torch", "initial": 1, "overflows": "", "steps": 10**9},
            "steps is at most",
        ),
        ("ring_attention_min_block", {"peak": 1e30, "bandwidth": 0}, "`bandwidth` is at least"),
    ],
)
def test_arguments_that_do_not_fit_together_are_refused(name, arguments, message):
    with pytest.raises(QbankError) as caught:
        evaluate(name, arguments)
    assert message in caught.value.message


def test_the_last_stage_is_named():
    arguments = {"schedule": "1f1b", "stages": 4, "microbatches": 8, "stage_index": 4}
    with pytest.raises(QbankError) as caught:
        evaluate("in_flight_micro_batches", arguments)
    assert caught.value.hint == "the last stage is 3"


def test_a_value_without_an_end_is_refused():
    with pytest.raises(QbankError, match="no finite value"):
        evaluate("trainable_share", {"adapter": 0, "base": 0})


def test_import_loads_nothing_heavy():
    code = "import sys; import qbank.formulas.expression; print(*sys.modules, sep='\\n')"
    done = subprocess.run(  # our own interpreter and code
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    foreign = {name for name in loaded if name not in sys.stdlib_module_names}
    assert {name for name in foreign if not name.startswith("_")} == {"qbank"}
    assert loaded.isdisjoint({"asyncio", "json", "sqlite3", "random", "subprocess", "email"})
