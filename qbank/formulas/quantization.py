# ruff: noqa: RUF001  full-width punctuation is meant
"""4-bit weights, and the model states of LoRA and QLoRA."""

from qbank.formulas.formula import Lines, Text, both
from qbank.formulas.register import formula
from qbank.units import compact_number as n

_NF4 = "QLoRA, arXiv 2305.14314, section 3; measured with bitsandbytes 0.50.2"
_STATES = Text(
    "适配器用 fp32 参数、梯度和 Adam，共 16 B；底座没有梯度；不含激活",
    "adapter weights, gradients and Adam in fp32, 16 B; no gradients of the base; no activations",
)


def _bits(block: int, double_block: int, *, double_quant: bool) -> float:
    scale = 8 / block + 32 / (block * double_block) if double_quant else 32 / block
    return 4 + scale


def _bit_lines(block: int, double_block: int, *, double_quant: bool) -> Lines:
    bits = n(_bits(block, double_block, double_quant=double_quant))
    if not double_quant:
        return (both(f"4 + 32/{block} = {bits} bit"),)
    return (both(f"4 + 8/{block} + 32/({block} × {double_block}) = {bits} bit"),)


@formula(
    "bits",
    "NF4 每个参数的比特数，含缩放因子",
    "bits per parameter of NF4, scales included",
    source=_NF4,
    assumes=Text(
        "一级缩放因子 fp32；双重量化后为 8 位，另有 fp32 的二级因子",
        "fp32 scales; with double quantisation 8-bit scales and fp32 scales of those",
    ),
    steps=_bit_lines,
)
def nf4_bits(block: int = 64, double_block: int = 256, *, double_quant: bool = True) -> float:
    """Bits: 4.127 with double quantisation, 4.5 without."""
    return _bits(block, double_block, double_quant=double_quant)


def _nf4_bytes(params: float, block: int, double_block: int, *, double_quant: bool) -> Lines:
    bits = _bits(block, double_block, double_quant=double_quant)
    return (
        *_bit_lines(block, double_block, double_quant=double_quant),
        both(f"{n(params)} × {n(bits)}/8 B"),
    )


@formula(
    "bytes",
    "NF4 权重的大小",
    "size of NF4 weights",
    source=_NF4,
    assumes=Text("只算被量化的参数", "quantised parameters only"),
    steps=_nf4_bytes,
)
def nf4_bytes(
    params: float, block: int = 64, double_block: int = 256, *, double_quant: bool = True
) -> float:
    """Bytes of weights and scales."""
    return params * _bits(block, double_block, double_quant=double_quant) / 8


@formula(
    "bytes",
    "LoRA 微调的模型状态",
    "model states of LoRA fine-tuning",
    source="LoRA, arXiv 2106.09685; the states of PEFT with AdamW",
    assumes=_STATES,
    steps=(
        Text("底座 2 B，适配器 16 B", "base 2 B, adapter 16 B"),
        "2 × {base} + 16 × {adapter} B",
    ),
)
def lora_model_states(base: float, adapter: float) -> float:
    """Bytes: 16-bit frozen base, fp32 adapter with gradients and Adam."""
    return 2 * base + 16 * adapter


def _qlora(quantized: float, others: float, adapter: float, *, double_quant: bool) -> Lines:
    bits = _bits(64, 256, double_quant=double_quant)
    return (
        *_bit_lines(64, 256, double_quant=double_quant),
        Text("量化部分 + 其余 16 位 + 适配器", "quantised part + the rest in 16 bit + adapter"),
        both(f"{n(quantized)} × {n(bits)}/8 + 2 × {n(others)} + 16 × {n(adapter)} B"),
    )


@formula(
    "bytes",
    "QLoRA 微调的模型状态",
    "model states of QLoRA fine-tuning",
    source=_NF4,
    assumes=Text(
        _STATES.zh + "；词表、输出层和 norm 保持 16 位",
        _STATES.en + "; embeddings, head and norms stay in 16 bit",
    ),
    steps=_qlora,
)
def qlora_model_states(
    quantized: float, adapter: float, others: float = 0.0, *, double_quant: bool = True
) -> float:
    """Bytes of the 4-bit base, the 16-bit rest and the adapter's states."""
    bits = _bits(64, 256, double_quant=double_quant)
    return quantized * bits / 8 + 2 * others + 16 * adapter
