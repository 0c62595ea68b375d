"""Findings for people, for scripts and for code hosts."""

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from qbank.problem import Problem, Span
from qbank.view.text import clean, cut, width

_BREAKS = re.compile(r"[\r\n\t\x0b\x0c\x85\u2028\u2029]+")
_LINE_END = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_HIDDEN = re.compile("[\xad\u061c\u180e\ufff9-\ufffb]")
_ESCAPES = {"%": "%25", "\n": "%0A"}
_PROPERTY_ESCAPES = {**_ESCAPES, ":": "%3A", ",": "%2C"}
_WIDEST = 100
_LEAD = 20


def relative(path: str, here: Path | None = None) -> str:
    """A path as short as it can be typed from `here`, which is the current folder unless given."""
    base = here or Path.cwd()
    return str(Path(path).relative_to(base)) if Path(path).is_relative_to(base) else path


def concise(problem: Problem, here: Path | None = None) -> str:
    """Where, how bad, which rule, what: one line."""
    head = f"{_place(problem, here)}: {problem.severity}[{problem.rule}] {problem.message}"
    return _one_line(head)


def human(problem: Problem, here: Path | None = None) -> str:
    """With the line itself, the place in it, and how to mend it."""
    lines = [concise(problem, here)]
    if problem.source_line.strip() and problem.span.line:
        lines += _excerpt(problem.source_line, problem.span)
    if problem.fix:
        lines.append(f"   fix: {_one_line(problem.fix)}")
    return "\n".join(lines)


def github(problem: Problem, here: Path | None = None) -> str:
    """An annotation as GitHub Actions reads it."""
    message = f"{problem.message}; {problem.fix}" if problem.fix else problem.message
    properties = {
        "file": relative(problem.path, here),
        "line": str(max(1, problem.span.line)),
        "col": str(max(1, problem.span.column)),
        "title": problem.rule,
    }
    told = ",".join(
        f"{key}={_escaped(value, _PROPERTY_ESCAPES)}" for key, value in properties.items()
    )
    return f"::{problem.severity} {told}::{_escaped(message, _ESCAPES)}"


def as_data(problem: Problem, here: Path | None = None) -> dict[str, Any]:
    """One finding as an object; the text is as found, since JSON escapes control characters."""
    return {
        "path": relative(problem.path, here),
        "line": problem.span.line,
        "column": problem.span.column,
        "end_column": problem.span.end_column,
        "rule": problem.rule,
        "severity": problem.severity.value,
        "message": problem.message,
        "fix": problem.fix,
    }


_SHAPES: Mapping[str, tuple[Callable[[Problem, Path | None], str], str]] = {
    "human": (human, "\n\n"),
    "concise": (concise, "\n"),
    "github": (github, "\n"),
}


def render(problems: Sequence[Problem], form: str, here: Path | None = None) -> str:
    """All findings in one of the text forms: human, concise or github."""
    shape, between = _SHAPES[form]
    return between.join(shape(problem, here) for problem in problems)


def _place(problem: Problem, here: Path | None) -> str:
    """`path:line:column`, or the path alone for a finding about the whole file."""
    path, span = relative(problem.path, here), problem.span
    return f"{path}:{span.line}:{span.column}" if span.line else path


def _one_line(text: str) -> str:
    """`text` without anything that could steer the terminal or break the line."""
    return _HIDDEN.sub("", clean(_BREAKS.sub(" ", text)))


def _escaped(text: str, escapes: Mapping[str, str]) -> str:
    plain = _HIDDEN.sub("", clean(_LINE_END.sub("\n", text)))
    return "".join(escapes.get(char, char) for char in plain)


def _excerpt(source: str, span: Span) -> list[str]:
    """The line with its number, and carets under the span; of a long line only what is around it."""
    start = span.column - 1
    end = max(span.end_column - 1, start + 1)
    before, marked, after = (
        _HIDDEN.sub("", clean(piece.replace("\r", "")))
        for piece in (source[:start], source[start:end], source[end:])
    )
    if width(before + marked + after) > _WIDEST:
        before, marked = _tail(before, _WIDEST // 2), cut(marked, _WIDEST)
        after = cut(after, max(_LEAD, _WIDEST - width(before + marked)))
    carets = " " * width(before) + "^" * max(1, width(marked))
    return [f"{span.line:>5} | {before}{marked}{after}", f"      | {carets}"]


def _tail(text: str, cells: int) -> str:
    """The end of `text` with two dots before it, where it is wider than `cells`."""
    if width(text) <= cells:
        return text
    while width(text) > cells - 2:
        text = text[1:]
    return f"..{text}"
