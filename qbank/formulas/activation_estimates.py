# ruff: noqa: RUF001, PLR0913, PLR0917  full-width punctuation is meant; a layer has many sizes
"""Activations outside the paper's GPT layer: Llama-style layers, Megatron's estimate, logits."""

from qbank.formulas.formula import Lines, Text, both
from qbank.formulas.register import formula
from qbank.units import compact_number as n


def _llama(
    sequence: int, micro_batch: int, hidden: int, heads: int, kv_heads: int, ffn: int
) -> Lines:
    each = 12 + 4 * kv_heads / heads + 8 * ffn / hidden
    return (
        both("s × b × h × (12 + 4 × k/a + 8 × f/h)"),
        both(f"12 + 4 × {kv_heads}/{heads} + 8 × {n(ffn)}/{n(hidden)} = {n(each)}"),
        both(f"{n(sequence)} × {micro_batch} × {n(hidden)} × {n(each)} B"),
    )


@formula(
    "bytes",
    "Llama 类模型一层的激活（每个 micro-batch）",
    "activations of one Llama-style layer per micro-batch",
    source="derived; measured with saved_tensors_hooks: 37.8 against 37.5 and 41.3 against 41",
    assumes=Text(
        "16 位激活、融合的 RMSNorm、GQA、SwiGLU、flash attention、无 dropout，RoPE 的副本另算",
        "16-bit activations, fused RMSNorm, GQA, SwiGLU, flash attention, no dropout; "
        "copies made by RoPE come on top",
    ),
    steps=_llama,
)
def llama_activation_layer(
    sequence: int, micro_batch: int, hidden: int, heads: int, kv_heads: int, ffn: int
) -> float:
    """Bytes per layer without tensor parallelism."""
    return sequence * micro_batch * hidden * (12 + 4 * kv_heads / heads + 8 * ffn / hidden)


def _megatron_in_flight(pipeline: int, chunks: int, accumulation: int) -> float:
    """The estimator's factor for pipelines; `accumulation` 0 means an unknown micro-batch count."""
    if chunks > 1:
        return 1 + (pipeline - 1) / (pipeline * chunks)
    return min(1.0, accumulation / pipeline) if accumulation else 1.0


def _megatron(
    sequence: int,
    micro_batch: int,
    hidden: int,
    layers: int,
    tensor: int,
    pipeline: int,
    ffn: int,
    vocab: int,
    chunks: int,
    pipeline_batches: int,
) -> Lines:
    each = 18 + 4 * ffn / hidden
    factor = _megatron_in_flight(pipeline, chunks, pipeline_batches)
    tokens = f"{n(sequence)} × {micro_batch}"
    head = f" + 4 × {tokens} × {n(hidden)} × (1 + {n(vocab)}/{n(hidden)})" if pipeline == 1 else ""
    return (
        Text(
            f"每层 s × b × h × (18 + 4 × f/h = {n(each)})，首个 stage装 L 层",
            f"s × b × h × (18 + 4 × f/h = {n(each)}) per layer, L layers on the first stage",
        ),
        both(
            f"(({tokens} × {n(hidden)} × ({n(each)} × {layers} + {pipeline})"
            f" + 8 × {tokens} × {pipeline}) × {n(factor)}{head}) B / {tensor}"
        ),
    )


@formula(
    "bytes",
    "Megatron 自带的激活估算（首个 stage，序列并行加选择性重计算）",
    "Megatron's own estimate of activations on the first stage",
    source="megatron/training/theoretical_memory_usage.py, compute_activation_memory, 0.19.2",
    assumes=Text(
        "序列并行、选择性重计算；pipeline_batches 为 0 表示不知道 micro-batch 数",
        "sequence parallelism and selective recomputation; "
        "pipeline_batches 0 means an unknown number of micro-batches",
    ),
    steps=_megatron,
)
def megatron_activation_estimate(
    sequence: int,
    micro_batch: int,
    hidden: int,
    layers: int,
    tensor: int,
    pipeline: int,
    *,
    ffn: int,
    vocab: int = 0,
    chunks: int = 1,
    pipeline_batches: int = 0,
) -> float:
    """Bytes per GPU."""
    tokens = sequence * micro_batch
    total = tokens * hidden * ((18 + 4 * ffn / hidden) * layers + pipeline) + 8 * tokens * pipeline
    total *= _megatron_in_flight(pipeline, chunks, pipeline_batches)
    if pipeline == 1:
        total += 4 * tokens * hidden * (1 + vocab / hidden)
    return total / tensor


@formula(
    "bytes",
    "logits 的大小",
    "size of the logits",
    source="definition",
    assumes=Text(
        "词表不切；升到 fp32 时 element_bytes 取 4，梯度还要再来一份",
        "vocabulary not sharded; 4 bytes after the fp32 upcast, the gradient is as large again",
    ),
    steps=("{micro_batch} × {sequence} × {vocab} × {element_bytes} B",),
)
def logits_bytes(sequence: int, micro_batch: int, vocab: int, element_bytes: float = 2) -> float:
    """Bytes of batch x sequence x vocabulary."""
    return micro_batch * sequence * vocab * element_bytes
