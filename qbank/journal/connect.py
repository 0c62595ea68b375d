"""Open the journal's database: settings, schema, and every way in which a file can be wrong."""

import contextlib
import sqlite3
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from qbank.errors import JournalError

APPLICATION_ID = 0x71626B31
SCHEMA = 1
_TIMEOUT = 5.0


@contextlib.contextmanager
def translated(path: Path) -> Iterator[None]:
    """Errors of sqlite3 as JournalError that names the file and says what to do."""
    try:
        yield
    except sqlite3.Error as error:
        raise _journal_error(path, error) from error
    except OSError as error:
        hint = "set QBANK_DATA to a folder that can be written"
        raise JournalError(f"cannot use {path}: {error.strerror}", hint=hint) from error


def _journal_error(path: Path, error: sqlite3.Error) -> JournalError:
    text = str(error)
    if "disk is full" in text:
        return JournalError(
            f"the disk of {path} is full: nothing was saved", hint="free some space"
        )
    if "locked" in text or "busy" in text:
        return JournalError(f"{path} is in use by another program", hint="try again in a moment")
    if "readonly" in text or "unable to open" in text:
        hint = "set QBANK_DATA to a folder that can be written"
        return JournalError(f"{path} cannot be written", hint=hint)
    if isinstance(error, sqlite3.DatabaseError) and (
        "not a database" in text or "malformed" in text or "corrupt" in text
    ):
        return JournalError(f"{path} is damaged ({text})", hint="qbank backup restore")
    return JournalError(f"{path}: {text}", hint="qbank doctor")


def connect(path: Path, *, read_only: bool) -> sqlite3.Connection | None:
    """An open journal, or None for reading one that does not exist. Raises JournalError."""
    if read_only and not path.exists():
        return None
    with translated(path):
        _refuse_emptied(path)
        if read_only:
            return _for_reading(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        db = sqlite3.connect(path, timeout=_TIMEOUT, isolation_level=None)
        try:
            _prepare(db, path)
        except BaseException:
            db.close()
            raise
        return db


def _refuse_emptied(path: Path) -> None:
    """An empty file beside backups was once a journal: it is not started anew in silence."""
    if path.exists() and path.stat().st_size == 0:
        from qbank.journal.backup import backups_of  # noqa: PLC0415

        if backups_of(path):
            raise JournalError(
                f"{path} is empty, but there are backups of it", hint="qbank backup restore"
            )


def _for_reading(path: Path) -> sqlite3.Connection | None:
    """Read only; `immutable` where a WAL file cannot be made beside the database."""
    for options in ("mode=ro", "mode=ro&immutable=1"):
        db = sqlite3.connect(
            f"{path.resolve().as_uri()}?{options}", uri=True, timeout=_TIMEOUT, isolation_level=None
        )
        try:
            version = _checked_version(db, path)
        except sqlite3.OperationalError:
            db.close()
            if options != "mode=ro":
                raise
            continue
        except BaseException:
            db.close()
            raise
        if version == 0:
            db.close()
            return None
        return db
    return None


def _checked_version(db: sqlite3.Connection, path: Path) -> int:
    """The schema version. Raises JournalError for a foreign database or a newer journal."""
    version = int(db.execute("PRAGMA user_version").fetchone()[0])
    application = int(db.execute("PRAGMA application_id").fetchone()[0])
    has_tables = db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] > 0
    if has_tables and application != APPLICATION_ID:
        raise JournalError(
            f"{path} is not a journal of qbank", hint="set QBANK_DATA to another folder"
        )
    if version > SCHEMA:
        raise JournalError(
            f"the journal has schema {version}, this qbank knows {SCHEMA}",
            hint="upgrade qbank, or point QBANK_DATA at another directory",
        )
    return version


def _prepare(db: sqlite3.Connection, path: Path) -> None:
    version = _checked_version(db, path)
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=FULL")
    db.execute("PRAGMA foreign_keys=ON")
    db.execute("PRAGMA trusted_schema=OFF")
    if version < SCHEMA:
        _migrate(db, path, version)


def _migrate(db: sqlite3.Connection, path: Path, version: int) -> None:
    """Every missing step in one transaction with its version; a journal with rows is backed up before."""
    if version:
        from qbank.journal.backup import back_up  # noqa: PLC0415

        back_up(path, datetime.now().astimezone())
    for number in range(version + 1, SCHEMA + 1):
        statements = _script(number)
        db.execute("BEGIN IMMEDIATE")
        try:
            if int(db.execute("PRAGMA user_version").fetchone()[0]) < number:
                for statement in statements:
                    db.execute(statement)
                db.execute(f"PRAGMA application_id={APPLICATION_ID}")
                db.execute(f"PRAGMA user_version={number}")
            db.execute("COMMIT")
        except BaseException:
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise


def _script(number: int) -> list[str]:
    from importlib.resources import files  # noqa: PLC0415  # only for a new or old journal

    folder = files("qbank.journal") / "migrations"
    for item in folder.iterdir():
        if item.name.startswith(f"{number:04d}_"):
            text = item.read_text(encoding="utf-8")
            return [one for one in text.split(";") if one.strip()]
    raise JournalError(f"this qbank lacks the step to schema {number}", hint="reinstall qbank")
