# ruff: noqa: RUF001, PLR0913, PLR0917  full-width punctuation is meant; a curve has many numbers
"""Learning rate at a step, and dynamic loss scaling."""

import math
from collections.abc import Collection

from qbank.errors import QbankError
from qbank.formulas.formula import Lines, Text, both
from qbank.formulas.register import formula
from qbank.units import compact_number as n

_NAMES = {
    "cosine": "(1 + cos(π × x))/2",
    "linear": "1 - x",
    "wsd": "1 - x",
}


def _progress(step: int, warmup: int, total: int, decay: str, decay_steps: int) -> float:
    """How much of the decay is over, 0 to 1, for a step up to `total`."""
    start = total - decay_steps if decay == "wsd" else warmup
    if step <= start:
        return 0.0
    return (step - start) / (total - start)


def _coefficient(progress: float, decay: str) -> float:
    """How much of the way from the lowest to the peak rate is left."""
    return (1 + math.cos(math.pi * progress)) / 2 if decay == "cosine" else 1 - progress


def _settled(step: int, total: int, max_lr: float, min_lr: float, decay: str) -> Text:
    if decay == "constant":
        return Text(f"warmup 之后保持 max_lr = {n(max_lr)}", f"max_lr = {n(max_lr)} after warmup")
    return Text(
        f"第 {n(step)} 步已过 total {n(total)}，停在 min_lr = {n(min_lr)}",
        f"step {n(step)} is past total {n(total)}: min_lr = {n(min_lr)}",
    )


def _rate(
    step: int, warmup: int, total: int, max_lr: float, min_lr: float, decay: str, decay_steps: int
) -> Lines:
    if step <= warmup and warmup:
        return (both(f"max_lr × step/warmup = {n(max_lr)} × {n(step)}/{n(warmup)}"),)
    if decay == "constant" or step > total:
        return (_settled(step, total, max_lr, min_lr, decay),)
    if decay == "inverse-square-root":
        return (
            both("max(min_lr, max_lr × √(warmup/step))"),
            both(f"max({n(min_lr)}, {n(max_lr)} × √({n(max(warmup, 1))}/{n(max(step, 1))}))"),
        )
    done = _progress(step, warmup, total, decay, decay_steps)
    left = _coefficient(done, decay)
    return (
        Text(
            f"衰减进度 x = {n(done)}，系数 {_NAMES[decay]} = {n(left)}",
            f"decay progress x = {n(done)}, coefficient {_NAMES[decay]} = {n(left)}",
        ),
        both(f"{n(min_lr)} + ({n(max_lr)} - {n(min_lr)}) × {n(left)}"),
    )


@formula(
    "learning-rate",
    "某一步的学习率",
    "learning rate at a step",
    source="megatron/core/optimizer_param_scheduler.py, get_lr, 0.19.2; transformers 5.24.0 "
    "optimization.py with min_lr 0",
    assumes=Text(
        "线性 warmup，第 warmup 步正好到峰值；total 之后停在 min_lr；wsd 线性退火",
        "linear warmup that reaches the peak at step `warmup`; min_lr after `total`; "
        "wsd anneals linearly",
    ),
    steps=_rate,
)
def learning_rate(
    step: int,
    warmup: int,
    total: int,
    max_lr: float,
    min_lr: float = 0.0,
    decay: str = "cosine",
    decay_steps: int = 0,
) -> float:
    """Learning rate; `decay_steps` is the length of the annealing of wsd."""
    if warmup >= total or decay_steps > total - warmup:
        message = f"total {total} leaves no room for warmup {warmup} and decay {decay_steps}"
        raise QbankError(message)
    if step <= warmup and warmup:
        return max_lr * step / warmup
    if decay == "constant":
        return max_lr
    if step > total:
        return min_lr
    if decay == "inverse-square-root":
        return max(min_lr, max_lr * math.sqrt(max(warmup, 1) / max(step, 1)))
    left = _coefficient(_progress(step, warmup, total, decay, decay_steps), decay)
    return min_lr + (max_lr - min_lr) * left


def _torch(scale: float, overflows: Collection[int], steps: int, window: int) -> float:
    clean = 0
    for step in range(steps):
        clean = 0 if step in overflows else clean + 1
        if step in overflows:
            scale /= 2
        elif clean == window:
            scale, clean = scale * 2, 0
    return scale


def _deepspeed(
    scale: float, overflows: Collection[int], steps: int, window: int, hysteresis: int
) -> float:
    left, last = hysteresis, -1
    for step in range(steps):
        if step in overflows:
            if left == 1:
                scale = max(1.0, scale / 2)
            left, last = max(1, left - 1), step
        elif step - last - 1 > 0 and (step - last - 1) % window == 0:
            scale, left = scale * 2, hysteresis
    return scale


def _megatron(
    scale: float, overflows: Collection[int], steps: int, window: int, hysteresis: int
) -> float:
    left, clean = hysteresis, 0
    for step in range(steps):
        if step in overflows:
            clean, left = 0, left - 1
            scale = max(1.0, scale / 2) if left <= 0 else scale
            continue
        clean += 1
        if clean == window:
            scale, clean, left = scale * 2, 0, hysteresis
    return scale


_RULES = {
    "torch": Text(
        "每次溢出减半；连续 window 步正常就翻倍",
        "halves at every overflow; doubles after `window` clean steps",
    ),
    "deepspeed": Text(
        "先用掉 hysteresis，再减半；上次溢出之后的第 window + 1 个正常步翻倍并恢复 hysteresis",
        "uses up the hysteresis, then halves; doubles at clean step window + 1 after the last "
        "overflow and restores the hysteresis",
    ),
    "megatron": Text(
        "hysteresis 用完后每次溢出减半；连续 window 步正常就翻倍并恢复 hysteresis",
        "halves at each overflow once the hysteresis is used up; doubles after `window` clean "
        "steps and restores it",
    ),
}
_LONGEST = 1_000_000


def _scale_lines(
    framework: str,
    initial: float,
    overflows: tuple[float, ...],
    steps: int,
    window: int,
    hysteresis: int,
) -> Lines:
    when = ", ".join(n(each) for each in overflows) or "-"
    used = "" if framework == "torch" else f", hysteresis {hysteresis}"
    return (
        _RULES[framework],
        Text(
            f"从 {n(initial)} 开始，共 {n(steps)} 步，溢出在第 {when} 步，window {n(window)}{used}",
            f"from {n(initial)}, {n(steps)} steps, overflow at {when}, window {n(window)}{used}",
        ),
    )


@formula(
    "number",
    "动态损失缩放在若干步之后的值",
    "dynamic loss scale after a number of steps",
    source="torch 2.13.0 _amp_update_scale_; deepspeed 0.19.8 DynamicLossScaler.update_scale; "
    "megatron-core 0.19.2 DynamicGradScaler.update",
    assumes=Text(
        "DeepSpeed 只在 ZeRO 优化器里有 hysteresis；默认 window：torch 2000，另两个 1000",
        "DeepSpeed has the hysteresis in its ZeRO optimizers only; "
        "default window 2000 in torch, 1000 in the others",
    ),
    steps=_scale_lines,
)
def loss_scale(
    framework: str,
    initial: float,
    overflows: tuple[float, ...],
    steps: int,
    window: int = 1000,
    hysteresis: int = 2,
) -> float:
    """Scale after `steps` updates; `overflows` are the updates, from 0, that overflow."""
    if steps > _LONGEST:
        message = f"steps is at most {_LONGEST}, not {steps}"
        raise QbankError(message)
    at = {int(each) for each in overflows}
    if framework == "torch":
        return _torch(initial, at, steps, window)
    follow = _deepspeed if framework == "deepspeed" else _megatron
    return follow(initial, at, steps, window, hysteresis)


def _doubling(framework: str, window: int) -> Lines:
    more = " + 1" if framework == "deepspeed" else ""
    return (_RULES[framework], both(f"{n(window)}{more}"))


@formula(
    "steps",
    "从头起没有溢出时，第几次更新第一次翻倍",
    "the update at which the scale first doubles when nothing overflows",
    source="as for loss_scale",
    assumes=Text("从第 1 次更新数起", "updates counted from 1"),
    steps=_doubling,
)
def loss_scale_first_doubling(framework: str, window: int) -> float:
    """Number of the update, counted from 1."""
    return window + 1 if framework == "deepspeed" else window
