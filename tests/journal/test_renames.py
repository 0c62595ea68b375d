"""A question that got another id keeps what the learner did."""

import json

from qbank.schedule.card import FoldSettings
from qbank.schedule.rows import AskedQuestion, EventKind, Interview, Mark, Went
from qbank.terms import Rating
from tests.factories import NOW, later, qbank, question, write
from tests.journal.making import answer, opened, started

RENAMES = {"a/old": "a/mid", "a/mid": "a/new"}


def following(path, **options):
    journal = opened(path, **options)
    journal.follow(RENAMES)
    return journal


def test_every_way_of_asking_follows_a_rename(path):
    started(path, "a/old", "a/other")
    journal = following(path, read_only=True)
    card = journal.card("a/new")
    assert card.answers == 1
    assert journal.card("a/old") == journal.card("a/mid") == card
    assert journal.cards()["a/new"] == card
    assert [*journal.cards()] == ["a/new", "a/other"]
    for name in ("a/old", "a/mid", "a/new"):
        assert [row.question_id for row in journal.rows(question_id=name)] == ["a/new"]
    assert journal.last_undoable().question_id == "a/other"
    journal.close()


def test_an_answer_under_the_new_id_moves_the_same_card(path):
    started(path, "a/old")
    journal = following(path)
    before = journal.card("a/new")
    answer(journal, "a/new", at=later(2))
    after = journal.card("a/new")
    assert (before.answers, after.answers) == (1, 2)
    assert after.stability > before.stability
    assert journal.cards() == {"a/new": after}
    assert len(journal.rows(question_id="a/new")) == 2
    assert journal.is_whole()
    journal.close()


def test_a_row_is_recorded_under_the_id_of_today(path):
    journal = following(path)
    answer(journal, "a/old")
    assert [row.question_id for row in journal.all_rows()] == ["a/new"]
    journal.close()


def test_the_first_answer_of_the_day_may_have_been_under_the_old_id(path):
    started(path, "a/old")
    journal = following(path)
    answer(journal, "a/new", rating=Rating.EASY)
    assert (journal.card("a/new").answers, journal.card("a/new").practices) == (1, 1)
    journal.close()


def test_an_old_row_is_taken_back_from_the_card_of_today(path):
    started(path, "a/old")
    journal = following(path)
    journal.record(EventKind.MARK, "a/new", Mark(), now=NOW)
    [old] = [row for row in journal.all_rows() if row.question_id == "a/old"]
    journal.void(old.id, now=NOW)
    assert (journal.card("a/new").answers, journal.card("a/new").is_marked) == (0, True)
    assert journal.is_whole()
    journal.close()


def test_an_interview_names_a_question_by_its_old_id(path):
    journal = following(path)
    asked = (AskedQuestion(text="?", question_id="a/old", went=Went.BADLY),)
    done = journal.record(
        EventKind.INTERVIEW, None, Interview(date="2026-11-30", questions=asked), now=NOW
    )
    assert journal.card("a/new").wanted == NOW.date()
    journal.void(done.id, now=NOW)
    assert journal.card("a/new") is None
    journal.close()


def test_a_command_without_the_bank_goes_by_the_renames_last_used(path):
    started(path, "a/old")
    journal = following(path)
    answer(journal, "a/new", at=later(2))
    journal.close()
    journal = opened(path)
    assert journal.fold_settings.renames == RENAMES
    journal.void(journal.last_undoable().id, now=later(2))
    journal.close()
    journal = following(path, read_only=True)
    assert journal.card("a/new").answers == 1
    assert journal.is_whole()
    journal.close()


def test_a_rename_that_was_taken_back_is_forgotten(path):
    started(path, "a/old")
    journal = following(path)
    answer(journal, "a/other")
    journal.follow({})
    assert [*journal.cards()] == ["a/old", "a/other"]
    answer(journal, "a/third")
    assert [*journal.cards()] == ["a/old", "a/other", "a/third"]
    assert journal.is_whole()
    journal.close()


def test_two_processes_with_other_renames_do_not_mix_the_states(path):
    started(path, "a/old")
    with_bank, without = following(path), opened(path)
    answer(with_bank, "a/new", at=later(2))
    without.follow({})
    answer(without, "a/old", at=later(4))
    answer(with_bank, "a/other", at=later(4))
    assert with_bank.card("a/new").answers == 3
    assert with_bank.is_whole()
    assert with_bank.cards() == with_bank.folded()
    with_bank.close()
    without.close()


def test_a_circle_of_renames_ends():
    settings = FoldSettings(renames={"a/one": "a/two", "a/two": "a/one"})
    assert set(settings.names("a/one")) <= {"a/one", "a/two"}


def test_the_typed_answer_of_a_renamed_question_is_shown(tmp_path):
    folder = tmp_path / "more"
    was = question(framework="peft").replace("priority: 1", "was: [peft/old]\npriority: 1")
    write(folder, "peft/new", was)
    journal = opened(tmp_path / "data" / "qbank" / "journal.db")
    answer(journal, "peft/old", typed="in my own words")
    journal.close()
    code, out, err = qbank("show", "peft/new", "--rubric", "--bank", folder)
    assert code == 0, err
    assert "in my own words" in out
    code, out, _ = qbank("list", "--json", "--bank", folder)
    [row] = [one for one in json.loads(out)["data"] if one["id"] == "peft/new"]
    assert row["due"] == "2026-12-02"
