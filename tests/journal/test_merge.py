"""Rows of another journal: a union, or nothing and the reason."""

import json
import re
import sqlite3
from datetime import timedelta

import pytest

from qbank.errors import JournalError
from qbank.journal.merge import plan_merge
from qbank.schedule.rows import AskedQuestion, Chain, EventKind, Interview, Note
from qbank.terms import Rating
from tests.factories import NOW, later, qbank
from tests.journal.making import answer, names_beside, opened, started


@pytest.fixture
def other(tmp_path):
    """A journal of two rows: an answer and an interview."""
    path = tmp_path / "usb" / "other.db"
    journal = opened(path)
    answer(journal, typed="mine")
    asked = (AskedQuestion(text="Why?", question_id="a/two"),)
    journal.record(
        EventKind.INTERVIEW, None, Interview(date="2026-12-12", questions=asked), now=NOW
    )
    journal.close()
    return path


def changed(path, column, value, seq=1):
    """Alter the answer (1) or the interview (2); returns the id of the row."""
    db = sqlite3.connect(path)
    db.execute(f"UPDATE event SET {column} = ? WHERE seq = ?", (value, seq))
    db.commit()
    [(id_,)] = db.execute("SELECT id FROM event WHERE seq = ?", (seq,)).fetchall()
    db.close()
    return id_


def refused(other, message, **options):
    """Import: the error, after a look that nothing was taken."""
    code, out, err = qbank("import", other, "--yes", **options)
    assert (code, out) == (2, "")
    assert re.search(message, err), err
    assert "Traceback" not in err
    assert qbank("import", other, "--dry-run")[0] == 2
    return err


def test_a_merge_is_the_same_in_either_direction(tmp_path):
    left, right = opened(tmp_path / "l.db"), opened(tmp_path / "r.db")
    answer(left, "a/one")
    answer(right, "a/one", rating=Rating.AGAIN, at=NOW + timedelta(hours=1))
    answer(right, "a/two", at=later(1))
    plan = plan_merge(left, right.path)
    assert (len(plan.new), plan.known) == (2, 0)
    back = plan_merge(right, left.path)
    left.add_rows(plan.new)
    right.add_rows(back.new)
    assert left.cards() == right.cards()
    assert left.is_whole()
    assert plan_merge(left, right.path) == ((), 3)
    left.close()
    right.close()


def test_a_merge_that_fails_in_between_leaves_nothing(tmp_path, other):
    journal = opened(tmp_path / "own.db")
    new = plan_merge(journal, other).new
    with pytest.raises(JournalError):
        journal.add_rows([*new, new[0]])
    assert journal.all_rows() == []
    journal.close()


def test_an_import_makes_the_journal_and_only_reads_the_other(tmp_path, other):
    before = other.read_bytes()
    assert qbank("import", other, "--dry-run")[1] == "2 new rows, 0 already here\n"
    assert not [*(tmp_path / "data").rglob("journal.db*")]
    assert qbank("import", other, "--yes")[0] == 0
    assert qbank("import", other, "--dry-run")[1] == "0 new rows, 2 already here\n"
    assert other.read_bytes() == before
    assert names_beside(other) == ["other.db"]


@pytest.mark.parametrize(
    ("column", "value", "why"),
    [
        ("day", "2026-13-01", r"its day must be a date such as 2026-11-30, not '2026-13-01'"),
        ("day", "20261130", "its day must be a date"),
        ("day", "", "its day must be a date"),
        ("offset_min", 1440, "its offset must be minutes within a day, not 1440"),
        ("offset_min", -5000, "its offset"),
        ("at_ms", -1, "its time must be milliseconds since 1970, not -1"),
        ("at_ms", 10**17, "its time"),
        ("day", "9999-12-31", "its day is 9999-12-31, but its time is of 2026-11-30"),
        ("day", "2026-12-02", "its day is 2026-12-02, but its time is of 2026-11-30"),
        ("day", "0001-01-01", "its day must be a date"),
        ("at_ms", 253_402_300_799_999, "its time is more than a year ahead of now"),
        ("at_ms", 1_830_000_000_000, "its time is more than a year ahead of now"),
        ("payload", '{"rating": 3, "draw": {"values": {"x": NaN}}}', "its payload has a number"),
        ("payload", '{"rating": 3, "draw": {"x": [1e999]}}', "its payload has a number that is"),
        ("payload", '{"rating": 3, "seconds": NaN}', "`seconds` of a row of kind answer is nan"),
        ("payload", '{"rating": 3, "seconds": 1' + "0" * 400 + "}", "`seconds` of a row"),
        ("payload", '{"rating": 3, "revision": 1' + "0" * 400 + "}", "`revision` of a row"),
        ("question_id", None, "a row of kind answer needs a question"),
        ("question_id", "", "a row of kind answer needs a question"),
        ("kind", "dream", "`dream` is not a kind of row"),
        ("payload", "{", "its payload cannot be read"),
        ("payload", "[]", "its payload is no object"),
        ("payload", "{}", "`rating` of a row of kind answer is missing"),
        (
            "payload",
            '{"rating": 9}',
            "`rating` of a row of kind answer is 9, not one of 1, 2, 3, 4",
        ),
    ],
)
def test_a_row_that_cannot_be_used_is_named_and_nothing_is_taken(other, column, value, why):
    id_ = changed(other, column, value)
    refused(other, rf"other\.db: row {id_}: {why}")


def test_a_day_that_a_clock_set_back_left_is_taken(tmp_path, other):
    changed(other, "day", "1970-01-01")
    assert qbank("import", other, "--yes")[0] == 0
    for command in ("list", "stats", "doctor"):
        assert qbank(command)[0] == 0


def test_an_id_of_another_form_is_refused(other):
    changed(other, "id", "1")
    refused(other, "row 1: its id must be a UUID of version 7, not '1'")


def test_an_unknown_key_is_refused_with_the_way_out(other):
    id_ = changed(other, "payload", '{"rating": 3, "mood": "fine"}')
    err = refused(other, f"row {id_}: `mood` is not a part of a row of kind answer")
    assert "upgrade qbank" in err


def test_an_unknown_key_of_a_question_in_an_interview_is_refused(other):
    payload = {"date": "2026-12-12", "questions": [{"text": "Why?", "mood": "bad"}]}
    id_ = changed(other, "payload", json.dumps(payload), seq=2)
    refused(other, f"row {id_}: `mood` is not a part of a row of kind interview")


def test_several_rows_that_cannot_be_used_are_counted(other):
    db = sqlite3.connect(other)
    db.execute("UPDATE event SET day = 'today'")
    db.commit()
    db.close()
    refused(other, r"row .*not 'today' \(and 1 more\)")


def test_the_same_id_with_other_content_is_refused(tmp_path, other):
    journal = opened(tmp_path / "own.db")
    journal.add_rows(plan_merge(journal, other).new)
    id_ = changed(other, "day", "2026-12-01")
    with pytest.raises(JournalError, match=f"row {id_} differs between the two journals"):
        plan_merge(journal, other)
    journal.close()


def test_a_damaged_file_does_not_send_the_learner_to_restore_his_own(other):
    other.write_bytes(b"rotten" * 1000)
    err = refused(other, r"other\.db is damaged")
    assert "qbank backup restore" not in err
    assert "import a backup of it instead" in err


def test_what_is_no_journal_is_refused(tmp_path, other):
    refused(tmp_path / "no.db", "there is no file")
    refused(other.parent, "is a folder")
    foreign = tmp_path / "foreign.db"
    db = sqlite3.connect(foreign)
    db.execute("CREATE TABLE event(id)")
    db.commit()
    db.close()
    refused(foreign, "is not a journal of qbank")


def test_a_bulk_import_says_where_the_backup_is(other):
    assert qbank("import", other, "--yes")[0] == 0
    third = other.with_name("third.db")
    started(third, "a/three")
    code, out, err = qbank("import", third, "--yes")
    assert (code, out) == (0, "1 row added\n")
    assert "backed up to" in err


def test_chains_and_notes_come_along(tmp_path):
    theirs = opened(tmp_path / "theirs.db")
    done = answer(theirs)
    theirs.record(EventKind.CHAIN, "a/one", Chain(answer_id=done.id, depth=3), now=NOW)
    theirs.record(EventKind.NOTE, "a/one", Note(text="by heart"), now=NOW)
    own = opened(tmp_path / "own.db")
    own.add_rows(plan_merge(own, theirs.path).new)
    assert own.cards() == theirs.cards()
    assert (own.card("a/one").last_depth, own.card("a/one").note) == (3, "by heart")
    own.close()
    theirs.close()
