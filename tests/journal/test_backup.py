"""Backups, and the way back from a damaged journal."""

import sqlite3
from datetime import timedelta

import pytest

from qbank.errors import JournalError, NotFoundError
from qbank.journal.backup import back_up, backups_of, daily, restore
from tests.factories import NOW, later, qbank
from tests.journal.making import answer, left_by_a_crash, names_beside, opened, started


def ids_in(path):
    journal = opened(path, read_only=True)
    try:
        return [*journal.cards()]
    finally:
        journal.close()


def crashed_with_a_backup(path):
    """Answers in the WAL file only, and a backup from before them."""
    left_by_a_crash(path, "a/two")
    source = path.with_name("source.db")
    started(source)
    return back_up(source, NOW)


def overwritten_in_the_middle(path):
    """A file that still looks like a journal, and is damaged further in."""
    content = bytearray(path.read_bytes())
    for page in range(1, len(content) // 4096):
        content[page * 4096 : page * 4096 + 64] = b"\xff" * 64
    path.write_bytes(content)


def replaced(path):
    path.write_bytes(b"not a database at all" * 500)


@pytest.mark.parametrize("damage", [replaced, overwritten_in_the_middle])
def test_restoring_over_a_damaged_journal_keeps_all_of_it(path, damage):
    backup = crashed_with_a_backup(path)
    damage(path)
    before = {e: path.with_name(path.name + e).read_bytes() for e in ("", "-wal")}
    restored, aside = restore(path, None, later(1))
    assert restored == backup
    assert aside.parent == path.parent
    for ending, content in before.items():
        assert aside.with_name(aside.name + ending).read_bytes() == content
    assert ids_in(path) == ["a/one"]


def test_what_is_moved_aside_twice_in_a_second_keeps_both(path):
    started(path)
    back_up(path, NOW)
    asides = []
    for content in (b"first damage", b"second damage"):
        path.write_bytes(content)
        asides.append(restore(path, None, NOW)[1])
    assert [one.read_bytes() for one in asides] == [b"first damage", b"second damage"]


@pytest.mark.parametrize("state", ["missing", "empty"])
def test_answers_beside_a_lost_file_are_moved_aside_by_a_restore(path, state):
    crashed_with_a_backup(path)
    wal = path.with_name("journal.db-wal").read_bytes()
    path.unlink()
    if state == "empty":
        path.touch()
    _, aside = restore(path, None, later(1))
    assert aside.read_bytes() == wal
    assert ids_in(path) == ["a/one"]


def test_a_foreign_database_is_moved_aside_and_not_made_a_backup(path):
    started(path)
    backup = back_up(path, NOW)
    path.unlink()
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE theirs(x)")
    db.commit()
    db.close()
    content = path.read_bytes()
    with pytest.raises(JournalError, match="not a journal of qbank"):
        back_up(path, later(1))
    _, aside = restore(path, None, later(1))
    assert aside.read_bytes() == content
    assert backups_of(path) == (backup,)


def test_a_sound_journal_is_backed_up_before_another_takes_its_place(path):
    started(path, "a/one")
    backup = back_up(path, NOW)
    started(path, "a/two")
    restored, aside = restore(path, backup.name, later(1))
    assert restored == backup
    assert ids_in(path) == ["a/one"]
    assert ids_in(aside) == ["a/one", "a/two"]
    assert aside in backups_of(path)


def test_a_sitting_that_goes_on_during_a_restore_loses_no_later_answer(path):
    started(path)
    back_up(path, NOW)
    sitting = opened(path)
    answer(sitting, "a/two")
    restore(path, None, later(1))
    answer(sitting, "a/three", at=later(1))
    assert sitting.is_whole()
    sitting.close()
    assert ids_in(path) == ["a/one", "a/three"]
    assert "journal.db-wal" not in names_beside(path)


def test_a_damaged_backup_replaces_nothing(path):
    started(path)
    backup = back_up(path, NOW)
    started(path, "a/two")
    backup.write_bytes(b"rotten" * 500)
    with pytest.raises(JournalError, match=r"backups.* is damaged"):
        restore(path, None, later(1))
    assert ids_in(path) == ["a/one", "a/two"]
    assert not [name for name in names_beside(path) if "aside" in name]


def test_restoring_the_oldest_of_ten_does_not_forget_it(path):
    for day in range(10):
        started(path, f"a/{day}")
        back_up(path, later(day))
    oldest = backups_of(path)[-1]
    restore(path, oldest.name, later(20))
    assert ids_in(path) == ["a/0"]
    assert oldest.exists()
    assert len(backups_of(path)) == 10


def test_the_newest_of_one_second_is_restored_without_a_name(path):
    for number in range(12):
        started(path, f"a/{number}")
        newest = back_up(path, NOW)
    assert backups_of(path)[0] == newest
    assert restore(path, None, later(1))[0] == newest


def test_a_clock_set_back_does_not_cost_the_backup_just_made(path):
    started(path)
    for day in range(10):
        back_up(path, later(day))
    made = back_up(path, NOW - timedelta(days=400))
    assert made.exists()
    assert len(backups_of(path)) == 10


def test_a_backup_that_fails_leaves_no_half_file(path):
    started(path)
    overwritten_in_the_middle(path)
    with pytest.raises(JournalError, match="damaged"):
        back_up(path, NOW)
    assert not [*(path.parent / "backups").iterdir()]


def test_a_backup_that_fails_does_not_cost_an_answer(path):
    started(path)
    (path.parent / "backups").touch()
    journal = opened(path, now=later(1))
    answer(journal, "a/two", at=later(1))
    journal.close()
    assert ids_in(path) == ["a/one", "a/two"]


def test_a_restore_that_was_killed_can_be_done_again(path):
    started(path)
    back_up(path, NOW)
    path.unlink()
    path.with_name("journal.db.restoring").write_bytes(b"half a copy")
    restore(path, None, later(1))
    assert ids_in(path) == ["a/one"]
    assert names_beside(path) == ["backups", "journal.db"]


def test_there_is_one_backup_a_day_by_itself(path):
    started(path)
    assert daily(path, NOW) is not None
    assert daily(path, NOW + timedelta(hours=3)) is None
    assert daily(path, later(1)) is not None


def test_other_files_among_the_backups_are_let_be(path):
    started(path)
    other = path.parent / "backups" / "journal-before-my-holiday.db"
    other.parent.mkdir()
    other.write_bytes(b"mine")
    for day in range(12):
        back_up(path, later(day))
    assert other.read_bytes() == b"mine"
    assert other not in backups_of(path)


def test_a_backup_that_does_not_exist_is_named(path):
    started(path)
    with pytest.raises(NotFoundError, match="there are no backups"):
        restore(path, None, NOW)
    back_up(path, NOW)
    with pytest.raises(NotFoundError, match="no backup named `none`"):
        restore(path, "none", NOW)


def test_the_command_names_the_backup_that_it_will_use_before_it_asks(tmp_path):
    path = tmp_path / "data" / "qbank" / "journal.db"
    started(path)
    code, _, err = qbank("backup", "restore")
    assert (code, "there are no backups" in err) == (1, True)
    back_up(path, NOW)
    started(path, "a/two")
    assert qbank("backup", "restore")[0] == 2  # nobody to ask
    assert ids_in(path) == ["a/one", "a/two"]
    code, out, _ = qbank("backup", "restore", "--yes", at=later(1))
    assert code == 0
    assert "journal-20261130-120000.db" in out
    assert "the journal of before is in" in out
    assert ids_in(path) == ["a/one"]


def test_a_backup_of_no_journal_is_refused(path):
    with pytest.raises(JournalError, match="no journal at"):
        back_up(path, NOW)
    assert not path.parent.exists()
    assert not [*path.parent.parent.iterdir()]
