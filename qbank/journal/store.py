"""The journal: an append-only log of what the learner did. The `card` table always equals the fold of all rows."""

import contextlib
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from qbank.errors import JournalError
from qbank.journal import states, tables
from qbank.journal.connect import UnusableError, identity, is_there, reading, translated, writing
from qbank.journal.schema import SHIPPED, Schema
from qbank.schedule.card import CardState, FoldSettings
from qbank.schedule.days import Stamp

if TYPE_CHECKING:
    from qbank.schedule.rows import EventKind, Payload, Row

T = TypeVar("T")


class Recorded(NamedTuple):
    """A committed row. `clock_was_back` says that the clock was behind the newest row."""

    id: str
    clock_was_back: bool


class Journal:
    """An open journal. One that does not exist reads as empty, and is made by its first row.

    Questions are meant by their id of today and by the older ones that `follow` makes known.
    """

    def __init__(
        self, path: Path, now: datetime, settings: FoldSettings, rollover: int, schema: Schema
    ) -> None:
        self.path = path
        self.fold_settings = settings
        self._opened = now
        self._rollover = rollover
        self._schema = schema
        self._can_write = False
        self.backup_error: JournalError | None = None
        self._db: sqlite3.Connection | None = None
        self._file: tuple[int, int] | None = None

    @classmethod
    def open(  # noqa: PLR0913  # all but the path are named
        cls,
        path: Path,
        *,
        now: datetime,
        read_only: bool = False,
        settings: FoldSettings | None = None,
        rollover: int = 4,
        schema: Schema = SHIPPED,
    ) -> "Journal":
        """Open; writing makes the day's backup first, `backup_error` says why there is none. Raises JournalError."""
        journal = cls(path, now, settings or FoldSettings(), rollover, schema)
        if read_only:
            journal._use(reading(path, schema))
            return journal
        journal._can_write = True
        if is_there(path):
            from qbank.journal.backup import daily  # noqa: PLC0415  # reading backs nothing up

            try:
                daily(path, now)
            except UnusableError:  # what is damaged takes no more answers
                raise
            except JournalError as error:  # a backup that fails must not cost an answer
                journal.backup_error = error
            journal._use(writing(path, now, schema))
        return journal

    @property
    def opened_at(self) -> datetime:
        """When it was opened, as the clock said."""
        return self._opened

    def _use(self, db: sqlite3.Connection | None) -> None:
        self._db = db
        self._file = identity(self.path) if db is not None else None
        if db is not None and not self.fold_settings.renames:
            with translated(self.path):
                self.follow(states.kept_renames(db))

    def follow(self, renames: Mapping[str, str]) -> None:
        """Take these older ids for their ids of today from now on."""
        self.fold_settings = replace(self.fold_settings, renames=renames)

    def close(self) -> None:
        """Close, and leave everything in one file where this process could write."""
        if self._db is not None:
            if self._can_write:
                # another process is at work: SQLite keeps the WAL file then
                with contextlib.suppress(sqlite3.Error):
                    self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            self._db.close()
            self._db = None
        self._can_write = False

    def record(
        self, kind: "EventKind", question_id: str | None, payload: "Payload", now: datetime
    ) -> Recorded:
        """Commit one row and the states it changes. Raises JournalError; then nothing was written."""
        return self.record_all([(kind, question_id, payload)], now)[0]

    def record_all(
        self, rows: "Sequence[tuple[EventKind, str | None, Payload]]", now: datetime
    ) -> tuple[Recorded, ...]:
        """Commit several rows in order, or none. Raises JournalError as `record` does."""
        from qbank.journal.append import next_row  # noqa: PLC0415  # reading needs no rows
        from qbank.schedule.payloads import fits  # noqa: PLC0415  # reading needs no rows

        for kind, _, payload in rows:
            if not fits(kind, payload):
                raise JournalError(
                    f"a row of kind {kind.value} cannot hold {type(payload).__name__}"
                )
        stamp = Stamp.of(now, self._rollover)

        def write(db: sqlite3.Connection) -> tuple[Recorded, ...]:
            recorded = []
            for kind, question_id, payload in rows:
                today = question_id and self.fold_settings.current(question_id)
                row, was_back = next_row(db, kind, today, payload, stamp)
                tables.insert(db, row)
                states.add(db, row, payload, self.fold_settings)
                recorded.append(Recorded(row.id, was_back))
            return tuple(recorded)

        return self._transaction(write)

    def void(self, row_id: str, now: datetime) -> Recorded:
        """Cancel a row, and the chain that hangs on an answer.

        Raises JournalError for an unknown id, and for what is cancelled or a cancellation already.
        """
        from qbank.schedule.fold import touched  # noqa: PLC0415  # reading needs no rows
        from qbank.schedule.payloads import payload_of  # noqa: PLC0415  # reading needs no rows

        def write(db: sqlite3.Connection) -> Recorded:
            row = self._live_row(db, row_id)
            recorded = self._void_one(db, row, now)
            for chain in self._chains_of(db, row):
                self._void_one(db, chain, now)
            ids = touched(row, payload_of(row), self.fold_settings)
            states.refold(db, ids, self.fold_settings)
            return recorded

        return self._transaction(write)

    def _live_row(self, db: sqlite3.Connection, row_id: str) -> "Row":
        row = next(tables.select(db, "WHERE id = ?", (row_id,)), None)
        if row is None:
            raise JournalError(f"there is no row `{row_id}` in the journal")
        if not any(tables.select(db, f"WHERE id = ? AND {tables.NOT_VOIDED}", (row_id,))):
            raise JournalError(f"row `{row_id}` is taken back already")
        return row

    def _void_one(self, db: sqlite3.Connection, row: "Row", now: datetime) -> Recorded:
        from qbank.journal.append import next_row  # noqa: PLC0415  # reading needs no rows
        from qbank.schedule.rows import EventKind, Void  # noqa: PLC0415  # reading needs no rows

        payload = Void(id=row.id)
        stamp = Stamp.of(now, self._rollover)
        void, was_back = next_row(db, EventKind.VOID, row.question_id, payload, stamp)
        tables.insert(db, void)
        return Recorded(void.id, was_back)

    def _chains_of(self, db: sqlite3.Connection, row: "Row") -> "list[Row]":
        rows = tables.select(db, f"WHERE kind='chain' AND {tables.NOT_VOIDED}")
        return [one for one in rows if one.payload.get("answer_id") == row.id]

    def last_undoable(self) -> "Row | None":
        """The newest thing the learner did that is not cancelled; a chain goes with its answer."""
        from qbank.schedule.rows import UNDOABLE  # noqa: PLC0415  # reading needs no rows

        rows = self._selected(
            f"WHERE kind IN ({tables.marks(UNDOABLE)}) AND {tables.NOT_VOIDED} "
            "ORDER BY at_ms DESC, id DESC LIMIT 1",
            [kind.value for kind in UNDOABLE],
        )
        return self._of_today(rows[0]) if rows else None

    def rows(
        self,
        kinds: Sequence[str] = (),
        *,
        since_day: date | None = None,
        question_id: str | None = None,
    ) -> "list[Row]":
        """Rows that were not cancelled, oldest first, with the question's id of today."""
        tests, values = [tables.NOT_VOIDED], list[object]()
        if kinds:
            tests.append(f"kind IN ({tables.marks(kinds)})")
            values += [str(kind) for kind in kinds]
        if since_day is not None:
            tests.append("day >= ?")
            values.append(since_day.isoformat())
        if question_id is not None:
            names = self.fold_settings.names(question_id)
            tests.append(f"question_id IN ({tables.marks(names)})")
            values += names
        rows = self._selected(f"WHERE {' AND '.join(tests)} {tables.IN_ORDER}", values)
        return [self._of_today(row) for row in rows]

    def _of_today(self, row: "Row") -> "Row":
        return row._replace(
            question_id=row.question_id and self.fold_settings.current(row.question_id)
        )

    def all_rows(self) -> "list[Row]":
        """Every row, cancelled ones and cancellations too, in the order of the fold."""
        return self._selected(tables.IN_ORDER)

    def _selected(self, rest: str, values: Sequence[object] = ()) -> "list[Row]":
        if self._db is None:
            return []
        with translated(self.path):
            return list(tables.select(self._db, rest, values))

    def cards(self) -> dict[str, CardState]:
        """State of every question that rows touch, by its id of today."""
        if self._db is None:
            return {}
        with translated(self.path):
            if not states.is_stale(self._db, self.fold_settings):
                return states.every(self._db)
        return self.folded()

    def card(self, question_id: str) -> CardState | None:
        """State of one question, by any id that it had; None when no row touched it."""
        if self._db is None:
            return None
        with translated(self.path):
            if states.is_stale(self._db, self.fold_settings):
                return states.folded(self._db, question_id, self.fold_settings)
            return states.one(self._db, self.fold_settings.current(question_id))

    def folded(self) -> dict[str, CardState]:
        """The states worked out from all rows, without the derived table."""
        from qbank.schedule.fold import fold  # noqa: PLC0415  # reading needs no rows

        return fold(self.all_rows(), self.fold_settings)

    def is_whole(self) -> bool:
        """Whether the file is sound and the derived table equals the fold. Raises JournalError."""
        if self._db is None:
            return True
        with translated(self.path):
            sound = self._db.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok"
        return bool(sound) and self.cards() == self.folded()

    def rebuild(self) -> None:
        """Work all states out anew from the rows."""
        self._transaction(lambda db: states.rebuild(db, self.fold_settings))

    def add_rows(self, rows: "Sequence[Row]") -> None:
        """Add rows of another journal and work the states out anew, in one transaction."""

        def write(db: sqlite3.Connection) -> None:
            for row in rows:
                tables.insert(db, row._replace(seq=tables.next_seq(db)))
            states.rebuild(db, self.fold_settings)

        self._transaction(write)

    def _refuse_replaced(self) -> None:
        """SQLite goes on writing into a file that was deleted or replaced: those rows would be lost."""
        if identity(self.path) != self._file:
            message = f"{self.path} was moved, replaced or removed meanwhile: nothing was saved"
            raise JournalError(message, hint="put it back, or start qbank again")

    def _transaction(self, write: Callable[[sqlite3.Connection], T]) -> T:
        """Run `write` under BEGIN IMMEDIATE. A deferred one that reads and then writes can fail at once."""
        if not self._can_write:
            raise JournalError(f"{self.path} was opened for reading")
        if self._db is None:
            self._use(writing(self.path, self._opened, self._schema))
        self._refuse_replaced()
        db = self._db
        assert db is not None  # noqa: S101  # just opened
        with translated(self.path):
            db.execute("BEGIN IMMEDIATE")
            try:
                # a process with other settings may have worked the states out since
                if states.is_stale(db, self.fold_settings):
                    states.rebuild(db, self.fold_settings)
                result = write(db)
                db.execute("COMMIT")
            except BaseException:
                if db.in_transaction:
                    db.execute("ROLLBACK")
                raise
            return result
