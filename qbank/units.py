"""Units of the bank: one id, one factor, and the words they go by in both languages.

SI base units inside: bytes, seconds, bytes per second, FLOPs, FLOP per second, dollars, plain
counts. Bits are a dimension of their own: "4.5 bits per parameter" is never meant in bytes.
"""

import difflib
import math
import unicodedata
from collections.abc import Callable, Mapping
from decimal import ROUND_HALF_UP, Decimal
from typing import Literal, NamedTuple

from qbank.errors import QbankError


class Unit(NamedTuple):
    """One unit. `factor` is its size in the base unit of `dimension`; the first word is printed.

    `needs_fact` says that a number with this unit in prose is a quantity: a fact must back it.
    """

    id: str
    dimension: str
    factor: float
    en: tuple[str, ...]
    zh: tuple[str, ...]
    needs_fact: bool = True

    def word(self, lang: Literal["zh", "en"]) -> str:
        """The word printed after a number in `lang`."""
        return self.zh[0] if lang == "zh" else self.en[0]

    @property
    def words(self) -> tuple[str, ...]:
        """Every spelling that names this unit, its id first, without repeats."""
        return tuple(dict.fromkeys((self.id, *self.en, *self.zh)))


# id, dimension, factor, English words, Chinese words (none: the English ones)
_MEASURES = (
    ("bytes", "bytes", 1, "B|byte|bytes", "B|字节"),
    ("KB", "bytes", 1e3, "KB|kB", ""),
    ("MB", "bytes", 1e6, "MB", ""),
    ("GB", "bytes", 1e9, "GB", ""),
    ("TB", "bytes", 1e12, "TB", ""),
    ("KiB", "bytes", 2**10, "KiB", ""),
    ("MiB", "bytes", 2**20, "MiB", ""),
    ("GiB", "bytes", 2**30, "GiB", ""),
    ("TiB", "bytes", 2**40, "TiB", ""),
    ("bits", "bits", 1, "bits|bit", "bit|位|比特"),
    ("s", "s", 1, "s|sec|second|seconds", "秒|秒钟"),
    ("ms", "s", 1e-3, "ms|millisecond|milliseconds", "毫秒"),
    ("us", "s", 1e-6, "us|\u03bcs|microsecond|microseconds", "微秒"),
    ("min", "s", 60, "min|minute|minutes", "分钟"),
    ("h", "s", 3600, "h|hour|hours", "小时|个小时"),
    ("days", "s", 86400, "days|day", "天|日"),
    ("Gb/s", "B/s", 1e9 / 8, "Gb/s|Gbps|Gbit/s", ""),
    ("GB/s", "B/s", 1e9, "GB/s", ""),
    ("FLOPs", "FLOPs", 1, "FLOPs|FLOP", ""),
    ("TFLOP/s", "FLOP/s", 1e12, "TFLOP/s|TFLOPS|TFLOPs/s", ""),
    ("tokens", "tokens", 1, "tokens|token", "token|个 token|词元"),
    ("tokens/s", "tokens/s", 1, "tokens/s|token/s|tok/s", "token/s|token/秒"),
    ("parameters", "parameters", 1, "parameters|parameter|params|param", "个参数|参数|参数量"),
    ("elements", "elements", 1, "elements|element", "个元素|元素"),
    ("ranks", "ranks", 1, "ranks|rank", "个 rank|个进程|进程"),
    ("GPUs", "ranks", 1, "GPUs|GPU|cards", "卡|张卡|块卡|张 GPU"),
    ("layers", "layers", 1, "layers|layer", "层"),
    (
        "micro-batches",
        "micro-batches",
        1,
        "micro-batches|micro-batch|microbatches|microbatch",
        "个 micro-batch|个微批|微批|个微批次",
    ),
    ("steps", "steps", 1, "steps|step", "步|个 step"),
    ("%", "ratio", 0.01, "%|percent", "%|个百分点"),
    ("x", "ratio", 1, "x|\u00d7|times", "倍"),
    ("USD", "USD", 1, "USD|$|US$|dollars", "美元"),
)

_OTHERS = (
    ("B/s", "B/s", 1, "B/s", ""),
    ("PFLOPs", "FLOPs", 1e15, "PFLOPs", ""),
    ("PF-days", "FLOPs", 8.64e19, "PF-days|PF-day", ""),
    ("FLOP/s", "FLOP/s", 1, "FLOP/s", ""),
    ("PFLOP/s", "FLOP/s", 1e15, "PFLOP/s|PFLOPS", ""),
    ("samples", "samples", 1, "samples|sample", "条|条样本|样本|个样本"),
    ("rows", "rows", 1, "rows|row", "行"),
    ("probability", "ratio", 1, "probability", "概率"),
    ("learning-rate", "learning-rate", 1, "learning rate|lr", "学习率"),
    ("GPU-hours", "GPU-hours", 1, "GPU-hours|GPU-hour|GPU hours", "卡时|GPU 小时"),
    ("MWh", "MWh", 1, "MWh", ""),
    ("tCO2eq", "tCO2eq", 1, "tCO2eq", "吨 CO2 当量"),
    ("epochs", "epochs", 1, "epochs|epoch", "个 epoch|轮"),
    ("token-id", "token-id", 1, "token id", "token 编号"),
    ("label", "label", 1, "label", "标签"),
    ("keys", "keys", 1, "keys|key", "个 key|个键"),
    ("number", "number", 1, "number", "数"),
)

_Row = tuple[str, str, float, str, str]


def _read(row: _Row, *, needs_fact: bool) -> Unit:
    unit_id, dimension, factor, en, zh = row
    words = tuple(en.split("|"))
    return Unit(
        unit_id, dimension, factor, words, tuple(zh.split("|")) if zh else words, needs_fact
    )


_TABLE = (
    *(_read(row, needs_fact=True) for row in _MEASURES),
    *(_read(row, needs_fact=False) for row in _OTHERS),
)

WORDLESS = frozenset({"number", "learning-rate", "probability", "label", "token-id"})
"""Units that are not printed after their number."""

UNITS: Mapping[str, Unit] = {each.id: each for each in _TABLE}


def _squeeze(word: str) -> str:
    return "".join(unicodedata.normalize("NFKC", word).split())


def _index(fold: Callable[[str], str]) -> Mapping[str, tuple[Unit, ...]]:
    index: dict[str, tuple[Unit, ...]] = {}
    for each in _TABLE:
        for key in {fold(_squeeze(word)) for word in each.words}:
            index[key] = (*index.get(key, ()), each)
    return index


_EXACT, _FOLDED = _index(str), _index(str.casefold)


def unit(unit_id: str) -> Unit:
    """The unit with this id; QbankError with the nearest ids when there is none."""
    found = UNITS.get(unit_id)
    if found is None:
        near = difflib.get_close_matches(unit_id, UNITS, n=3) or ["GB", "GiB", "s", "%"]
        message = f"no unit named `{unit_id}`"
        raise QbankError(message, hint=f"write one of: {', '.join(near)}")
    return found


def find_units(word: str) -> tuple[Unit, ...]:
    """Units that go by `word`: spelt exactly so, else in any case; several when case decides."""
    key = _squeeze(word)
    return _EXACT.get(key) or _FOLDED.get(key.casefold(), ())


def convert(value_si: float, into: str | Unit) -> float:
    """A value in SI base units, expressed in another unit, given itself or by its id."""
    return value_si / (unit(into) if isinstance(into, str) else into).factor


def to_si(value: float, given: str | Unit) -> float:
    """A value in some unit, given itself or by its id, expressed in SI base units."""
    return value * (unit(given) if isinstance(given, str) else given).factor


def round_half_up(value: float, places: int) -> str:
    """Decimal digits as a person rounds: 0.125 to two places is 0.13, with trailing zeros kept."""
    quantum = Decimal(1).scaleb(-places)
    return f"{Decimal(repr(float(value))).quantize(quantum, rounding=ROUND_HALF_UP):f}"


def format_number(value: float, digits: int = 6) -> str:
    """Grouped digits without float noise: 4,096; 31.25; 3.14e23.

    Integers are printed whole below 1e15, other numbers to `digits` significant digits.
    """
    if not math.isfinite(value) or value == 0:
        return "0" if value == 0 else str(value)
    if value == int(value) and abs(value) < 1e15:
        return f"{int(value):,}"
    exponent = math.floor(math.log10(abs(value)))
    if not -5 < exponent < 15:
        mantissa, power = f"{value:.{digits - 1}e}".split("e")
        return f"{_trim(mantissa)}e{int(power)}"
    return _trim(f"{Decimal(round_half_up(value, max(0, digits - 1 - exponent))):,}")


def _trim(digits: str) -> str:
    return digits.rstrip("0").rstrip(".") if "." in digits else digits


def format_bytes(size_bytes: float, digits: int = 3) -> str:
    """Both readings of a size, as in `201 GB (187 GiB)`; below a kilobyte only `384 B`."""
    if abs(size_bytes) < 1e3:
        return f"{format_number(size_bytes, digits)} B"
    power = min(4, int(math.log10(abs(size_bytes)) // 3))
    prefix = " KMGT"[power]
    decimal = _significant(size_bytes / 1000**power, digits)
    binary = _significant(size_bytes / 1024**power, digits)
    return f"{decimal} {prefix}B ({binary} {prefix}iB)"


def _significant(value: float, digits: int) -> str:
    exponent = math.floor(math.log10(abs(value))) if value else 0
    return _trim(f"{Decimal(round_half_up(value, max(0, digits - 1 - exponent))):,}")


def compact_number(value: float) -> str:
    """As `format_number`, but round millions and more as powers of ten: 7e9, 3.12e14."""
    if 1e6 <= abs(value) < 1e15:
        mantissa, exponent = f"{value:.3e}".split("e")
        if float(f"{mantissa}e{exponent}") == value:
            return f"{_trim(mantissa)}e{int(exponent)}"
    return format_number(value)


def format_quantity(value_si: float, unit_id: str, lang: Literal["zh", "en"]) -> str:
    """A value in SI base units as text: `37.5%`, `64 layers`; bytes in both readings."""
    kind = unit(unit_id)
    if unit_id == "bytes":
        return format_bytes(value_si, 4)
    digits = 4 if kind.dimension == "ratio" else 6
    number = format_number(convert(value_si, unit_id), digits)
    if unit_id in WORDLESS:
        return number
    word = _counted(number, kind) if lang == "en" else kind.zh[0]
    return f"{number}{word}" if word in {"%", "x"} else f"{number} {word}"


def _counted(number: str, kind: Unit) -> str:
    """The English word after a number, without its plural s after 1."""
    word = kind.en[0]
    singular = {word.removesuffix("s"), word.removesuffix("es")}.intersection(kind.en[1:])
    return singular.pop() if number == "1" and singular else word
