"""What can be taken back, and how."""

import pytest

from qbank.errors import JournalError
from qbank.schedule.rows import (
    UNDOABLE,
    Answer,
    Assess,
    Chain,
    EventKind,
    Interview,
    Mark,
    Note,
    Sitting,
    Suspend,
    Void,
)
from qbank.terms import Rating
from tests.factories import NOW, qbank
from tests.journal.making import answer, opened

ABOUT = "a/one"
PAYLOADS = {
    EventKind.ANSWER: (ABOUT, Answer(rating=Rating.GOOD)),
    EventKind.PRACTICE: (ABOUT, Answer(rating=Rating.GOOD)),
    EventKind.CHAIN: (ABOUT, Chain(answer_id="no", depth=1)),
    EventKind.SITTING: (None, Sitting(id="s", script="mock")),
    EventKind.INTERVIEW: (None, Interview(date="2026-12-12")),
    EventKind.MARK: (ABOUT, Mark()),
    EventKind.NOTE: (ABOUT, Note(text="mine")),
    EventKind.SUSPEND: (ABOUT, Suspend()),
    EventKind.ASSESS: (None, Assess(scores={"zero": 1})),
    EventKind.VOID: (None, Void(id="no")),
}


@pytest.mark.parametrize("kind", EventKind)
def test_only_what_the_learner_did_is_taken_back(path, kind):
    journal = opened(path)
    first = answer(journal, "a/first")
    question_id, payload = PAYLOADS[kind]
    done = journal.record(kind, question_id, payload, now=NOW)
    expected = done.id if kind in UNDOABLE else first.id
    assert journal.last_undoable().id == expected
    assert (kind in UNDOABLE) == (kind not in {"chain", "sitting", "void"})
    journal.close()


def test_the_place_in_a_mock_survives_an_undo(path):
    journal = opened(path)
    answer(journal)
    journal.record(EventKind.SITTING, None, Sitting(id="s", script="mock"), now=NOW)
    journal.void(journal.last_undoable().id, now=NOW)
    assert [row.kind for row in journal.rows()] == ["sitting"]
    assert journal.last_undoable() is None
    journal.close()


def test_a_chain_goes_with_its_answer(path):
    journal = opened(path)
    done = answer(journal)
    journal.record(EventKind.CHAIN, ABOUT, Chain(answer_id=done.id, depth=2), now=NOW)
    assert journal.card(ABOUT).last_depth == 2
    journal.void(journal.last_undoable().id, now=NOW)
    assert journal.rows() == []
    assert journal.card(ABOUT) is None
    assert journal.is_whole()
    journal.close()


def test_nothing_is_taken_back_twice(path):
    journal = opened(path)
    done = answer(journal)
    void = journal.void(done.id, now=NOW)
    with pytest.raises(JournalError, match="taken back already"):
        journal.void(done.id, now=NOW)
    with pytest.raises(JournalError, match="taken back already"):
        journal.void(void.id, now=NOW)
    with pytest.raises(JournalError, match="no row `nothing`"):
        journal.void("nothing", now=NOW)
    assert len(journal.all_rows()) == 2
    journal.close()


def test_undo_across_runs_passes_over_a_sitting(tmp_path):
    path = tmp_path / "data" / "qbank" / "journal.db"
    journal = opened(path)
    journal.record(EventKind.SITTING, None, Sitting(id="s", script="mock"), now=NOW)
    journal.close()
    assert qbank("undo", "--dry-run")[1] == "nothing to undo\n"
    assert qbank("undo")[0] == 1


def test_the_words_of_a_mark_are_kept_and_go_with_it(path):
    journal = opened(path)
    journal.record(EventKind.MARK, ABOUT, Mark(note="ask 张三; then §2"), now=NOW)
    journal.close()
    journal = opened(path)
    card = journal.card(ABOUT)
    assert (card.is_marked, card.mark_note) == (True, "ask 张三; then §2")
    journal.record(EventKind.MARK, ABOUT, Mark(on=False), now=NOW)
    assert (journal.card(ABOUT).is_marked, journal.card(ABOUT).mark_note) == (False, "")
    journal.void(journal.last_undoable().id, now=NOW)
    assert journal.card(ABOUT) == card
    journal.close()
