"""What the readers hand to the rules: options as given, with their places, in blocks that are read together."""

from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, NamedTuple

from qbank.problem import Span


class Unknown(Enum):
    """The one value that stands for every value that cannot be known without running something."""

    UNKNOWN = "unknown"


UNKNOWN: Final = Unknown.UNKNOWN


class Setting(NamedTuple):
    """One option as given.

    `name` is dotted for nested keys and has its hyphens on a command line. `text` is the value as typed. `scope` is the
    mapping it stands in, with the numbers of lists. `is_sure` is false when a branch decides whether it is given at all.
    """

    name: str
    value: Any
    place: Span
    value_place: Span
    text: str = ""
    scope: str = ""
    is_sure: bool = True


@dataclass(frozen=True)
class Block:
    """Options that one config file, command line or call gives.

    They must be options of one of `groups` of the framework's vocabulary. `is_open`: more may be given out of sight, so
    a missing option is not known to be missing. `takes_more`: names outside the groups may be right. `ranks` is the
    number of processes that the launcher starts, where it says so. `through` is a framework that patches this one.
    """

    framework: str
    groups: tuple[str, ...]
    settings: tuple[Setting, ...]
    place: Span
    is_open: bool = False
    takes_more: bool = False
    is_command: bool = False
    ranks: int | None = None
    through: str = ""
