"""The rows of another journal: a union by row id, the same in either direction."""

import json
from collections.abc import Callable, Mapping
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from qbank.errors import JournalError
from qbank.journal import tables
from qbank.journal.connect import UnusableError, reading, translated
from qbank.journal.store import Journal
from qbank.journal.uuid7 import is_uuid7
from qbank.schedule.days import local_time
from qbank.schedule.payloads import payload_of, refuse_unknown_keys
from qbank.schedule.rows import ABOUT_A_QUESTION, Row

_DAY_MINUTES = 1440
_YEAR_10000_MS = 253_402_300_800_000
_YEAR_MS = 366 * 86_400_000
_OLDEST_YEAR = 1969  # the night before 1970, where a clock begins that was never set
_INSTEAD = "import a backup of it instead"
_ALTERED = f"one of the files was altered: {_INSTEAD}"


class MergePlan(NamedTuple):
    """What a merge would do."""

    new: tuple[Row, ...]
    known: int


def plan_merge(journal: Journal, other: Path) -> MergePlan:
    """Compare with another journal, which is only read.

    Raises JournalError when it is no journal, has a row that cannot be used, or the same id with
    other content: then nothing of it is taken, for a row that is left out can change what others mean.
    """
    rows = _rows_of(other)
    own = {row.id: row for row in journal.all_rows()}
    now = journal.opened_at
    wrong = [why for row in rows if (why := _why_wrong(row, own.get(row.id), now))]
    if wrong:
        more = f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else ""
        first = wrong[0]
        raise JournalError(f"{other}: {first.message}{more}", hint=first.hint or _ALTERED)
    new = tuple(row for row in rows if row.id not in own)
    return MergePlan(new, len(rows) - len(new))


def _why_wrong(row: Row, mine: Row | None, now: datetime) -> JournalError | None:
    """What is wrong with a row, if anything."""
    if mine is not None:
        if mine.content == row.content:
            return None
        return JournalError(f"row {row.id} differs between the two journals")
    for name, is_right in _RIGHT.items():
        value = getattr(row, name)
        if not is_right(value):
            return JournalError(f"row {row.id}: its {_WORDS[name]}, not {value!r}")
    try:
        _refuse_other_times(row, now)
        payload_of(row)
        refuse_unknown_keys(row)
        _refuse_no_numbers(row)
    except JournalError as error:
        return error
    if row.kind in ABOUT_A_QUESTION and not row.question_id:
        return JournalError(f"row {row.id}: a row of kind {row.kind} needs a question")
    return None


def _refuse_other_times(row: Row, now: datetime) -> None:
    """A clock that was set back leaves days long before their instant; nothing leaves a later day.

    A wrong instant far ahead would push every later answer behind it.
    """
    if row.at_ms > now.timestamp() * 1000 + _YEAR_MS:
        message = f"row {row.id}: its time is more than a year ahead of now"
        raise JournalError(message, hint=f"check the clock, or {_INSTEAD}")
    at = local_time(row.at_ms, row.offset_min).date()
    if date.fromisoformat(row.day) > at + timedelta(days=1):
        raise JournalError(f"row {row.id}: its day is {row.day}, but its time is of {at}")


def _refuse_no_numbers(row: Row) -> None:
    """NaN and infinity are no JSON, and NaN differs from itself."""
    try:
        json.dumps(dict(row.payload), allow_nan=False)
    except (ValueError, RecursionError) as error:
        raise JournalError(f"row {row.id}: its payload has a number that is none") from error


def _is_day(value: object) -> bool:
    try:
        day = date.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return False
    return day is not None and day.isoformat() == value and day.year >= _OLDEST_YEAR


_RIGHT: Mapping[str, Callable[[object], bool]] = {
    "id": is_uuid7,
    "question_id": lambda value: value is None or isinstance(value, str),
    "at_ms": lambda value: isinstance(value, int) and 0 <= value < _YEAR_10000_MS,
    "offset_min": lambda value: isinstance(value, int) and abs(value) < _DAY_MINUTES,
    "day": _is_day,
}
_WORDS = {
    "id": "id must be a UUID of version 7",
    "question_id": "question must be a text",
    "at_ms": "time must be milliseconds since 1970",
    "offset_min": "offset must be minutes within a day",
    "day": "day must be a date such as 2026-11-30",
}


def _rows_of(path: Path) -> list[Row]:
    if not path.exists():
        raise JournalError(f"there is no file {path}", hint="give the path of another journal.db")
    if path.is_dir():
        raise JournalError(f"{path} is a folder", hint=f"qbank import {path / 'journal.db'}")
    try:
        db = reading(path)
    except UnusableError as error:
        # the usual hint would restore the learner's own journal
        raise JournalError(error.message, hint=_INSTEAD) from error
    if db is None:
        return []
    with translated(path):
        try:
            return list(tables.select(db, tables.IN_ORDER))
        except JournalError as error:
            raise JournalError(f"{path}: {error.message}", hint=_ALTERED) from error
        finally:
            db.close()
