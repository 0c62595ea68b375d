# ruff: noqa: RUF001, PLR0913  full-width punctuation is meant; a tensor has many sizes
"""What tensor, sequence, pipeline and expert parallelism send."""

from qbank.formulas.formula import Lines, Text, both
from qbank.formulas.register import formula
from qbank.units import compact_number as n

_TP = "Megatron-LM, arXiv 1909.08053 and 2104.04473, section 3.2; counted at the send calls"


def _tensor(sequence: int, micro_batch: int, hidden: int, element_bytes: float) -> str:
    return f"{n(micro_batch)} × {n(sequence)} × {n(hidden)} × {n(element_bytes)} B"


def _tensor_parallel(
    *,
    sequence: int,
    micro_batch: int,
    hidden: int,
    tensor: int,
    layers: int,
    full_recompute: bool,
    element_bytes: float,
) -> Lines:
    count = 6 if full_recompute else 4
    size = sequence * micro_batch * hidden * element_bytes
    return (
        Text(
            f"每层 {count} 次 all-reduce，每次缓冲区 b × s × h = "
            f"{_tensor(sequence, micro_batch, hidden, element_bytes)} = {n(size)} B",
            f"{count} all-reduces per layer, each of b × s × h = "
            f"{_tensor(sequence, micro_batch, hidden, element_bytes)} = {n(size)} B",
        ),
        both(f"{layers} × {count} × 2 × ({tensor} - 1)/{tensor} × {n(size)} B"),
    )


@formula(
    "bytes",
    "张量并行每卡每个 micro-batch 发送的字节数",
    "bytes each rank sends per micro-batch under tensor parallelism",
    source=_TP,
    assumes=Text(
        "前向 2 次、反向 2 次 all-reduce，全量重计算再加 2 次；不含词表并行的部分",
        "two all-reduces forward and two backward, two more with full recomputation; "
        "vocabulary-parallel layers not counted",
    ),
    steps=_tensor_parallel,
)
def tensor_parallel_traffic(
    sequence: int,
    micro_batch: int,
    hidden: int,
    tensor: int,
    layers: int = 1,
    *,
    full_recompute: bool = False,
    element_bytes: float = 2,
) -> float:
    """Bytes per rank and micro-batch, forward and backward of `layers` layers."""
    count = 6 if full_recompute else 4
    size = sequence * micro_batch * hidden * element_bytes
    return layers * count * 2 * (tensor - 1) / tensor * size


def _sequence_parallel(
    *,
    sequence: int,
    micro_batch: int,
    hidden: int,
    tensor: int,
    layers: int,
    regather: bool,
    element_bytes: float,
) -> Lines:
    count = 10 if regather else 8
    size = sequence * micro_batch * hidden * element_bytes
    more = (
        Text("，反向再 all-gather 2 次", ", 2 more gathers in backward")
        if regather
        else Text("", "")
    )
    return (
        Text(
            f"每层 4 次 all-gather、4 次 reduce-scatter{more.zh}，完整张量 "
            f"{_tensor(sequence, micro_batch, hidden, element_bytes)} = {n(size)} B",
            f"4 all-gathers and 4 reduce-scatters per layer{more.en}, full tensor "
            f"{_tensor(sequence, micro_batch, hidden, element_bytes)} = {n(size)} B",
        ),
        both(f"{layers} × {count} × ({tensor} - 1)/{tensor} × {n(size)} B"),
    )


@formula(
    "bytes",
    "张量并行加序列并行时每卡每个 micro-batch 发送的字节数",
    "bytes each rank sends per micro-batch under tensor and sequence parallelism",
    source="Korthikanti et al., arXiv 2205.05198, section 4.2.2; counted at the send calls",
    assumes=Text(
        "regather 是列并行层在反向重新 all-gather 输入，可与计算重叠",
        "regather is the second gather of column-parallel inputs in backward, it can be overlapped",
    ),
    steps=_sequence_parallel,
)
def sequence_parallel_traffic(
    sequence: int,
    micro_batch: int,
    hidden: int,
    tensor: int,
    layers: int = 1,
    *,
    regather: bool = False,
    element_bytes: float = 2,
) -> float:
    """Bytes per rank and micro-batch; without `regather` the same as four all-reduces."""
    size = sequence * micro_batch * hidden * element_bytes
    return layers * (10 if regather else 8) * (tensor - 1) / tensor * size


@formula(
    "bytes",
    "流水线相邻两个 stage 之间每个 micro-batch 单向发送的字节数",
    "bytes sent one way between pipeline stages per micro-batch",
    source="Megatron-LM, arXiv 2104.04473, sections 2.2.2 and 3.2",
    assumes=Text(
        "反向另发同样多；交错调度乘以分块数",
        "backward sends as much again; the interleaved schedule multiplies by its chunks",
    ),
    steps=(
        "b × s × h × B × v",
        "{micro_batch} × {sequence} × {hidden} × {element_bytes} B × {chunks}",
    ),
)
def pipeline_traffic(
    sequence: int, micro_batch: int, hidden: int, chunks: int = 1, element_bytes: float = 2
) -> float:
    """Bytes per device, micro-batch and direction."""
    return sequence * micro_batch * hidden * element_bytes * chunks


def _expert_parallel(
    *,
    tokens: float,
    hidden: int,
    top_k: int,
    expert: int,
    element_bytes: float,
    backward: bool,
) -> Lines:
    times = 4 if backward else 2
    passes = Text("，前向和反向", ", forward and backward") if backward else Text("", "")
    return (
        Text(
            f"dispatch 和 combine{passes.zh}：{times} 次 all-to-all",
            f"dispatch and combine{passes.en}: {times} all-to-alls",
        ),
        both(
            f"{times} × {n(tokens)} × {top_k} × {n(hidden)} × {n(element_bytes)} B"
            f" × ({expert} - 1)/{expert}"
        ),
    )


@formula(
    "bytes",
    "专家并行每层每卡发送的字节数",
    "bytes each rank sends per MoE layer under expert parallelism",
    source="counted at the send calls, balanced routing",
    assumes=Text(
        "路由均衡，不按容量补齐，不用 fp8 dispatch；tokens 是本卡的",
        "balanced routing, no capacity padding, no fp8 dispatch; tokens are those of the rank",
    ),
    steps=_expert_parallel,
)
def expert_parallel_traffic(
    tokens: float,
    hidden: int,
    top_k: int,
    expert: int,
    element_bytes: float = 2,
    *,
    backward: bool = False,
) -> float:
    """Bytes per rank and layer; dispatch and combine, twice that with `backward`."""
    once = tokens * top_k * hidden * element_bytes * (expert - 1) / expert
    return (4 if backward else 2) * once
