# ruff: noqa: RUF001, PLR0913, PLR0917  full-width punctuation is meant; a model shape has many numbers
"""Parameter counts of Llama-style models, dense and mixture of experts."""

from qbank.errors import QbankError
from qbank.formulas.formula import Lines, Text, both
from qbank.formulas.register import formula
from qbank.formulas.shapes import Shape
from qbank.units import compact_number as n

_COUNTED = "counted on the meta device with transformers 5.24.0"
_LLAMA = Text(
    "RMSNorm、门控 FFN、RoPE；head_dim 为 0 时取 h/a；experts > 1 时每层另有 h × E 的路由",
    "RMSNorm, gated FFN, RoPE; head_dim 0 means h/a; with experts > 1 a router of h × E per layer",
)


def _layer(**sizes: int) -> Lines:
    shape = Shape(**sizes)
    many = f" × {shape.experts} + {n(shape.hidden)} × {shape.experts}" if shape.experts > 1 else ""
    bias = Text("，含 bias", ", with biases") if shape.qkv_bias else Text("", "")
    return (
        Text(
            f"注意力：q 宽 {n(shape.query)}，k、v 宽 {n(shape.kv)}{bias.zh}，"
            f"共 {n(shape.attention)}",
            f"attention: q {n(shape.query)} wide, k and v {n(shape.kv)} wide{bias.en}, "
            f"{n(shape.attention)} in all",
        ),
        both(f"FFN: 3 × {n(shape.hidden)} × {n(shape.ffn)}{many} = {n(shape.feed_forward)}"),
        Text(
            f"一层：{n(shape.attention)} + {n(shape.feed_forward)} + 2 × {n(shape.hidden)}（norm）",
            f"a layer: {n(shape.attention)} + {n(shape.feed_forward)}"
            f" + 2 × {n(shape.hidden)} (norms)",
        ),
    )


def _one_layer(**sizes: int) -> Lines:
    return _layer(layers=1, **sizes)


@formula(
    "parameters",
    "Llama 类模型一层的参数量",
    "parameters of one Llama-style layer",
    source=_COUNTED,
    assumes=_LLAMA,
    steps=_one_layer,
)
def llama_layer_parameters(
    hidden: int,
    ffn: int,
    heads: int,
    kv_heads: int,
    *,
    head_dim: int = 0,
    qkv_bias: bool = False,
    qk_norm: bool = False,
    experts: int = 1,
) -> float:
    """Exact count of attention, FFN and the two norms of a layer."""
    return Shape(
        1,
        hidden,
        ffn,
        heads,
        kv_heads,
        head_dim=head_dim,
        qkv_bias=qkv_bias,
        qk_norm=qk_norm,
        experts=experts,
    ).layer


def _tables(shape: Shape) -> Lines:
    count = 1 if shape.tied else 2
    return (
        Text(
            f"{shape.layers} 层 × {n(shape.layer)} + 词表 {count} × {n(shape.vocab)} × "
            f"{n(shape.hidden)} + 末层 norm {n(shape.hidden)} = {n(shape.parameters)}",
            f"{shape.layers} layers × {n(shape.layer)} + embeddings {count} × {n(shape.vocab)} × "
            f"{n(shape.hidden)} + last norm {n(shape.hidden)} = {n(shape.parameters)}",
        ),
    )


def _model(**sizes: int) -> Lines:
    return (*_layer(**sizes), *_tables(Shape(**sizes)))


@formula(
    "parameters",
    "Llama、Mistral、Qwen、Mixtral 类模型的总参数量",
    "all parameters of a Llama, Mistral, Qwen or Mixtral style model",
    source=_COUNTED,
    assumes=_LLAMA,
    steps=_model,
)
def llama_parameters(
    layers: int,
    hidden: int,
    ffn: int,
    heads: int,
    kv_heads: int,
    vocab: int,
    *,
    head_dim: int = 0,
    tied: bool = False,
    qkv_bias: bool = False,
    qk_norm: bool = False,
    experts: int = 1,
) -> float:
    """Exact count; `ffn` is the width of one expert when there are several."""
    return Shape(
        layers,
        hidden,
        ffn,
        heads,
        kv_heads,
        vocab,
        head_dim=head_dim,
        tied=tied,
        qkv_bias=qkv_bias,
        qk_norm=qk_norm,
        experts=experts,
    ).parameters


def _active(**sizes: int) -> Lines:
    shape = Shape(**sizes)
    return (
        *_model(**sizes),
        Text(
            "减去没选中的专家，L × (E - k) × 3 × h × f",
            "less the experts not chosen, L × (E - k) × 3 × h × f",
        ),
        both(
            f"{n(shape.parameters)} - {shape.layers} × ({shape.experts} - {shape.top_k})"
            f" × {n(shape.expert)}"
        ),
    )


@formula(
    "parameters",
    "MoE 模型每个 token 激活的参数量",
    "parameters that are active for one token of an MoE model",
    source=_COUNTED + "; Mistral AI's announcement of Mixtral, 12.9B",
    assumes=Text(
        "注意力、路由、词表总是算上，只有专家按 top-k 计",
        "attention, router and embeddings always count, experts as many as are chosen",
    ),
    steps=_active,
)
def moe_active_parameters(
    layers: int,
    hidden: int,
    ffn: int,
    heads: int,
    kv_heads: int,
    vocab: int,
    experts: int,
    top_k: int,
    *,
    head_dim: int = 0,
    tied: bool = False,
    qk_norm: bool = False,
) -> float:
    """Exact count; FLOPs follow it, memory follows the total. QbankError for top_k > experts."""
    if top_k > experts:
        message = f"top_k {top_k} is more than experts {experts}"
        raise QbankError(message)
    return Shape(
        layers,
        hidden,
        ffn,
        heads,
        kv_heads,
        vocab,
        head_dim=head_dim,
        tied=tied,
        qk_norm=qk_norm,
        experts=experts,
        top_k=top_k,
    ).active


def _rank(*, expert: int, **sizes: int) -> Lines:
    shape = Shape(**sizes)
    experts = shape.layers * shape.experts * shape.expert
    return (
        *_model(**sizes),
        Text(
            f"专家共 {n(experts)}，其余 {n(shape.parameters - experts)} 每卡一份",
            f"experts hold {n(experts)}, the other {n(shape.parameters - experts)} are replicated",
        ),
        both(f"{n(shape.parameters - experts)} + {n(experts)} / {expert}"),
    )


@formula(
    "parameters",
    "专家并行时每张卡上的参数量",
    "parameters on each rank under expert parallelism",
    source="algebra on the counted total",
    assumes=Text(
        "非专家部分每卡都有一份，专家均分",
        "everything but the experts is replicated, experts are shared evenly",
    ),
    steps=_rank,
)
def moe_rank_parameters(
    layers: int,
    hidden: int,
    ffn: int,
    heads: int,
    kv_heads: int,
    vocab: int,
    experts: int,
    expert: int,
) -> float:
    """Parameters per rank; QbankError unless `expert`, the parallel size, divides the experts."""
    if experts % expert:
        message = f"experts {experts} is not a multiple of expert {expert}"
        raise QbankError(message)
    shape = Shape(layers, hidden, ffn, heads, kv_heads, vocab, experts=experts)
    spread = layers * experts * shape.expert
    return shape.parameters - spread + spread / expert
