"""What a rule over configs is."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from qbank.configs.setting import Setting
from qbank.configs.subject import Subject
from qbank.problem import Severity, Span


class Source(NamedTuple):
    """Where a release enforces it: the file inside the archive and the function or class."""

    package: str
    version: str
    path: str
    symbol: str


class Finding(NamedTuple):
    """What a rule found, and where."""

    place: Span
    message: str
    fix: str = ""


Check = Callable[[Subject], Iterable[Finding]]


@dataclass(frozen=True)
class ConfigRule:
    """A rule with samples of what it refuses and what it wants.

    `framework` and `form` say what the samples are: json, yaml, sh or py. `flagged` is the line of `bad` that the finding
    names. A rule without `check` is applied when a file is read.
    """

    name: str
    summary: str
    why: str
    framework: str
    form: str
    bad: str
    good: str
    fix: str
    check: Check | None = None
    sources: tuple[Source, ...] = ()
    severity: Severity = Severity.ERROR
    flagged: int = 1


def at(setting: Setting, message: str, fix: str = "") -> Finding:
    """A finding at the value of a setting."""
    return Finding(setting.value_place, message, fix)
