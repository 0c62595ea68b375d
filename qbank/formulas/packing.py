# ruff: noqa: RUF001  full-width punctuation is meant
"""Packed rows, and the weight of a token when losses are accumulated."""

from qbank.errors import QbankError
from qbank.formulas.formula import Lines, Text, both
from qbank.formulas.register import formula
from qbank.units import compact_number as n


@formula(
    "%",
    "一批里真实 token 的比例",
    "share of a batch that is real tokens",
    source="measured: first-fit decreasing on 400 log-normal lengths",
    assumes=Text("其余是 padding", "the rest is padding"),
    steps=(
        Text("真实 token/(行数 × 行长)", "real tokens/(rows × row length)"),
        "{tokens} / ({bins} × {length})",
    ),
)
def packing_share(tokens: float, bins: int, length: int) -> float:
    """Share, 0 to 1; QbankError when the tokens do not fit into the rows."""
    if tokens > bins * length:
        message = f"{format(tokens, 'g')} tokens do not fit into {bins} rows of {length}"
        raise QbankError(message, hint="raise bins or length")
    return tokens / (bins * length)


def _overweight(lengths: tuple[float, ...]) -> Lines:
    total = sum(lengths)
    return (
        Text(
            "各 micro-batch 先求均值再平均，最短那份的 token 权重是 1/(k × 最短)，应为 1/总数",
            "a mean of means gives a token of the shortest micro-batch 1/(k × shortest) in place "
            "of 1/total",
        ),
        both(f"{n(total)} / ({len(lengths)} × {n(min(lengths))})"),
    )


@formula(
    "x",
    "梯度累积按均值平均时，最短 micro-batch 里的 token 被放大几倍",
    "how much a mean of means over-weights a token of the shortest micro-batch",
    source="algebra; measured in float64 with 4 micro-batches",
    assumes=Text(
        "每个 micro-batch 的损失先按自己的 token 数平均", "each loss is a mean over its own tokens"
    ),
    steps=_overweight,
)
def token_overweight(lengths: tuple[float, ...]) -> float:
    """Factor, 1 for equal lengths; QbankError without any length."""
    if not lengths:
        message = "`lengths` is empty"
        raise QbankError(message, hint="write lengths=4,8,16,64")
    return sum(lengths) / (len(lengths) * min(lengths))
