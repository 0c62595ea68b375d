"""Open the journal's database: for reading, for writing, and every way in which a file can be wrong."""

import contextlib
import sqlite3
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path

from qbank.errors import JournalError
from qbank.journal.schema import APPLICATION_ID, SHIPPED, Schema, upgrade

COMPANIONS = ("-wal", "-shm", "-journal")
"""Endings of the files that SQLite keeps beside a database; the first can hold answers."""

_TIMEOUT = 5.0
_MAGIC = b"SQLite format 3\0"
_WAYS = ("mode=rw", "mode=ro", "mode=ro&immutable=1")


class UnusableError(JournalError):
    """A file is there, but it is no journal that can be read: damaged, emptied or foreign."""


@contextlib.contextmanager
def translated(path: Path) -> Iterator[None]:
    """Errors of sqlite3 as JournalError that names the file and says what to do."""
    try:
        yield
    except sqlite3.Error as error:
        raise _journal_error(path, error) from error
    except OSError as error:
        hint = "set QBANK_DATA to a folder that can be written"
        where = error.filename or path  # often a folder or a backup beside the journal
        raise JournalError(f"cannot use {where}: {error.strerror}", hint=hint) from error


def _journal_error(path: Path, error: sqlite3.Error) -> JournalError:
    text = str(error)
    if "disk is full" in text:
        return JournalError(
            f"the disk of {path} is full: nothing was saved", hint="free some space"
        )
    if _is_locked(error):
        return JournalError(f"{path} is in use by another program", hint="try again in a moment")
    if "readonly" in text or "unable to open" in text:
        hint = "set QBANK_DATA to a folder that can be written"
        return JournalError(f"{path} cannot be written", hint=hint)
    if isinstance(error, sqlite3.DatabaseError) and (
        "not a database" in text or "malformed" in text or "corrupt" in text
    ):
        return _damaged(path, text)
    return JournalError(f"{path}: {text}", hint="qbank doctor")


def _is_locked(error: sqlite3.Error) -> bool:
    return "locked" in str(error) or "busy" in str(error)


def _damaged(path: Path, why: str) -> UnusableError:
    return UnusableError(f"{path} is damaged ({why})", hint="qbank backup restore")


def companion(path: Path, ending: str) -> Path:
    """A file that SQLite keeps beside the database."""
    return path.with_name(path.name + ending)


def is_there(path: Path) -> bool:
    """Whether there is a journal with something in it, looked at without SQLite.

    Raises UnusableError for a file that is no database, or one that was lost or emptied: SQLite
    would throw away or write back what lies beside it. Raises JournalError when it cannot be read.
    """
    with translated(path):
        if path.exists() and path.stat().st_size:
            with path.open("rb") as file:
                if file.read(len(_MAGIC)) != _MAGIC:
                    raise _damaged(path, "file is not a database")
            return True
        _refuse_lost(path)
    return False


def _refuse_lost(path: Path) -> None:
    """What was once a journal is not started anew in silence."""
    from qbank.journal.backup import backups_of  # noqa: PLC0415  # backup needs connect

    restore = "qbank backup restore"
    state = "is empty" if path.exists() else "is missing"
    has_backups = bool(backups_of(path))
    wal = companion(path, "-wal")
    if wal.exists() and wal.stat().st_size:
        hint = restore if has_backups else f"put {path.name} back, or move {wal.name} elsewhere"
        raise UnusableError(f"{path} {state}, but {wal} has answers of it", hint=hint)
    if has_backups:
        raise UnusableError(f"{path} {state}, but there are backups of it", hint=restore)


def readable(path: Path, ways: Sequence[str] = _WAYS) -> sqlite3.Connection | None:
    """The database as it is stored, of whatever schema; None when there is none. Raises JournalError.

    It is opened as if for writing where possible, though nothing is written: only then does SQLite
    take away the files beside it again. `immutable` serves a folder that cannot be written.
    """
    if not is_there(path):
        return None
    with translated(path):
        for way in ways:
            try:
                return _tried(path, way)
            except sqlite3.OperationalError as error:
                if _is_locked(error) or way == ways[-1]:
                    raise
    return None


def _tried(path: Path, way: str) -> sqlite3.Connection:
    wal = companion(path, "-wal")
    if "immutable" in way and wal.exists() and wal.stat().st_size:
        message = f"{path} cannot be read without writing: {wal.name} has answers of it"
        raise JournalError(message, hint="copy both files to a folder that can be written")
    uri = f"{path.resolve().as_uri()}?{way}"
    db = sqlite3.connect(uri, uri=True, timeout=_TIMEOUT, isolation_level=None)
    try:
        db.execute("PRAGMA query_only=ON")
        db.execute("PRAGMA trusted_schema=OFF")
        _refuse_foreign(db, path)
    except BaseException:
        db.close()
        raise
    return db


def reading(path: Path, schema: Schema = SHIPPED) -> sqlite3.Connection | None:
    """The journal for reading; None when there is none. Raises JournalError.

    An older schema is brought up to date in memory: reading changes no file.
    """
    db = readable(path)
    if db is None:
        return None
    with translated(path):
        try:
            version = checked_version(db, schema)
            if version == 0:
                db.close()
                return None
            return db if version == schema.version else _upgraded_copy(db, schema)
        except BaseException:
            db.close()
            raise


def _upgraded_copy(db: sqlite3.Connection, schema: Schema) -> sqlite3.Connection:
    memory = sqlite3.connect(":memory:", isolation_level=None)
    try:
        db.backup(memory)
        upgrade(memory, schema)
    except BaseException:
        memory.close()
        raise
    db.close()
    return memory


def writing(path: Path, now: datetime, schema: Schema = SHIPPED) -> sqlite3.Connection:
    """The journal for writing, created or brought up to date. Raises JournalError."""
    is_there(path)
    with translated(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        db = sqlite3.connect(path, timeout=_TIMEOUT, isolation_level=None)
        try:
            _prepare(db, path, now, schema)
        except BaseException:
            db.close()
            raise
        return db


def _prepare(db: sqlite3.Connection, path: Path, now: datetime, schema: Schema) -> None:
    _refuse_foreign(db, path)
    version = checked_version(db, schema)
    db.execute("PRAGMA synchronous=FULL")
    db.execute("PRAGMA foreign_keys=ON")
    db.execute("PRAGMA trusted_schema=OFF")
    if version < schema.version:
        if version:
            from qbank.journal.backup import back_up  # noqa: PLC0415  # backup needs connect

            back_up(path, now)
        upgrade(db, schema)
    db.execute("PRAGMA journal_mode=WAL")


def _refuse_foreign(db: sqlite3.Connection, path: Path) -> None:
    application = int(db.execute("PRAGMA application_id").fetchone()[0])
    has_tables = db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] > 0
    if has_tables and application != APPLICATION_ID:
        raise UnusableError(
            f"{path} is not a journal of qbank", hint="set QBANK_DATA to another folder"
        )


def checked_version(db: sqlite3.Connection, schema: Schema) -> int:
    """The schema version that is stored. Raises JournalError for one newer than known."""
    version = int(db.execute("PRAGMA user_version").fetchone()[0])
    if version > schema.version:
        raise JournalError(
            f"the journal has schema {version}, this qbank knows {schema.version}",
            hint="upgrade qbank, or point QBANK_DATA at another directory",
        )
    return version


def identity(path: Path) -> tuple[int, int] | None:
    """What tells a file from another one of its name; None where there is none."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
