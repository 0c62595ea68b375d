"""Long output through a pager, where both ends are terminals."""

import shlex
import shutil
import subprocess
import sys
from typing import Protocol, TextIO

from qbank.settings import Settings, pager_environment


class Output(Protocol):
    """What the pager needs of the App."""

    settings: Settings
    out: TextIO

    @property
    def is_terminal(self) -> bool:
        """Whether stdout is a terminal."""

    def say(self, text: str = "") -> None:
        """Print plainly."""


def page(app: Output, text: str) -> None:
    """Print `text`; through PAGER, else `less -FRX`, when it is longer than the screen."""
    height = shutil.get_terminal_size((80, 24)).lines
    fits = text.count("\n") + 1 < height
    if fits or not app.settings.pager or not app.is_terminal or not sys.stdin.isatty():
        app.say(text)
        return
    try:
        command = shlex.split(app.settings.pager_command) or ["less", "-FRX"]
        process = subprocess.Popen(  # noqa: S603  # the user's own pager
            command,
            stdin=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env=pager_environment(),
        )
    except (OSError, ValueError):  # not there, or its quotes do not pair
        app.say(text)
        return
    try:
        process.communicate(text + "\n")
    except (BrokenPipeError, KeyboardInterrupt):
        process.wait()
