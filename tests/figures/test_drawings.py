"""What the pictures say is what the formulas give; arguments that do not fit are refused."""

import re

import pytest

from qbank.errors import NotFoundError, QbankError
from qbank.figures import DRAWINGS, draw, draw_formula, figured, plain
from qbank.figures.model import Bars, Collective, Flow, Timeline
from qbank.figures.tensor import PLAIN, SEQUENCE
from qbank.figures.zero import states
from qbank.formulas import FORMULAS, evaluate
from qbank.formulas.recipes import RECIPES
from qbank.terms import Lang
from qbank.units import to_si


@pytest.mark.parametrize("recipe", RECIPES)
@pytest.mark.parametrize("ranks", [1, 8, 64])
def test_the_parts_of_a_memory_bar_add_up_to_the_model_states(recipe, ranks):
    [bars] = draw("zero_memory", {"params": 7.5e9, "ranks": ranks, "recipe": recipe}).parts
    for stage, bar in enumerate(bars.bars):
        args = {"params": 7.5e9, "ranks": ranks, "stage": stage, "recipe": recipe}
        total = evaluate("zero_model_states", args)
        assert sum(states(7.5e9, ranks, recipe, stage)) == pytest.approx(total)
        assert to_si(sum(bar.values), bars.unit) == pytest.approx(total)


def test_each_stage_shards_one_more_part():
    whole = states(8e9, 8, "adam-16", 0)
    for stage, sharded in ((1, {"optimizer"}), (2, {"optimizer", "gradients"})):
        parts = states(8e9, 8, "adam-16", stage)
        for name, part in parts._asdict().items():
            assert part == getattr(whole, name) / (8 if name in sharded else 1)
    assert states(8e9, 8, "adam-16", 3) == tuple(part / 8 for part in whole)


def test_a_memory_bar_prints_the_numbers_of_the_paper():
    text = plain(draw("zero_memory", {"params": 7.5e9, "ranks": 64}), Lang.EN, 80)
    for printed in ("120 GB", "31.41 GB", "16.64 GB", "1.875 GB", "2 + 2 + 12 = 16"):
        assert printed in text


SAID = [(7.5e9, "7.5B"), (124e6, "124M"), (1e12, "1,000B"), (500, "500")]


def test_a_number_of_parameters_is_said_as_people_say_it():
    for params, said in SAID:
        title = draw("zero_memory", {"params": params, "ranks": 2}).title
        assert title.en == f"Model states on each GPU: {said} parameters, 2 GPUs, adam-16"


@pytest.mark.parametrize("lang", Lang)
def test_a_schedule_states_the_bubble_that_is_drawn(lang):
    sizes = {"stages": 4, "microbatches": 8, "chunks": 2}
    text = plain(draw("pipeline_schedule", {"schedule": "interleaved", **sizes}), lang, 120)
    rows = re.findall(r"^GPU \d+  (\S+)$", text, re.MULTILINE)
    assert len(rows) == 4
    idle = sum(row.count(".") for row in rows)
    busy = sum(map(len, rows)) - idle
    assert f"{idle} / {busy} = 18.75%" in text
    assert idle / busy == evaluate("pipeline_bubble", sizes)


@pytest.mark.parametrize("tensor", [2, 3, 8])
def test_what_the_mlp_exchanges_is_half_of_a_layer_by_the_formulas(tensor):
    sizes = {"sequence": 4096, "micro_batch": 2, "hidden": 8192, "tensor": tensor}
    whole = 4096 * 2 * 8192 * 2
    layer = evaluate("tensor_parallel_traffic", sizes)
    assert PLAIN.sent(whole, tensor) == pytest.approx(layer / 2)
    layer = evaluate("sequence_parallel_traffic", {**sizes, "regather": 1})
    assert SEQUENCE.sent(whole, tensor) == pytest.approx(layer / 2)


def test_bytes_are_printed_where_the_sizes_are_known_and_letters_where_they_are_not():
    sizes = {"tensor": 8, "sequence": 4096, "micro_batch": 1, "hidden": 8192}
    text = plain(draw("tensor_parallel_mlp", {**sizes, "sequence_parallel": "no"}), Lang.EN, 200)
    # an all-reduce each way, 2 x 7/8 of 4096 x 8192 x 2 bytes
    assert "3.5 x [4096, 1, 8192] x 2 bytes = 235 MB (224 MiB)" in text
    assert "[4096, 1, f/8]" in text
    assert "[4096, 1, 3584]" in plain(
        draw("tensor_parallel_mlp", {**sizes, "ffn": 28672}), Lang.EN, 200
    )
    assert "3.5 x [s, b, h] in all" in plain(
        draw("tensor_parallel_mlp", {"tensor": 8}), Lang.EN, 200
    )


def test_the_flow_shows_the_collectives_that_are_counted():
    for mode, exchange in (("no", PLAIN), ("yes", SEQUENCE)):
        [flow] = draw("tensor_parallel_mlp", {"sequence_parallel": mode}).parts
        steps = [step for step in flow.steps if isinstance(step, Collective)]
        for pass_, ops in (("forward", exchange.forward), ("backward", exchange.backward)):
            said = " ".join(getattr(step, pass_).zh for step in steps)
            assert sorted(re.findall(r"all-reduce|all-gather|reduce-scatter", said)) == sorted(ops)


def test_only_the_first_and_the_last_of_many_gpus_are_drawn():
    [flow] = draw("tensor_parallel_mlp", {"tensor": 8, "sequence_parallel": "no"}).parts
    assert flow.lanes == ("GPU 0", "...", "GPU 7")


def test_there_is_a_kind_of_part_for_each_drawing():
    kinds = {
        name: {type(part) for part in draw(name, args).parts}
        for name, args in (
            ("zero_memory", {"params": 1e9, "ranks": 8}),
            ("pipeline_schedule", {"stages": 2, "microbatches": 2}),
            ("tensor_parallel_mlp", {}),
        )
    }
    assert set(kinds) == set(DRAWINGS)
    assert set.union(*kinds.values()) == {Bars, Timeline, Flow}


@pytest.mark.parametrize(
    ("name", "args", "message", "hint"),
    [
        ("zero_memory", {"params": 7e9, "ranks": 8, "recipe": "adam16"}, "recipe", "`adam-16`"),
        ("zero_memory", {"params": 7e9, "rank": 8}, "no argument `rank`", "`ranks`"),
        ("zero_memory", {"params": 0, "ranks": 8}, "`params` is at least 1", ""),
        ("zero_memory", {"params": 7e9}, "needs `ranks`", "ranks"),
        ("pipeline_schedule", {"stages": 1, "microbatches": 8}, "`stages` is at least 2", ""),
        ("pipeline_schedule", {"stages": 64, "microbatches": 8}, "`stages` is at most 32", ""),
        ("pipeline_schedule", {"stages": 4, "microbatches": 2.5}, "whole number", ""),
        (
            "pipeline_schedule",
            {"stages": 4, "microbatches": 8, "chunks": 2},
            "1F1B has one chunk",
            "interleaved",
        ),
        (
            "pipeline_schedule",
            {"stages": 4, "microbatches": 8, "schedule": "interleaved"},
            "at least 2 chunks",
            "chunks: 2",
        ),
        (
            "pipeline_schedule",
            {"stages": 4, "microbatches": 6, "chunks": 2, "schedule": "interleaved"},
            "multiple of 4",
            "microbatches: 8",
        ),
        (
            "pipeline_schedule",
            {"stages": 8, "microbatches": 128, "chunks": 8, "schedule": "interleaved"},
            "at most 480 can be drawn",
            "fewer",
        ),
        ("tensor_parallel_mlp", {"tensor": 1}, "`tensor` is at least 2", ""),
        ("tensor_parallel_mlp", {"sequence_parallel": "on"}, "sequence_parallel", "no"),
        ("tensor_parallel_mlp", {"tensor": 8, "ffn": 28670}, "`ffn` is 28670", "ffn: 28672"),
        ("tensor_parallel_mlp", {"tensor": 8, "sequence": 100}, "`sequence`", "sequence: 104"),
    ],
)
def test_arguments_that_cannot_be_drawn_say_why_and_how_to_mend_them(name, args, message, hint):
    with pytest.raises(QbankError) as caught:
        draw(name, args)
    assert message in caught.value.message
    assert hint in caught.value.hint


def test_an_unknown_drawing_names_the_nearest_or_all():
    with pytest.raises(NotFoundError) as caught:
        draw("zero-memroy", {})
    assert caught.value.hint == "did you mean `zero_memory`?"
    with pytest.raises(NotFoundError) as caught:
        draw("qqq", {})
    assert all(name in caught.value.hint for name in DRAWINGS)


def test_a_sequence_that_does_not_split_is_fine_without_sequence_parallelism():
    args = {"tensor": 8, "sequence": 100, "sequence_parallel": "no"}
    assert "[100, b, h]" in plain(draw("tensor_parallel_mlp", args), Lang.EN, 80)


FORMULA_ARGUMENTS = {
    "zero_model_states": {"params": 7e9, "ranks": 8, "stage": 3},
    "state_bytes_per_parameter": {"recipe": "megatron-18"},
    "pipeline_bubble": {"stages": 8, "microbatches": 32},
    "pipeline_bubble_share": {"stages": 4, "microbatches": 8, "chunks": 2},
    "in_flight_micro_batches": {"schedule": "gpipe", "stages": 4, "microbatches": 8},
    "pipeline_stash": {"schedule": "1f1b", "stages": 4, "microbatches": 8},
    "tensor_parallel_traffic": {
        "sequence": 4096,
        "micro_batch": 1,
        "hidden": 8192,
        "tensor": 8,
        "layers": 80,
    },
    "sequence_parallel_traffic": {
        "sequence": 4096,
        "micro_batch": 1,
        "hidden": 8192,
        "tensor": 8,
    },
}


def test_every_formula_with_a_picture_is_one_and_is_drawn_with_its_own_arguments():
    assert set(figured()) == set(FORMULA_ARGUMENTS) <= set(FORMULAS)
    for name, args in FORMULA_ARGUMENTS.items():
        evaluate(name, args)
        assert draw_formula(name.replace("_", "-"), args).parts


def test_a_formula_with_chunks_is_drawn_interleaved_and_a_sequence_parallel_one_with_it():
    title = draw_formula("pipeline_bubble", {"stages": 4, "microbatches": 8, "chunks": 2}).title
    assert title.en.startswith("Interleaved 1F1B")
    [flow] = draw_formula(
        "sequence-parallel-traffic", FORMULA_ARGUMENTS["sequence_parallel_traffic"]
    ).parts
    assert flow.heading.en == "with sequence parallelism"


def test_a_formula_without_a_picture_names_those_that_have_one():
    with pytest.raises(NotFoundError) as caught:
        draw_formula("pipeline_traffic", {})
    assert "zero_model_states" in caught.value.hint
