# ruff: noqa: RUF001  full-width punctuation is meant
"""Parameter counts of GPT-style models and of well-known models; padded vocabularies."""

from qbank.formulas.formula import Lines, Text, both
from qbank.formulas.register import formula
from qbank.formulas.shapes import SHAPES
from qbank.units import compact_number as n

_COUNTED = "counted on the meta device with transformers 5.24.0"
_CONFIGURATIONS = "published configurations; fifteen of the thirty shapes " + _COUNTED


def _gpt(layers: int, hidden: int, vocab: int, positions: int, *, biases: bool) -> Lines:
    small, last = ("13h", "2h") if biases else ("2h", "h")
    count, norm = (13, 2) if biases else (2, 1)
    return (
        both(f"V × h + s × h + L × (12h² + {small}) + {last}"),
        both(
            f"({n(vocab)} + {n(positions)}) × {n(hidden)}"
            f" + {layers} × (12 × {n(hidden)}² + {count} × {n(hidden)}) + {norm} × {n(hidden)}"
        ),
    )


@formula(
    "parameters",
    "GPT-2/GPT-3 类模型的参数量",
    "parameters of a GPT-2 or GPT-3 style model",
    source=_COUNTED + "; nanoGPT transformer_sizing.ipynb",
    assumes=Text(
        "f = 4h，可学习位置，输入输出词表共享",
        "f = 4h, learned positions, tied embeddings",
    ),
    steps=_gpt,
)
def gpt_parameters(
    layers: int, hidden: int, vocab: int, positions: int, *, biases: bool = True
) -> float:
    """Exact count; without `biases` the LayerNorms keep only their scale."""
    small, last = (13 * hidden, 2 * hidden) if biases else (2 * hidden, hidden)
    return (vocab + positions) * hidden + layers * (12 * hidden**2 + small) + last


@formula(
    "parameters",
    "GPT 类模型参数量的常用公式",
    "the usual formula for the parameters of a GPT",
    source="Megatron-LM, arXiv 2104.04473, Eq. 2",
    assumes=Text("只漏掉最后的 LayerNorm（2h）", "leaves out only the last LayerNorm, 2h"),
    steps=(
        "12 × L × h² × (1 + 13/(12h) + (V + s)/(12 × L × h))",
        (
            "12 × {layers} × {hidden}² × (1 + 13/(12 × {hidden})"
            " + ({vocab} + {positions})/(12 × {layers} × {hidden}))"
        ),
    ),
)
def gpt_parameters_estimate(
    layers: int, hidden: int, vocab: int = 51200, positions: int = 2048
) -> float:
    """Eq. 2 of the paper, with its vocabulary and context as defaults."""
    small = 13 / (12 * hidden) + (vocab + positions) / (12 * layers * hidden)
    return 12 * layers * hidden**2 * (1 + small)


def _padded(vocab: int, divisor: int, tensor: int) -> Lines:
    unit = divisor * tensor
    return (
        Text(
            f"补到 {divisor} × {tensor} = {n(unit)} 的倍数",
            f"padded to a multiple of {divisor} × {tensor} = {n(unit)}",
        ),
        both(f"⌈{n(vocab)} / {n(unit)}⌉ × {n(unit)}"),
    )


@formula(
    "rows",
    "Megatron 补齐后的词表大小",
    "vocabulary after Megatron's padding",
    source="megatron/core/tokenizers/utils/build_tokenizer.py, vocab_size_with_padding, 0.19.2",
    steps=_padded,
)
def padded_vocab(vocab: int, divisor: int = 128, tensor: int = 1) -> float:
    """Rows of the embedding: a multiple of divisor x tensor parallel size."""
    return -(-vocab // (divisor * tensor)) * divisor * tensor


def _named(model: str) -> Lines:
    shape = SHAPES[model]
    sizes = (
        f"L {shape.layers}, h {n(shape.hidden)}, f {n(shape.ffn)}, a {shape.heads}, "
        f"k {shape.kv_heads}, V {n(shape.vocab)}"
    )
    if shape.positions:
        return (
            both(f"{sizes}, s {n(shape.positions)}"),
            *_gpt(shape.layers, shape.hidden, shape.vocab, shape.positions, biases=True),
        )
    return (
        both(sizes),
        Text(
            f"{shape.layers} 层 × {n(shape.layer)} + 词表 {2 - shape.tied} × {n(shape.vocab)}"
            f" × {n(shape.hidden)} + 末层 norm {n(shape.hidden)}",
            f"{shape.layers} layers × {n(shape.layer)} + embeddings {2 - shape.tied}"
            f" × {n(shape.vocab)} × {n(shape.hidden)} + last norm {n(shape.hidden)}",
        ),
    )


@formula(
    "parameters",
    "常见模型的参数量",
    "parameters of a well-known model",
    source=_CONFIGURATIONS,
    steps=_named,
)
def model_parameters(model: str) -> float:
    """Exact count of all weights, tied tables counted once."""
    return SHAPES[model].parameters


def _named_active(model: str) -> Lines:
    shape = SHAPES[model]
    if shape.experts == 1:
        return (Text("稠密模型，全部参数都用到", "a dense model uses all its parameters"),)
    return (
        Text(f"总参数 {n(shape.parameters)}", f"{n(shape.parameters)} parameters in all"),
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
    "常见模型每个 token 激活的参数量",
    "parameters of a well-known model that one token uses",
    source=_CONFIGURATIONS,
    steps=_named_active,
)
def model_active_parameters(model: str) -> float:
    """All parameters of a dense model, those of the chosen experts otherwise."""
    return SHAPES[model].active
