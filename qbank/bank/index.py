"""The throw-away index: what the question files say, so that a warm start parses nothing.

One SQLite file per build (schema, version, validator) and set of folders. Losing it costs a second.
"""

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from qbank.bank.index_file import drop_file, open_file

T = TypeVar("T")


class Fingerprint(NamedTuple):
    """What tells that a file may have changed; a racy `mtime_ns` is stored as -1."""

    size: int
    mtime_ns: int
    ctime_ns: int
    ino: int


class Stored(NamedTuple):
    """What the index knows of one file."""

    fingerprint: Fingerprint
    hash: str


class FileKey(NamedTuple):
    """A file of the bank: number of its folder in the list of folders, and its path inside it."""

    root: int
    path: str


class Parsed(NamedTuple):
    """What one file came to. `question` and `side` exclude each other; both None for a broken file."""

    key: FileKey
    fingerprint: Fingerprint
    hash: str
    problems: str
    question: "ParsedQuestion | None" = None
    side: str | None = None


class ParsedQuestion(NamedTuple):
    """The rows of a usable question: list columns and body as JSON, and text to search."""

    id: str
    columns: str
    body: str
    title_text: str
    body_text: str
    title_words: str
    answer_words: str
    rest_words: str


class Index:
    """An open index. Unreadable or locked storage degrades to memory; nothing is ever lost with it.

    Damage can show at any read. The file is then dropped, once, and filled anew by `refill`.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path | None = None) -> None:
        self._db = connection
        self._path = path
        self.refill: Callable[[], object] | None = None

    @classmethod
    def open(cls, path: Path | None) -> "Index":
        """Open or create the index at `path`; a broken file is replaced, an unusable place means memory."""
        return cls(*open_file(path))

    @property
    def is_durable(self) -> bool:
        """Whether it is in a file."""
        return self._path is not None

    def close(self) -> None:
        """Close the connection."""
        self._db.close()

    def _whole(self, use: Callable[[sqlite3.Connection], T]) -> T:
        """What `use` gives; a second time on an index filled anew where the first met damage."""
        try:
            return use(self._db)
        except (sqlite3.DatabaseError, ValueError):  # pages or the JSON in them
            if not self._fill_anew():
                raise
            return use(self._db)

    def _fill_anew(self) -> bool:
        """Drop the file and fill a new one; False where that was done before."""
        refill, path = self.refill, self._path
        if refill is None or path is None:
            return False
        self.refill = None
        self._db.close()
        drop_file(path)
        self._db, self._path = open_file(path)
        refill()
        return True

    def stored(self) -> dict[FileKey, Stored]:
        """Fingerprint and hash of every known file."""

        def read(db: sqlite3.Connection) -> dict[FileKey, Stored]:
            rows = db.execute("SELECT root, path, size, mtime_ns, ctime_ns, ino, hash FROM file")
            return {FileKey(r[0], r[1]): Stored(Fingerprint(*r[2:6]), r[6]) for r in rows}

        return self._whole(read)

    def apply(
        self,
        parsed: Sequence[Parsed],
        touched: Iterable[tuple[FileKey, Fingerprint]],
        gone: Iterable[FileKey],
    ) -> None:
        """Bring the index to what was found on disk, in one transaction.

        When another process holds the file for too long, the result is kept in memory for this run.
        """
        touched, gone = list(touched), list(gone)
        try:
            try:
                self._write(parsed, touched, gone)
            except sqlite3.OperationalError:
                self._move_to_memory()
                self._write(parsed, touched, gone)
        except sqlite3.DatabaseError:
            if not self._fill_anew():  # that reads every file, these among them
                raise

    def _move_to_memory(self) -> None:
        memory = sqlite3.connect(":memory:", isolation_level=None)
        try:
            self._db.backup(memory)
        except BaseException:
            memory.close()
            raise
        self._db.close()
        self._db, self._path = memory, None

    def _write(
        self,
        parsed: Sequence[Parsed],
        touched: Sequence[tuple[FileKey, Fingerprint]],
        gone: Sequence[FileKey],
    ) -> None:
        db = self._db
        db.execute("BEGIN IMMEDIATE")
        try:
            for key in [*gone, *(p.key for p in parsed)]:
                for table in ("file", "question", "side", "folded", "words"):
                    db.execute(f"DELETE FROM {table} WHERE root=? AND path=?", key)  # noqa: S608
            for one in parsed:
                self._insert(one)
            for key, mark in touched:
                db.execute(
                    "UPDATE file SET size=?, mtime_ns=?, ctime_ns=?, ino=? WHERE root=? AND path=?",
                    (*mark, *key),
                )
            db.execute("COMMIT")
        except BaseException:
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise

    def _insert(self, one: Parsed) -> None:
        db = self._db
        db.execute(
            "INSERT INTO file VALUES(?,?,?,?,?,?,?,?)",
            (*one.key, *one.fingerprint, one.hash, one.problems),
        )
        if one.side is not None:
            db.execute("INSERT INTO side VALUES(?,?,?)", (*one.key, one.side))
        if one.question is not None:
            q = one.question
            db.execute(
                "INSERT INTO question VALUES(?,?,?,?,?)", (*one.key, q.id, q.columns, q.body)
            )
            db.execute("INSERT INTO folded VALUES(?,?,?,?)", (*one.key, q.title_text, q.body_text))
            db.execute(
                "INSERT INTO words VALUES(?,?,?,?,?)",
                (*one.key, q.title_words, q.answer_words, q.rest_words),
            )

    def columns(self) -> Iterator[tuple[FileKey, Any]]:
        """The list columns of every question, as JSON values, in order of folder and path."""

        def read(db: sqlite3.Connection) -> list[Any]:
            statement = "SELECT root, path, columns FROM question ORDER BY root, path"
            rows = ",".join(
                f"[{root},{json.dumps(path)},{c}]" for root, path, c in db.execute(statement)
            )
            found: list[Any] = json.loads(f"[{rows}]")
            return found

        for root, path, columns in self._whole(read):
            yield FileKey(root, path), columns

    def body(self, key: FileKey) -> Any:
        """The body of one question as JSON values; None when it vanished meanwhile."""

        def read(db: sqlite3.Connection) -> Any:
            statement = "SELECT body FROM question WHERE root=? AND path=?"
            row = db.execute(statement, key).fetchone()
            return json.loads(row[0]) if row else None

        return self._whole(read)

    def sides(self) -> list[tuple[FileKey, Any]]:
        """The data of the files beside the questions (frameworks, topics, tracks, glossary)."""

        def read(db: sqlite3.Connection) -> list[tuple[FileKey, Any]]:
            rows = db.execute("SELECT root, path, data FROM side ORDER BY root, path")
            return [(FileKey(root, path), json.loads(data)) for root, path, data in rows]

        return self._whole(read)

    def problems(self) -> list[Any]:
        """The stored problems of all files, as JSON values."""

        def read(db: sqlite3.Connection) -> list[Any]:
            statement = "SELECT problems FROM file WHERE problems != '[]' ORDER BY root, path"
            return [problem for row in db.execute(statement) for problem in json.loads(row[0])]

        return self._whole(read)

    def holding(self, word: str, part: str) -> list[FileKey]:
        """Files in whose `title`, `answer` or `rest` the word stands, in any of its English forms."""
        statement = "SELECT root, path FROM words WHERE words MATCH ?"
        return [FileKey(*row) for row in self._rows(statement, (f'{part} : "{word}"',))]

    def containing(self, text: str, limit: int) -> list[FileKey]:
        """Files whose folded text holds `text`; those that hold it in the title come first."""
        pattern = "%" + text.replace("\\", r"\\").replace("%", r"\%").replace("_", r"\_") + "%"
        rows = self._rows(
            r"SELECT root, path, title LIKE ?1 ESCAPE '\' AS in_title FROM folded "
            r"WHERE in_title OR body LIKE ?1 ESCAPE '\' ORDER BY in_title DESC, root, path LIMIT ?2",
            (pattern, limit),
        )
        return [FileKey(root, path) for root, path, _ in rows]

    def text(self, key: FileKey) -> tuple[str, str]:
        """Folded `(title, body)` of one question; empty when it vanished."""
        rows = self._rows("SELECT title, body FROM folded WHERE root=? AND path=?", key)
        return rows[0] if rows else ("", "")

    def _rows(self, statement: str, values: Sequence[object]) -> list[Any]:
        return self._whole(lambda db: db.execute(statement, values).fetchall())
