"""From one schema to the next: after a backup, all or nothing. The second schema is made up here."""

import signal
import sqlite3
import subprocess
import sys
import textwrap

import pytest

from qbank.errors import JournalError
from qbank.journal.backup import backups_of
from qbank.journal.schema import SHIPPED, Schema, shipped_script, statements
from tests.factories import later
from tests.journal.making import ROOT, answer, names_beside, opened, started

SECOND = """
-- one; two
CREATE TABLE label(name TEXT PRIMARY KEY, text TEXT NOT NULL DEFAULT 'a;b') STRICT;
INSERT INTO label(name) SELECT question_id FROM card;
CREATE TRIGGER label_new AFTER INSERT ON card BEGIN
  INSERT OR IGNORE INTO label(name) VALUES(NEW.question_id);
  UPDATE label SET text = 'seen; again' WHERE name = NEW.question_id;
END;
"""
NEXT = Schema(2, lambda number: shipped_script(1) if number == 1 else SECOND)


def names(path):
    """Tables, indexes and triggers, with their SQL."""
    db = sqlite3.connect(path)
    try:
        version = db.execute("PRAGMA user_version").fetchone()[0]
        rows = db.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()
        return version, rows
    finally:
        db.close()


def labels(journal):
    return journal._db.execute("SELECT name, text FROM label ORDER BY name").fetchall()


def test_every_schema_up_to_the_shipped_one_has_its_step():
    db = sqlite3.connect(":memory:")
    for number in range(1, SHIPPED.version + 1):
        assert [*statements(shipped_script(number))]
        db.executescript(shipped_script(number))
    with pytest.raises(JournalError, match=f"lacks the step to schema {SHIPPED.version + 1}"):
        shipped_script(SHIPPED.version + 1)
    db.close()


def test_an_older_journal_is_backed_up_and_brought_up_to_date(path):
    started(path, "a/one", "a/two")
    before = names(path)
    journal = opened(path, now=later(5), schema=NEXT)
    assert [*journal.cards()] == ["a/one", "a/two"]
    assert labels(journal) == [("a/one", "a;b"), ("a/two", "a;b")]
    answer(journal, "a/three", at=later(5))
    assert labels(journal)[1] == ("a/three", "seen; again")
    assert journal.is_whole()
    journal.close()
    newest = backups_of(path)[0]
    assert newest.name == "journal-20261205-120000-2.db"  # the first is that of the day
    assert names(newest) == before


def test_an_upgraded_journal_has_the_schema_of_a_new_one(path, tmp_path):
    started(path)
    opened(path, schema=NEXT).close()
    started(tmp_path / "new.db", schema=NEXT)
    assert names(path) == names(tmp_path / "new.db")
    assert names(path)[0] == 2


def test_an_upgrade_runs_once(path):
    started(path)
    opened(path, schema=NEXT).close()
    backups = backups_of(path)
    opened(path, schema=NEXT).close()
    assert backups_of(path) == backups


def test_reading_an_older_journal_brings_it_up_to_date_in_memory_only(path):
    started(path)
    before = path.read_bytes()
    journal = opened(path, read_only=True, schema=NEXT)
    assert labels(journal) == [("a/one", "a;b")]
    assert journal.is_whole()
    journal.close()
    assert path.read_bytes() == before
    assert names_beside(path) == ["journal.db"]


@pytest.mark.parametrize("last", ["INSERT INTO nowhere VALUES(1);", "CREATE TABLE card(x);"])
def test_a_step_that_fails_leaves_the_old_schema(path, last):
    started(path)
    before = names(path)
    broken = Schema(3, lambda number: SECOND if number == 2 else last)
    with pytest.raises(JournalError):
        opened(path, schema=broken)
    assert names(path) == before
    journal = opened(path)
    assert [*journal.cards()] == ["a/one"]
    assert journal.is_whole()
    journal.close()


def test_without_a_backup_there_is_no_upgrade(path):
    started(path)
    before = names(path)
    (path.parent / "backups").touch()
    with pytest.raises(JournalError, match="backups"):
        opened(path, schema=NEXT)
    assert names(path) == before


KILLED = textwrap.dedent(
    """
    import os, signal, sys
    from datetime import UTC, datetime
    from pathlib import Path
    from qbank.journal.schema import Schema
    from qbank.journal.store import Journal

    # more than the cache holds, so that a part is in the WAL file when the process dies
    LARGE = '''
    CREATE TABLE large AS
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 8000)
      SELECT i, randomblob(1000) AS filler FROM n;
    DELETE FROM event;
    DROP TABLE card;
    '''

    def script(number):
        if number == 2:
            return LARGE
        os.kill(os.getpid(), signal.SIGKILL)

    now = datetime(2026, 12, 5, 12, tzinfo=UTC)
    Journal.open(Path(sys.argv[1]), now=now, schema=Schema(3, script))
    """
)


def test_a_process_killed_in_an_upgrade_leaves_the_old_schema(path):
    started(path, "a/one", "a/two")
    before = names(path)
    done = subprocess.run([sys.executable, "-c", KILLED, str(path)], cwd=ROOT)
    assert done.returncode == -signal.SIGKILL
    assert path.with_name("journal.db-wal").stat().st_size > 1_000_000
    assert len(backups_of(path)) == 2
    reader = opened(path, read_only=True)
    assert len(reader.all_rows()) == 2
    assert reader.is_whole()
    reader.close()
    assert names(path) == before
    journal = opened(path, now=later(6), schema=NEXT)
    assert labels(journal) == [("a/one", "a;b"), ("a/two", "a;b")]
    journal.close()


@pytest.mark.parametrize(
    ("script", "count"),
    [
        ("", 0),
        ("SELECT 1", 1),
        ("SELECT 1; SELECT 2;", 2),
        ("SELECT ';'; SELECT \"a;b\";", 2),
        ("/* a; b */ SELECT 1; -- c; d\nSELECT 2;\n", 2),
        (SECOND, 3),
    ],
)
def test_a_script_is_cut_only_between_statements(script, count):
    assert len([*statements(script)]) == count
    assert "".join(statements(script)).split() == script.split()
