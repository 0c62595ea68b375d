"""The journal: an append-only log of what the learner did, with the card states derived from it.

A row is never changed; undo appends a `void` row. The `card` table always equals the fold of all rows.
"""

import contextlib
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from qbank.errors import JournalError
from qbank.journal import states, tables
from qbank.journal.connect import connect, translated
from qbank.journal.uuid7 import uuid7
from qbank.schedule.card import FOLD_VERSION, CardState, FoldSettings
from qbank.schedule.days import study_day

if TYPE_CHECKING:
    from qbank.schedule.rows import EventKind, Payload, Row

T = TypeVar("T")


class Recorded(NamedTuple):
    """A committed row. `clock_was_back` says that the clock was behind the newest row."""

    id: str
    clock_was_back: bool


class Journal:
    """An open journal. A journal that does not exist reads as empty."""

    def __init__(
        self, path: Path, db: sqlite3.Connection | None, settings: FoldSettings, rollover: int
    ) -> None:
        self.path = path
        self.fold_settings = settings
        self._db = db
        self._rollover = rollover

    @classmethod
    def open(
        cls,
        path: Path,
        *,
        now: datetime,
        read_only: bool = False,
        settings: FoldSettings | None = None,
        rollover: int = 4,
    ) -> "Journal":
        """Open for reading or writing; writing makes the day's backup first. Raises JournalError."""
        if not read_only:
            from qbank.journal.backup import daily  # noqa: PLC0415

            checked = connect(path, read_only=True)
            if checked is not None:
                checked.close()
            with contextlib.suppress(JournalError):  # a backup that fails must not cost an answer
                daily(path, now)
        journal = cls(
            path, connect(path, read_only=read_only), settings or FoldSettings(), rollover
        )
        if not read_only:
            journal.rebuild_if_stale()
        return journal

    def close(self) -> None:
        """Close, and leave everything in one file where this process could write."""
        if self._db is not None:
            # read only, or another process is at work: SQLite keeps the WAL file then
            with contextlib.suppress(sqlite3.Error):
                self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            self._db.close()
            self._db = None

    def record(
        self, kind: "EventKind", question_id: str | None, payload: "Payload", now: datetime
    ) -> Recorded:
        """Commit one row and the states it changes. Raises JournalError; then nothing was written."""
        from qbank.schedule.fold import apply, touched  # noqa: PLC0415  # reading needs no rows
        from qbank.schedule.payloads import fits  # noqa: PLC0415  # reading needs no rows

        if not fits(kind, payload):
            raise JournalError(f"a row of kind {kind.value} cannot hold {type(payload).__name__}")

        def write(db: sqlite3.Connection) -> Recorded:
            row, was_back = self._next_row(db, kind, question_id, payload, now)
            tables.insert(db, row)
            for one in touched(row, payload, self.fold_settings):
                state = apply(tables.state(db, one), row, one, self.fold_settings, payload)
                tables.put(db, one, state)
            return Recorded(row.id, was_back)

        return self._transaction(write)

    def void(self, row_id: str, now: datetime) -> Recorded:
        """Cancel a row, and the chain that hangs on an answer. Raises JournalError for an unknown id."""

        from qbank.schedule.fold import touched  # noqa: PLC0415  # reading needs no rows
        from qbank.schedule.payloads import from_json  # noqa: PLC0415  # reading needs no rows

        def write(db: sqlite3.Connection) -> Recorded:
            row = self._row(db, row_id)
            recorded = self._void_one(db, row, now)
            for chain in self._chains_of(db, row):
                self._void_one(db, chain, now)
            for one in touched(row, from_json(row.kind, row.payload), self.fold_settings):
                self._refold(db, one)
            return recorded

        return self._transaction(write)

    def _void_one(self, db: sqlite3.Connection, row: "Row", now: datetime) -> Recorded:
        from qbank.schedule.rows import EventKind, Void  # noqa: PLC0415  # reading needs no rows

        void, was_back = self._next_row(db, EventKind.VOID, row.question_id, Void(id=row.id), now)
        tables.insert(db, void)
        return Recorded(void.id, was_back)

    def _chains_of(self, db: sqlite3.Connection, row: "Row") -> "list[Row]":
        rows = tables.select(db, f"WHERE kind='chain' AND {tables.NOT_VOIDED}", ())
        return [one for one in rows if one.payload.get("answer_id") == row.id]

    def last_undoable(self) -> "Row | None":
        """The newest row that is not cancelled; a chain goes with its answer."""
        if self._db is None:
            return None
        with translated(self.path):
            rows = tables.select(
                self._db,
                f"WHERE {tables.NOT_VOIDED} AND kind != 'chain' ORDER BY at_ms DESC, id DESC LIMIT 1",
                (),
            )
            return next(iter(rows), None)

    def rows(
        self,
        kinds: Sequence[str] = (),
        *,
        since_day: date | None = None,
        question_id: str | None = None,
    ) -> "list[Row]":
        """Rows that were not cancelled, oldest first."""
        if self._db is None:
            return []
        tests, values = [tables.NOT_VOIDED], list[object]()
        if kinds:
            tests.append(f"kind IN ({','.join('?' * len(kinds))})")
            values += [str(kind) for kind in kinds]
        if since_day is not None:
            tests.append("day >= ?")
            values.append(since_day.isoformat())
        if question_id is not None:
            tests.append("question_id = ?")
            values.append(question_id)
        with translated(self.path):
            where = f"WHERE {' AND '.join(tests)} ORDER BY at_ms, id"
            return list(tables.select(self._db, where, values))

    def all_rows(self) -> "list[Row]":
        """Every row, cancelled ones and cancellations too, in the order of the fold."""
        if self._db is None:
            return []
        with translated(self.path):
            return list(tables.select(self._db, "ORDER BY at_ms, id", ()))

    def cards(self, renames: Mapping[str, str] | None = None) -> dict[str, CardState]:
        """State of every question ever answered, by its id of today."""
        if self._db is None:
            return {}
        with translated(self.path):
            found = {
                str(row[0]): states.load(row[1])
                for row in self._db.execute("SELECT question_id, state FROM card")
            }
        if renames and any(old in found for old in renames):
            return self.folded(dict(renames))
        return found

    def card(self, question_id: str) -> CardState | None:
        """State of one question; None when it was never answered."""
        return None if self._db is None else tables.state(self._db, question_id)

    def folded(self, renames: Mapping[str, str] | None = None) -> dict[str, CardState]:
        """The states worked out from all rows, without the derived table."""
        settings = FoldSettings(self.fold_settings.retention, renames or {})
        from qbank.schedule.fold import fold  # noqa: PLC0415  # reading needs no rows

        return fold(self.all_rows(), settings)

    def is_whole(self) -> bool:
        """Whether the file is sound and the derived table equals the fold."""
        if self._db is None:
            return True
        with translated(self.path):
            sound = self._db.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok"
        return bool(sound) and self.cards() == self.folded()

    def rebuild_if_stale(self) -> None:
        """Work the states out anew when an older fold, or another retention, made them."""
        mark = f"{FOLD_VERSION}:{self.fold_settings.retention}"
        if self._db is not None:
            with translated(self.path):
                row = self._db.execute("SELECT value FROM meta WHERE name='fold'").fetchone()
            if row is None or row[0] != mark:
                self.rebuild()

    def rebuild(self) -> None:
        """Work all states out anew from the rows."""
        self._transaction(self._fold_all)

    def _fold_all(self, db: sqlite3.Connection) -> None:
        from qbank.schedule.fold import fold  # noqa: PLC0415  # reading needs no rows

        db.execute("DELETE FROM card")
        rows = list(tables.select(db, "ORDER BY at_ms, id", ()))
        for question_id, state in fold(rows, self.fold_settings).items():
            tables.put(db, question_id, state)
        mark = f"{FOLD_VERSION}:{self.fold_settings.retention}"
        db.execute("INSERT OR REPLACE INTO meta VALUES('fold', ?)", (mark,))

    def add_rows(self, rows: "Sequence[Row]") -> None:
        """Add rows of another journal and work the states out anew, in one transaction."""

        def write(db: sqlite3.Connection) -> None:
            for row in rows:
                tables.insert(db, row._replace(seq=tables.next_seq(db)))
            self._fold_all(db)

        self._transaction(write)

    def _transaction(self, write: Callable[[sqlite3.Connection], T]) -> T:
        """Run `write` under BEGIN IMMEDIATE. A deferred one that reads and then writes can fail at once."""
        if self._db is None:
            raise JournalError(f"{self.path} was opened for reading")
        with translated(self.path):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                result = write(self._db)
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise
            return result

    def _next_row(
        self,
        db: sqlite3.Connection,
        kind: "EventKind",
        question_id: str | None,
        payload: "Payload",
        now: datetime,
    ) -> "tuple[Row, bool]":
        """The row for now; with the clock set back it comes right after the newest one."""
        from qbank.schedule.payloads import to_json  # noqa: PLC0415  # reading needs no rows
        from qbank.schedule.rows import Row  # noqa: PLC0415  # reading needs no rows

        offset = now.utcoffset()
        if offset is None:
            raise ValueError("a row needs a time with an offset")
        at_ms = int(now.timestamp() * 1000)
        newest = db.execute("SELECT max(at_ms) FROM event").fetchone()[0]
        was_back = newest is not None and at_ms < newest
        at_ms = newest + 1 if was_back else at_ms
        if newest is not None and at_ms == newest:
            at_ms += 1
        day = study_day(now, self._rollover).isoformat()
        row = Row(
            uuid7(at_ms),
            tables.next_seq(db),
            kind.value,
            question_id,
            at_ms,
            int(offset.total_seconds() // 60),
            day,
            to_json(payload),
        )
        return row, bool(was_back)

    def _row(self, db: sqlite3.Connection, row_id: str) -> "Row":
        for row in tables.select(db, "WHERE id = ?", (row_id,)):
            return row
        raise JournalError(f"there is no row `{row_id}` in the journal")

    def _refold(self, db: sqlite3.Connection, question_id: str) -> None:
        """One question's state from its rows; interviews name their questions inside."""
        from qbank.schedule.fold import fold  # noqa: PLC0415  # reading needs no rows

        where = "WHERE question_id = ? OR kind IN ('void', 'interview') ORDER BY at_ms, id"
        rows = list(tables.select(db, where, (question_id,)))
        state = fold(rows, self.fold_settings).get(question_id)
        if state is None:
            db.execute("DELETE FROM card WHERE question_id = ?", (question_id,))
        else:
            tables.put(db, question_id, state)
