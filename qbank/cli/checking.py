"""Run the checks and say what they found."""

import difflib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from qbank.bank.catalog import Entry
from qbank.bank.refresh import SIDE_FILES
from qbank.bank.search import nearest
from qbank.cli.context import App
from qbank.errors import NotFoundError, UsageError
from qbank.messages import counted
from qbank.problem import Problem, Severity
from qbank.settings import packaged_bank

if TYPE_CHECKING:
    from qbank.checks.rule import Rule
    from qbank.configs.rule import ConfigRule

_RULES = "docs/rules/README.md"
_FORMATS = ("human", "concise", "json", "github")


def run_check(
    app: App, paths: Sequence[Path], *, strict: bool, format_name: str, json: bool
) -> int:
    """Print the findings; 1 with errors, with warnings too when strict. Raises UsageError."""
    from qbank.checks import run_checks
    from qbank.view.findings import as_data, render

    if format_name not in _FORMATS:
        raise UsageError(f"`{format_name}` is not a format", hint=f"use {', '.join(_FORMATS)}")
    _take_outside(app, paths)
    unread = [path for path in paths if _is_unread(app, path)]
    chosen = [_entry(app, path) for path in paths if path not in unread] if paths else None
    problems = run_checks(app.bank, chosen)
    if unread:
        problems += tuple(p for p in app.bank.problems if any(_is_of(app, p, u) for u in unread))
    errors = sum(problem.severity is Severity.ERROR for problem in problems)
    warnings = len(problems) - errors
    if json or format_name == "json":
        app.emit("check", {"errors": errors, "warnings": warnings}, [as_data(p) for p in problems])
    elif problems:
        app.say(render(problems, format_name))
    files = len(paths) or len(app.bank.index.stored())
    words = app.words.check_found if problems else app.words.check_clean
    app.note(counted(words, files=files, errors=errors, warnings=warnings))
    _note_unchecked(app, chosen)
    return 1 if errors or (strict and warnings) else 0


def _note_unchecked(app: App, chosen: Sequence[Entry] | None) -> None:
    """Say in how many snippets no option could be looked up, and for which frameworks."""
    from qbank.checks.snippets import unchecked

    found = unchecked(app.bank, chosen)
    if found:
        named = ", ".join(f"{framework} {count}" for framework, count in found.items())
        words = app.words.check_unchecked
        app.note(counted(words, snippets=sum(found.values()), frameworks=named))


def _take_outside(app: App, paths: Sequence[Path]) -> None:
    """Take the bank folder of a file outside every known bank as one more bank. Raises UsageError where there is none."""
    known = [packaged_bank(), app.settings.user_bank, *app.settings.banks]
    roots = {root.resolve() for root in known}
    for path in paths:
        file = path.resolve()
        if not file.is_file() or file.parent.parent in roots:
            continue
        if file.parent in roots:
            _refuse_unfiled(file)
        roots.add(file.parent.parent)
        banks = (*app.settings.banks, file.parent.parent)
        app.settings = app.settings._replace(banks=banks)


def _refuse_unfiled(file: Path) -> None:
    if file.name in SIDE_FILES:
        raise UsageError(f"{file.name} is checked with the whole bank", hint="qbank check")
    place = file.parent / "FRAMEWORK" / file.name
    message = f"{file} is in no folder of its bank, so it has no id"
    raise UsageError(message, hint=f"move it to {place}; FRAMEWORK as in frameworks.yaml, or cross")


def _is_unread(app: App, path: Path) -> bool:
    """Whether a file, or the file of an id, is one that could not be read as a question."""
    return any(_is_of(app, problem, path) for problem in app.bank.problems)


def _is_of(app: App, problem: Problem, path: Path) -> bool:
    file = Path(problem.path).resolve()
    names = [root.path.resolve() / f"{path}.yaml" for root in app.bank.roots]
    return file == path.resolve() or file in names


def known_format(name: str) -> None:
    """Raises UsageError for a form of findings that does not exist."""
    if name not in _FORMATS:
        raise UsageError(f"`{name}` is not a format", hint=f"use {', '.join(_FORMATS)}")


def _entry(app: App, path: Path) -> Entry:
    """A question by file or id."""
    for entry in app.bank.entries.values():
        if path.exists() and app.bank.path(entry).resolve() == path.resolve():
            return entry
    return app.bank.resolve(str(path))


def run_explain(app: App, name: str, *, json: bool) -> None:
    """What a rule wants and why. Raises NotFoundError with the nearest names."""
    from qbank.checks import RULES
    from qbank.configs import RULES as CONFIG_RULES

    rules: dict[str, Rule | ConfigRule] = {**RULES, **CONFIG_RULES}
    if name not in rules:
        close = nearest(name, [*rules]) or difflib.get_close_matches(name, rules, n=3, cutoff=0.0)
        hint = f"the nearest are {', '.join(f'`{one}`' for one in close)}; all rules: {_RULES}"
        raise NotFoundError(f"no rule named `{name}`", hint=hint)
    if json:
        app.emit("check", explained_data(rules[name]))
    else:
        app.say(explained(rules[name]))


def explained_data(rule: "Rule | ConfigRule") -> dict[str, str]:
    """A rule as an object; a sample may be empty."""
    parts = ("name", "severity", "summary", "why", "bad", "good", "fix")
    return {part: str(getattr(rule, part)) for part in parts}


def explained(rule: "Rule | ConfigRule") -> str:
    """A rule in words: what it wants, why, a sample it refuses, one it accepts, and how to mend it."""
    samples = [
        f"{label}:\n" + "\n".join(f"    {line}" for line in sample.strip("\n").split("\n"))
        for label, sample in (("refused", rule.bad), ("wanted", rule.good))
        if sample.strip()
    ]
    head = f"{rule.name} ({rule.severity})\n\n{rule.summary}\n{rule.why}"
    return "\n\n".join([head, *samples, f"fix: {rule.fix}"])
