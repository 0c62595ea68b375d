# ruff: noqa: RUF001, PLR0913, PLR0917  full-width punctuation is meant; a layer has many sizes
"""Activations kept for the backward pass."""

from qbank.formulas.formula import Lines, Text, both
from qbank.formulas.register import formula
from qbank.units import compact_number as n

_KORTHIKANTI = "Korthikanti et al., arXiv 2205.05198, table 2; measured with saved_tensors_hooks"
_GPT = Text(
    "16 位激活、1 字节的 dropout 掩码，GELU、f = 4h、MHA，注意力未融合；不适用于 Llama 类模型",
    "16-bit activations, 1-byte dropout masks, GELU, f = 4h, MHA, unfused attention; "
    "not for Llama-style models",
)
_LINEAR = {
    "none": "34",
    "tp": "10 + 24/t",
    "tp-sp": "34/t",
    "tp-selective": "10 + 24/t",
    "tp-sp-selective": "34/t",
    "full": "2",
}


def _linear(scheme: str, tensor: int) -> float:
    """Bytes per s x b x h of everything but the attention matrix."""
    if scheme == "full":
        return 2.0
    if scheme == "none":
        return 34.0
    return 34 / tensor if scheme.startswith("tp-sp") else 10 + 24 / tensor


def _scores(scheme: str, tensor: int, sequence: int, hidden: int, heads: int) -> float:
    """Bytes per s x b x h of the attention matrix: softmax, its mask, dropped probabilities."""
    if scheme == "full" or scheme.endswith("selective"):
        return 0.0
    return 5 * heads * sequence / hidden / (1 if scheme == "none" else tensor)


def _layer(
    sequence: int, micro_batch: int, hidden: int, heads: int, tensor: int, scheme: str
) -> Lines:
    scores = _scores(scheme, tensor, sequence, hidden, heads)
    each = _linear(scheme, tensor) + scores
    extra = " + 5 × a × s/h" + ("" if scheme == "none" else "/t") if scores else ""
    return (
        Text(
            f"{scheme}：s × b × h × ({_LINEAR[scheme]}{extra})",
            f"{scheme}: s × b × h × ({_LINEAR[scheme]}{extra})",
        ),
        both(f"{n(sequence)} × {micro_batch} × {n(hidden)} × {n(each)} B"),
    )


@formula(
    "bytes",
    "GPT 类模型一层的激活（每个 micro-batch）",
    "activations of one GPT layer per micro-batch",
    source=_KORTHIKANTI,
    assumes=_GPT,
    steps=_layer,
)
def activation_layer(
    sequence: int,
    micro_batch: int,
    hidden: int,
    heads: int,
    tensor: int = 1,
    scheme: str = "none",
) -> float:
    """Bytes per layer and GPU; fused attention saves as `selective` does."""
    each = _linear(scheme, tensor) + _scores(scheme, tensor, sequence, hidden, heads)
    return sequence * micro_batch * hidden * each


@formula(
    "bytes",
    "注意力矩阵相关的激活（融合注意力省掉的部分）",
    "activations of the attention matrix, what fused attention saves",
    source=_KORTHIKANTI,
    assumes=_GPT,
    steps=(
        Text(
            "softmax 输出 2 + 掩码 1 + dropout 后的概率 2 = 5 B，共 a × s² × b 个",
            "softmax output 2 + mask 1 + dropped probabilities 2 = 5 B for each of a × s² × b",
        ),
        "5 B × {heads} × {sequence}² × {micro_batch}",
    ),
)
def attention_activation(sequence: int, micro_batch: int, heads: int) -> float:
    """Bytes per layer, 5 a s^2 b."""
    return 5 * heads * sequence**2 * micro_batch


@formula(
    "%",
    "选择性重计算省下的激活比例",
    "share of a layer's activations that selective recomputation saves",
    source=_KORTHIKANTI,
    assumes=_GPT,
    steps=(
        "x = 5 × a × s/h = 5 × {heads} × {sequence}/{hidden}",
        "x/(34 + x)",
    ),
)
def selective_saving(sequence: int, hidden: int, heads: int) -> float:
    """Share, 0 to 1: the attention matrix over the whole layer."""
    scores = 5 * heads * sequence / hidden
    return scores / (34 + scores)


def _extra(
    sequence: int, micro_batch: int, hidden: int, tensor: int, pipeline: int, vocab: int
) -> Lines:
    head = f" + 4 × (1 + {n(vocab)}/{n(hidden)})" if pipeline == 1 else ""
    return (
        Text(
            "词嵌入的 dropout 掩码 p 份" + ("，末层 norm、输出输入和 fp32 logits" if head else ""),
            "p dropout masks of the embedding"
            + (", last norm, head input and fp32 logits" if head else ""),
        ),
        both(f"{n(sequence)} × {micro_batch} × {n(hidden)}/{tensor} × ({pipeline}{head}) B"),
    )


@formula(
    "bytes",
    "层以外的激活：词嵌入、输出层",
    "activations outside the layers: embedding and head, first stage",
    source="Korthikanti et al., arXiv 2205.05198, section 4.3",
    assumes=_GPT,
    steps=_extra,
)
def activation_extra(
    sequence: int, micro_batch: int, hidden: int, tensor: int, pipeline: int, vocab: int
) -> float:
    """Bytes on the first pipeline stage; the head counts only when it is the last stage too."""
    head = 4 * (1 + vocab / hidden) if pipeline == 1 else 0.0
    return sequence * micro_batch * hidden / tensor * (pipeline + head)


@formula(
    "bytes",
    "分段重计算的激活峰值",
    "activation peak with checkpoints every few layers",
    source="Megatron-LM, arXiv 2104.04473, section 3.5",
    assumes=Text("每段存输入，一段内全部保留", "segment inputs are kept, and one whole segment"),
    steps=(
        "c × A_in + (L/c) × A_layer",
        "{segments} × {input_bytes} B + {layers}/{segments} × {layer_bytes} B",
    ),
)
def checkpointed_activation(
    layers: int, segments: float, input_bytes: float, layer_bytes: float
) -> float:
    """Bytes; least at sqrt(layers x layer_bytes / input_bytes) segments."""
    return segments * input_bytes + layers / segments * layer_bytes
