"""The throw-away index: what the question files say, so that a warm start parses nothing.

One SQLite file per build (schema, version, validator) and set of folders. Losing it costs a second.
"""

import contextlib
import json
import os
import random
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

_SCHEMA_VERSION = "2"

_SCHEMA = """
CREATE TABLE IF NOT EXISTS file(
  root INTEGER NOT NULL, path TEXT NOT NULL, size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL,
  ctime_ns INTEGER NOT NULL, ino INTEGER NOT NULL, hash TEXT NOT NULL, problems TEXT NOT NULL,
  PRIMARY KEY(root, path));
CREATE TABLE IF NOT EXISTS question(
  root INTEGER NOT NULL, path TEXT NOT NULL, id TEXT NOT NULL, columns TEXT NOT NULL,
  body TEXT NOT NULL, PRIMARY KEY(root, path));
CREATE INDEX IF NOT EXISTS question_id ON question(id);
CREATE TABLE IF NOT EXISTS side(
  root INTEGER NOT NULL, path TEXT NOT NULL, data TEXT NOT NULL, PRIMARY KEY(root, path));
CREATE TABLE IF NOT EXISTS folded(
  root INTEGER NOT NULL, path TEXT NOT NULL, title TEXT NOT NULL, body TEXT NOT NULL,
  PRIMARY KEY(root, path));
CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5(
  root UNINDEXED, path UNINDEXED, title, answer, rest, tokenize='porter unicode61');
"""


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
    """An open index. Unreadable or locked storage degrades to memory; nothing is ever lost with it."""

    def __init__(self, connection: sqlite3.Connection, *, durable: bool) -> None:
        self._db = connection
        self.is_durable = durable

    @classmethod
    def open(cls, path: Path | None) -> "Index":
        """Open or create the index at `path`; a broken file is replaced, an unusable place means memory."""
        if path is not None:
            for attempt in (1, 2):
                try:
                    path.parent.mkdir(parents=True, exist_ok=True)
                    return cls(_connect(str(path)), durable=True)
                except sqlite3.DatabaseError as error:
                    if attempt == 2 or isinstance(error, sqlite3.OperationalError):
                        break
                    with contextlib.suppress(OSError):
                        path.unlink()
                except OSError:
                    break
        return cls(_connect(":memory:"), durable=False)

    def close(self) -> None:
        """Close the connection."""
        self._db.close()

    def stored(self) -> dict[FileKey, Stored]:
        """Fingerprint and hash of every known file."""
        rows = self._db.execute("SELECT root, path, size, mtime_ns, ctime_ns, ino, hash FROM file")
        return {FileKey(r[0], r[1]): Stored(Fingerprint(*r[2:6]), r[6]) for r in rows}

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
            self._write(parsed, touched, gone)
        except sqlite3.OperationalError:
            memory = sqlite3.connect(":memory:", isolation_level=None)
            self._db.backup(memory)
            self._db.close()
            self._db, self.is_durable = memory, False
            self._write(parsed, touched, gone)

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
        text = ",".join(
            f"[{root},{json.dumps(path)},{columns}]"
            for root, path, columns in self._db.execute(
                "SELECT root, path, columns FROM question ORDER BY root, path"
            )
        )
        for root, path, columns in json.loads(f"[{text}]"):
            yield FileKey(root, path), columns

    def body(self, key: FileKey) -> Any:
        """The body of one question as JSON values; None when it vanished meanwhile."""
        row = self._db.execute("SELECT body FROM question WHERE root=? AND path=?", key).fetchone()
        return json.loads(row[0]) if row else None

    def sides(self) -> list[tuple[FileKey, Any]]:
        """The data of the files beside the questions (frameworks, topics, tracks, glossary)."""
        rows = self._db.execute("SELECT root, path, data FROM side ORDER BY root, path")
        return [(FileKey(root, path), json.loads(data)) for root, path, data in rows]

    def problems(self) -> list[Any]:
        """The stored problems of all files, as JSON values."""
        rows = self._db.execute(
            "SELECT problems FROM file WHERE problems != '[]' ORDER BY root, path"
        )
        return [problem for row in rows for problem in json.loads(row[0])]

    def holding(self, word: str, part: str) -> list[FileKey]:
        """Files in whose `title`, `answer` or `rest` the word stands, in any of its English forms."""
        rows = self._db.execute(
            "SELECT root, path FROM words WHERE words MATCH ?", (f'{part} : "{word}"',)
        )
        return [FileKey(root, path) for root, path in rows]

    def containing(self, text: str, limit: int) -> list[FileKey]:
        """Files whose folded text holds `text`; those that hold it in the title come first."""
        pattern = "%" + text.replace("\\", r"\\").replace("%", r"\%").replace("_", r"\_") + "%"
        rows = self._db.execute(
            r"SELECT root, path, title LIKE ?1 ESCAPE '\' AS in_title FROM folded "
            r"WHERE in_title OR body LIKE ?1 ESCAPE '\' ORDER BY in_title DESC, root, path LIMIT ?2",
            (pattern, limit),
        )
        return [FileKey(root, path) for root, path, _ in rows]

    def text(self, key: FileKey) -> tuple[str, str]:
        """Folded `(title, body)` of one question; empty when it vanished."""
        row = self._db.execute(
            "SELECT title, body FROM folded WHERE root=? AND path=?", key
        ).fetchone()
        return (row[0], row[1]) if row else ("", "")


def _connect(path: str) -> sqlite3.Connection:
    db = sqlite3.connect(path, timeout=2, isolation_level=None)
    try:
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=NORMAL")
        db.executescript(_SCHEMA)
    except BaseException:
        db.close()
        raise
    return db


def build_name(version: str, roots: Sequence[Path], model_mark: str) -> str:
    """The file name of an index: it differs whenever something that shapes its rows differs."""
    text = "\0".join([_SCHEMA_VERSION, version, model_mark, *(os.fspath(root) for root in roots)])
    # Seeding goes through SHA-512, which this module has loaded; hashlib would load OpenSSL at every start.
    return f"index-{random.Random(text).getrandbits(64):016x}.db"  # noqa: S311
