# ruff: noqa: RUF001, PLR0913, PLR0917  full-width punctuation is meant; a model shape has many numbers
"""Floating-point operations of training."""

from qbank.formulas.formula import Lines, Text, both
from qbank.formulas.register import formula
from qbank.formulas.shapes import head_width
from qbank.units import compact_number as n

_PAPERS = "Megatron-LM, arXiv 2104.04473, Eq. 3; Korthikanti et al., arXiv 2205.05198, Eq. 7 and 8"
_MATMULS = Text(
    "只计矩阵乘，注意力不减半（非因果），MHA，f = 4h",
    "matrix products only, attention not halved for the causal mask, MHA, f = 4h",
)


@formula(
    "FLOPs",
    "训练总运算量的估算（6ND）",
    "training compute by the 6ND rule",
    source="GPT-3, arXiv 2005.14165, appendix D; table D.1",
    assumes=Text(
        "前向 2、反向 4；不含注意力分数；MoE 用激活参数；全量重计算用 8，LoRA 约 4",
        "2 forward and 4 backward, attention scores left out; active parameters for MoE; "
        "8 with full recomputation, about 4 for LoRA",
    ),
    steps=("{per} × {params} × {tokens}",),
)
def training_flops(params: float, tokens: float, per: float = 6) -> float:
    """FLOPs of a whole run; divide by 8.64e19 for petaflop/s-days."""
    return per * params * tokens


_FORMS = {
    "none": ("72 × B × s × L × h² × (1 + s/(6h) + V/(12 × L × h))", 72, 6, 12),
    "selective": ("72 × B × s × L × h² × (1 + s/(4.5h) + V/(12 × L × h))", 72, 4.5, 12),
    "selective-eq8": ("72 × B × s × L × h² × (1 + s/(3h) + V/(12 × L × h))", 72, 3, 12),
    "full": ("96 × B × s × L × h² × (1 + s/(6h) + V/(16 × L × h))", 96, 6, 16),
}


def _transformer(
    global_batch: int, sequence: int, layers: int, hidden: int, vocab: int, recompute: str
) -> Lines:
    text, lead, scores, head = _FORMS[recompute]
    return (
        both(text),
        both(
            f"{lead} × {n(global_batch)} × {n(sequence)} × {layers} × {n(hidden)}² × (1 + "
            f"{n(sequence)}/({n(scores)} × {n(hidden)})"
            f" + {n(vocab)}/({head} × {layers} × {n(hidden)}))"
        ),
    )


@formula(
    "FLOPs",
    "GPT 类模型一步训练的运算量",
    "FLOPs of one training step of a GPT",
    source=_PAPERS + "; the layer counted with torch's FlopCounterMode",
    assumes=Text(
        _MATMULS.zh + "；selective 按实测只多算一遍注意力矩阵乘，selective-eq8 是论文式 8，"
        "注意力项翻倍",
        _MATMULS.en + "; `selective` repeats the attention products once, as counted, "
        "`selective-eq8` is the paper's Eq. 8, which doubles the attention term",
    ),
    steps=_transformer,
)
def transformer_flops(
    global_batch: int,
    sequence: int,
    layers: int,
    hidden: int,
    vocab: int = 0,
    recompute: str = "none",
) -> float:
    """FLOPs that are executed; with `none` also those the model needs."""
    _text, lead, scores, head = _FORMS[recompute]
    small = sequence / (scores * hidden) + vocab / (head * layers * hidden)
    return lead * global_batch * sequence * layers * hidden**2 * (1 + small)


@formula(
    "FLOPs",
    "每个 token 的训练运算量（PaLM 口径）",
    "training FLOPs per token as PaLM counts them",
    source="PaLM, arXiv 2204.02311, appendix B",
    assumes=Text(
        "注意力不减半；layers、heads、head_dim、sequence 有一个为 0 就只剩 6N",
        "attention not halved; 6N alone when one of the sizes is 0",
    ),
    steps=(
        "6N + 12 × L × H × Q × T",
        "6 × {params} + 12 × {layers} × {heads} × {head_dim} × {sequence}",
    ),
)
def palm_flops_per_token(
    params: float, layers: int = 1, heads: int = 0, head_dim: int = 0, sequence: int = 0
) -> float:
    """FLOPs per token, forward and backward."""
    return 6 * params + 12 * layers * heads * head_dim * sequence


def _megatron(
    sequence: int,
    layers: int,
    hidden: int,
    ffn: int,
    heads: int,
    kv_heads: int,
    vocab: int,
    head_dim: int,
    top_k: int,
    *,
    gated: bool,
) -> Lines:
    width = head_width(hidden, heads, head_dim)
    q, kv, matrices = heads * width, kv_heads * width, 3 if gated else 2
    return (
        both("6 × s × (L × (h × (q + 2kv) + q × h + m × h × f × k) + h × V) + 6 × L × s² × q"),
        both(
            f"6 × {n(sequence)} × ({layers} × ({n(hidden)} × ({n(q)} + 2 × {n(kv)})"
            f" + {n(q)} × {n(hidden)} + {matrices} × {n(hidden)} × {n(ffn)} × {top_k})"
            f" + {n(hidden)} × {n(vocab)}) + 6 × {layers} × {n(sequence)}² × {n(q)}"
        ),
    )


@formula(
    "FLOPs",
    "Megatron 代码统计的每条序列的训练运算量",
    "training FLOPs per sequence as Megatron's code counts them",
    source="megatron/training/training.py, num_floating_point_operations, core 0.18",
    assumes=Text(
        "注意力按因果掩码减半，所以比论文公式小",
        "attention halved for the causal mask, hence less than the papers' formula",
    ),
    steps=_megatron,
)
def megatron_flops(
    sequence: int,
    layers: int,
    hidden: int,
    ffn: int,
    heads: int,
    kv_heads: int,
    vocab: int,
    head_dim: int = 0,
    top_k: int = 1,
    *,
    gated: bool = True,
) -> float:
    """FLOPs of one sequence, forward and backward, no recomputation."""
    width = head_width(hidden, heads, head_dim)
    q, kv = heads * width, kv_heads * width
    layer = hidden * (q + 2 * kv) + q * hidden + (3 if gated else 2) * hidden * ffn * top_k
    return 6 * sequence * (layers * layer + hidden * vocab) + 6 * layers * sequence**2 * q
