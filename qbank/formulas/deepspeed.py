# ruff: noqa: RUF001, PLR0913  full-width punctuation is meant; the estimators take many switches
"""DeepSpeed's own memory estimators, as its code computes them."""

from qbank.formulas.formula import Lines, Text, Value, both
from qbank.formulas.register import formula
from qbank.units import compact_number as n

_BUFFER = 1.5
_ZERO2 = "deepspeed 0.19.8, runtime/zero/stage_1_and_2.py, estimate_zero2_model_states_mem_needs"
_ZERO3 = "deepspeed 0.19.8, runtime/zero/stage3.py, estimate_zero3_model_states_mem_needs"
_ESTIMATE = Text(
    "照搬代码，和实测峰值有差距；主机内存含 1.5 倍余量",
    "what the code prints, not a measured peak; host memory carries a factor of 1.5",
)


def _zero2_gpu(*, params: float, gpus_per_node: int, nodes: int, offload_optimizer: bool) -> Lines:
    if offload_optimizer:
        return (Text(f"只留 16 位权重：2 B × {n(params)}", f"16-bit weights: 2 B × {n(params)}"),)
    world = f"({gpus_per_node} × {nodes})"
    return (
        Text(
            "16 位权重 2 B，其余 2 + 4 + 4 + 8 = 18 B 切给所有卡",
            "16-bit weights 2 B, the other 2 + 4 + 4 + 8 = 18 B sharded over all GPUs",
        ),
        both(f"2 × {n(params)} + 18 × {n(params)} / {world}"),
    )


@formula(
    "bytes",
    "DeepSpeed 估算：ZeRO-2 每卡显存",
    "DeepSpeed estimate: GPU memory under ZeRO-2",
    source=_ZERO2,
    assumes=_ESTIMATE,
    steps=_zero2_gpu,
)
def deepspeed_zero2_gpu(
    params: float, gpus_per_node: int, nodes: int = 1, *, offload_optimizer: bool = False
) -> float:
    """Bytes per GPU, rounded down as the code does."""
    if offload_optimizer:
        return 2 * params
    return 2 * params + int(18 * params / (gpus_per_node * nodes))


def _zero2_host(*, params: float, gpus_per_node: int, nodes: int, offload_optimizer: bool) -> Lines:
    if offload_optimizer:
        return (both(f"{n(params)} × max(4 × {gpus_per_node * nodes}, 16) × 1.5"),)
    return (
        Text(
            "只在加载时用：每个 rank 一份 fp32 权重", "only while loading: fp32 weights per process"
        ),
        both(f"{n(params)} × 4 × {gpus_per_node} × 1.5"),
    )


@formula(
    "bytes",
    "DeepSpeed 估算：ZeRO-2 每台机器的内存",
    "DeepSpeed estimate: host memory of a node under ZeRO-2",
    source=_ZERO2,
    assumes=Text(
        _ESTIMATE.zh + "；卸载时代码乘的是全部机器的卡数",
        _ESTIMATE.en + "; with offload the code multiplies by the GPUs of all nodes",
    ),
    steps=_zero2_host,
)
def deepspeed_zero2_host(
    params: float, gpus_per_node: int, nodes: int = 1, *, offload_optimizer: bool = False
) -> float:
    """Bytes per node, rounded down as the code does."""
    if offload_optimizer:
        return int(params * max(4 * gpus_per_node * nodes, 16) * _BUFFER)
    return int(params * 4 * gpus_per_node * _BUFFER)


def _sharded_cost(*, offload_optimizer: bool, offload_params: bool) -> int:
    """Bytes per parameter that stay on the GPUs together, besides the largest layer."""
    if not offload_optimizer:
        return 18
    return 0 if offload_params else 2


def _zero3_gpu(
    *,
    params: float,
    largest_layer: float,
    gpus_per_node: int,
    nodes: int,
    offload_optimizer: bool,
    offload_params: bool,
) -> Lines:
    cost = _sharded_cost(offload_optimizer=offload_optimizer, offload_params=offload_params)
    shard = f" + {cost} × {n(params)} / ({gpus_per_node} × {nodes})" if cost else ""
    return (
        Text(
            f"最大的一层在卡上还原，每参数 4 B；常驻 {cost} B/参数，切给所有卡",
            f"the largest layer is gathered, 4 B each; {cost} B per parameter sharded over GPUs",
        ),
        both(f"4 × {n(largest_layer)}{shard}"),
    )


@formula(
    "bytes",
    "DeepSpeed 估算：ZeRO-3 每卡显存",
    "DeepSpeed estimate: GPU memory under ZeRO-3",
    source=_ZERO3,
    assumes=_ESTIMATE,
    steps=_zero3_gpu,
)
def deepspeed_zero3_gpu(
    params: float,
    largest_layer: float,
    gpus_per_node: int,
    nodes: int = 1,
    *,
    offload_optimizer: bool = False,
    offload_params: bool = False,
) -> float:
    """Bytes per GPU; `offload_params` counts only together with `offload_optimizer`."""
    cost = _sharded_cost(offload_optimizer=offload_optimizer, offload_params=offload_params)
    return 4 * largest_layer + int(cost * params / (gpus_per_node * nodes))


def _zero3_host(
    *,
    params: float,
    largest_layer: float,
    gpus_per_node: int,
    nodes: int,
    offload_optimizer: bool,
    zero_init: bool,
    **switches: Value,
) -> Lines:
    loading = Text("只在加载时用：fp32 权重", "only while loading: fp32 weights")
    if not offload_optimizer:
        held = largest_layer if zero_init else params
        return (loading, both(f"{n(held)} × 4 × {gpus_per_node} × 1.5"))
    cost = 18 if switches["offload_params"] else 16
    share = f"{cost}/{nodes}" if zero_init else f"max(4 × {gpus_per_node}, {cost}/{nodes})"
    return (
        Text(
            f"卸载的状态 {cost} B/参数，按机器数分",
            f"{cost} B per parameter offloaded, shared by the nodes",
        ),
        both(f"{n(params)} × {share} × 1.5"),
    )


@formula(
    "bytes",
    "DeepSpeed 估算：ZeRO-3 每台机器的内存",
    "DeepSpeed estimate: host memory of a node under ZeRO-3",
    source=_ZERO3,
    assumes=_ESTIMATE,
    steps=_zero3_host,
)
def deepspeed_zero3_host(
    params: float,
    largest_layer: float,
    gpus_per_node: int,
    nodes: int = 1,
    *,
    offload_optimizer: bool = False,
    offload_params: bool = False,
    zero_init: bool = True,
) -> float:
    """Bytes per node, rounded down as the code does."""
    if not offload_optimizer:
        held = largest_layer if zero_init else params
        return int(held * 4 * gpus_per_node * _BUFFER)
    share = (18 if offload_params else 16) / nodes
    return int(params * (share if zero_init else max(4 * gpus_per_node, share)) * _BUFFER)
