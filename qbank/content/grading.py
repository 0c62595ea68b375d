"""What a machine says about a typed answer."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from qbank.typed import plain


class Outcome(StrEnum):
    """How a typed answer compares with the right one."""

    RIGHT = "right"
    PARTLY = "partly"
    WRONG = "wrong"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, eq=False)
class Draw:
    """The fresh part of a question: drawn values, and the order in which options are shown."""

    values: Mapping[str, float | int | str] = field(default_factory=dict)
    order: tuple[str, ...] = ()

    def to_json(self) -> dict[str, object]:
        """As stored with an answer; empty when nothing was drawn."""
        return {
            key: value
            for key, value in (("values", dict(self.values)), ("order", list(self.order)))
            if value
        }


@dataclass(frozen=True, eq=False)
class Graded:
    """A verdict with what the machine understood.

    `reason` is one of the keys of `Messages.grading`; `understood` is the answer as read. Of a
    quantity, `assumed` says that no unit was typed, `meant` is the unit in which the number would be
    right, `problem` says what could not be read.
    """

    outcome: Outcome
    reason: str
    understood: str = ""
    expected: str = ""
    assumed: bool = False
    meant: str = ""
    problem: str = ""


def read_numbers(text: str) -> tuple[int, ...] | None:
    """Numbers such as "1 3", "1,3", "13" or full-width digits; None when there is anything else.

    Digits that stand together are single numbers when `text` has no separator and no number above 9 is meant:
    the caller decides by range.
    """
    words = [word for word in re.split(r"[\s,;、。和and&]+", plain(text)) if word]
    if not words or not all(word.isdecimal() for word in words):
        return None
    return tuple(int(word) for word in words)
