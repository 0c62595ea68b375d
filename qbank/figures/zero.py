"""Memory bars: what each ZeRO stage leaves of the model states on a GPU."""

from typing import NamedTuple

from qbank.figures.model import Bar, Bars, Key, Picture
from qbank.formulas.formula import Text
from qbank.formulas.recipes import RECIPES, Recipe
from qbank.units import convert, format_number

_STAGES = ("DDP", "ZeRO-1", "ZeRO-2", "ZeRO-3")
_KEYS = (
    Key("W", Text("权重", "weights")),
    Key("G", Text("梯度", "gradients")),
    Key("O", Text("优化器状态", "optimizer states")),
)


class States(NamedTuple):
    """Bytes of model states on one rank."""

    weights: float
    gradients: float
    optimizer: float


def states(params: float, ranks: int, recipe: str, stage: int) -> States:
    """The parts of `zero_model_states`, bytes per rank."""
    cost = RECIPES[recipe]
    alone = (
        Recipe(cost.weights, 0, 0),
        Recipe(0, cost.gradients, 0),
        Recipe(0, 0, cost.optimizer),
    )
    return States(*(params * each.per_rank(stage, ranks) for each in alone))


def zero_memory(params: float, ranks: int, recipe: str) -> Picture:
    """One bar for each of DDP and the three stages, per GPU."""
    each = [states(params, ranks, recipe, stage) for stage in range(len(_STAGES))]
    unit = _unit_for(sum(each[0]))
    bars = tuple(_bar(name, parts, unit) for name, parts in zip(_STAGES, each, strict=True))
    told = "; ".join(f"{bar.label} {bar.total}" for bar in bars)
    of = _scaled(params), f"{ranks:,}"
    return Picture(
        "zero_memory",
        Text(
            f"每张卡的模型状态：{of[0]} 参数，{of[1]} 卡，{recipe}",
            f"Model states on each GPU: {of[0]} parameters, {of[1]} GPUs, {recipe}",
        ),
        Text(f"四根条形，每张卡的字节数：{told}", f"Four bars, bytes on each GPU: {told}"),
        (Bars(_KEYS, Text("每卡", "per GPU"), f"W + G + O, {unit}", unit, bars),),
        (_recipe_note(recipe),),
    )


def _scaled(params: float) -> str:
    """A number of parameters as people say it: 7.5B, 124M."""
    for size, letter in ((1e9, "B"), (1e6, "M")):
        if params >= size:
            return f"{format_number(params / size, 4)}{letter}"
    return format_number(params)


def _bar(name: str, parts: States, unit: str) -> Bar:
    values = tuple(convert(part, unit) for part in parts)
    total = f"{format_number(sum(values), 4)} {unit}"
    return Bar(name, total, " + ".join(format_number(value, 3) for value in values), values)


def _unit_for(size_bytes: float) -> str:
    """The unit in which the longest bar is easy to read."""
    for unit in ("TB", "GB", "MB", "KB"):
        if convert(size_bytes, unit) >= (10 if unit == "TB" else 1):
            return unit
    return "bytes"


def _recipe_note(recipe: str) -> Text:
    cost = RECIPES[recipe]
    parts = " + ".join(map(format_number, cost))
    total = format_number(cost.total)
    return Text(
        f"不切分时每个参数 {parts} = {total} 字节；激活和通信缓冲另算。",
        f"Unsharded {parts} = {total} bytes per parameter; activations and buffers come on top.",
    )
