"""Ask on the terminal. Questions are talk: they go to stderr, so that stdout has the result alone."""

import sys

from qbank.cli.context import App
from qbank.errors import UsageError

_ANSWERS = {"y": True, "yes": True, "n": False, "no": False, "": False}


def ask(app: App, prompt: str) -> str:
    """A line of the terminal without the spaces around it. Raises KeyboardInterrupt at the end of input."""
    app.err.write(prompt)
    app.err.flush()
    line = sys.stdin.readline()
    if not line:
        app.note("")
        raise KeyboardInterrupt
    return line.strip()


def confirmed(app: App, question: str, *, yes: bool) -> bool:
    """Ask on a terminal; Enter alone is no. Raises UsageError where nobody can answer."""
    if yes:
        return True
    if app.settings.no_input or not sys.stdin.isatty():
        raise UsageError("this needs a confirmation", hint="add --yes")
    while (answer := ask(app, f"{question} [y/N]: ").lower()) not in _ANSWERS:
        pass
    return _ANSWERS[answer]
