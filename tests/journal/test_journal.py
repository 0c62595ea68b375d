import sqlite3
import subprocess
import sys
import textwrap
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qbank.errors import JournalError
from qbank.journal.backup import back_up, backups_of
from qbank.journal.schema import SHIPPED
from qbank.schedule.fold import fold
from qbank.schedule.rows import Answer, EventKind, Mark
from qbank.terms import Rating
from tests.factories import NOW, later
from tests.journal.making import ROOT, answer, opened, started


def test_reading_a_journal_that_does_not_exist_makes_no_file(path):
    journal = opened(path, read_only=True)
    assert journal.cards() == {}
    assert journal.rows() == []
    assert not path.exists()


def test_an_answer_moves_its_card_and_survives_reopening(path):
    journal = opened(path)
    answer(journal)
    journal.close()
    card = opened(path, read_only=True).card("a/one")
    assert (card.answers, card.due) == (1, later(2).date())


def test_only_the_first_answer_of_a_study_day_moves_a_card(path):
    journal = opened(path)
    answer(journal)
    first = journal.card("a/one")
    for minute in range(1, 11):
        answer(journal, rating=Rating.EASY, at=NOW + timedelta(minutes=minute))
    card = journal.card("a/one")
    assert (card.stability, card.due, card.answers) == (first.stability, first.due, 1)
    assert card.practices == 10
    assert journal.is_whole()


def test_undo_cancels_the_newest_row_and_works_across_runs(path):
    journal = opened(path)
    answer(journal)
    answer(journal, "a/two")
    journal.close()
    journal = opened(path)
    row = journal.last_undoable()
    assert row.question_id == "a/two"
    journal.void(row.id, now=later(1))
    assert [*journal.cards()] == ["a/one"]
    journal.void(journal.last_undoable().id, now=later(1))
    assert journal.cards() == {}
    assert journal.last_undoable() is None
    assert len(journal.all_rows()) == 4


def test_after_an_undo_the_next_answer_of_the_day_is_the_first(path):
    journal = opened(path)
    voided = answer(journal, rating=Rating.AGAIN)
    journal.void(voided.id, now=NOW)
    answer(journal, rating=Rating.EASY, at=NOW + timedelta(minutes=5))
    assert journal.card("a/one").last_rating is Rating.EASY
    assert journal.is_whole()


def test_a_clock_set_back_keeps_the_order_and_says_so(path):
    journal = opened(path)
    assert not answer(journal).clock_was_back
    recorded = answer(journal, "a/two", at=NOW - timedelta(hours=3))
    assert recorded.clock_was_back
    assert [row.question_id for row in journal.all_rows()] == ["a/one", "a/two"]


def test_the_stored_day_is_that_of_the_place_where_it_was_answered(path):
    journal = opened(path)
    shanghai = timezone(timedelta(hours=8))
    answer(journal, at=datetime(2026, 12, 1, 3, 30, tzinfo=shanghai))
    answer(journal, "a/two", at=datetime(2026, 12, 1, 4, 30, tzinfo=shanghai))
    assert [row.day for row in journal.all_rows()] == ["2026-11-30", "2026-12-01"]


EVENTS = st.lists(
    st.tuples(
        st.sampled_from(["answer", "practice", "mark", "undo"]),
        st.sampled_from(["a/one", "a/two"]),
        st.sampled_from([*Rating]),
        st.integers(0, 30),
        st.permutations(["shards", "bytes", "again"]),
    ),
    max_size=25,
)


@settings(max_examples=40, deadline=None)
@given(EVENTS)
def test_the_card_table_equals_the_fold_of_all_rows(tmp_path_factory, events):
    journal = opened(tmp_path_factory.mktemp("fold") / "journal.db")
    hours = 0
    recorded = 0
    for kind, name, rating, step, points in events:
        hours += step
        at = NOW + timedelta(hours=hours)
        if kind == "undo":
            row = journal.last_undoable()
            if row is not None:
                journal.void(row.id, now=at)
                recorded += 1
        elif kind == "mark":
            journal.record(EventKind.MARK, name, Mark(), now=at)
            recorded += 1
        else:
            ticked = {id_: n > 0 for n, id_ in enumerate(points)}
            journal.record(EventKind(kind), name, Answer(rating=rating, points=ticked), now=at)
            recorded += 1
    assert len(journal.all_rows()) == recorded
    assert journal.is_whole()
    kept = journal.cards()
    journal.rebuild()
    assert journal.cards() == kept
    journal.close()


WRITER = textwrap.dedent(
    """
    import sys
    from datetime import UTC, datetime
    from pathlib import Path
    from qbank.journal.store import Journal
    from qbank.schedule.rows import Answer, EventKind
    from qbank.terms import Rating
    now = datetime(2026, 11, 30, 12, tzinfo=UTC)
    journal = Journal.open(Path(sys.argv[1]), now=now)
    for n in range(int(sys.argv[2])):
        done = journal.record(EventKind.ANSWER, f"a/{sys.argv[3]}{n % 5}", Answer(rating=Rating.GOOD), now=now)
        print(done.id, flush=True)
    journal.close()
    """
)


def writer(path, count, name):
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path), str(count), name],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )


def test_two_processes_that_make_the_journal_at_once_lose_nothing(path):
    both = [writer(path, 60, name) for name in ("x", "y")]
    ids = {line for one in both for line in one.communicate()[0].split()}
    assert len(ids) == 120
    journal = opened(path, read_only=True)
    assert {row.id for row in journal.all_rows()} == ids
    assert journal.is_whole()


@pytest.mark.parametrize("lines", [1, 7, 23])
def test_a_killed_process_loses_nothing_that_was_acknowledged(path, lines):
    started(path)
    process = writer(path, 10_000, "k")
    seen = [process.stdout.readline().strip() for _ in range(lines)]
    process.kill()
    rest = process.communicate()[0].split("\n")
    acknowledged = {*seen, *rest[:-1]}
    journal = opened(path)
    assert acknowledged <= {row.id for row in journal.all_rows()}
    assert journal.is_whole()
    journal.close()


def test_a_newer_schema_is_refused_and_left_alone(path):
    started(path)
    db = sqlite3.connect(path)
    db.execute(f"PRAGMA user_version={SHIPPED.version + 2}")
    db.close()
    before = path.read_bytes()
    with pytest.raises(
        JournalError, match=f"schema {SHIPPED.version + 2}, this qbank knows {SHIPPED.version}"
    ):
        opened(path)
    assert path.read_bytes() == before


def test_a_foreign_database_is_refused(path):
    path.parent.mkdir(parents=True)
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE t(x)")
    db.commit()
    db.close()
    with pytest.raises(JournalError, match="not a journal of qbank"):
        opened(path)


def test_an_empty_file_beside_a_backup_is_not_started_anew(path):
    journal = opened(path)
    answer(journal)
    journal.close()
    back_up(path, NOW)
    path.write_bytes(b"")
    for read_only in (True, False):
        with pytest.raises(JournalError, match="is empty"):
            opened(path, read_only=read_only)


def test_an_empty_file_without_backups_becomes_a_journal(path):
    path.parent.mkdir(parents=True)
    path.write_bytes(b"")
    journal = opened(path)
    answer(journal)
    assert journal.is_whole()


def test_a_full_disk_saves_nothing_and_says_so(path):
    journal = opened(path)
    answer(journal)
    pages = journal._db.execute("PRAGMA page_count").fetchone()[0]
    journal._db.execute(f"PRAGMA max_page_count={pages}")
    with pytest.raises(JournalError, match="full"):
        for n in range(2000):
            journal.record(
                EventKind.ANSWER, f"a/{n}", Answer(rating=Rating.GOOD, typed="x" * 2000), now=NOW
            )
    assert journal.is_whole()


READER = textwrap.dedent(
    """
    import os, sys
    from datetime import UTC, datetime
    from pathlib import Path
    import qbank.journal.append, qbank.journal.backup
    from qbank.errors import JournalError
    from qbank.journal.store import Journal
    now = datetime(2026, 11, 30, 12, tzinfo=UTC)
    path = Path(sys.argv[1])
    if os.getuid() == 0:
        os.setuid(65534)
    print(len(Journal.open(path, now=now, read_only=True).all_rows()))
    try:
        Journal.open(path, now=now)
    except JournalError as error:
        print(error.message)
    """
)


def test_a_folder_that_cannot_be_written_can_be_read():
    import tempfile

    with tempfile.TemporaryDirectory(dir="/var/tmp") as name:
        folder = Path(name)
        folder.chmod(0o755)
        path = folder / "journal.db"
        journal = opened(path)
        answer(journal)
        journal.close()
        path.chmod(0o644)
        folder.chmod(0o555)
        done = subprocess.run(
            [sys.executable, "-c", READER, str(path)], capture_output=True, text=True, cwd=ROOT
        )
        folder.chmod(0o755)
    assert not done.stderr, done.stderr
    count, message = done.stdout.strip().split("\n")
    assert count == "1"
    assert "cannot be written" in message or "Permission denied" in message


def test_ten_backups_are_kept_one_a_day_by_itself(path):
    for day in range(14):
        journal = opened(path, now=later(day))
        answer(journal, at=later(day))
        journal.close()
        opened(path, now=later(day)).close()
    names = [one.name for one in backups_of(path)]
    assert len(names) == 10
    assert names[0].startswith("journal-20261213")


def test_a_time_without_zone_is_refused(path):
    with pytest.raises(ValueError, match=r"zone|offset"):
        answer(opened(path), at=datetime(2026, 1, 1, tzinfo=UTC).replace(tzinfo=None))


def test_half_a_character_in_a_typed_answer_is_kept(path):
    journal = opened(path)
    journal.record(EventKind.ANSWER, "a/one", Answer(rating=Rating.GOOD, typed="a\ud800b"), now=NOW)
    assert journal.all_rows()[0].payload["typed"] == "a\ud800b"


def test_several_answers_are_committed_in_order_and_undone_one_by_one(path):
    journal = opened(path)
    kinds = {"one": EventKind.ANSWER, "two": EventKind.PRACTICE, "three": EventKind.ANSWER}
    rows = [(kind, f"a/{n}", Answer(rating=Rating.GOOD)) for n, kind in kinds.items()]
    recorded = journal.record_all(rows, now=NOW)
    assert [row.kind for row in journal.all_rows()] == [*kinds.values()]
    assert [row.id for row in journal.all_rows()] == [one.id for one in recorded]
    assert journal.last_undoable().question_id == "a/three"
    assert journal.is_whole()


def test_several_answers_are_all_kept_or_none(path):
    journal = opened(path)
    answer(journal)
    kind = EventKind.ANSWER
    rows = [(kind, "a/two", Answer(rating=Rating.GOOD)), (kind, "a/three", Mark())]
    with pytest.raises(JournalError):
        journal.record_all(rows, now=NOW)
    pages = journal._db.execute("PRAGMA page_count").fetchone()[0]
    journal._db.execute(f"PRAGMA max_page_count={pages}")
    long = Answer(rating=Rating.GOOD, typed="x" * 2000)
    rows = [(kind, f"a/{n}", long) for n in range(200)]
    with pytest.raises(JournalError, match="full"):
        journal.record_all(rows, now=NOW)
    assert [row.question_id for row in journal.all_rows()] == ["a/one"]
    assert journal.is_whole()


def test_what_was_missed_is_the_same_live_and_rebuilt(path):
    journal = opened(path)
    answer(journal, points={"shards": False, "bytes": True, "again": False})
    assert journal.card("a/one").last_missed == ("again", "shards")
    assert fold(journal.all_rows(), journal.fold_settings) == journal.cards()
    journal.close()
