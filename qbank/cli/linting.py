"""Check training configs and say what was found."""

import sys
from collections.abc import Sequence
from pathlib import Path

from qbank.cli.checking import known_format
from qbank.cli.context import App
from qbank.configs import Checked, ConfigError, check_config
from qbank.messages import counted
from qbank.problem import Severity
from qbank.view.findings import as_data, relative, render

STDIN = "-"


def run_lint(
    app: App, files: Sequence[str], *, framework: str, format_name: str, json: bool
) -> int:
    """Print the findings in the files; 1 with any. Raises ConfigError and UsageError before anything is printed."""
    known_format(format_name)
    checked = {name: _checked(name, framework) for name in files}
    for name, each in checked.items():
        if each.is_guessed:
            taken = ", ".join(each.frameworks)
            app.note(app.words.config_guessed.format(path=_shown(name), framework=taken))
    problems = [problem for each in checked.values() for problem in each.problems]
    errors = sum(problem.severity is Severity.ERROR for problem in problems)
    warnings = len(problems) - errors
    if json or format_name == "json":
        taken_for = {name: list(each.frameworks) for name, each in checked.items()}
        counts = {"errors": errors, "warnings": warnings, "frameworks": taken_for}
        app.emit("check", counts, [as_data(problem) for problem in problems])
    elif problems:
        app.say(render(problems, format_name))
    words = app.words.check_found if problems else app.words.check_clean
    app.note(counted(words, files=len(files), errors=errors, warnings=warnings))
    return 1 if problems else 0


def _checked(name: str, framework: str) -> Checked:
    return check_config("stdin" if name == STDIN else name, _text(name), framework)


def _shown(name: str) -> str:
    return "stdin" if name == STDIN else relative(name)


def _text(name: str) -> str:
    """A file, or stdin. Raises ConfigError when it cannot be read, or is not UTF-8."""
    try:
        raw = sys.stdin.buffer.read() if name == STDIN else Path(name).read_bytes()
    except OSError as error:
        why = (error.strerror or "cannot be read").lower()
        raise ConfigError(
            f"{name}: {why}", hint="name a file that exists and can be read"
        ) from error
    try:
        return raw.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        raise ConfigError(f"{name} is not UTF-8", hint="save the file as UTF-8") from error
