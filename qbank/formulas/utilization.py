# ruff: noqa: RUF001  full-width punctuation is meant
"""How well GPUs are used, and how long a run takes."""

from qbank.formulas.formula import Lines, Text, both
from qbank.formulas.register import formula
from qbank.units import compact_number as n

_PALM = "PaLM, arXiv 2204.02311, section 4.1 and appendix B"
_DENSE = Text(
    "peak 是稠密峰值：A100 bf16 312、H100 SXM bf16 989 TFLOP/s",
    "peak is the dense one: A100 312, H100 SXM 989 TFLOP/s in bf16",
)


@formula(
    "%",
    "算力利用率：运算量 / (时间 × 卡数 × 峰值)",
    "utilisation: FLOPs over time, GPUs and peak",
    source=_PALM,
    assumes=Text(
        "给模型需要的运算量得到 MFU，给实际执行的（含重计算）得到 HFU；" + _DENSE.zh,
        "MFU for the FLOPs the model needs, HFU for those executed; " + _DENSE.en,
    ),
    steps=("{flops} / ({seconds} × {gpus} × {peak})",),
)
def flops_utilization(flops: float, seconds: float, gpus: int, peak: float) -> float:
    """Share of the peak, 0 to 1."""
    return flops / (seconds * gpus * peak)


def _mfu(
    params: float,
    tokens_per_second: float,
    gpus: int,
    peak: float,
    **sizes: int,
) -> Lines:
    extra = 12 * sizes["layers"] * sizes["heads"] * sizes["head_dim"] * sizes["sequence"]
    each = 6 * params + extra
    symbols = "6N + 12 × L × H × Q × T" if extra else "6N"
    sums = f"{n(6 * params)} + {n(extra)} = {n(each)}" if extra else n(each)
    return (
        Text(
            f"每个 token {symbols} = {sums} FLOPs",
            f"{symbols} = {sums} FLOPs per token",
        ),
        both(f"{n(tokens_per_second)} × {n(each)} / ({n(gpus)} × {n(peak)})"),
    )


@formula(
    "%",
    "由吞吐算 MFU",
    "MFU from the throughput",
    source=_PALM,
    assumes=Text(
        "吞吐是所有卡合计；给出 layers、heads、head_dim、sequence 就加上注意力项；" + _DENSE.zh,
        "throughput of all GPUs together; the attention term is added when layers, heads, "
        "head_dim and sequence are given; " + _DENSE.en,
    ),
    steps=_mfu,
)
def mfu_from_throughput(  # noqa: PLR0913  # the attention term needs four sizes
    params: float,
    tokens_per_second: float,
    gpus: int,
    peak: float,
    *,
    layers: int = 1,
    heads: int = 0,
    head_dim: int = 0,
    sequence: int = 0,
) -> float:
    """Share of the peak, 0 to 1."""
    each = 6 * params + 12 * layers * heads * head_dim * sequence
    return tokens_per_second * each / (gpus * peak)


@formula(
    "%",
    "由 MFU 算 HFU",
    "HFU from MFU",
    source=_PALM + "; Korthikanti et al., arXiv 2205.05198, section 6.3",
    assumes=Text(
        "全量重计算时两者之比约 8/6",
        "with full recomputation the ratio is about 8/6",
    ),
    steps=("{mfu} × {executed} / {useful}",),
)
def hfu_from_mfu(mfu: float, executed: float, useful: float) -> float:
    """Share of the peak; `executed` and `useful` are FLOPs of the same piece of work."""
    return mfu * executed / useful


@formula(
    "days",
    "由实测算力估算训练天数",
    "training days from the achieved FLOP/s",
    source="Megatron-LM, arXiv 2104.04473, Eq. 4",
    assumes=Text(
        "8 对应含全量重计算的实测算力，6 对应 MFU 口径；漏了注意力和词表项，偏低 2% 到 3%",
        "8 belongs to FLOP/s that include full recomputation, 6 to MFU; 2 to 3% low, "
        "because attention and vocabulary terms are dropped",
    ),
    steps=(
        "{per} × {tokens} × {params} / ({gpus} × {achieved}) s",
        Text("除以 86,400 秒/天", "divided by 86,400 s a day"),
    ),
)
def training_days(
    params: float, tokens: float, gpus: int, achieved: float, per: float = 8
) -> float:
    """Seconds; `achieved` is FLOP/s of one GPU."""
    return per * tokens * params / (gpus * achieved)


@formula(
    "days",
    "由 MFU 估算训练天数",
    "training days from MFU",
    source="nanoGPT transformer_sizing.ipynb; PaLM, arXiv 2204.02311, appendix B",
    assumes=_DENSE,
    steps=(
        "{flops} / ({gpus} × {peak} × {mfu}) s",
        Text("除以 86,400 秒/天", "divided by 86,400 s a day"),
    ),
)
def training_days_mfu(flops: float, gpus: int, peak: float, mfu: float) -> float:
    """Seconds for `flops` that the model needs, such as training_flops gives."""
    return flops / (gpus * peak * mfu)


@formula(
    "tokens/s",
    "吞吐",
    "throughput",
    source="definition",
    steps=("{global_batch} × {sequence} / {seconds} s",),
)
def tokens_per_second(global_batch: int, sequence: int, seconds: float) -> float:
    """Tokens per second of all GPUs, from the time of one step."""
    return global_batch * sequence / seconds
