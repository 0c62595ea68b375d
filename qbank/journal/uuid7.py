"""Version 7 identifiers (RFC 9562): they sort by time, and at one moment by order of making."""

import os
import re

_COUNTER_BITS = 42
_FORM = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")


def is_uuid7(value: object) -> bool:
    """Whether it is an identifier as `uuid7` writes it."""
    return isinstance(value, str) and _FORM.fullmatch(value) is not None


def _random(bits: int) -> int:
    return int.from_bytes(os.urandom(bits // 8))


def _parts(identifier: str) -> tuple[int, int]:
    """Milliseconds and counter of an identifier."""
    number = int(identifier.replace("-", ""), 16)
    counter = (number >> 64 & 0xFFF) << 30 | (number >> 32 & 0x3FFFFFFF)
    return number >> 80, counter


def uuid7(at_ms: int, after: str = "") -> str:
    """A new identifier for a moment in Unix milliseconds, larger than the identifier `after`."""
    moment, counter = _parts(after) if after else (0, 0)
    if at_ms > moment:
        moment, counter = at_ms, _random(32)
    else:
        counter = counter + 1 + _random(8)
        if counter >> _COUNTER_BITS:
            moment, counter = moment + 1, 0
    high = moment << 16 | 0x7000 | counter >> 30
    low = 0b10 << 62 | (counter & 0x3FFFFFFF) << 32 | _random(32)
    text = f"{high:016x}{low:016x}"
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"
