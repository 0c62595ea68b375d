"""A drill on the screen: lines from a list, a clock that ticks."""

import itertools

import pytest

from qbank.schedule.rows import EventKind
from qbank.session.drilling import Asking
from qbank.terms import Rating
from qbank.view.drilling import Drill
from tests.view.stage import Keyboard, Paper, app_of

BYTES, CHOICE, SPOT = "deepspeed/bytes", "peft/merge-choice", "deepspeed/two-precisions"


class Sitting:
    """A drill of three questions on the small bank."""

    def __init__(self, *lines, ids=(BYTES, CHOICE, SPOT), lang="en"):
        self.paper = Paper()
        self.app = app_of(lang, out=self.paper)
        ticking = itertools.count()
        askings = [Asking(one, ids[:n].count(one)) for n, one in enumerate(ids)]
        keys = Keyboard(self.paper, *lines)
        self.drill = Drill(self.app, keys, askings, 7, at=lambda: next(ticking) * 5.0)

    def run(self):
        ended = self.drill.run()
        self.rows = [] if not self.app.settings.journal_file.exists() else self.stored()
        self.text = self.paper.shown()
        self.app.close()
        return ended

    def stored(self):
        return self.app.journal(write=True).rows()


def ratings(rows):
    return [(row.question_id, row.payload["rating"]) for row in rows if row.kind == "answer"]


def test_each_question_takes_one_line_and_is_saved_with_its_time():
    sitting = Sitting("128", "1 2 3", "")
    ended = sitting.run()
    assert not ended.interrupted
    assert [id_ for id_, _ in ratings(sitting.rows)] == [BYTES, CHOICE, SPOT]
    assert [row.payload["mode"] for row in sitting.rows] == ["drill"] * 3
    assert sitting.rows[0].payload["seconds"] == 5.0
    assert [one.row_id for one in ended.done] == [row.id for row in sitting.rows]
    assert "1/3  deepspeed/bytes" in sitting.text
    assert "3/3  deepspeed/two-precisions" in sitting.text


def test_the_verdict_stands_above_the_working_and_what_was_saved():
    sitting = Sitting("32", ids=(BYTES,))
    sitting.run()
    lines = sitting.text.splitlines()
    at = next(n for n, line in enumerate(lines) if "understood" in line)
    assert lines[at] == ("ok  right   understood 32 micro-batches, no unit typed   5 s")
    assert lines[at + 1].startswith("- ")
    assert lines[-1] == "saved: said it, due in 2 days"


def test_a_line_that_cannot_be_read_is_asked_again():
    sitting = Sitting("many", "32 GB/x", "32", ids=(BYTES,))
    sitting.run()
    assert "! `many` does not start with a number" in sitting.text
    assert ratings(sitting.rows) == [(BYTES, Rating.GOOD)]


def test_enter_alone_reveals_and_counts_as_missed():
    sitting = Sitting("", ids=(BYTES,))
    ended = sitting.run()
    assert "!  no answer: counts as missed   right: 32 micro-batches" in sitting.text
    assert ratings(sitting.rows) == [(BYTES, Rating.AGAIN)]
    assert not ended.done[0].is_right


def test_a_hint_makes_a_right_answer_hard():
    sitting = Sitting("：Ｈ", "32", ids=(BYTES,))
    sitting.run()
    assert "Hint: Two divisions; find the data-parallel size first." in sitting.text
    assert ratings(sitting.rows) == [(BYTES, Rating.HARD)]


def test_a_skip_writes_nothing():
    sitting = Sitting(":s", ":s", ":s")
    ended = sitting.run()
    assert ended.done == ()
    assert sitting.rows == []
    assert not sitting.app.settings.journal_file.exists()


def test_undo_cancels_the_last_answer_and_asks_it_again():
    sitting = Sitting("1", ":s", ":u", "32", ids=(BYTES, CHOICE, SPOT))
    ended = sitting.run()
    assert "undone: deepspeed/bytes (missed it)" in sitting.text
    assert sitting.text.count("1/3  deepspeed/bytes") == 2
    assert sitting.text.count("2/3  peft/merge-choice") == 2
    assert ratings(sitting.rows) == [(BYTES, Rating.GOOD)]
    assert [one.asking.id for one in ended.done] == [BYTES]


def test_undo_with_nothing_to_undo_says_so_and_goes_on():
    sitting = Sitting(":u", "32", ids=(BYTES,))
    sitting.run()
    assert "nothing to undo" in sitting.text
    assert ratings(sitting.rows) == [(BYTES, Rating.GOOD)]


@pytest.mark.parametrize("line", [":z", "：帮助"])
def test_an_unknown_command_is_no_answer(line):
    sitting = Sitting(line, ":q", ids=(BYTES,))
    sitting.run()
    assert "is not a command here" in sitting.text
    assert sitting.rows == []


def test_ctrl_c_is_told_from_leaving():
    class Interrupting(Keyboard):
        def line(self, prompt):  # noqa: ARG002  # as the real one
            raise KeyboardInterrupt

    sitting = Sitting(ids=(BYTES,))
    sitting.drill._keys = Interrupting(sitting.paper)
    assert sitting.run().interrupted
    assert not Sitting(":q", ids=(BYTES,)).run().interrupted


def test_a_vanished_question_is_passed_over():
    sitting = Sitting("32", ids=("deepspeed/gone", BYTES))
    sitting.run()
    assert ratings(sitting.rows) == [(BYTES, Rating.GOOD)]


def test_the_chinese_screen_offers_the_answer_and_takes_full_width_digits():
    sitting = Sitting("３２", ids=(BYTES,), lang="zh")
    sitting.run()
    assert "看答案" in sitting.text
    assert "没写单位，读作 32 micro-batches" in sitting.text
    assert sitting.rows[0].kind == EventKind.ANSWER


def test_what_was_drilled_today_with_the_same_values_is_practice():
    Sitting("128", "1 2 3", "").run()
    again = Sitting("128", "1 2 3", "")
    ended = again.run()
    assert [row.kind for row in again.rows] == ["answer"] * 3 + ["practice"] * 3
    assert all(one.is_practice for one in ended.done)
    assert again.text.count("practice: answered with the same values today") == 3


def test_an_answer_taken_back_in_a_drill_is_an_answer_the_next_time():
    sitting = Sitting("128", ":u", "32", ids=(BYTES, CHOICE))
    sitting.run()
    assert [row.kind for row in sitting.rows if row.question_id == BYTES] == ["answer"]
