# ruff: noqa: RUF001, PLR0913, PLR0917  full-width punctuation is meant; a layout has many sizes
"""How a batch is laid out over GPUs and steps."""

import math

from qbank.errors import QbankError
from qbank.formulas.formula import Lines, Text, both
from qbank.formulas.register import formula
from qbank.units import compact_number as n

_LAYOUT = "Megatron-LM, arXiv 2104.04473, section 3.1; megatron-core parallel_state"


def _divided(whole: int, part: int, what: str, by: str) -> int:
    if whole % part:
        message = f"{what} {whole} is not a multiple of {by} {part}"
        raise QbankError(message, hint=f"choose a multiple of {part}")
    return whole // part


@formula(
    "GPUs",
    "总卡数",
    "GPUs in all",
    source=_LAYOUT + "; Llama 3, arXiv 2407.21783, table 4",
    assumes=Text("专家并行复用这些卡", "expert parallelism reuses these GPUs"),
    steps=("t × p × c × d", "{tensor} × {pipeline} × {context} × {data_parallel}"),
)
def world_size(tensor: int, pipeline: int, data_parallel: int, context: int = 1) -> float:
    """GPUs of a layout."""
    return tensor * pipeline * context * data_parallel


@formula(
    "ranks",
    "数据并行度",
    "data parallel size",
    source=_LAYOUT,
    assumes=Text(
        "专家并行复用数据并行的卡，不再除一次",
        "expert parallelism reuses data-parallel ranks and divides nothing further",
    ),
    steps=("d = world/(t × p × c)", "{world} / ({tensor} × {pipeline} × {context})"),
)
def data_parallel_size(world: int, tensor: int, pipeline: int, context: int = 1) -> float:
    """Replicas of the model; QbankError when the sizes do not divide `world`."""
    return _divided(world, tensor * pipeline * context, "world", "tensor x pipeline x context")


@formula(
    "micro-batches",
    "每步每个副本的 micro-batch 数",
    "micro-batches per step and replica",
    source=_LAYOUT,
    assumes=Text("必须整除", "the division must leave no rest"),
    steps=(
        Text("m = 全局 batch/(micro-batch × d)", "m = global batch/(micro-batch × d)"),
        "{global_batch} / ({micro_batch} × {data_parallel})",
    ),
)
def micro_batches(global_batch: int, micro_batch: int, data_parallel: int) -> float:
    """Also the number of accumulation steps; QbankError when it is not whole."""
    return _divided(
        global_batch, micro_batch * data_parallel, "global_batch", "micro_batch x data_parallel"
    )


def _megatron(
    world: int, tensor: int, pipeline: int, context: int, global_batch: int, micro_batch: int
) -> Lines:
    replicas = int(data_parallel_size(world, tensor, pipeline, context))
    return (
        both(f"d = {n(world)} / ({tensor} × {pipeline} × {context}) = {n(replicas)}"),
        both(f"m = {n(global_batch)} / ({micro_batch} × {n(replicas)})"),
    )


@formula(
    "micro-batches",
    "由并行配置算每步的 micro-batch 数",
    "micro-batches per step from a parallel layout",
    source=_LAYOUT,
    assumes=Text("两次除法都必须整除", "both divisions must leave no rest"),
    steps=_megatron,
)
def megatron_micro_batches(
    world: int, tensor: int, pipeline: int, context: int, global_batch: int, micro_batch: int
) -> float:
    """Micro-batches that pass the pipeline in a step; QbankError when a size does not divide."""
    replicas = int(data_parallel_size(world, tensor, pipeline, context))
    return micro_batches(global_batch, micro_batch, replicas)


@formula(
    "samples",
    "全局 batch",
    "global batch",
    source=_LAYOUT,
    steps=(
        Text("micro-batch × 累积步数 × d", "micro-batch × accumulation × d"),
        "{micro_batch} × {accumulation} × {data_parallel}",
    ),
)
def global_batch(micro_batch: int, accumulation: int, data_parallel: int) -> float:
    """Samples per optimizer step."""
    return micro_batch * accumulation * data_parallel


@formula(
    "tokens",
    "每步的 token 数",
    "tokens per step",
    source="Llama 3, arXiv 2407.21783, table 4; nanoGPT config/train_gpt2.py",
    assumes=Text("每条都是整条序列长度", "every sample fills the sequence length"),
    steps=("{global_batch} × {sequence}",),
)
def tokens_per_step(global_batch: int, sequence: int) -> float:
    """Tokens of a global batch."""
    return global_batch * sequence


def _steps(samples: int, global_batch: int, epochs: float, *, drop_last: bool) -> Lines:
    left, right, zh, en = ("⌊", "⌋", "丢掉", "dropped") if drop_last else ("⌈", "⌉", "照走", "kept")
    return (
        Text(f"每轮最后不满的一步{zh}", f"the incomplete last step of an epoch is {en}"),
        both(f"{left}{n(samples)} / {n(global_batch)}{right} × {n(epochs)}"),
    )


@formula(
    "steps",
    "优化器步数",
    "optimizer steps",
    source="transformers 5.23.0, Trainer.set_initial_training_values",
    assumes=Text("不打包；轮数不是整数时向上取整", "no packing; rounded up for broken epochs"),
    steps=_steps,
)
def training_steps(
    samples: int, global_batch: int, epochs: float = 1, *, drop_last: bool = False
) -> float:
    """Optimizer steps of a run over a dataset."""
    each = samples // global_batch if drop_last else -(-samples // global_batch)
    return math.ceil(each * epochs)


@formula(
    "steps",
    "按比例给的 warmup 步数",
    "warmup steps from a ratio",
    source="transformers 5.23.0, TrainingArguments.get_warmup_steps",
    assumes=Text(
        "浮点误差先抹掉：100 × 0.07 算 7，transformers 的代码直接取 ceil 会得 8",
        "float noise is rounded away: 100 × 0.07 is 7 here, the bare ceil of transformers says 8",
    ),
    steps=(Text("向上取整", "rounded up"), "⌈{steps} × {ratio}⌉"),
)
def warmup_steps(steps: int, ratio: float) -> float:
    """Steps, rounded up as transformers does."""
    # 100 x 0.07 is a hair above 7, which must not become 8
    return math.ceil(round(steps * ratio, 9))


@formula(
    "epochs",
    "某个数据集被看了几轮",
    "how often a dataset is seen",
    source="GPT-3, arXiv 2005.14165, table 2.2",
    assumes=Text(
        "该表的权重和大小都是取整过的，只有部分行对得上",
        "weights and sizes of that table are rounded, so only some rows agree",
    ),
    steps=("{tokens} × {weight} / {dataset_tokens}",),
)
def dataset_epochs(tokens: float, weight: float, dataset_tokens: float) -> float:
    """Epochs of a dataset sampled with `weight` in a run of `tokens`."""
    return tokens * weight / dataset_tokens
