"""An MLP split over tensor-parallel GPUs: columns, then rows, and what they exchange."""

from collections.abc import Sequence
from typing import NamedTuple

from qbank.errors import QbankError
from qbank.figures.model import Collective, Flow, Picture, Work
from qbank.formulas.communication import ring_factor
from qbank.formulas.formula import Text, both
from qbank.units import format_bytes, format_number

_NOTHING = Text("不通信", "nothing is sent")
_BYTES = 2


class Sizes(NamedTuple):
    """The widths of the MLP; 0 stands for the letter."""

    tensor: int
    sequence: int = 0
    micro_batch: int = 0
    hidden: int = 0
    ffn: int = 0

    def shape(self, *names: str) -> str:
        """The dimensions as printed; `s/t` is the sequence divided by the GPUs."""
        return f"[{', '.join(map(self._dimension, names))}]"

    def _dimension(self, name: str) -> str:
        letter, _, split = name.partition("/")
        sizes = {"s": self.sequence, "b": self.micro_batch, "h": self.hidden, "f": self.ffn}
        size = sizes[letter]
        if not size:
            return f"{letter}/{self.tensor}" if split else letter
        return str(size // self.tensor if split else size)


class Exchange(NamedTuple):
    """The collectives around the MLP by pass: operations on the whole [s, b, h] tensor."""

    forward: tuple[str, ...]
    backward: tuple[str, ...]

    def sent(self, size_bytes: float, ranks: int) -> float:
        """Bytes that each rank sends in both passes, in a ring."""
        return sum(ring_factor(op, ranks) * size_bytes for op in (*self.forward, *self.backward))


PLAIN = Exchange(("all-reduce",), ("all-reduce",))
SEQUENCE = Exchange(
    ("all-gather", "reduce-scatter"), ("all-gather", "all-gather", "reduce-scatter")
)


def tensor_parallel_mlp(  # noqa: PLR0913, PLR0917  # the arguments of the drawing
    tensor: int,
    sequence_parallel: str,
    sequence: int,
    micro_batch: int,
    hidden: int,
    ffn: int,
) -> Picture:
    """The flow without sequence parallelism, with it, or both; QbankError for sizes that do not split."""
    sizes = Sizes(tensor, sequence, micro_batch, hidden, ffn)
    _check(sizes, with_sequence=sequence_parallel != "no")
    flows, notes = [], []
    if sequence_parallel != "yes":
        flows.append(_plain(sizes))
        notes.append(_note(Text("不开序列并行", "Without sequence parallelism"), PLAIN, sizes))
    if sequence_parallel != "no":
        flows.append(_sequence(sizes))
        notes.append(_note(Text("开序列并行", "With sequence parallelism"), SEQUENCE, sizes))
    return Picture(
        "tensor_parallel_mlp",
        Text(
            f"MLP 的张量并行，{tensor} 卡：A 按列切，B 按行切",
            f"MLP under tensor parallelism on {tensor} GPUs: A by columns, B by rows",
        ),
        Text(*("".join(half) for half in zip(*notes, strict=True))),
        tuple(flows),
        tuple(notes),
    )


def _check(sizes: Sizes, *, with_sequence: bool) -> None:
    split = {"ffn": sizes.ffn} | ({"sequence": sizes.sequence} if with_sequence else {})
    for name, size in split.items():
        if size % sizes.tensor:
            message = f"`{name}` is {size}, it does not split over {sizes.tensor} GPUs"
            nearest = -(-size // sizes.tensor) * sizes.tensor
            raise QbankError(message, hint=f"write {name}: {nearest}")


def _work(zh: str, en: str, sizes: Sizes, pattern: str, dimensions: str) -> Work:
    return Work(Text(zh, en), _lanes(sizes, pattern), sizes.shape(*dimensions.split()))


def _lanes(sizes: Sizes, pattern: str) -> tuple[str, ...]:
    """The text of each lane, `#` replaced by its number; of many only the first and the last."""
    last = sizes.tensor - 1
    first_and_last = (pattern.replace("#", "0"), pattern.replace("#", str(last)))
    return first_and_last if sizes.tensor == 2 else (first_and_last[0], "...", first_and_last[1])


def _middle(sizes: Sizes) -> tuple[Work, ...]:
    """What happens between the two exchanges, the same in both forms."""
    return (
        _work("列切 A", "A by columns", sizes, "Y# = X A#", "s b f/t"),
        _work("激活", "activation", sizes, "G# = GeLU(Y#)", "s b f/t"),
        _work("行切 B", "B by rows", sizes, "P# = G# B#", "s b h"),
    )


def _plain(sizes: Sizes) -> Flow:
    return Flow(
        Text("不开序列并行", "without sequence parallelism"),
        _lanes(sizes, "GPU #"),
        (
            _work("输入", "input", sizes, "X", "s b h"),
            Collective("f", _NOTHING, Text("all-reduce dX", "all-reduce of dX")),
            *_middle(sizes),
            Collective(
                "f-bar", Text("all-reduce，各卡的 P 相加", "all-reduce, sum of all P"), _NOTHING
            ),
            _work("输出", "output", sizes, "Z", "s b h"),
        ),
    )


def _sequence(sizes: Sizes) -> Flow:
    return Flow(
        Text("开序列并行", "with sequence parallelism"),
        _lanes(sizes, "GPU #"),
        (
            _work("输入分片", "input shard", sizes, "X#", "s/t b h"),
            Collective(
                "g",
                Text("all-gather 各卡的分片，拼成 X", "all-gather of the shards into X"),
                Text(
                    "reduce-scatter dX；算 dA 前再 all-gather X",
                    "reduce-scatter of dX; X gathered again for dA",
                ),
            ),
            *_middle(sizes),
            Collective(
                "g-bar",
                Text("reduce-scatter，各卡的 P 相加", "reduce-scatter, sum of all P"),
                Text("all-gather dZ", "all-gather of dZ"),
            ),
            _work("输出分片", "output shard", sizes, "Z#", "s/t b h"),
        ),
    )


def _note(heading: Text, exchange: Exchange, sizes: Sizes) -> Text:
    forward, backward = _counted(exchange.forward), _counted(exchange.backward)
    amount = _amount(exchange, sizes)
    return Text(
        f"{heading.zh}：前向 {forward.zh}，反向 {backward.zh}；每卡共发送 {amount.zh}（环形）。",
        f"{heading.en}: forward {forward.en}, backward {backward.en}; "
        f"each GPU sends {amount.en} in all, in a ring. ",
    )


def _amount(exchange: Exchange, sizes: Sizes) -> Text:
    """What a GPU sends, as a multiple of the tensor, and in bytes where its size is known."""
    times = f"{format_number(exchange.sent(1, sizes.tensor), 4)} x {sizes.shape('s', 'b', 'h')}"
    elements = sizes.sequence * sizes.micro_batch * sizes.hidden
    if not elements:
        return both(times)
    sent = format_bytes(exchange.sent(elements * _BYTES, sizes.tensor))
    return Text(f"{times} x {_BYTES} 字节 = {sent}", f"{times} x {_BYTES} bytes = {sent}")


def _counted(ops: Sequence[str]) -> Text:
    counts = {op: ops.count(op) for op in dict.fromkeys(ops)}
    return Text(
        " + ".join(f"{count} 次 {op}" for op, count in counts.items()),
        " + ".join(f"{count} {op}{'s' if count > 1 else ''}" for op, count in counts.items()),
    )
