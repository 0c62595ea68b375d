# ruff: noqa: RUF001  full-width punctuation is meant
"""KV caches, checkpoints, and how often to write them."""

from math import sqrt

from qbank.formulas.formula import Lines, Text, both
from qbank.formulas.register import formula
from qbank.units import compact_number as n

_CONTENT = {"weights": 2, "states": 12, "training": 14}
_WHAT = {
    "weights": Text("16 位权重 2 B", "16-bit weights, 2 B"),
    "states": Text(
        "fp32 主参数、动量、方差 12 B", "fp32 master weights, momentum and variance, 12 B"
    ),
    "training": Text(
        "16 位权重 2 B + fp32 主参数、动量、方差 12 B",
        "16-bit weights 2 B + fp32 master weights, momentum and variance 12 B",
    ),
}


@formula(
    "bytes",
    "KV cache",
    "KV cache",
    source="measured on transformers 5.24.0 DynamicCache",
    assumes=Text("K 和 V 各一份，不分页", "K and V, no paging"),
    steps=(
        "2 × L × k × d × B",
        "2 × {layers} × {kv_heads} × {head_dim} × {element_bytes} B × {tokens}",
    ),
)
def kv_cache(
    layers: int, kv_heads: int, head_dim: int, tokens: float = 1, element_bytes: float = 2
) -> float:
    """Bytes; `tokens` counts the tokens of all sequences, 1 gives bytes per token."""
    return 2 * layers * kv_heads * head_dim * element_bytes * tokens


@formula(
    "bytes",
    "MLA 的 KV cache",
    "KV cache of multi-head latent attention",
    source="DeepSeek-V3, arXiv 2412.19437, section 2.1.1",
    assumes=Text("只存压缩的 KV 和 RoPE 键", "compressed KV and RoPE key only"),
    steps=(
        "L × (d_c + d_rope) × B",
        "{layers} × ({kv_rank} + {rope_dim}) × {element_bytes} B × {tokens}",
    ),
)
def mla_cache(
    layers: int, kv_rank: int, rope_dim: int, tokens: float = 1, element_bytes: float = 2
) -> float:
    """Bytes; `tokens` counts the tokens of all sequences, 1 gives bytes per token."""
    return layers * (kv_rank + rope_dim) * element_bytes * tokens


def _checkpoint(params: float, content: str) -> Lines:
    return (_WHAT[content], both(f"{n(params)} × {_CONTENT[content]} B"))


@formula(
    "bytes",
    "checkpoint 大小",
    "size of a checkpoint",
    source="nanoGPT transformer_sizing.ipynb; measured with safetensors and torch.save",
    assumes=Text("混合精度 Adam，文件头忽略", "mixed-precision Adam, file headers ignored"),
    steps=_checkpoint,
)
def checkpoint_bytes(params: float, content: str = "training") -> float:
    """Bytes: 2 per parameter for weights, 12 for fp32 states, 14 for both."""
    return params * _CONTENT[content]


@formula(
    "s",
    "损失最小的 checkpoint 间隔（Young 公式）",
    "checkpoint interval that loses least, Young's formula",
    source="Young, A first order approximation to the optimum checkpoint interval, CACM 1974",
    assumes=Text("存一次的时间远小于故障间隔", "saving takes far less than a failure interval"),
    steps=("√(2 × {save_seconds} × {failure_seconds})",),
)
def checkpoint_interval(save_seconds: float, failure_seconds: float) -> float:
    """Seconds between checkpoints."""
    return sqrt(2 * save_seconds * failure_seconds)


@formula(
    "h",
    "整个任务的平均故障间隔",
    "mean time between failures of a job",
    source="algebra: independent failures at a constant rate",
    assumes=Text("只算 GPU，任何一张卡坏都会中断", "GPUs only, any failure stops the job"),
    steps=("{failure_seconds} s / {gpus}",),
)
def job_failure_interval(failure_seconds: float, gpus: int) -> float:
    """Seconds; `failure_seconds` is the interval of one GPU."""
    return failure_seconds / gpus
