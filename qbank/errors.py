"""Errors with a known cause. Only `qbank.cli.app.main` renders them."""


class QbankError(Exception):
    """A problem the user can act on: one lower-case sentence, and a hint that can be pasted."""

    exit_code = 2
    code = "error"

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class UsageError(QbankError):
    """The command line or a setting cannot be understood."""

    code = "usage"


class NotFoundError(QbankError):
    """An id or name that does not exist."""

    exit_code = 1
    code = "not-found"


class BankError(QbankError):
    """The bank folder is missing or cannot be read."""

    code = "bank"


class JournalError(QbankError):
    """The journal cannot be opened, read or written."""

    code = "journal"


class NoTerminalError(QbankError):
    """The command needs a terminal."""

    code = "no-terminal"
