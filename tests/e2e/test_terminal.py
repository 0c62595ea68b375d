"""A real terminal: pexpect types, pyte draws."""

import os
import sys

import pexpect
import pyte
import pytest

from qbank.journal.store import Journal
from qbank.settings import Flags, load
from tests.factories import NOW, question, write


class Screen:
    """qbank in a pseudo-terminal, and what a person sees of it."""

    def __init__(self, *arguments, columns=80, lines=40):
        self.screen = pyte.Screen(columns, lines)
        self.stream = pyte.Stream(self.screen)
        environment = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES")}
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "qbank", *arguments],
            env={**environment, "TERM": "xterm-256color", "PYTHONUTF8": "1"},
            dimensions=(lines, columns),
            encoding="utf-8",
            timeout=20,
        )

    def read_until(self, text):
        """Read until `text` is on the screen."""
        while text not in self.text():
            self.stream.feed(self.child.read_nonblocking(4096, timeout=20))

    def text(self):
        return "\n".join(line.rstrip() for line in self.screen.display)

    def press(self, *keys):
        for key in keys:
            self.child.send(key)

    def finish(self):
        """Read to the end; the exit code."""
        while True:
            try:
                self.stream.feed(self.child.read_nonblocking(4096, timeout=20))
            except pexpect.EOF:
                break
        self.child.close()
        return self.child.exitstatus


@pytest.fixture
def bank(tmp_path):
    folder = tmp_path / "terminal"
    write(
        folder,
        "peft/alpha",
        question(en="What is alpha?", zh="阿尔法是什么？", framework="peft", topic="trend"),
    )
    return folder


def rows():
    return Journal.open(load(Flags()).journal_file, now=NOW, read_only=True).all_rows()


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
    import termios

    bank, only = alpha
    screen = quiz(bank, *only)
    before = termios.tcgetattr(screen.child.fileno())[3]
    only_alpha(screen)
    screen.read_until("Space reveal")
    screen.press("h")
    screen.read_until("Hint")
    assert termios.tcgetattr(screen.child.fileno())[3] != before
    screen.press("\x03")
    screen.read_until("0 asked")
    assert termios.tcgetattr(screen.child.fileno())[3] == before
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
