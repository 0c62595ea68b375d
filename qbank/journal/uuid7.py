"""Version 7 identifiers (RFC 9562): they sort by time, and within one process by order of making."""

import os

_last = [0, 0]


def _bits(count: int) -> int:
    return int.from_bytes(os.urandom(count // 8))


def uuid7(at_ms: int) -> str:
    """A new identifier for a moment in Unix milliseconds; never smaller than the one before it."""
    if at_ms > _last[0]:
        _last[:] = [at_ms, _bits(32)]
    else:
        _last[1] += 1 + _bits(8)
    count = _last[1] & ((1 << 42) - 1)
    high = (_last[0] << 16) | 0x7000 | (count >> 30)
    low = (0b10 << 62) | ((count & ((1 << 30) - 1)) << 32) | _bits(32)
    text = f"{high:016x}{low:016x}"
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"
