# ruff: noqa: RUF001  full-width punctuation is meant
"""Context parallelism: what ring attention and Ulysses send, and when it can be hidden."""

from qbank.formulas.formula import Lines, Text, both
from qbank.formulas.register import formula
from qbank.units import compact_number as n

_RING_ATTENTION = "Ring Attention, arXiv 2310.01889, section 3, table 2"


@formula(
    "bytes",
    "环形注意力前向每卡每层发送的字节数",
    "bytes each rank sends per layer in the forward pass of ring attention",
    source=_RING_ATTENTION + "; counted at the send calls",
    assumes=Text(
        "K、V 按 KV 宽度传；改成 all-gather K、V 也是这么多",
        "K and V travel at KV width; an all-gather of K and V moves as much",
    ),
    steps=(
        Text(
            "(c - 1) 跳，每跳传 K 和 V 的一块", "(c - 1) hops, each passes one block of K and of V"
        ),
        "({context} - 1) × 2 × {micro_batch} × {sequence}/{context} × {kv} × {element_bytes} B",
    ),
)
def ring_attention_traffic(
    sequence: int, micro_batch: int, kv: int, context: int, element_bytes: float = 2
) -> float:
    """Bytes per rank and layer, forward only; `sequence` is the whole sequence."""
    return (context - 1) * 2 * micro_batch * sequence / context * kv * element_bytes


@formula(
    "tokens",
    "环形注意力能掩盖通信的最小块长",
    "smallest block for which ring attention hides its communication",
    source=_RING_ATTENTION,
    assumes=Text(
        "MHA、bf16，不计因果掩码的不均衡",
        "MHA in bf16, imbalance of the causal mask ignored",
    ),
    steps=("c ≥ F/B", "{peak} / {bandwidth}"),
)
def ring_attention_min_block(peak: float, bandwidth: float) -> float:
    """Tokens per block, FLOP/s over B/s."""
    return peak / bandwidth


@formula(
    "tokens",
    "环形注意力每卡的最小序列长度",
    "smallest sequence per device for ring attention",
    source=_RING_ATTENTION,
    assumes=Text("要放下 6 个块", "six blocks have to be held"),
    steps=("s = 6c = 6 × F/B", "6 × {peak} / {bandwidth}"),
)
def ring_attention_min_sequence(peak: float, bandwidth: float) -> float:
    """Tokens per device: six times the smallest block."""
    return 6 * peak / bandwidth


@formula(
    "elements",
    "Ulysses 每层每条链路的元素数（官方口径）",
    "elements per link and layer under Ulysses, as its authors count",
    source="DeepSpeed blogs/deepspeed-ulysses/README.md",
    assumes=Text("MHA，不乘 (P-1)/P", "MHA, (P-1)/P left out"),
    steps=(
        Text("4 次 all-to-all，每次 N × h / P", "four all-to-alls of N × h / P each"),
        "4 × {sequence} × {hidden} / {context}",
    ),
)
def ulysses_elements(sequence: int, hidden: int, context: int) -> float:
    """Elements; `context` is the sequence-parallel size P."""
    return 4 * sequence * hidden / context


def _ulysses(sequence: int, hidden: int, context: int, kv: int, element_bytes: float) -> Lines:
    width = 2 * hidden + 2 * kv
    return (
        Text(
            f"前向 all-to-all Q、K、V 和输出，宽度合计 {n(width)}",
            f"forward all-to-alls of Q, K, V and the output, {n(width)} wide together",
        ),
        both(
            f"{n(width)} × {n(sequence)}/{context} × ({context} - 1)/{context}"
            f" × {n(element_bytes)} B"
        ),
    )


@formula(
    "bytes",
    "Ulysses 前向每卡每层发送的字节数",
    "bytes each rank sends per layer in the forward pass of Ulysses",
    source="DeepSpeed blogs/deepspeed-ulysses/README.md; counted at the send calls",
    assumes=Text(
        "kv 是 K、V 的宽度（MHA 时等于 h）；并行度不超过头数",
        "kv is the width of K and of V, h for MHA; no more ranks than heads",
    ),
    steps=_ulysses,
)
def ulysses_traffic(
    sequence: int, hidden: int, context: int, kv: int, element_bytes: float = 2
) -> float:
    """Bytes per rank and layer, forward only; `sequence` counts all tokens of the micro-batch."""
    width = 2 * hidden + 2 * kv
    return width * sequence / context * (context - 1) / context * element_bytes
