"""qbank in a pseudo-terminal: pexpect types, pyte draws."""

import os
import sys
import termios

import pexpect
import pyte

from qbank.journal.store import Journal
from qbank.settings import Flags, load
from tests.factories import NOW


class Screen:
    """qbank in a pseudo-terminal, and what a person sees of it."""

    def __init__(self, *arguments, columns=80, lines=40):
        self.screen = pyte.HistoryScreen(columns, lines, history=1000, ratio=1)
        self.stream = pyte.Stream(self.screen)
        environment = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES")}
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "qbank", *arguments],
            env={**environment, "TERM": "xterm-256color", "PYTHONUTF8": "1"},
            dimensions=(lines, columns),
            encoding="utf-8",
            timeout=20,
        )
        self.raw = ""
        self.before = self.local_flags()

    def local_flags(self):
        """The terminal's local flags: echo and line buffering among them."""
        return termios.tcgetattr(self.child.fileno())[3]

    def read_until(self, text):
        """Read until `text` is on the screen."""
        while text not in self.text():
            self._read()

    def _read(self):
        piece = self.child.read_nonblocking(4096, timeout=20)
        self.raw += piece
        self.stream.feed(piece)

    def read_to_end(self):
        """Read until the program has ended."""
        while True:
            try:
                self._read()
            except pexpect.EOF:
                return

    def text(self):
        return "\n".join(line.rstrip() for line in self.screen.display)

    def press(self, *keys):
        for key in keys:
            self.child.send(key)

    def resize(self, columns, lines=40):
        """Another size; the program is told by the terminal, as by a window manager."""
        self.screen.resize(lines, columns)
        self.child.setwinsize(lines, columns)

    def finish(self):
        """Read to the end; the exit code."""
        self.read_to_end()
        self.child.close()
        return self.child.exitstatus


def rows():
    """Everything in the journal."""
    return Journal.open(load(Flags()).journal_file, now=NOW, read_only=True).all_rows()
