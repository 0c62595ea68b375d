# ruff: noqa: RUF001  full-width punctuation is meant
"""Bytes and seconds of collectives and copies."""

from qbank.formulas.formula import Lines, Text, Value, both
from qbank.formulas.register import formula
from qbank.units import compact_number as n

_NCCL = "NVIDIA/nccl-tests doc/PERFORMANCE.md; counted at the send calls of a ring"
_RING = Text(
    "带宽最优的环形算法；size 是完整缓冲区：all-gather 的输出、reduce-scatter 的输入",
    "a bandwidth-optimal ring; size is the full buffer: what an all-gather puts out, "
    "what a reduce-scatter takes in",
)


def ring_factor(op: str, ranks: int) -> float:
    """How many times the full buffer a rank sends in a ring; 0 for a single rank."""
    if ranks == 1:
        return 0.0
    if op in {"broadcast", "reduce"}:
        return 1.0
    once = (ranks - 1) / ranks
    return 2 * once if op == "all-reduce" else once


def _hops(op: str, ranks: int) -> int:
    return (2 if op == "all-reduce" else 1) * (ranks - 1)


def _ring_bytes(op: str, size: float, ranks: int, **_: Value) -> Lines:
    if op in {"broadcast", "reduce"}:
        return (
            Text(
                "沿环传递，每个 rank 最多发送一遍缓冲区",
                "passed along the ring, no rank sends the buffer more than once",
            ),
            both(f"{n(size)} B"),
        )
    times = "2 × " if op == "all-reduce" else ""
    way = Text("两两交换的", "pairwise") if op == "all-to-all" else Text("环形", "ring")
    return (
        Text(
            f"{way.zh} {op}：每个 rank 发送缓冲区的 {times}(N - 1)/N",
            f"{way.en} {op}: each rank sends {times}(N - 1)/N of the buffer",
        ),
        both(f"{times}({n(ranks)} - 1)/{n(ranks)} × {n(size)} B"),
    )


@formula(
    "bytes",
    "环形集合通信中每个 rank 发送的字节数",
    "bytes each rank sends in a ring collective",
    source=_NCCL,
    assumes=_RING,
    steps=_ring_bytes,
)
def ring_bytes(op: str, size: float, ranks: int) -> float:
    """Bytes sent per rank; an all-reduce is a reduce-scatter and an all-gather."""
    return ring_factor(op, ranks) * size


def _ring_seconds(op: str, size: float, ranks: int, bandwidth: float, latency: float) -> Lines:
    sent, hops = ring_bytes(op, size, ranks), _hops(op, ranks)
    wait = f" + {hops} × {n(latency)} s" if latency else ""
    return (
        *_ring_bytes(op, size, ranks),
        both(f"{n(sent)} B / {n(bandwidth)} B/s{wait}"),
    )


@formula(
    "s",
    "环形集合通信的用时",
    "time of a ring collective",
    source=_NCCL,
    assumes=Text(
        _RING.zh + "；bandwidth 是每个方向的链路带宽",
        _RING.en + "; bandwidth is that of a link in one direction",
    ),
    steps=_ring_seconds,
)
def ring_seconds(op: str, size: float, ranks: int, bandwidth: float, latency: float = 0.0) -> float:
    """Seconds: bytes over bandwidth plus latency for each hop of the ring."""
    return ring_bytes(op, size, ranks) / bandwidth + _hops(op, ranks) * latency


def _bus_bandwidth(op: str, size: float, seconds: float, ranks: int) -> Lines:
    return (
        Text(
            f"总线带宽 = 算法带宽 S/t × {op} 的系数",
            f"bus bandwidth = algorithm bandwidth S/t × the factor of {op}",
        ),
        both(f"{n(size)} B / {n(seconds)} s × {n(ring_factor(op, ranks))}"),
    )


@formula(
    "GB/s",
    "由用时算总线带宽（nccl-tests 的 busbw）",
    "bus bandwidth from a measured time, busbw of nccl-tests",
    source="NVIDIA/nccl-tests doc/PERFORMANCE.md",
    assumes=_RING,
    steps=_bus_bandwidth,
)
def bus_bandwidth(op: str, size: float, seconds: float, ranks: int) -> float:
    """Bytes per second that a link of the ring carries."""
    return ring_bytes(op, size, ranks) / seconds


@formula(
    "s",
    "一次拷贝的用时",
    "time of a copy",
    source="definition of bandwidth",
    assumes=Text("不计延迟，不重叠", "no latency, no overlap"),
    steps=("{size} B / {bandwidth} B/s",),
)
def transfer_seconds(size: float, bandwidth: float) -> float:
    """Seconds to move `size` bytes over one link."""
    return size / bandwidth
