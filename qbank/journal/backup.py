"""Backups of the journal: one a day by itself, ten kept, made by the online backup call and renamed into place."""

import os
import re
import sqlite3
from datetime import datetime
from pathlib import Path

from qbank.errors import JournalError, NotFoundError
from qbank.journal.connect import (
    COMPANIONS,
    UnusableError,
    checked_version,
    companion,
    is_there,
    readable,
    translated,
)
from qbank.journal.schema import SHIPPED

KEPT = 10

_NAME = re.compile(r"journal-(\d{8}-\d{6})(?:-(\d+))?\.db")


def folder_of(journal: Path) -> Path:
    """Where the backups of a journal lie."""
    return journal.parent / "backups"


def backups_of(journal: Path) -> tuple[Path, ...]:
    """The backups, newest first by the time in their names."""
    return tuple(path for *_, path in sorted(_dated(journal), reverse=True))


def _dated(journal: Path) -> list[tuple[str, int, Path]]:
    """Second, number within the second, and path of every backup."""
    found = [(_NAME.fullmatch(one.name), one) for one in folder_of(journal).glob("journal-*.db")]
    return [(match[1], int(match[2] or 1), one) for match, one in found if match]


def back_up(journal: Path, now: datetime, *, keep: Path | None = None) -> Path:
    """Copy the journal as it is now, whatever its schema; `keep` is not among those forgotten.

    Raises JournalError when there is none, or it cannot be read or copied.
    """
    source = readable(journal)
    if source is None:
        raise JournalError(f"there is no journal at {journal} yet", hint="qbank quiz")
    target = _free_name(journal, now)
    # two processes may back up at once
    temporary = target.with_suffix(f".{os.getpid()}.part")
    with translated(journal):
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            _copy(source, temporary)
            temporary.replace(target)
        finally:
            source.close()
            temporary.unlink(missing_ok=True)
        _forget_old(journal, {target, keep})
    return target


def _copy(source: sqlite3.Connection, target: Path) -> None:
    """Write a sound copy in one file, without a WAL file beside it."""
    copy = sqlite3.connect(target, isolation_level=None)
    try:
        source.backup(copy)
        if copy.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise sqlite3.DatabaseError("malformed")
        copy.execute("PRAGMA journal_mode=DELETE")
    finally:
        copy.close()


def _free_name(journal: Path, now: datetime) -> Path:
    second = f"{now:%Y%m%d-%H%M%S}"
    number = max((number for at, number, _ in _dated(journal) if at == second), default=0)
    end = f"-{number + 1}" if number else ""
    return folder_of(journal) / f"journal-{second}{end}.db"


def _forget_old(journal: Path, kept: set[Path | None]) -> None:
    """Keep ten. With the clock set back, the newest would be taken for the oldest: `kept` stay."""
    room = KEPT - len([one for one in kept if one])
    for old in [one for one in backups_of(journal) if one not in kept][room:]:
        old.unlink(missing_ok=True)


def daily(journal: Path, now: datetime) -> Path | None:
    """Today's backup, unless there is one already or nothing to back up. Raises JournalError."""
    if not is_there(journal):
        return None
    if any(one.name.startswith(f"journal-{now:%Y%m%d}") for one in backups_of(journal)):
        return None
    return back_up(journal, now)


def restore(journal: Path, name: str | None, now: datetime) -> tuple[Path, Path | None]:
    """Put a backup in the journal's place: `(backup, where the journal of now went)`.

    A sound journal is backed up and overwritten in one transaction, so that another process that
    has it open goes on with the restored one. What cannot be read is moved aside with all that
    SQLite keeps beside it. Raises NotFoundError, JournalError.
    """
    backup = chosen(journal, name)
    source = readable(backup)
    if source is None:
        raise JournalError(f"{backup} is empty", hint="choose another backup: qbank backup list")
    try:
        with translated(backup):
            checked_version(source, SHIPPED)
        if _is_sound(journal):
            aside: Path | None = back_up(journal, now, keep=backup)
            _overwrite(journal, source)
        else:
            aside = _put(journal, source, now)
    finally:
        source.close()
    return backup, aside


def _is_sound(journal: Path) -> bool:
    """Whether the journal can be read, looked at so that SQLite changes nothing beside it."""
    try:
        db = readable(journal, ("mode=ro",))
        if db is None:
            return False
        with translated(journal):
            try:
                return bool(db.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok")
            finally:
                db.close()
    except UnusableError:
        return False


def _overwrite(journal: Path, source: sqlite3.Connection) -> None:
    with translated(journal):
        target = sqlite3.connect(journal, isolation_level=None)
        try:
            source.backup(target)
        finally:
            target.close()


def _put(journal: Path, source: sqlite3.Connection, now: datetime) -> Path | None:
    """Copy first, so that a full disk leaves everything where it was."""
    temporary = journal.with_name(f"{journal.name}.restoring")
    with translated(journal):
        try:
            temporary.unlink(missing_ok=True)
            _copy(source, temporary)
            aside = _move_aside(journal, now)
            temporary.replace(journal)
        finally:
            temporary.unlink(missing_ok=True)
    return aside


def _move_aside(journal: Path, now: datetime) -> Path | None:
    """Move the file and what lies beside it to names that still belong together."""
    stem = f"{journal.name}.aside-{now:%Y%m%d-%H%M%S}"
    aside = journal.with_name(stem)
    number = 1
    while any(companion(aside, ending).exists() for ending in ("", *COMPANIONS)):
        number += 1
        aside = journal.with_name(f"{stem}-{number}")
    moved = None
    for ending in ("", *COMPANIONS):
        file = companion(journal, ending)
        if file.exists() and file.stat().st_size:
            file.replace(companion(aside, ending))
            moved = moved or companion(aside, ending)
        else:
            file.unlink(missing_ok=True)
    return moved


def chosen(journal: Path, name: str | None) -> Path:
    """A backup by its name, the newest without one. Raises NotFoundError."""
    found = backups_of(journal)
    if not found:
        raise NotFoundError(f"there are no backups in {folder_of(journal)}")
    if name is None:
        return found[0]
    for one in found:
        if name in {one.name, one.stem, str(one)}:
            return one
    raise NotFoundError(f"no backup named `{name}`", hint="qbank backup list")
