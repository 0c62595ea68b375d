# ruff: noqa: RUF001  full-width punctuation is meant
"""What sharded data parallelism sends: ZeRO, FSDP, ZeRO++."""

from qbank.formulas.formula import Lines, Text, Value, both
from qbank.formulas.register import formula
from qbank.units import compact_number as n

_ZERO = "ZeRO, arXiv 1910.02054, section 7; counted with torch fully_shard and hand-written ZeRO"
_VOLUME = Text(
    "论文口径：stage 0、1 每步归约一次梯度，stage 2 每个 micro-batch 归约，"
    "stage 3 每个 micro-batch 两次 all-gather 参数、一次归约梯度",
    "the paper's count: stages 0 and 1 reduce gradients once a step, stage 2 on every micro-batch, "
    "stage 3 gathers weights twice and reduces gradients once per micro-batch",
)


def _multiple(stage: int, accumulation: int) -> int:
    """Ψ moved per optimizer step, (N - 1)/N left out."""
    if stage == 3:
        return 3 * accumulation
    return accumulation + 1 if stage == 2 else 2


def _zero_traffic(params: float, stage: int, accumulation: int, **_: Value) -> Lines:
    texts = (
        Text("all-reduce 梯度：2Ψ", "all-reduce of gradients: 2Ψ"),
        Text(
            "每步 reduce-scatter 梯度 Ψ，all-gather 参数 Ψ：2Ψ",
            "once a step reduce-scatter of gradients Ψ, all-gather of weights Ψ: 2Ψ",
        ),
        Text(
            f"reduce-scatter 梯度 {accumulation} 次，all-gather 参数 1 次：{accumulation + 1}Ψ",
            f"{accumulation} × reduce-scatter of gradients + all-gather of weights: "
            f"{accumulation + 1}Ψ",
        ),
        Text(
            f"每个 micro-batch all-gather 参数 2 次、归约梯度 1 次："
            f"3 × {accumulation} = {3 * accumulation}Ψ",
            f"two gathers and one reduce-scatter per micro-batch: "
            f"3 × {accumulation} = {3 * accumulation}Ψ",
        ),
    )
    return (texts[stage], both(f"{_multiple(stage, accumulation)} × {n(params)}"))


@formula(
    "elements",
    "ZeRO 每步每卡的通信量（论文口径，元素数）",
    "elements each rank moves per optimizer step under ZeRO, as the paper counts",
    source=_ZERO,
    assumes=Text(_VOLUME.zh + "；不乘 (N-1)/N", _VOLUME.en + "; (N-1)/N is left out"),
    steps=_zero_traffic,
)
def zero_traffic(params: float, stage: int, accumulation: int = 1) -> float:
    """Elements per rank and optimizer step."""
    return _multiple(stage, accumulation) * params


def _zero_traffic_bytes(
    params: float, stage: int, ranks: int, accumulation: int, element_bytes: float
) -> Lines:
    times = _multiple(stage, accumulation)
    return (
        _zero_traffic(params, stage, accumulation)[0],
        both(f"{times} × {n(params)} × {n(element_bytes)} B × ({n(ranks)} - 1)/{n(ranks)}"),
    )


@formula(
    "bytes",
    "ZeRO 每步每卡实际发送的字节数（环形）",
    "bytes each rank sends per optimizer step under ZeRO, in a ring",
    source=_ZERO,
    assumes=Text(
        _VOLUME.zh + "；参数和梯度同一精度",
        _VOLUME.en + "; weights and gradients in the same precision",
    ),
    steps=_zero_traffic_bytes,
)
def zero_traffic_bytes(
    params: float, stage: int, ranks: int, accumulation: int = 1, element_bytes: float = 2
) -> float:
    """Bytes per rank and optimizer step."""
    return zero_traffic(params, stage, accumulation) * element_bytes * (ranks - 1) / ranks


def _zeropp_parts(*, qwz: bool, hpz: bool, qgz: bool) -> tuple[float, float, float]:
    return (0.5 if qwz else 1.0, 0.0 if hpz else 1.0, 0.25 if qgz else 1.0)


def _zeropp_traffic(*, params: float, qwz: bool, hpz: bool, qgz: bool) -> Lines:
    forward, back, gradients = _zeropp_parts(qwz=qwz, hpz=hpz, qgz=qgz)
    total = n(forward + back + gradients)
    return (
        both(f"M = 2 × {n(params)} B"),
        Text(
            f"前向 all-gather {n(forward)}M + 反向 all-gather {n(back)}M"
            f" + 梯度 {n(gradients)}M = {total}M",
            f"forward gather {n(forward)}M + backward gather {n(back)}M"
            f" + gradients {n(gradients)}M = {total}M",
        ),
        both(f"{total} × 2 × {n(params)} B"),
    )


@formula(
    "bytes",
    "ZeRO++ 每步每卡的跨机通信量",
    "cross-node bytes per rank and step under ZeRO++",
    source="ZeRO++, arXiv 2306.10209, section 3; DeepSpeed tutorial zeropp.md",
    assumes=Text(
        "论文口径：qwZ 只算前向 all-gather，缩放因子和 (N-1)/N 不计",
        "the paper's count: qwZ on the forward gather, block scales and (N-1)/N left out",
    ),
    steps=_zeropp_traffic,
)
def zeropp_traffic(
    params: float, *, qwz: bool = False, hpz: bool = False, qgz: bool = False
) -> float:
    """Bytes; 3M for plain ZeRO-3 and 0.75M with all three, M = 2 x params."""
    return sum(_zeropp_parts(qwz=qwz, hpz=hpz, qgz=qgz)) * 2 * params


@formula(
    "bytes",
    "hpZ 在每张卡上多存的参数副本",
    "second copy of the weights that hpZ keeps on each GPU",
    source="ZeRO++, arXiv 2306.10209, section 3.2",
    assumes=Text("16 位权重，副本切给机内的卡", "16-bit weights, the copy sharded inside the node"),
    steps=("2 B × {params} / {gpus_per_node}",),
)
def hpz_copy(params: float, gpus_per_node: int) -> float:
    """Bytes per GPU on top of the ZeRO-3 shard."""
    return 2 * params / gpus_per_node
