"""The file of the index: its name, its tables, and what to do where it is broken or cannot be used."""

import contextlib
import os
import random
import sqlite3
from collections.abc import Sequence
from pathlib import Path

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


def open_file(path: Path | None) -> tuple[sqlite3.Connection, Path | None]:
    """The database and where it lies. A broken file is replaced; in an unusable place there is none but memory."""
    if path is not None:
        for attempt in (1, 2):
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                return _connected(str(path)), path
            except sqlite3.DatabaseError as error:
                if attempt == 2 or isinstance(error, sqlite3.OperationalError):
                    break
                drop_file(path)
            except OSError:
                break
    return _connected(":memory:"), None


def drop_file(path: Path) -> None:
    """Delete the file, and what SQLite keeps beside it: a new file would take that for its own."""
    for ending in ("", "-wal", "-shm"):
        with contextlib.suppress(OSError):
            path.with_name(path.name + ending).unlink()


def _connected(path: str) -> sqlite3.Connection:
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
    name = text.encode("utf-8", "surrogateescape")  # a folder may have a name that is no text
    # Seeding goes through SHA-512, which this module has loaded; hashlib would load OpenSSL at every start.
    return f"index-{random.Random(name).getrandbits(64):016x}.db"  # noqa: S311
