# ruff: noqa: RUF001  full-width punctuation is meant
"""States that an optimizer keeps, without weights and gradients."""

from qbank.formulas.formula import Lines, Text, Value, both
from qbank.formulas.register import formula
from qbank.units import compact_number as n

_BYTES = {"sgd": 0, "momentum": 4, "lion": 4, "adam": 8}


def _optimizer_states(params: float, optimizer: str, ranks: int) -> Lines:
    each = _BYTES[optimizer]
    return (
        Text(
            f"{optimizer}：每参数 {each} B（fp32），切成 {ranks} 份",
            f"{optimizer}: {each} B per parameter in fp32, sharded over {ranks}",
        ),
        both(f"{n(params)} × {each} B / {ranks}"),
    )


@formula(
    "bytes",
    "fp32 优化器状态，不含主参数",
    "fp32 optimizer states without master weights",
    source="measured: optimizer.state_dict() of torch 2.13.0; ZeRO, arXiv 1910.02054, section 3.1",
    assumes=Text("按元素均分", "sharded evenly by element"),
    steps=_optimizer_states,
)
def optimizer_states(params: float, optimizer: str, ranks: int = 1) -> float:
    """Bytes on each rank: none for sgd, one moment for momentum and lion, two for adam."""
    return _BYTES[optimizer] * params / ranks


@formula(
    "bytes",
    "8 位 Adam 的两个状态（分块缩放）",
    "the two states of 8-bit Adam with block-wise scales",
    source="8-bit optimizers, arXiv 2110.02861; bitsandbytes 0.50.2, blocks of 256",
    assumes=Text(
        "每块一个 fp32 absmax；小于 4096 个元素的张量仍是 32 位，这里不计",
        "one fp32 absmax per block; tensors below 4096 elements stay in 32 bit and are ignored",
    ),
    steps=(
        Text(
            "每个状态 1 B，每块另加 4 B 缩放因子",
            "each state takes 1 B, and 4 B of scale per block",
        ),
        "2 × (1 + 4/{block}) B × {params}",
    ),
)
def adam8bit_states(params: float, block: int = 256) -> float:
    """Bytes of both moments with their scales."""
    return 2 * (1 + 4 / block) * params


def _adafactor_states(*, rows: int, columns: int, momentum: bool) -> Lines:
    factors = f"4 B × ({n(rows)} + {n(columns)})"
    first = f" + 4 B × {n(rows)} × {n(columns)}" if momentum else ""
    return (
        Text(
            "二阶动量只存行、列两个向量" + ("，再加完整的一阶动量" if momentum else ""),
            "the second moment is a row and a column vector"
            + (", plus a full first moment" if momentum else ""),
        ),
        both(factors + first),
    )


@formula(
    "bytes",
    "一个矩阵的 Adafactor 状态",
    "Adafactor states of one matrix",
    source="Adafactor, arXiv 1804.04235; measured with torch 2.13.0 and transformers 5.24.0",
    assumes=Text("fp32 状态", "states in fp32"),
    steps=_adafactor_states,
)
def adafactor_states(rows: int, columns: int, *, momentum: bool = False) -> float:
    """Bytes of the factored second moment, and of the first moment where it is kept."""
    return 4 * (rows + columns) + (4 * rows * columns if momentum else 0)


def _galore_states(rows: int, columns: int, rank: int, **_: Value) -> Lines:
    small, large = sorted((rows, columns))
    return (
        Text(
            "短边 m、长边 n：投影 m × r，两个动量 2 × n × r",
            "short side m, long side n: projector m × r and two moments 2 × n × r",
        ),
        both(f"{n(small)} × {rank} + 2 × {n(large)} × {rank}"),
    )


@formula(
    "elements",
    "一个矩阵的 GaLore 状态：投影矩阵和低秩动量",
    "GaLore states of one matrix: projector and low-rank moments",
    source="GaLore, arXiv 2403.03507, table 1; counted with galore-torch 1.0",
    assumes=Text("Adam 作用在投影后的梯度上", "Adam on the projected gradient"),
    steps=_galore_states,
)
def galore_states(rows: int, columns: int, rank: int) -> float:
    """Elements; Adam on the whole matrix would keep 2 x rows x columns."""
    return min(rows, columns) * rank + 2 * max(rows, columns) * rank
