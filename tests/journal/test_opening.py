"""What opening, reading and closing leave on the disk."""

import sqlite3
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

import pytest

from qbank.errors import JournalError
from qbank.schedule.card import FoldSettings
from qbank.schedule.rows import EventKind, Mark
from tests.factories import NOW, later, qbank
from tests.journal.making import ROOT, answer, left_by_a_crash, names_beside, opened, started


def test_the_journal_is_made_by_the_first_row_and_not_before(path):
    journal = opened(path)
    assert (journal.rows(), journal.cards(), journal.card("a/one")) == ([], {}, None)
    assert journal.last_undoable() is None
    assert journal.is_whole()
    assert not path.parent.exists()
    answer(journal)
    assert path.exists()
    assert [*journal.cards()] == ["a/one"]
    journal.close()


def test_a_row_that_is_refused_makes_no_journal(path):
    journal = opened(path)
    with pytest.raises(JournalError, match="cannot hold Mark"):
        journal.record(EventKind.ANSWER, "a/one", Mark(), now=NOW)
    with pytest.raises(ValueError, match="zone"):
        answer(journal, at=NOW.replace(tzinfo=None))
    assert not path.parent.exists()


def test_undo_with_nothing_to_take_back_makes_no_journal(tmp_path):
    assert qbank("undo")[0] == 1
    assert not [*tmp_path.rglob("journal.db*")]


def test_a_closed_journal_takes_no_rows(path):
    journal = opened(path)
    answer(journal)
    journal.close()
    with pytest.raises(JournalError, match="opened for reading"):
        answer(journal)


def test_a_visit_for_reading_changes_no_file(path):
    started(path)
    before = path.read_bytes()
    journal = opened(path, read_only=True)
    assert journal.is_whole()
    assert len(journal.all_rows()) == 1
    journal.close()
    assert path.read_bytes() == before
    assert names_beside(path) == ["journal.db"]


def test_a_visit_for_reading_takes_no_row(path):
    started(path)
    journal = opened(path, read_only=True)
    with pytest.raises(JournalError, match="opened for reading"):
        answer(journal)
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        journal._db.execute("DELETE FROM event")
    journal.close()


def test_a_visit_for_reading_beside_a_writer_sees_what_was_committed(path):
    writer = opened(path)
    answer(writer)
    reader = opened(path, read_only=True)
    answer(writer, "a/two")
    assert [*reader.cards()] == ["a/one", "a/two"]
    reader.close()
    answer(writer, "a/three")
    writer.close()
    assert names_beside(path) == ["journal.db"]


def test_answers_of_a_killed_process_are_read_from_the_file_beside(path):
    left_by_a_crash(path, "a/two")
    journal = opened(path, read_only=True)
    assert [*journal.cards()] == ["a/one", "a/two"]
    journal.close()


def test_a_backup_is_one_file_that_can_be_read_where_it_lies(path):
    started(path)
    opened(path, now=later(1)).close()
    folder = path.parent / "backups"
    [backup] = folder.iterdir()
    journal = opened(backup, read_only=True)
    assert [*journal.cards()] == ["a/one"]
    journal.close()
    assert [*folder.iterdir()] == [backup]


@pytest.mark.parametrize("read_only", [True, False])
@pytest.mark.parametrize("state", ["missing", "empty"])
def test_answers_beside_a_lost_file_are_not_thrown_away(path, state, read_only):
    left_by_a_crash(path, "a/two")
    wal = path.with_name("journal.db-wal")
    kept = wal.read_bytes()
    path.unlink()
    if state == "empty":
        path.touch()
    with pytest.raises(JournalError, match=f"is {state}, but .*-wal has answers"):
        opened(path, read_only=read_only)
    assert wal.read_bytes() == kept


@pytest.mark.parametrize("read_only", [True, False])
def test_opening_a_damaged_file_leaves_it_and_what_lies_beside_it(path, read_only):
    left_by_a_crash(path, "a/two")
    path.write_bytes(b"not a database" * 500)
    before = {one.name: one.read_bytes() for one in path.parent.iterdir()}
    with pytest.raises(JournalError, match="damaged") as caught:
        opened(path, read_only=read_only)
    assert caught.value.hint == "qbank backup restore"
    assert {one.name: one.read_bytes() for one in path.parent.iterdir()} == before


UNPRIVILEGED = textwrap.dedent(
    """
    import os, sys
    from datetime import UTC, datetime
    from pathlib import Path
    from qbank.errors import JournalError
    from qbank.journal.store import Journal
    import qbank.journal.append, qbank.journal.backup
    if os.getuid() == 0:
        os.setuid(65534)
    now = datetime(2026, 11, 30, 12, tzinfo=UTC)
    try:
        print(len(Journal.open(Path(sys.argv[1]), now=now, read_only=True).all_rows()))
    except JournalError as error:
        print(error.message)
        print(error.hint)
    """
)


def test_where_nothing_can_be_written_answers_beside_the_file_are_not_passed_over():
    with tempfile.TemporaryDirectory(dir="/var/tmp") as name:
        folder = Path(name)
        path = folder / "journal.db"
        left_by_a_crash(path, "a/two")
        path.with_name("journal.db-shm").unlink()
        for one in folder.iterdir():
            one.chmod(0o444)
        folder.chmod(0o555)
        done = subprocess.run(
            [sys.executable, "-c", UNPRIVILEGED, str(path)],
            capture_output=True,
            text=True,
            cwd=ROOT,
        )
        folder.chmod(0o755)
    assert done.stdout.split("\n")[:2] == [
        f"{path} cannot be read without writing: journal.db-wal has answers of it",
        "copy both files to a folder that can be written",
    ], done.stderr


def test_doctor_tells_of_answers_beside_a_lost_file(tmp_path):
    path = tmp_path / "data" / "qbank" / "journal.db"
    left_by_a_crash(path, "a/two")
    path.unlink()
    code, out, _ = qbank("doctor")
    assert code == 1
    assert "is missing, but" in out


def test_a_folder_in_the_place_of_the_journal_is_an_error(path):
    path.mkdir(parents=True)
    (path / "file").touch()
    with pytest.raises(JournalError, match="cannot use"):
        opened(path)


def test_states_of_another_retention_are_not_shown(path):
    started(path)
    strict = opened(path, read_only=True, settings=FoldSettings(retention=0.97))
    lax = opened(path, read_only=True, settings=FoldSettings(retention=0.70))
    assert strict.card("a/one").due < lax.card("a/one").due
    assert strict.cards() == strict.folded()
    strict.close()
    lax.close()


def test_a_state_that_cannot_be_read_is_worked_out_anew(path):
    started(path)
    db = sqlite3.connect(path)
    db.execute("UPDATE card SET state = '{}'")
    db.commit()
    db.close()
    journal = opened(path)
    with pytest.raises(JournalError, match="cannot be read") as caught:
        journal.cards()
    assert caught.value.hint == "qbank doctor --rebuild"
    journal.rebuild()
    assert journal.cards()["a/one"].answers == 1
    journal.close()


@pytest.mark.parametrize("payload", ["{", "[]", "[" * 100_000])
def test_a_row_that_cannot_be_read_is_named(path, payload):
    started(path)
    db = sqlite3.connect(path)
    db.execute("UPDATE event SET payload = ?", (payload,))
    db.commit()
    [(id_,)] = db.execute("SELECT id FROM event").fetchall()
    db.close()
    journal = opened(path, read_only=True)
    with pytest.raises(JournalError, match=f"row {id_}: its payload"):
        journal.all_rows()
    journal.close()
