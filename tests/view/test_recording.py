"""What a sitting keeps: marks with their notes, and what is said when the journal refuses."""

import pytest

from qbank.errors import JournalError
from qbank.journal.store import Journal
from tests.view.stage import Paper, app_of, played

OPEN = "deepspeed/empty-shell"


def card(id_=OPEN):
    app = app_of()
    try:
        return app.cards.get(id_)
    finally:
        app.close()


def shown(*presses, **options):
    paper = Paper()
    app = app_of(out=paper)
    try:
        return played(app, paper, OPEN, *presses, **options)
    finally:
        app.close()


def test_enter_on_a_marked_question_keeps_the_note():
    shown("m", "look at hpZ")
    text = shown("m", "")
    assert "look at hpZ" in text
    assert card().mark_note == "look at hpZ"


def test_a_new_note_replaces_the_old_one_and_a_dash_takes_the_mark_off():
    shown("m", "first")
    shown("m", "second")
    assert card().mark_note == "second"
    assert "the mark is off" in shown("m", "-")
    assert not card().is_marked


@pytest.mark.parametrize(("key", "said"), [("m", "marked"), ("x", "suspended")])
def test_what_could_not_be_kept_is_not_said_to_be(key, said, monkeypatch):
    def refuse(*_, **__):
        raise JournalError("the disk is full", hint="free some space")

    monkeypatch.setattr(Journal, "record", refuse)
    text = shown(key, "note")
    assert "! the disk is full" in text
    assert said not in text.split("! the disk is full")[1]


def test_an_undo_that_is_refused_goes_on_with_the_sitting(monkeypatch):
    def refuse(*_, **__):
        raise JournalError("the journal is locked", hint="close the other one")

    shown("m", "a")
    monkeypatch.setattr(Journal, "void", refuse)
    text = shown("u", "h")
    assert "! the journal is locked" in text
    assert card().is_marked
