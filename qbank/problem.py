"""Findings about content: values with a place, never exceptions."""

from enum import StrEnum
from typing import NamedTuple


class Severity(StrEnum):
    """How bad a finding is: errors make `check` fail, warnings only under `--strict`."""

    ERROR = "error"
    WARNING = "warning"


class Span(NamedTuple):
    """A place in a text file; lines and columns start at 1. Zero means the whole file."""

    line: int
    column: int
    end_column: int = 0


class Problem(NamedTuple):
    """One finding: where, which rule, what, and how to mend it."""

    path: str
    span: Span
    rule: str
    message: str
    fix: str = ""
    severity: Severity = Severity.ERROR
    source_line: str = ""
