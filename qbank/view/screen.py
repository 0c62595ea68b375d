"""What a view needs of the application, so that views do not import the command line."""

from collections.abc import Callable, Mapping
from datetime import date, datetime
from typing import Protocol, TextIO

from qbank.bank.catalog import Bank
from qbank.messages import Messages
from qbank.schedule.card import CardState
from qbank.settings import Settings
from qbank.view.style import Style


class Screen(Protocol):
    """Settings, words, width, colour, and where to write."""

    settings: Settings
    out: TextIO
    err: TextIO
    now: Callable[[], datetime]

    @property
    def words(self) -> Messages:
        """Interface strings."""

    @property
    def style(self) -> Style:
        """Colour or none."""

    @property
    def cells(self) -> int:
        """Width of the output."""

    @property
    def today(self) -> date:
        """The study day."""

    @property
    def is_terminal(self) -> bool:
        """Whether stdout is a terminal."""

    @property
    def bank(self) -> Bank:
        """The questions."""

    @property
    def cards(self) -> Mapping[str, CardState]:
        """What the learner knows."""

    def say(self, text: str = "") -> None:
        """Print a result."""

    def note(self, text: str) -> None:
        """Print talk."""
