"""What must hold for all arguments: order, identities, limits."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from qbank.formulas import evaluate
from qbank.formulas.recipes import RECIPES

params = st.floats(1e6, 1e12)
ranks = st.integers(1, 4096)
several = st.integers(2, 4096)
recipes = st.sampled_from(sorted(RECIPES))
stages = st.integers(0, 3)
small = st.integers(1, 64)
sizes = st.floats(1, 1e12)


def value(name: str, **arguments: float | str) -> float:
    return evaluate(name, arguments)


@given(params, stages, recipes)
def test_zero_on_one_rank_is_ddp(params, stage, recipe):
    one = value("zero_model_states", params=params, ranks=1, stage=stage, recipe=recipe)
    ddp = value("zero_model_states", params=params, ranks=1, stage=0, recipe=recipe)
    assert one == pytest.approx(ddp)


@given(params, several, st.integers(0, 2), recipes)
def test_each_stage_saves_memory(params, ranks, stage, recipe):
    lower, higher = (
        value("zero_model_states", params=params, ranks=ranks, stage=s, recipe=recipe)
        for s in (stage, stage + 1)
    )
    assert higher < lower


@given(params, ranks, st.integers(1, 3), recipes)
def test_more_ranks_need_less_memory_each(params, ranks, stage, recipe):
    few, many = (
        value("zero_model_states", params=params, ranks=n, stage=stage, recipe=recipe)
        for n in (ranks, ranks + 1)
    )
    assert many < few


@given(params, ranks, recipes)
def test_stage_three_shards_everything(params, ranks, recipe):
    each = value("zero_model_states", params=params, ranks=ranks, stage=3, recipe=recipe)
    assert each * ranks == pytest.approx(params * RECIPES[recipe].total)


@given(sizes, ranks, stages, recipes)
def test_the_largest_model_fills_the_memory(memory, ranks, stage, recipe):
    fits = value("zero_max_parameters", memory=memory, ranks=ranks, stage=stage, recipe=recipe)
    used = value("zero_model_states", params=fits, ranks=ranks, stage=stage, recipe=recipe)
    assert used == pytest.approx(memory)


@given(sizes, ranks)
def test_all_reduce_is_reduce_scatter_and_all_gather(size, ranks):
    parts = sum(
        value("ring_bytes", op=op, size=size, ranks=ranks)
        for op in ("reduce-scatter", "all-gather")
    )
    assert value("ring_bytes", op="all-reduce", size=size, ranks=ranks) == pytest.approx(parts)


@given(sizes, ranks, st.sampled_from(["all-reduce", "all-gather", "all-to-all", "broadcast"]))
def test_ring_traffic_grows_with_the_ranks_and_is_bounded(size, ranks, op):
    fewer, more = (value("ring_bytes", op=op, size=size, ranks=n) for n in (ranks, ranks + 1))
    assert fewer <= more <= 2 * size


@given(st.sampled_from(["all-reduce", "all-gather", "broadcast"]), sizes)
def test_one_rank_sends_nothing(op, size):
    assert value("ring_bytes", op=op, size=size, ranks=1) == 0


@given(sizes, several, st.floats(1e6, 1e12))
def test_bus_bandwidth_of_a_ring_is_its_link(size, ranks, bandwidth):
    seconds = value("ring_seconds", op="all-reduce", size=size, ranks=ranks, bandwidth=bandwidth)
    assume(seconds > 1e-12)
    measured = value("bus_bandwidth", op="all-reduce", size=size, seconds=seconds, ranks=ranks)
    assert measured == pytest.approx(bandwidth)


@given(params, several, small)
def test_zero_three_costs_half_as_much_again(params, ranks, accumulation):
    first, third = (
        value("zero_traffic_bytes", params=params, stage=stage, ranks=ranks) for stage in (1, 3)
    )
    ddp = 2 * value("ring_bytes", op="all-reduce", size=params, ranks=ranks)
    assert first == pytest.approx(ddp)
    assert third == pytest.approx(1.5 * ddp)
    again = value(
        "zero_traffic_bytes", params=params, stage=3, ranks=ranks, accumulation=accumulation
    )
    assert again == pytest.approx(accumulation * third)


@given(small, small, small, several)
def test_sequence_parallelism_moves_what_tensor_parallelism_moves(sequence, batch, hidden, tensor):
    shape = {"sequence": sequence, "micro_batch": batch, "hidden": hidden, "tensor": tensor}
    plain = value("sequence_parallel_traffic", **shape)
    assert plain == pytest.approx(value("tensor_parallel_traffic", **shape))
    assert value("sequence_parallel_traffic", regather=1, **shape) == pytest.approx(1.25 * plain)


@given(small, st.integers(1, 512), st.integers(1, 8))
def test_the_two_bubbles_are_one_number(stages, batches, chunks):
    shape = {"stages": stages, "microbatches": batches, "chunks": chunks}
    ideal, share = value("pipeline_bubble", **shape), value("pipeline_bubble_share", **shape)
    assert share == pytest.approx(ideal / (1 + ideal))
    assert 0 <= share < 1


@given(small, st.integers(1, 512), st.integers(1, 8))
def test_the_bubble_shrinks_with_batches_and_chunks(stages, batches, chunks):
    bubble = value("pipeline_bubble", stages=stages, microbatches=batches, chunks=chunks)
    for more in ((batches + 1, chunks), (batches, chunks + 1)):
        assert (
            value("pipeline_bubble", stages=stages, microbatches=more[0], chunks=more[1]) <= bubble
        )


@given(st.integers(2, 64), st.floats(0.01, 0.9), st.integers(1, 8))
def test_enough_micro_batches_are_just_enough(stages, bubble, chunks):
    enough = value("micro_batches_for_bubble", stages=stages, bubble=bubble, chunks=chunks)
    shape = {"stages": stages, "chunks": chunks}
    assert value("pipeline_bubble", microbatches=enough, **shape) < bubble * (1 + 1e-12)
    if enough > 1:
        assert value("pipeline_bubble", microbatches=enough - 1, **shape) >= bubble * (1 - 1e-6)


@given(st.integers(1, 32), st.integers(1, 8))
def test_first_stage_of_1f1b_holds_all_layers_once(stages, rounds):
    shape = {"stages": stages, "microbatches": stages * rounds}
    assert value("pipeline_stash", schedule="1f1b", **shape) == 1
    assert value("pipeline_stash", schedule="gpipe", **shape) == rounds


@given(small, st.integers(1, 64), st.integers(2, 8))
def test_interleaving_with_enough_batches_costs_a_fraction(stages, rounds, chunks):
    held = value(
        "pipeline_stash",
        schedule="interleaved",
        stages=stages,
        microbatches=stages * (rounds + 1),
        chunks=chunks,
    )
    assert held == pytest.approx(1 + (stages - 1) / (stages * chunks))


@given(small, small, small, small)
def test_a_layout_and_its_world_agree(tensor, pipeline, context, replicas):
    shape = {"tensor": tensor, "pipeline": pipeline, "context": context}
    world = value("world_size", data_parallel=replicas, **shape)
    assert value("data_parallel_size", world=world, **shape) == replicas


@given(small, small, small)
def test_the_batch_identity_holds_both_ways(micro_batch, accumulation, replicas):
    whole = value(
        "global_batch",
        micro_batch=micro_batch,
        accumulation=accumulation,
        data_parallel=replicas,
    )
    shape = {"micro_batch": micro_batch, "data_parallel": replicas}
    assert value("micro_batches", global_batch=whole, **shape) == accumulation


@given(small, small, small, st.sampled_from(["q", "q,v", "attention", "all-linear", "down"]))
def test_dora_adds_one_number_per_output(rank, hidden, ffn, targets):
    shape = {"rank": rank, "layers": 3, "hidden": hidden, "kv": hidden, "ffn": ffn}
    lora = value("lora_parameters_model", targets=targets, **shape)
    dora = value("dora_parameters_model", targets=targets, **shape)
    outputs = {"q": hidden, "q,v": 2 * hidden, "attention": 4 * hidden, "down": hidden}
    assert dora - lora == 3 * outputs.get(targets, 5 * hidden + 2 * ffn)


@given(st.integers(1, 4096), st.integers(1, 4096), small)
def test_lora_grows_with_its_rank(inputs, outputs, rank):
    each = [value("lora_parameters", rank=r, inputs=inputs, outputs=outputs) for r in (1, rank)]
    assert each[1] == rank * each[0]


@given(st.integers(1, 1024), st.integers(1, 1024))
def test_double_quantisation_pays_from_a_few_scales_on(block, double_block):
    shape = {"block": block, "double_block": double_block}
    single = value("nf4_bits", double_quant=0, **shape)
    double = value("nf4_bits", **shape)
    assert double > 4
    assert (double < single) == (8 + 32 / double_block < 32)


@given(st.integers(1, 1000), st.integers(0, 2000), st.floats(1e-6, 1), st.floats(0, 1e-6))
def test_the_learning_rate_stays_between_its_bounds(warmup, step, peak, low):
    for decay in ("cosine", "linear", "inverse-square-root", "constant", "wsd"):
        rate = value(
            "learning_rate",
            step=step,
            warmup=warmup,
            total=1500,
            max_lr=peak,
            min_lr=low,
            decay=decay,
            decay_steps=200,
        )
        assert (0 if step < warmup else low * (1 - 1e-9)) <= rate <= peak * (1 + 1e-9)


@given(st.integers(0, 998), st.sampled_from(["cosine", "linear", "wsd", "inverse-square-root"]))
def test_the_learning_rate_falls_after_warmup(step, decay):
    now, next_ = (
        value(
            "learning_rate",
            step=each,
            warmup=10,
            total=1000,
            max_lr=1.0,
            decay=decay,
            decay_steps=300,
        )
        for each in (step, step + 1)
    )
    assert now < next_ if step < 10 else now >= next_


@given(
    st.sampled_from(["torch", "deepspeed", "megatron"]),
    st.sets(st.integers(0, 60)),
    st.integers(1, 10),
    st.integers(1, 4),
)
def test_the_loss_scale_moves_by_powers_of_two(framework, overflows, window, hysteresis):
    scale = value(
        "loss_scale",
        framework=framework,
        initial=2**62,
        overflows=",".join(str(each) for each in overflows),
        steps=60,
        window=window,
        hysteresis=hysteresis,
    )
    mantissa, _exponent = scale.as_integer_ratio()
    assert mantissa & (mantissa - 1) == 0


@given(st.sampled_from(["torch", "deepspeed", "megatron"]), st.integers(1, 200))
def test_the_first_doubling_is_where_the_scale_doubles(framework, window):
    first = value("loss_scale_first_doubling", framework=framework, window=window)
    before, after = (
        value(
            "loss_scale",
            framework=framework,
            initial=1,
            overflows="",
            steps=steps,
            window=window,
        )
        for steps in (first - 1 or 1, first)
    )
    assert after == 2
    assert before == (1 if first > 1 else 2)


@given(st.lists(st.integers(1, 10_000), min_size=1, max_size=8))
def test_equal_lengths_weigh_equally(lengths):
    weight = value("token_overweight", lengths=",".join(map(str, lengths)))
    assert weight >= 1 - 1e-12
    assert (weight == pytest.approx(1)) == (len(set(lengths)) == 1)


@given(st.integers(1, 64), st.floats(1, 1e6), st.floats(1, 1e9))
def test_no_number_of_segments_beats_the_square_root(layers, input_bytes, layer_bytes):
    shape = {"layers": layers, "input_bytes": input_bytes, "layer_bytes": layer_bytes}
    best = max(1.0, (layers * layer_bytes / input_bytes) ** 0.5)
    least = value("checkpointed_activation", segments=best, **shape)
    for factor in (0.5, 0.9, 1.1, 2):
        other = max(1.0, best * factor)
        assert value("checkpointed_activation", segments=other, **shape) >= least * (1 - 1e-12)


@given(st.integers(1, 10**6), st.integers(1, 1024), st.integers(1, 64))
def test_padding_reaches_the_next_multiple(vocab, divisor, tensor):
    padded = value("padded_vocab", vocab=vocab, divisor=divisor, tensor=tensor)
    assert padded % (divisor * tensor) == 0
    assert 0 <= padded - vocab < divisor * tensor


@given(params, sizes)
def test_full_recomputation_costs_a_third_more(params, tokens):
    plain = value("training_flops", params=params, tokens=tokens)
    again = value("training_flops", params=params, tokens=tokens, per=8)
    assert again == pytest.approx(plain * 4 / 3)


@given(small, st.integers(8, 4096), small, st.integers(8, 4096))
def test_recomputation_adds_flops_in_order(batch, sequence, layers, hidden):
    shape = {"global_batch": batch, "sequence": sequence, "layers": layers, "hidden": hidden}
    none, selective, paper, full = (
        value("transformer_flops", recompute=each, **shape)
        for each in ("none", "selective", "selective-eq8", "full")
    )
    scores = 4 * batch * sequence**2 * hidden * layers
    assert selective - none == pytest.approx(scores, rel=1e-6)
    assert paper - none == pytest.approx(3 * scores, rel=1e-6)
    assert full == pytest.approx(none * 4 / 3)
