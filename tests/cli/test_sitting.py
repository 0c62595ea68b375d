"""A sitting says what was left out of it and why, and what comes next when nothing is to be asked."""

import json
from functools import cached_property

import pytest

from qbank.bank.catalog import Bank, Root
from qbank.bank.opening import open_index
from qbank.cli.context import App
from qbank.cli.filters import Filter
from qbank.cli.sitting import Wanted, plan, run_quiz
from qbank.journal.store import Journal
from qbank.schedule.rows import Answer, EventKind
from qbank.settings import Flags, load
from qbank.terms import Rating
from tests.e2e.terminal import Screen
from tests.factories import NOW, Stream, later, qbank, question, write


@pytest.fixture
def bank(tmp_path):
    """Three questions of five minutes each on a topic of their own."""
    folder = tmp_path / "more"
    for name in ("alpha", "beta", "gamma"):
        write(
            folder, f"peft/{name}", question(en=f"What is {name}?", framework="peft", topic="trend")
        )
    return folder


class SmallApp(App):
    """The App on one folder alone, whatever is shipped."""

    @cached_property
    def bank(self):
        [folder] = self.settings.banks
        index = open_index(self.settings.cache_dir, [folder], 0)
        return Bank(index, [Root(folder, is_packaged=True)])


def app_at(bank):
    return SmallApp(load(Flags(bank=(str(bank),), lang="en")), Stream(), Stream(), lambda: NOW)


def answered(name, rating=Rating.GOOD):
    journal = Journal.open(load(Flags()).journal_file, now=NOW)
    journal.record(EventKind.ANSWER, name, Answer(rating=rating), now=NOW)
    journal.close()


def wanted(*, due=False, ahead=0, new=None, json=False):
    chosen = Filter(types=("open",), due=due, ahead=ahead if due else 0)
    return Wanted(
        filter=chosen, count=None, minutes=None, new=new, practice=False, ahead=ahead,
        pitch=False, confidence=False, seed=1, json=json,
    )  # fmt: skip


def said(bank, request):
    app = app_at(bank)
    assert run_quiz(app, request) == 0
    app.close()
    return app.out.getvalue()


@pytest.mark.parametrize("ahead", [0, 1])
def test_nothing_due_is_said_with_what_comes_next(bank, ahead):
    answered("peft/alpha")
    assert said(bank, wanted(due=True, ahead=ahead)) == "nothing due; next: 1 in 2 days\n"


def test_nothing_due_and_nothing_answered_is_not_a_filter_without_questions(bank):
    assert said(bank, wanted(due=True)) == "nothing due\n"


def test_due_and_ahead_asks_what_the_coming_days_bring_and_nothing_new(bank):
    answered("peft/alpha")
    app = app_at(bank)
    request = wanted(due=True, ahead=3)
    assert [pick.id for pick in plan(app, request.filter, request)] == ["peft/alpha"]
    app.close()


def test_no_new_ones_allowed_says_how_to_ask_them(bank):
    assert said(bank, wanted(new=0)).splitlines() == [
        "nothing due",
        "3 more new questions left, at most 0 in a sitting; to ask more: --new 3",
    ]
    left = json.loads(said(bank, wanted(new=0, json=True)))["data"]["left_out"]
    assert left["beyond_new"] == 3


def test_a_drill_of_what_is_due_says_what_comes_next(bank):
    answered("cross/checkpoint-size")
    code, out, _ = qbank("drill", "--due", at=NOW)
    assert (code, out) == (0, "nothing due; next: 1 in 2 days\n")
    assert "cross/checkpoint-size" in qbank("drill", "--due", at=later(2))[1]


def test_a_sitting_that_ends_by_its_minutes_says_so_and_names_the_option(bank):
    screen = Screen(
        "quiz", "--bank", str(bank), "--topic", "trend", "--minutes", "6", "--lang", "en"
    )  # fmt: skip
    screen.read_until("Space reveal")
    screen.press(" ")
    screen.read_until("Did you say?")
    screen.press("a", "\r")
    screen.read_until("Enter said it")
    screen.press("2")
    screen.read_until("1 asked")
    assert screen.finish() == 0
    assert (
        "2 more new questions did not fit in 6 min; to ask them too: --minutes 15" in screen.text()
    )
    assert "at most" not in screen.text()


def test_a_sitting_that_the_learner_ends_says_nothing_of_what_is_left(bank):
    screen = Screen(
        "quiz", "--bank", str(bank), "--topic", "trend", "--minutes", "6", "--lang", "en"
    )  # fmt: skip
    screen.read_until("Space reveal")
    screen.press("q")
    assert screen.finish() == 0
    assert "0 asked" in screen.text()
    assert "did not fit" not in screen.text()
