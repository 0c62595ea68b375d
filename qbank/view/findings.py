"""Findings for people, for scripts and for code hosts."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from qbank.problem import Problem, Severity
from qbank.view.text import clean, width


def relative(path: str) -> str:
    """A path as short as it can be typed from here."""
    here = Path.cwd()
    return os.path.relpath(path, here) if Path(path).is_relative_to(here) else path


def concise(problem: Problem) -> str:
    """Where, how bad, which rule, what: one line."""
    place = f"{relative(problem.path)}:{problem.span.line}:{problem.span.column}"
    return clean(f"{place}: {problem.severity}[{problem.rule}] {problem.message}")


def human(problem: Problem) -> str:
    """With the line itself, the place in it, and how to mend it."""
    lines = [concise(problem)]
    if problem.source_line:
        number = f"   {problem.span.line} | "
        source = clean(problem.source_line)
        before = width(clean(problem.source_line[: problem.span.column - 1]))
        marked = problem.source_line[problem.span.column - 1 : (problem.span.end_column or 1) - 1]
        carets = max(1, width(clean(marked)))
        lines.append(number + source)
        lines.append(" " * (len(number) - 2) + "| " + " " * before + "^" * carets)
    if problem.fix:
        lines.append(f"   fix: {clean(problem.fix)}")
    return "\n".join(lines)


def github(problem: Problem) -> str:
    """An annotation as GitHub Actions reads it."""
    kind = "error" if problem.severity is Severity.ERROR else "warning"
    message = problem.message.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    place = f"file={relative(problem.path)},line={problem.span.line},col={problem.span.column}"
    return f"::{kind} {place},title={problem.rule}::{message}"


def as_data(problem: Problem) -> dict[str, Any]:
    """One finding as an object."""
    return {
        "path": problem.path,
        "line": problem.span.line,
        "column": problem.span.column,
        "rule": problem.rule,
        "severity": problem.severity.value,
        "message": problem.message,
        "fix": problem.fix,
    }


def render(problems: Sequence[Problem], form: str) -> str:
    """All findings in one of the text forms."""
    shape = {"human": human, "concise": concise, "github": github}[form]
    return ("\n\n" if form == "human" else "\n").join(shape(problem) for problem in problems)
