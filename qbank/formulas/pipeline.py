# ruff: noqa: RUF001  full-width punctuation is meant
"""Pipeline schedules: idle time, step time and micro-batches in flight."""

import math

from qbank.errors import QbankError
from qbank.formulas.formula import Lines, Text, both
from qbank.formulas.register import formula
from qbank.units import compact_number as n

_SOURCE = "Megatron-LM, arXiv 2104.04473, sections 2.2.1 and 2.2.2; an event simulation agrees"
_FLUSHED = Text(
    "GPipe 或 1F1B，各 stage 耗时相同，不计通信，每步清空流水线；"
    "chunks > 1 是交错调度，要求 m 是 p 的倍数",
    "GPipe or 1F1B, equal stages, no communication time, flushed every step; "
    "chunks > 1 is the interleaved schedule, which wants m to be a multiple of p",
)


@formula(
    "%",
    "流水线气泡，相对理想时间",
    "pipeline bubble relative to the ideal time",
    source=_SOURCE,
    assumes=_FLUSHED,
    steps=(
        Text("气泡 / 理想时间 = (p - 1)/(v × m)", "bubble / ideal time = (p - 1)/(v × m)"),
        "({stages} - 1)/({chunks} × {microbatches})",
    ),
)
def pipeline_bubble(stages: int, microbatches: int, chunks: int = 1) -> float:
    """Idle time over ideal time, a ratio that may exceed 1."""
    return (stages - 1) / (chunks * microbatches)


@formula(
    "%",
    "流水线气泡占总时间的比例",
    "share of the total time that is pipeline bubble",
    source=_SOURCE,
    assumes=_FLUSHED,
    steps=(
        Text(
            "气泡 / 总时间 = (p - 1)/(v × m + p - 1)",
            "bubble / total time = (p - 1)/(v × m + p - 1)",
        ),
        "({stages} - 1)/({chunks} × {microbatches} + {stages} - 1)",
    ),
)
def pipeline_bubble_share(stages: int, microbatches: int, chunks: int = 1) -> float:
    """Idle time over total time, 0 to 1."""
    return (stages - 1) / (chunks * microbatches + stages - 1)


@formula(
    "micro-batches",
    "让气泡低于某个比例所需的 micro-batch 数",
    "micro-batches that keep the bubble below a ratio of the ideal time",
    source=_SOURCE,
    assumes=_FLUSHED,
    steps=(
        Text("m > (p - 1)/(v × 上限)，取整数", "m > (p - 1)/(v × limit), a whole number"),
        "m > ({stages} - 1)/({chunks} × {bubble})",
    ),
)
def micro_batches_for_bubble(stages: int, bubble: float, chunks: int = 1) -> float:
    """The smallest number that stays strictly below `bubble`, relative to ideal time."""
    # 7 / 0.05 may come out a hair under 140; a bubble equal to the limit is not below it
    return max(1, math.floor((stages - 1) / (chunks * bubble) + 1e-9) + 1)


@formula(
    "s",
    "流水线一步的时间",
    "time of a pipeline step",
    source="Megatron-LM, arXiv 2104.04473, section 3.3.1, Eq. 1",
    assumes=_FLUSHED,
    steps=(
        "(m + p - 1) × (t_f + t_b)",
        "({microbatches} + {stages} - 1) × ({forward} + {backward_seconds})",
    ),
)
def pipeline_step_seconds(
    stages: int, microbatches: int, forward: float, backward_seconds: float
) -> float:
    """Seconds, with the forward and backward time of one micro-batch on one stage."""
    return (microbatches + stages - 1) * (forward + backward_seconds)


def _in_flight(
    schedule: str, stages: int, microbatches: int, stage_index: int, chunks: int
) -> Lines:
    if schedule == "gpipe":
        return (
            Text(
                f"GPipe 先做完全部前向：m = {microbatches}",
                f"GPipe runs every forward first: m = {microbatches}",
            ),
        )
    if schedule == "1f1b":
        return (both(f"min(m, p - i) = min({microbatches}, {stages} - {stage_index})"),)
    return (
        Text(
            "交错调度按块计：2 × (p - 1 - i) + (v - 1) × p + 1，至多 v × m",
            "interleaved, counted in chunks: 2 × (p - 1 - i) + (v - 1) × p + 1, at most v × m",
        ),
        both(
            f"min(2 × ({stages} - 1 - {stage_index}) + ({chunks} - 1) × {stages} + 1, "
            f"{chunks} × {microbatches})"
        ),
    )


@formula(
    "micro-batches",
    "一个流水线 stage 同时保留激活的 micro-batch 数",
    "micro-batches whose activations a stage holds at once",
    source=_SOURCE + "; Korthikanti et al., arXiv 2205.05198, section 4.2.3",
    assumes=Text(
        "交错调度按每块（1/v 个 stage）的激活计数",
        "the interleaved schedule is counted in activations of one chunk, 1/v of a stage",
    ),
    steps=_in_flight,
)
def in_flight_micro_batches(
    schedule: str, stages: int, microbatches: int, stage_index: int = 0, chunks: int = 1
) -> float:
    """Micro-batches, or chunk activations when interleaved; `stage_index` starts at 0."""
    if stage_index >= stages:
        message = f"stage_index {stage_index} is not below stages {stages}"
        raise QbankError(message, hint=f"the last stage is {stages - 1}")
    if schedule == "gpipe":
        return microbatches
    if schedule == "1f1b":
        return min(microbatches, stages - stage_index)
    warmup = 2 * (stages - 1 - stage_index) + (chunks - 1) * stages
    return min(warmup + 1, chunks * microbatches)


def _stash(schedule: str, stages: int, microbatches: int, chunks: int) -> Lines:
    held = in_flight_micro_batches(schedule, stages, microbatches, 0, chunks)
    return (
        *_in_flight(schedule, stages, microbatches, 0, chunks),
        Text(
            f"每份激活是 L/(p × v) 层：{n(held)}/({stages} × {chunks})",
            f"each holds L/(p × v) layers: {n(held)}/({stages} × {chunks})",
        ),
    )


@formula(
    "x",
    "第一个 stage 保留的激活，折合全部 L 层的倍数",
    "activations held by the first stage as a multiple of all L layers",
    source="Korthikanti et al., arXiv 2205.05198, section 4.2.3; an event simulation agrees",
    assumes=Text(
        "micro-batch 足够多时 1F1B 是 1，交错是 1 + (p - 1)/(p × v)",
        "with enough micro-batches 1 for 1F1B and 1 + (p - 1)/(p × v) interleaved",
    ),
    steps=_stash,
)
def pipeline_stash(schedule: str, stages: int, microbatches: int, chunks: int = 1) -> float:
    """Times the activations of one micro-batch through all layers."""
    return in_flight_micro_batches(schedule, stages, microbatches, 0, chunks) / (stages * chunks)
