"""Signals as something to read: the session acts on them between keys, never in the middle of a commit.

An exception raised in a handler could hit a commit, or be swallowed where Python ignores exceptions.
"""

import contextlib
import os
import select
import signal
from collections.abc import Iterator
from types import FrameType

_NAMES = ("SIGWINCH", "SIGTERM", "SIGHUP")
_NUMBERS = {name: getattr(signal, name) for name in _NAMES if hasattr(signal, name)}
_RESIZE = _NUMBERS.get("SIGWINCH")


class Signals:
    """The signals that came, in a pipe. `descriptor` is ready to read when there is one."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor

    def came(self) -> bool:
        """Whether the screen was resized. Raises SystemExit(128 + n) after SIGTERM or SIGHUP."""
        noted: set[int] = set()
        while select.select([self.descriptor], [], [], 0)[0]:
            noted.update(os.read(self.descriptor, 1024))
        for number in noted - {_RESIZE}:
            raise SystemExit(128 + number)
        return _RESIZE in noted


@contextlib.contextmanager
def noted_signals() -> Iterator[Signals | None]:
    """Note signals while a sitting runs; None where there are no such signals, as on Windows."""
    if _RESIZE is None:
        yield None
        return
    reading, writing = os.pipe()
    os.set_blocking(writing, False)

    def note(number: int, frame: FrameType | None) -> None:  # noqa: ARG001
        with contextlib.suppress(BlockingIOError):
            os.write(writing, bytes([number]))

    before = {number: signal.signal(number, note) for number in _NUMBERS.values()}
    try:
        yield Signals(reading)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        os.close(reading)
        os.close(writing)
