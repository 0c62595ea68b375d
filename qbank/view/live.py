"""The scrollback, and the few lines at its end that are drawn again. No alternate screen."""

from typing import TextIO


class Live:
    """Prints lines that stay, and one block at the end that is replaced.

    In plain mode nothing is ever repainted: a changed block is printed again below.
    """

    def __init__(self, out: TextIO, *, repaints: bool, height: int) -> None:
        self._out = out
        self._repaints = repaints
        self._height = height
        self._lines = 0

    def put(self, text: str = "") -> None:
        """Print lines that stay."""
        self._erase()
        self._out.write(text + "\n")
        self._out.flush()

    def block(self, text: str) -> None:
        """Replace the block at the end by `text`."""
        self._erase()
        self._out.write(text + "\n")
        self._out.flush()
        lines = text.count("\n") + 1
        self._lines = lines if self._repaints and lines < self._height else 0

    def keep(self) -> None:
        """Leave the block where it is; what comes next is printed below it."""
        self._lines = 0

    def drop(self) -> None:
        """Take the block away."""
        self._erase()
        self._out.flush()

    def _erase(self) -> None:
        if self._lines:
            self._out.write(f"\x1b[{self._lines}A\r\x1b[J")
            self._lines = 0
