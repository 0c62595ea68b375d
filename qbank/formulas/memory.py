# ruff: noqa: RUF001  full-width punctuation is meant
"""Model states: weights, gradients and optimizer states on each GPU and on the host."""

from qbank.formulas.formula import Lines, Text, Value, both
from qbank.formulas.recipes import RECIPES
from qbank.formulas.register import formula
from qbank.units import compact_number as n

_ZERO = "ZeRO, arXiv 1910.02054, sections 3.1 and 5.1-5.3, tables 1 and 2"
_STATES_ONLY = Text(
    "不含激活、通信缓冲、显存碎片，也不算为整除而补的元素",
    "no activations, communication buffers, fragmentation or padding to a multiple of the ranks",
)
_SHARDED = (
    Text("不切分", "nothing is sharded"),
    Text("切分优化器状态", "the optimizer states are sharded"),
    Text("切分优化器状态和梯度", "optimizer states and gradients are sharded"),
    Text("优化器状态、梯度、参数都切分", "optimizer states, gradients and weights are sharded"),
)


def _per_parameter(recipe: str, ranks: int, stage: int, **_: Value) -> Lines:
    cost, share = RECIPES[recipe], _SHARDED[stage]
    parts = " + ".join(
        f"{n(part)}/{n(ranks)}" if stage >= first else n(part)
        for part, first in ((cost.weights, 3), (cost.gradients, 2), (cost.optimizer, 1))
    )
    whole = f"{n(cost.weights)} + {n(cost.gradients)} + {n(cost.optimizer)} = {n(cost.total)} B"
    each = n(cost.per_rank(stage, ranks))
    return (
        Text(
            f"{recipe}：每参数权重、梯度、优化器 {whole}",
            f"{recipe}: weights, gradients, optimizer {whole} per parameter",
        ),
        Text(
            f"stage {stage} {share.zh}：{parts} = {each} B",
            f"stage {stage}, {share.en}: {parts} = {each} B",
        ),
    )


@formula(
    "bytes",
    "每个参数在每张卡上的模型状态字节数",
    "bytes of model states per parameter on each rank",
    source=_ZERO + "; Megatron-LM docs, distributed optimizer, table",
    assumes=_STATES_ONLY,
    steps=_per_parameter,
)
def state_bytes_per_parameter(recipe: str, ranks: int = 1, stage: int = 0) -> float:
    """Bytes per parameter; recipes are named after their unsharded total."""
    return RECIPES[recipe].per_rank(stage, ranks)


def _zero_model_states(params: float, ranks: int, stage: int, recipe: str, **_: Value) -> Lines:
    each = RECIPES[recipe].per_rank(stage, ranks)
    return (*_per_parameter(recipe, ranks, stage), both(f"{n(params)} × {n(each)} B"))


@formula(
    "bytes",
    "ZeRO 各级每卡的模型状态",
    "model states on each GPU under ZeRO",
    source=_ZERO,
    assumes=_STATES_ONLY,
    steps=_zero_model_states,
)
def zero_model_states(params: float, ranks: int, stage: int, recipe: str = "adam-16") -> float:
    """Bytes of weights, gradients and optimizer states on each data-parallel rank."""
    return params * RECIPES[recipe].per_rank(stage, ranks)


def _zero_max_parameters(
    memory: float, ranks: int, stage: int, model_parallel: int, recipe: str
) -> Lines:
    each = RECIPES[recipe].per_rank(stage, ranks)
    return (
        *_per_parameter(recipe, ranks, stage),
        Text(
            f"模型并行度 × 显存 / 每参数字节：{model_parallel} × {n(memory)} B / {n(each)} B",
            f"model parallel size × memory / bytes per parameter: "
            f"{model_parallel} × {n(memory)} B / {n(each)} B",
        ),
    )


@formula(
    "parameters",
    "显存只装模型状态时能放下的最大模型",
    "largest model whose states alone fill the memory",
    source=_ZERO,
    assumes=_STATES_ONLY,
    steps=_zero_max_parameters,
)
def zero_max_parameters(
    memory: float, ranks: int, stage: int, model_parallel: int = 1, recipe: str = "adam-16"
) -> float:
    """Parameters; `memory` is per GPU and `ranks` the data-parallel size."""
    return model_parallel * memory / RECIPES[recipe].per_rank(stage, ranks)


def _megatron_distributed_optimizer(
    params: float, data_parallel: int, recipe: str, tensor: int, pipeline: int
) -> Lines:
    cost = RECIPES[recipe]
    kept, each = cost.weights + cost.gradients, cost.per_rank(1, data_parallel)
    return (
        Text(
            f"每张卡的参数 Ψ/(t × p) = {n(params)}/({tensor} × {pipeline})",
            f"parameters on a GPU: Ψ/(t × p) = {n(params)}/({tensor} × {pipeline})",
        ),
        Text(
            f"{recipe}：权重和梯度 {n(kept)} + 优化器 {n(cost.optimizer)}/{data_parallel}"
            f" = {n(each)} B",
            f"{recipe}: weights and gradients {n(kept)} + optimizer"
            f" {n(cost.optimizer)}/{data_parallel} = {n(each)} B",
        ),
        both(f"{n(params)}/{tensor * pipeline} × {n(each)} B"),
    )


@formula(
    "bytes",
    "Megatron 分布式优化器下每卡的模型状态",
    "model states on each GPU with Megatron's distributed optimizer",
    source="Megatron-LM docs/user-guide/features/dist_optimizer.md, table, core 0.18; "
    "megatron/training/theoretical_memory_usage.py, 0.19.2",
    assumes=Text(
        "各 stage 参数一样多；权重和梯度不切，只切优化器",
        "stages of equal size; weights and gradients stay whole, only the optimizer is sharded",
    ),
    steps=_megatron_distributed_optimizer,
)
def megatron_distributed_optimizer(
    params: float,
    data_parallel: int,
    recipe: str = "megatron-18",
    tensor: int = 1,
    pipeline: int = 1,
) -> float:
    """Bytes per GPU; `params` counts the whole model."""
    return params / (tensor * pipeline) * RECIPES[recipe].per_rank(1, data_parallel)


@formula(
    "bytes",
    "ZeRO-2 卸载优化器后每卡留下的 16 位权重",
    "16-bit weights that stay on each GPU when ZeRO-2 offloads gradients and optimizer",
    source="ZeRO-Offload, arXiv 2101.06840, section 3; DeepSpeed 0.19.8 estimator",
    assumes=Text("stage 2 不切权重", "stage 2 does not shard the weights"),
    steps=("2 B × {params}",),
)
def zero_offload_gpu(params: float) -> float:
    """Bytes on each GPU, whatever the number of ranks."""
    return 2 * params


def _zero_offload_host(*, params: float, host_gradients: bool) -> Lines:
    each = 14 if host_gradients else 12
    parts = "4 + 4 + 4 + 2" if host_gradients else "4 + 4 + 4"
    more = Text("和 16 位梯度", " and 16-bit gradients") if host_gradients else Text("", "")
    return (
        Text(
            f"fp32 主参数、动量、方差{more.zh}：{parts} = {each} B",
            f"fp32 master weights, momentum, variance{more.en}: {parts} = {each} B",
        ),
        both(f"{n(params)} × {each} B"),
    )


@formula(
    "bytes",
    "优化器卸载占用的主机内存（所有卡合计）",
    "host memory of an offloaded optimizer, all ranks together",
    source="ZeRO-Offload, arXiv 2101.06840, section 3",
    assumes=Text(
        "混合精度 Adam；不含锁页缓冲，分到每台机器要再除以机器数",
        "mixed-precision Adam; without pinned buffers, divide by the nodes for one node's share",
    ),
    steps=_zero_offload_host,
)
def zero_offload_host(params: float, *, host_gradients: bool = True) -> float:
    """Bytes: 12 per parameter, 14 when the 16-bit gradients are kept on the host too."""
    return (14 if host_gradients else 12) * params
