"""Clocks that stand still, go back, or were wrong."""

from datetime import timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from qbank.journal.uuid7 import is_uuid7, uuid7
from tests.factories import NOW, later
from tests.journal.making import answer, opened


def ids(journal):
    return [row.question_id for row in journal.all_rows() if row.kind != "void"]


def test_many_rows_of_one_instant_keep_their_order_without_a_warning(path):
    journal = opened(path)
    done = [answer(journal, f"a/{n}") for n in range(50)]
    assert not any(one.clock_was_back for one in done)
    assert ids(journal) == [f"a/{n}" for n in range(50)]
    assert {row.at_ms for row in journal.all_rows()} == {int(NOW.timestamp() * 1000)}
    assert journal.last_undoable().id == done[-1].id
    journal.close()


def test_the_order_of_one_instant_holds_across_runs(path):
    for number in range(20):
        journal = opened(path)
        assert not answer(journal, f"a/{number}").clock_was_back
        journal.close()
    journal = opened(path, read_only=True)
    assert ids(journal) == [f"a/{n}" for n in range(20)]
    journal.close()


def test_every_answer_given_while_the_clock_is_back_is_told(path):
    journal = opened(path)
    answer(journal, "a/0")
    back = NOW - timedelta(hours=3)
    assert all(answer(journal, f"a/{n}", at=back).clock_was_back for n in range(1, 4))
    assert not answer(journal, "a/4", at=NOW + timedelta(seconds=1)).clock_was_back
    assert ids(journal) == [f"a/{n}" for n in range(5)]
    journal.close()


def test_a_millisecond_back_is_back(path):
    journal = opened(path)
    answer(journal)
    assert answer(journal, "a/two", at=NOW - timedelta(milliseconds=1)).clock_was_back
    journal.close()


def test_a_wrong_clock_is_forgotten_with_the_rows_that_it_dated(path):
    journal = opened(path)
    wrong = answer(journal, at=later(3650))
    assert not journal.void(wrong.id, now=NOW).clock_was_back
    done = answer(journal, "a/two", at=NOW + timedelta(minutes=1))
    assert not done.clock_was_back
    newest = journal.rows()[-1]
    assert newest.at_ms == int((NOW + timedelta(minutes=1)).timestamp() * 1000)
    assert journal.last_undoable().id == done.id
    assert journal.is_whole()
    journal.close()


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(-3, 3), min_size=1, max_size=20))
def test_rows_are_in_the_order_in_which_they_were_made(tmp_path_factory, steps):
    journal = opened(tmp_path_factory.mktemp("clock") / "journal.db")
    at, newest = NOW, 0
    for number, step in enumerate(steps):
        at += timedelta(milliseconds=step)
        at_ms = round(at.timestamp() * 1000)
        done = answer(journal, f"a/{number}", at=at)
        assert done.clock_was_back == (at_ms < newest)
        newest = newest + 1 if at_ms < newest else at_ms
        assert journal.all_rows()[-1].at_ms == newest
    assert ids(journal) == [f"a/{n}" for n in range(len(steps))]
    assert [row.seq for row in journal.all_rows()] == [*range(1, len(steps) + 1)]
    assert journal.is_whole()
    journal.close()


def test_ids_sort_by_time_and_at_one_moment_by_order():
    made = [""]
    for number in range(5000):
        made.append(uuid7(1_000 + number // 50, after=made[-1]))
    assert made == sorted(set(made))
    assert all(map(is_uuid7, made[1:]))


def test_an_id_comes_after_any_other_of_its_moment():
    last = "00000000-03e8-7fff-bfff-ffffffffffff"
    assert is_uuid7(last)
    assert uuid7(0x3E8, after=last) > last
    assert uuid7(0x3E7, after=last) > last
    assert is_uuid7(uuid7(0x3E8, after=last))
