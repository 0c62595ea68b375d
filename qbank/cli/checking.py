"""Run the checks and say what they found."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from qbank.bank.catalog import Entry
from qbank.bank.search import nearest
from qbank.cli.context import App
from qbank.errors import NotFoundError, UsageError
from qbank.problem import Severity

if TYPE_CHECKING:
    from qbank.checks.rule import Rule

_FORMATS = ("human", "concise", "json", "github")


def run_check(
    app: App, paths: Sequence[Path], *, strict: bool, format_name: str, json: bool
) -> int:
    """Print the findings; 1 with errors, with warnings too when strict. Raises UsageError."""
    from qbank.checks import run_checks
    from qbank.view.findings import as_data, render

    if format_name not in _FORMATS:
        raise UsageError(f"`{format_name}` is not a format", hint=f"use {', '.join(_FORMATS)}")
    chosen = [_entry(app, path) for path in paths] or None
    problems = run_checks(app.bank, chosen)
    errors = sum(problem.severity is Severity.ERROR for problem in problems)
    warnings = len(problems) - errors
    if json or format_name == "json":
        app.emit("check", {"errors": errors, "warnings": warnings}, [as_data(p) for p in problems])
    elif problems:
        app.say(render(problems, format_name))
    files = len(chosen or app.bank.index.stored())
    words = app.words.check_found if problems else app.words.check_clean
    app.note(words.format(files=files, errors=errors, warnings=warnings))
    return 1 if errors or (strict and warnings) else 0


def _entry(app: App, path: Path) -> Entry:
    """A question by file or id."""
    for entry in app.bank.entries.values():
        if path.exists() and app.bank.path(entry).resolve() == path.resolve():
            return entry
    return app.bank.resolve(str(path))


def run_explain(app: App, name: str) -> None:
    """What a rule wants and why. Raises NotFoundError with the nearest names."""
    from qbank.checks import RULES

    if name not in RULES:
        near = nearest(name, [*RULES]) or tuple(RULES)
        raise NotFoundError(f"no rule named `{name}`", hint=f"the rules are {', '.join(near)}")
    rule = RULES[name]
    app.say(explained(rule))


def explained(rule: "Rule") -> str:
    """A rule in words: what it wants, why, a sample it refuses, one it accepts, and how to mend it."""
    samples = [
        f"{label}:\n" + "\n".join(f"    {line}" for line in sample.strip("\n").split("\n"))
        for label, sample in (("refused", rule.bad), ("wanted", rule.good))
        if sample.strip()
    ]
    head = f"{rule.name} ({rule.severity})\n\n{rule.summary}\n{rule.why}"
    return "\n\n".join([head, *samples, f"fix: {rule.fix}"])
