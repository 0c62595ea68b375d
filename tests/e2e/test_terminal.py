"""A real terminal: a whole sitting, undo, and how it ends."""

import pytest

from qbank.settings import Flags, load
from tests.e2e.terminal import Screen, rows
from tests.factories import question, write


@pytest.fixture
def bank(tmp_path):
    folder = tmp_path / "terminal"
    write(
        folder,
        "peft/alpha",
        question(en="What is alpha?", zh="阿尔法是什么？", framework="peft", topic="trend"),
    )
    return folder


def quiz(bank, *more, **options):
    return Screen(
        "quiz", "--bank", str(bank), "-f", "peft", "-n", "1", "--seed", "1", *more, **options
    )


def only_alpha(screen):
    """Skip whatever else the framework has until the question of the test is asked."""
    screen.read_until("What is alpha?")


@pytest.fixture
def alpha(bank):
    """Options that leave one question: the one of the test."""
    return bank, ("--topic", "trend")


def test_a_full_quiz_from_first_question_to_summary(alpha):
    bank, only = alpha
    screen = quiz(bank, *only)
    only_alpha(screen)
    screen.read_until("Space reveal")
    screen.press(" ")
    screen.read_until("Did you say?")
    screen.read_until("[ ] The first point")
    screen.press("a")
    screen.read_until("3 [x] The third point")
    screen.press("\r")
    screen.read_until("Enter said it")
    screen.press("\r")
    screen.read_until("Follow-up 1 of 3")
    screen.press(" ")
    screen.read_until("Answer one")
    screen.press("2")
    screen.read_until("1 asked, 1 recalled")
    assert screen.finish() == 0
    assert [row.kind for row in rows()] == ["answer", "chain"]


def test_a_full_width_digit_ticks_and_a_paste_does_nothing(alpha):
    bank, only = alpha
    screen = quiz(bank, *only)
    only_alpha(screen)
    screen.press(" ")
    screen.read_until("Did you say?")
    screen.press("\x1b[200~a1\r\r3\x1b[201~")
    screen.press("１")
    screen.read_until("1 [x]")
    assert "2 [ ]" in screen.text()
    screen.press("q")
    assert screen.finish() == 0
    assert not load(Flags()).journal_file.exists()


def test_ctrl_c_keeps_what_was_rated_and_leaves_with_130(alpha):
    bank, only = alpha
    screen = quiz(bank, *only)
    only_alpha(screen)
    screen.press(" ")
    screen.read_until("Did you say?")
    screen.press("0")
    screen.read_until("0 none")
    screen.press("\r")
    screen.read_until("Enter missed it")
    screen.press("\r")
    screen.read_until("again")
    screen.press("\x03")
    screen.read_until("1 asked, 0 recalled")
    assert screen.finish() == 130
    assert [row.kind for row in rows()] == ["answer"]


def test_the_terminal_is_as_it_was_after_ctrl_c(alpha):
    bank, only = alpha
    screen = quiz(bank, *only)
    only_alpha(screen)
    screen.read_until("Space reveal")
    screen.press("h")
    screen.read_until("Hint")
    assert screen.local_flags() != screen.before
    screen.press("\x03")
    screen.read_until("0 asked")
    assert screen.local_flags() == screen.before
    assert screen.finish() == 130


def test_kill_at_the_rating_line_loses_nothing_before_it(alpha):
    bank, only = alpha
    screen = quiz(bank, *only)
    only_alpha(screen)
    screen.press(" ")
    screen.read_until("Did you say?")
    screen.press("0")
    screen.press("\r")
    screen.read_until("Enter missed it")
    screen.press("\r")
    screen.read_until("again")
    screen.child.kill(9)
    screen.child.wait()
    assert [row.kind for row in rows()] == ["answer"]


def test_chinese_at_forty_columns_stays_inside_the_screen(alpha):
    bank, only = alpha
    screen = quiz(bank, *only, "--lang", "zh", columns=40)
    screen.read_until("阿尔法是什么？")
    screen.read_until("看答案")
    screen.press(" ")
    screen.read_until("这些点说到了吗？")
    screen.press("q")
    assert screen.finish() == 0


def test_undo_inside_the_sitting_asks_the_question_again(alpha):
    bank, only = alpha
    screen = quiz(bank, *only)
    only_alpha(screen)
    screen.press(" ")
    screen.read_until("Did you say?")
    screen.press("n")
    screen.read_until("Enter said it")
    screen.press("3")
    screen.read_until("Follow-up 1 of 3")
    screen.press("u")
    screen.read_until("undone: peft/alpha")
    screen.read_until("Space reveal   t type")
    screen.press("q")
    assert screen.finish() == 0
    assert [row.kind for row in rows()] == ["answer", "void"]
