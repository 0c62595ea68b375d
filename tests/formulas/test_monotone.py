"""What must grow or shrink with an argument, whatever its other arguments are."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qbank.errors import QbankError
from qbank.formulas import FORMULAS, evaluate
from qbank.formulas.examples import example

GROWS = [
    ("zero_model_states", "params"),
    ("zero_max_parameters", "ranks"),
    ("zero_max_parameters", "memory"),
    ("optimizer_states", "params"),
    ("activation_layer", "sequence"),
    ("activation_layer", "micro_batch"),
    ("llama_activation_layer", "sequence"),
    ("checkpointed_activation", "layers"),
    ("logits_bytes", "vocab"),
    ("gpt_parameters", "layers"),
    ("gpt_parameters", "hidden"),
    ("llama_parameters", "layers"),
    ("llama_parameters", "ffn"),
    ("llama_parameters", "experts"),
    ("lora_parameters_model", "rank"),
    ("nf4_bytes", "params"),
    ("kv_cache", "tokens"),
    ("kv_cache", "kv_heads"),
    ("mla_cache", "tokens"),
    ("checkpoint_bytes", "params"),
    ("checkpoint_interval", "failure_seconds"),
    ("ring_bytes", "size"),
    ("ring_bytes", "ranks"),
    ("ring_seconds", "ranks"),
    ("zero_traffic_bytes", "ranks"),
    ("zero_traffic_bytes", "accumulation"),
    ("tensor_parallel_traffic", "tensor"),
    ("expert_parallel_traffic", "top_k"),
    ("ring_attention_traffic", "context"),
    ("pipeline_bubble", "stages"),
    ("pipeline_step_seconds", "microbatches"),
    ("in_flight_micro_batches", "microbatches"),
    ("training_flops", "tokens"),
    ("transformer_flops", "sequence"),
    ("training_cost", "gpu_hours"),
]
SHRINKS = [
    ("zero_model_states", "ranks"),
    ("zero_model_states", "stage"),
    ("megatron_distributed_optimizer", "data_parallel"),
    ("megatron_distributed_optimizer", "tensor"),
    ("deepspeed_zero3_gpu", "nodes"),
    ("activation_layer", "tensor"),
    ("pipeline_bubble", "microbatches"),
    ("pipeline_bubble", "chunks"),
    ("pipeline_bubble_share", "microbatches"),
    ("micro_batches_for_bubble", "bubble"),
    ("ring_seconds", "bandwidth"),
    ("transfer_seconds", "bandwidth"),
    ("job_failure_interval", "gpus"),
    ("training_days", "gpus"),
    ("training_days_mfu", "peak"),
    ("flops_utilization", "seconds"),
    ("lora_scaling", "rank"),
]


def values(name, argument, pair):
    """The formula at both values; none when the others do not fit one of them."""
    formula = FORMULAS[name]
    scheme = {"scheme": "tp-sp"} if (name, argument) == ("activation_layer", "tensor") else {}
    try:
        return [evaluate(name, example(formula, {**scheme, argument: str(one)})) for one in pair]
    except QbankError:
        return []


def pairs(argument):
    top = 3 if argument == "stage" else 2048
    return st.lists(st.integers(1, top), min_size=2, max_size=2).map(sorted)


@pytest.mark.parametrize(("name", "argument"), GROWS)
def test_it_never_falls(name, argument):
    @settings(max_examples=30)
    @given(pairs(argument))
    def holds(pair):
        low_high = values(name, argument, pair)
        assert low_high == sorted(low_high)

    holds()
    assert len({*values(name, argument, (2, 4))}) == 2


@pytest.mark.parametrize(("name", "argument"), SHRINKS)
def test_it_never_rises(name, argument):
    @settings(max_examples=30)
    @given(pairs(argument))
    def holds(pair):
        low_high = values(name, argument, pair)
        assert low_high == sorted(low_high, reverse=True)

    holds()
    assert len({*values(name, argument, (2, 3))}) == 2
