"""Backups of the journal: one a day by itself, ten kept, made by the online backup call and renamed into place."""

import os
import sqlite3
from datetime import datetime
from pathlib import Path

from qbank.errors import JournalError, NotFoundError
from qbank.journal.connect import connect, translated

KEPT = 10


def folder_of(journal: Path) -> Path:
    """Where the backups of a journal lie."""
    return journal.parent / "backups"


def backups_of(journal: Path) -> tuple[Path, ...]:
    """The backups, newest first."""
    return tuple(sorted(folder_of(journal).glob("journal-*.db"), reverse=True))


def back_up(journal: Path, now: datetime) -> Path:
    """Copy the journal as it is now. Raises JournalError when there is none, or it cannot be read."""
    if not journal.exists():
        raise JournalError(f"there is no journal at {journal} yet", hint="qbank quiz")
    target = _free_name(journal, now)
    temporary = target.with_suffix(f".{os.getpid()}.part")  # two processes may back up at once
    with translated(journal):
        target.parent.mkdir(parents=True, exist_ok=True)
        source = sqlite3.connect(journal, timeout=5)
        copy = sqlite3.connect(temporary)
        try:
            source.backup(copy)
            if copy.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
                raise sqlite3.DatabaseError("malformed")
        finally:
            copy.close()
            source.close()
        temporary.replace(target)
    _forget_old(journal)
    return target


def _free_name(journal: Path, now: datetime) -> Path:
    stem = f"journal-{now:%Y%m%d-%H%M%S}"
    target = folder_of(journal) / f"{stem}.db"
    number = 1
    while target.exists():
        number += 1
        target = folder_of(journal) / f"{stem}-{number}.db"
    return target


def _forget_old(journal: Path) -> None:
    for old in backups_of(journal)[KEPT:]:
        old.unlink(missing_ok=True)


def daily(journal: Path, now: datetime) -> Path | None:
    """Today's backup, unless there is one already or nothing to back up."""
    if not journal.exists() or journal.stat().st_size == 0:
        return None
    if any(one.name.startswith(f"journal-{now:%Y%m%d}") for one in backups_of(journal)):
        return None
    return back_up(journal, now)


def restore(journal: Path, name: str | None, now: datetime) -> tuple[Path, Path | None]:
    """Put a backup in the journal's place: `(backup, where the journal of now went)`.

    A damaged journal is moved aside, a sound one is backed up. Raises NotFoundError, JournalError.
    """
    backup = _chosen(journal, name)
    checked = connect(backup, read_only=True)
    if checked is None:
        raise JournalError(f"{backup} is empty", hint="choose another backup: qbank backup list")
    temporary = journal.with_suffix(".restoring")
    with translated(journal):
        copy = sqlite3.connect(temporary)
        try:
            checked.backup(copy)
        finally:
            copy.close()
            checked.close()
        aside = _set_aside(journal, now)
        temporary.replace(journal)
    return backup, aside


def _set_aside(journal: Path, now: datetime) -> Path | None:
    aside = None
    if journal.exists() and journal.stat().st_size:
        try:
            aside = back_up(journal, now)
        except JournalError:
            aside = journal.with_name(f"{journal.name}.damaged-{now:%Y%m%d-%H%M%S}")
            journal.replace(aside)
    for suffix in ("-wal", "-shm"):
        journal.with_name(journal.name + suffix).unlink(missing_ok=True)
    return aside


def _chosen(journal: Path, name: str | None) -> Path:
    found = backups_of(journal)
    if not found:
        raise NotFoundError(f"there are no backups in {folder_of(journal)}")
    if name is None:
        return found[0]
    for one in found:
        if name in {one.name, one.stem, str(one)}:
            return one
    raise NotFoundError(f"no backup named `{name}`", hint="qbank backup list")
