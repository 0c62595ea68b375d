# ruff: noqa: RUF001, PLR0913, PLR0917  full-width punctuation is meant; a model shape has many numbers
"""Trainable parameters of low-rank adapters and their relatives, and their scaling."""

from math import sqrt

from qbank.formulas.formula import Lines, Text, both
from qbank.formulas.register import formula
from qbank.units import compact_number as n

_LORA = "LoRA, arXiv 2106.09685, section 4.1; counted through PEFT 0.21.2"
_DORA = "DoRA, arXiv 2402.09353, section 4; counted through PEFT 0.21.2"
_HOUSES = "LoRA, arXiv 2106.09685, section 5.1 and table 15"
_GATED = Text(
    "门控 FFN（gate、up、down），词表和 norm 不挂 LoRA",
    "a gated FFN (gate, up, down); embeddings, head and norms get no adapter",
)

_GROUPS = {
    "attention-qv": ("q", "v"),
    "attention": ("q", "k", "v", "o"),
    "all-linear": ("q", "k", "v", "o", "gate", "up", "down"),
}

Matrices = tuple[tuple[str, int, int], ...]


def target_matrices(targets: str, hidden: int, kv: int, ffn: int, query: int = 0) -> Matrices:
    """`(name, inputs, outputs)` of each matrix of a gated decoder layer that gets an adapter."""
    q = query or hidden
    widths = {
        "q": (hidden, q),
        "k": (hidden, kv),
        "v": (hidden, kv),
        "o": (q, hidden),
        "gate": (hidden, ffn),
        "up": (hidden, ffn),
        "down": (ffn, hidden),
    }
    words = targets.split(",")
    names = dict.fromkeys(name for word in words for name in _GROUPS.get(word, (word,)))
    return tuple((name, *widths[name]) for name in names)


def _sides(matrices: Matrices) -> tuple[Text, int]:
    total = sum(inputs + outputs for _name, inputs, outputs in matrices)
    parts = " + ".join(f"{name} ({n(i)} + {n(o)})" for name, i, o in matrices)
    return (
        Text(
            f"每层 d_in + d_out 之和：{parts} = {n(total)}",
            f"d_in + d_out, summed over a layer: {parts} = {n(total)}",
        ),
        total,
    )


@formula(
    "parameters",
    "一个矩阵的 LoRA 参数量",
    "LoRA parameters of one matrix",
    source=_LORA,
    assumes=Text("没有 bias，没有 modules_to_save", "no biases, no modules_to_save"),
    steps=(
        Text(
            "A 是 r × d_in，B 是 d_out × r：r × (d_in + d_out)",
            "A is r × d_in and B is d_out × r: r × (d_in + d_out)",
        ),
        "{rank} × ({inputs} + {outputs})",
    ),
)
def lora_parameters(rank: int, inputs: int, outputs: int) -> float:
    """Trainable parameters of the pair A (rank x inputs) and B (outputs x rank)."""
    return rank * (inputs + outputs)


def _lora_model(
    rank: int, layers: int, hidden: int, kv: int, ffn: int, targets: str, query: int
) -> Lines:
    line, total = _sides(target_matrices(targets, hidden, kv, ffn, query))
    return (
        line,
        Text(
            f"r × 和 × 层数：{rank} × {n(total)} × {layers}",
            f"r × sum × layers: {rank} × {n(total)} × {layers}",
        ),
    )


@formula(
    "parameters",
    "整个 Llama 类模型的 LoRA 参数量",
    "LoRA parameters of a whole Llama-style model",
    source=_LORA,
    assumes=_GATED,
    steps=_lora_model,
)
def lora_parameters_model(
    rank: int, layers: int, hidden: int, kv: int, ffn: int, targets: str, query: int = 0
) -> float:
    """Trainable parameters; `query` is the width of Q when it is not `hidden`."""
    matrices = target_matrices(targets, hidden, kv, ffn, query)
    return layers * rank * sum(inputs + outputs for _, inputs, outputs in matrices)


@formula(
    "parameters",
    "一个矩阵的 DoRA 参数量",
    "DoRA parameters of one matrix",
    source=_DORA,
    assumes=Text("PEFT 的实现：每个输出一个幅值", "as in PEFT: one magnitude per output"),
    steps=(
        Text(
            "LoRA 的 r × (d_in + d_out)，再加 d_out 个幅值",
            "r × (d_in + d_out) as in LoRA, and d_out magnitudes",
        ),
        "{rank} × ({inputs} + {outputs}) + {outputs}",
    ),
)
def dora_parameters(rank: int, inputs: int, outputs: int) -> float:
    """Trainable parameters of one matrix: LoRA and the magnitude vector."""
    return rank * (inputs + outputs) + outputs


def _dora_model(
    rank: int, layers: int, hidden: int, kv: int, ffn: int, targets: str, query: int
) -> Lines:
    matrices = target_matrices(targets, hidden, kv, ffn, query)
    line, total = _sides(matrices)
    magnitudes = sum(outputs for _name, _inputs, outputs in matrices)
    return (
        line,
        Text(
            f"每层幅值 d_out 之和：{n(magnitudes)}",
            f"magnitudes, d_out summed over a layer: {n(magnitudes)}",
        ),
        both(f"({rank} × {n(total)} + {n(magnitudes)}) × {layers}"),
    )


@formula(
    "parameters",
    "整个 Llama 类模型的 DoRA 参数量",
    "DoRA parameters of a whole Llama-style model",
    source=_DORA,
    assumes=_GATED,
    steps=_dora_model,
)
def dora_parameters_model(
    rank: int, layers: int, hidden: int, kv: int, ffn: int, targets: str, query: int = 0
) -> float:
    """Trainable parameters: LoRA and one magnitude vector per adapted matrix."""
    matrices = target_matrices(targets, hidden, kv, ffn, query)
    return layers * sum(rank * (inputs + out) + out for _, inputs, out in matrices)


@formula(
    "%",
    "可训练参数占比（PEFT 口径）",
    "share of trainable parameters as PEFT prints it",
    source="PEFT README, print_trainable_parameters",
    assumes=Text("分母含适配器本身", "the denominator includes the adapter"),
    steps=("{adapter}/({base} + {adapter})",),
)
def trainable_share(adapter: float, base: float) -> float:
    """Share, 0 to 1."""
    return adapter / (base + adapter)


def _lora_share(
    rank: int, layers: int, hidden: int, kv: int, ffn: int, targets: str, base: float, query: int
) -> Lines:
    adapter = n(lora_parameters_model(rank, layers, hidden, kv, ffn, targets, query))
    *lines, product = _lora_model(rank, layers, hidden, kv, ffn, targets, query)
    return (
        *lines,
        Text(*(f"{half} = {adapter}" for half in product)),
        Text(
            f"适配器 / (底座 + 适配器)：{adapter}/({n(base)} + {adapter})",
            f"adapter / (base + adapter): {adapter}/({n(base)} + {adapter})",
        ),
    )


@formula(
    "%",
    "挂 LoRA 的 Llama 类模型的可训练参数占比（PEFT 口径）",
    "share of trainable parameters of a Llama-style model with LoRA, as PEFT prints it",
    source=_LORA,
    assumes=Text(
        _GATED.zh + "；分母含适配器本身", _GATED.en + "; the denominator includes the adapter"
    ),
    steps=_lora_share,
)
def lora_share(
    rank: int,
    layers: int,
    hidden: int,
    kv: int,
    ffn: int,
    targets: str,
    base: float,
    query: int = 0,
) -> float:
    """Share, 0 to 1; `query` is the width of Q when it is not `hidden`."""
    adapter = lora_parameters_model(rank, layers, hidden, kv, ffn, targets, query)
    return trainable_share(adapter, base)


def _scaling(alpha: float, rank: int, *, rslora: bool) -> Lines:
    if rslora:
        return (both(f"alpha/√r = {n(alpha)}/√{rank}"),)
    return (both(f"alpha/r = {n(alpha)}/{rank}"),)


@formula(
    "x",
    "LoRA 更新量的缩放系数",
    "scaling of the LoRA update",
    source="PEFT 0.21.2, tuners/lora/layer.py, update_layer; rsLoRA, arXiv 2312.03732",
    steps=_scaling,
)
def lora_scaling(alpha: float, rank: int, *, rslora: bool = False) -> float:
    """Factor on B A x: alpha/r, alpha/sqrt(r) for rsLoRA."""
    return alpha / (sqrt(rank) if rslora else rank)


@formula(
    "parameters",
    "Houlsby adapter 的参数量",
    "parameters of Houlsby adapters",
    source=_HOUSES,
    assumes=Text(
        "每层两个瓶颈，宽 r，含 bias", "two bottlenecks of width r per layer, with biases"
    ),
    steps=(
        "2 × L × (2 × h × r + r + h)",
        "2 × {layers} × (2 × {hidden} × {rank} + {rank} + {hidden})",
    ),
)
def houlsby_parameters(layers: int, hidden: int, rank: int) -> float:
    """Trainable parameters; `rank` is the bottleneck width."""
    return 2 * layers * (2 * hidden * rank + rank + hidden)


@formula(
    "parameters",
    "前缀嵌入微调的参数量",
    "parameters of prefix-embedding tuning",
    source=_HOUSES,
    steps=("h × (l_p + l_i)", "{hidden} × ({prefix} + {infix})"),
)
def prefix_embedding_parameters(hidden: int, prefix: int, infix: int = 0) -> float:
    """Trainable parameters: one embedding per special token."""
    return hidden * (prefix + infix)


@formula(
    "parameters",
    "逐层前缀微调的参数量",
    "parameters of prefix-layer tuning",
    source=_HOUSES,
    assumes=Text(
        "论文表 15 的数字比这个公式高 1% 到 8%，不要拿来判分",
        "the counts in table 15 are 1 to 8% above this formula, so it is not for grading",
    ),
    steps=("L × h × (l_p + l_i)", "{layers} × {hidden} × ({prefix} + {infix})"),
)
def prefix_layer_parameters(layers: int, hidden: int, prefix: int, infix: int = 0) -> float:
    """Trainable parameters as section 5.1 states them."""
    return layers * hidden * (prefix + infix)
