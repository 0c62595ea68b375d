"""The steps from one schema of the journal to the next: all that are missing, or none."""

import sqlite3
from collections.abc import Callable, Iterator
from typing import NamedTuple

from qbank.errors import JournalError

APPLICATION_ID = 0x71626B31


class Schema(NamedTuple):
    """The newest version that is known, and the SQL that leads to each version from the one before."""

    version: int
    script: Callable[[int], str]


def shipped_script(number: int) -> str:
    """The SQL of one step. Raises JournalError when this installation lacks it."""
    from importlib.resources import files  # noqa: PLC0415  # only for a new or old journal

    for item in (files("qbank.journal") / "migrations").iterdir():
        if item.name.startswith(f"{number:04d}_"):
            return item.read_text(encoding="utf-8")
    raise JournalError(f"this qbank lacks the step to schema {number}", hint="reinstall qbank")


SHIPPED = Schema(1, shipped_script)


def upgrade(db: sqlite3.Connection, schema: Schema) -> None:
    """Run every missing step in one transaction, together with the version."""
    db.execute("BEGIN IMMEDIATE")
    try:
        # read again: another process may have done it while this one waited
        version = int(db.execute("PRAGMA user_version").fetchone()[0])
        for number in range(version + 1, schema.version + 1):
            for statement in statements(schema.script(number)):
                db.execute(statement)
            db.execute(f"PRAGMA user_version={number}")
        db.execute(f"PRAGMA application_id={APPLICATION_ID}")
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def statements(script: str) -> Iterator[str]:
    """The statements of a script. A semicolon in a text, comment or trigger ends none.

    `executescript` would commit the transaction that it is called in.
    """
    *parts, rest = script.split(";")
    pending = ""
    for part in parts:
        pending += part + ";"
        if sqlite3.complete_statement(pending):
            yield pending
            pending = ""
    if (pending + rest).strip():
        yield pending + rest
