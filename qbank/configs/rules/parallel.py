"""Sizes of Megatron's parallel groups that do not divide what they split."""

from collections.abc import Iterator

from qbank.configs.megatron import (
    CONTEXT,
    EXPERT,
    EXPERT_TENSOR,
    PIPELINE,
    TENSOR,
    is_megatron,
    is_own,
    model_ranks,
)
from qbank.configs.rule import ConfigRule, Finding, Source, at
from qbank.configs.subject import Subject


def _world(subject: Subject) -> Iterator[Finding]:
    ranks = subject.block.ranks
    if ranks is None or not is_megatron(subject):
        return
    model = model_ranks(subject)
    if model and ranks % model:
        message = f"{ranks} processes are no multiple of tensor x pipeline x context = {model}"
        yield from _at_last(subject, (TENSOR, PIPELINE, CONTEXT), message)
    expert = _expert_ranks(subject)
    if expert and ranks % expert and not (model and ranks % model):
        message = (
            f"{ranks} processes are no multiple of expert tensor x expert x pipeline = {expert}"
        )
        yield from _at_last(subject, (EXPERT_TENSOR, EXPERT, PIPELINE), message)


def _expert_ranks(subject: Subject) -> int | None:
    """Ranks of one copy of the experts: their tensor parallelism is that of the dense layers unless it is set."""
    tensor = subject.number(EXPERT_TENSOR)
    if tensor is None and subject.is_given(EXPERT_TENSOR):
        return None
    tensor = tensor or subject.number(TENSOR)
    expert, pipeline = subject.number(EXPERT), subject.number(PIPELINE)
    return tensor * expert * pipeline if tensor and expert and pipeline else None


def _at_last(subject: Subject, names: tuple[str, ...], message: str) -> Iterator[Finding]:
    given = [name for name in names if subject.is_given(name)]
    if given:
        yield at(subject.place(*given), message, "start a multiple, or split less")


def _heads(subject: Subject) -> Iterator[Finding]:
    heads, tensor = subject.number("num_attention_heads"), subject.number(TENSOR)
    if not is_own(subject) or not heads:
        return
    where = subject.place("num_attention_heads")
    if tensor and heads % tensor:
        yield at(
            where, f"{heads} attention heads are no multiple of the tensor parallel size {tensor}"
        )
    hidden = subject.number("hidden_size")
    if hidden and hidden % heads and subject.is_off("kv_channels"):
        message = f"the hidden size {hidden} is no multiple of {heads} attention heads"
        yield at(where, message, "set `--kv-channels`, or change one of them")
    groups = subject.number("num_query_groups")
    is_grouped = subject.is_on("group_query_attention") and subject.is_given("num_query_groups")
    if tensor and groups and is_grouped and groups % tensor and tensor % groups:
        message = f"{groups} query groups neither divide the tensor parallel size {tensor} nor are a multiple of it"
        yield at(subject.place("num_query_groups"), message)


def _experts(subject: Subject) -> Iterator[Finding]:
    size = subject.number(EXPERT)
    if not is_own(subject) or not size or size < 2:
        return
    experts = subject.number("num_experts")
    if experts and experts % size:
        message = f"{experts} experts are no multiple of the expert parallel size {size}"
        yield at(subject.place("num_experts", EXPERT), message)
    elif subject.is_off("num_experts"):
        yield at(subject.place(EXPERT), "expert parallelism needs `--num-experts`")


def _context(subject: Subject) -> Iterator[Finding]:
    length, size = subject.number("seq_length"), subject.number(CONTEXT)
    if is_own(subject) and length and size and size > 1 and length % (2 * size):
        message = (
            f"the sequence length {length} is no multiple of 2 x context parallel size = {2 * size}"
        )
        yield at(subject.place("seq_length", CONTEXT), message)


_ARGUMENTS = Source("megatron-core", "0.19.2", "megatron/training/arguments.py", "validate_args")
_CONFIG = Source(
    "megatron-core",
    "0.19.2",
    "megatron/core/transformer/transformer_config.py",
    "TransformerConfig.__post_init__",
)
_SH = "torchrun --nproc_per_node 8 pretrain_gpt.py \\\n"

RULES = (
    ConfigRule(
        "world-size",
        "the processes are a multiple of what one copy of the model is split over",
        "Dense layers split the ranks by tensor x pipeline x context, experts by expert tensor x expert x pipeline; expert "
        "parallelism does not multiply the first product. Both are checked at start.",
        "megatron-lm",
        "sh",
        _SH + "    --tensor-model-parallel-size 4 \\\n    --pipeline-model-parallel-size 3\n",
        _SH + "    --tensor-model-parallel-size 4 \\\n    --pipeline-model-parallel-size 2\n",
        "Start a multiple of the product, or split less.",
        _world,
        (
            _ARGUMENTS,
            Source(
                "megatron-core",
                "0.19.2",
                "megatron/core/parallel_state.py",
                "initialize_model_parallel",
            ),
        ),
        flagged=3,
    ),
    ConfigRule(
        "attention-heads",
        "tensor parallelism divides the attention heads, and heads the hidden size",
        "Heads are split over the tensor parallel ranks. Query groups may be fewer than the ranks, but one must divide the "
        "other.",
        "megatron-lm",
        "sh",
        _SH + "    --tensor-model-parallel-size 8 \\\n    --num-attention-heads 28\n",
        _SH + "    --tensor-model-parallel-size 4 \\\n    --num-attention-heads 28\n",
        "Choose a size that divides the heads.",
        _heads,
        (_CONFIG, _ARGUMENTS),
        flagged=3,
    ),
    ConfigRule(
        "experts",
        "the expert parallel size divides the number of experts",
        "Every rank of an expert parallel group holds the same number of experts.",
        "megatron-lm",
        "sh",
        _SH + "    --num-experts 60 \\\n    --expert-model-parallel-size 8\n",
        _SH + "    --num-experts 64 \\\n    --expert-model-parallel-size 8\n",
        "Choose a size that divides the experts.",
        _experts,
        (_ARGUMENTS,),
        flagged=3,
    ),
    ConfigRule(
        "context-length",
        "the sequence length is a multiple of twice the context parallel size",
        "Each rank takes one chunk from the front and one from the back, to balance the causal mask.",
        "megatron-lm",
        "sh",
        _SH + "    --seq-length 4092 \\\n    --context-parallel-size 4\n",
        _SH + "    --seq-length 4096 \\\n    --context-parallel-size 4\n",
        "Choose a length that divides.",
        _context,
        (_ARGUMENTS,),
        flagged=3,
    ),
)
