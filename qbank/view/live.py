"""The scrollback, and the few lines at its end that are drawn again. No alternate screen."""

import re
from typing import TextIO

from qbank.view.text import width

_ANSI = re.compile("\x1b\\[[0-9;]*m")


class Live:
    """Prints lines that stay, and one block at the end that is replaced.

    In plain mode nothing is ever repainted: a changed block is printed again below.
    """

    def __init__(self, out: TextIO, *, repaints: bool, height: int) -> None:
        self._out = out
        self.repaints = repaints
        self._height = height
        self._block = ""
        self._lines = 0

    def put(self, text: str = "") -> None:
        """Print lines that stay."""
        self._block = ""
        self._erase()
        self._out.write(text + "\n")
        self._out.flush()

    def fits(self, lines: int) -> bool:
        """Whether a block of so many lines can be redrawn in place."""
        return self.repaints and lines < self._height

    def block(self, text: str) -> None:
        """Replace the block at the end by `text`; where nothing is redrawn, print what changed in it."""
        self._erase()
        new = text if self.repaints else _changed(self._block, text)
        if new:
            self._out.write(new + "\n")
        self._out.flush()
        lines = text.count("\n") + 1
        self._block, self._lines = text, lines if self.fits(lines) else 0

    def resized(self, cells: int, height: int) -> None:
        """The screen has another size. A block that the terminal may have folded is left where it is."""
        self._height = height
        lines = self._block.split("\n")
        if len(lines) >= height or any(width(_ANSI.sub("", line)) >= cells for line in lines):
            self._lines = 0

    def keep(self) -> None:
        """Leave the block where it is; what comes next is printed below it."""
        self._block = ""
        self._lines = 0

    def drop(self) -> None:
        """Take the block away."""
        self._erase()
        self._out.flush()

    def _erase(self) -> None:
        if self._lines:
            self._out.write(f"\x1b[{self._lines}A\r\x1b[J")
            self._lines = 0


def _changed(before: str, after: str) -> str:
    """`after` without the last lines that it has in common with `before`."""
    old, new = before.split("\n"), after.split("\n")
    while old and new and old[-1] == new[-1]:
        old.pop()
        new.pop()
    return "\n".join(new)
