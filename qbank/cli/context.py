"""What a command works with: settings, streams, clock, and the bank and journal, opened when first used."""

import shutil
import time
from collections.abc import Callable, Mapping
from datetime import date, datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any, TextIO

from qbank.errors import BankError, JournalError
from qbank.settings import Settings, packaged_bank, uses_color

if TYPE_CHECKING:
    from qbank.bank.catalog import Bank
    from qbank.journal.store import Journal
    from qbank.messages import Messages
    from qbank.schedule.card import CardState
    from qbank.sources.stale import Reason
    from qbank.view.style import Style

MAX_WIDTH = 100


class App:
    """One run of qbank."""

    def __init__(
        self, settings: Settings, out: TextIO, err: TextIO, now: Callable[[], datetime]
    ) -> None:
        self.settings = settings
        self.out = out
        self.err = err
        self.now = now
        self._journal: Journal | None = None
        self._writes = False

    @cached_property
    def words(self) -> "Messages":
        """The interface in the learner's language."""
        from qbank.messages import messages

        return messages(self.settings.lang)

    @cached_property
    def style(self) -> "Style":
        """Colour or none, for stdout."""
        from qbank.view.style import Style

        return Style(uses_color(self.settings, is_terminal=self.is_terminal))

    @property
    def is_terminal(self) -> bool:
        """Whether stdout is a terminal."""
        return self.out.isatty()

    @property
    def cells(self) -> int:
        """Width of the output."""
        return min(shutil.get_terminal_size((80, 24)).columns, MAX_WIDTH)

    @property
    def today(self) -> date:
        """The study day it is now."""
        from qbank.schedule.days import study_day

        return study_day(self.now(), self.settings.rollover)

    @cached_property
    def bank(self) -> "Bank":
        """The bank, its index brought up to date. Raises BankError when there are no questions."""
        from qbank.bank.catalog import Bank, Root
        from qbank.bank.opening import open_index

        roots = [Root(packaged_bank(), is_packaged=True)]
        roots += [Root(path, is_packaged=False) for path in self.settings.banks]
        if self.settings.user_bank.is_dir():
            roots.append(Root(self.settings.user_bank, is_packaged=False))
        index = open_index(self.settings.cache_dir, [root.path for root in roots], time.time_ns())
        bank = Bank(index, roots)
        if not bank.entries and not bank.problems:
            raise BankError(
                f"no questions in {roots[0].path}", hint="reinstall qbank, or give --bank"
            )
        return bank

    def journal(self, *, write: bool = False) -> "Journal":
        """The journal; opening it for reading never creates a file."""
        from qbank.journal.store import Journal
        from qbank.schedule.card import FoldSettings

        if self._journal is not None and write and not self._writes:
            self._journal.close()
            self._journal = None
        if self._journal is None:
            self._journal = Journal.open(
                self.settings.journal_file,
                now=self.now(),
                read_only=not write,
                settings=FoldSettings(self.settings.retention),
                rollover=self.settings.rollover,
            )
            self._writes = write
            if self._journal.backup_error is not None:
                self._note_no_backup(self._journal.backup_error)
        if "bank" in self.__dict__:
            self._journal.follow(self.bank.renames)
        return self._journal

    def _note_no_backup(self, error: JournalError) -> None:
        from qbank.view.text import clean

        self.note(clean(self.words.no_backup_today.format(why=error.message)))

    @cached_property
    def cards(self) -> "dict[str, CardState]":
        """Card states by question id of today, read once."""
        journal = self.journal()
        journal.follow(self.bank.renames)
        return journal.cards()

    @cached_property
    def stale(self) -> "Mapping[str, tuple[Reason, ...]]":
        """Why questions are to be read again after a newer release, by id. Raises LockError."""
        from qbank.sources.lock import read_locks
        from qbank.sources.stale import stale

        return stale(self.bank, read_locks(root.path for root in self.bank.roots))

    def reload_bank(self) -> None:
        """Read the bank again, after a file was edited."""
        if "bank" in self.__dict__:
            self.bank.index.close()
            del self.__dict__["bank"]

    def close(self) -> None:
        """Close what was opened."""
        if self._journal is not None:
            self._journal.close()
        if "bank" in self.__dict__:
            self.bank.index.close()

    def say(self, text: str = "") -> None:
        """A result, on stdout."""
        self.out.write(text + "\n")

    def note(self, text: str) -> None:
        """Talk, on stderr."""
        self.err.write(text + "\n")

    def page(self, text: str) -> None:
        """A long result: through the pager where both ends are terminals."""
        from qbank.view.pager import page

        page(self, text)

    def emit(self, command: str, data: Any, problems: list[Any] | None = None) -> None:
        """A result as the JSON envelope."""
        from qbank.cli import envelope

        envelope.write(self.out, command, data, problems or ())

    def skipped_files(self) -> None:
        """Say once on stderr how many files were left out."""
        broken = {problem.path for problem in self.bank.problems}
        if broken:
            from qbank.messages import counted

            self.note(counted(self.words.skipped_files, n=len(broken)))
