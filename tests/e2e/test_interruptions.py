"""Resizing, signals, the end of input, held keys and pastes: nothing is lost, nothing is graded by accident."""

import signal
import termios

import pytest

from qbank.settings import Flags, load
from qbank.view.keys import UNKNOWN, key_name
from tests.e2e.terminal import Screen, rows
from tests.factories import question, write

ASKING = "Space reveal   t type   h hint   s skip   q quit"
TICKING = "1-5 tick   a all   0 none   Enter go on   v full answer   q quit"
PASTE = "\x1b[200~{}\x1b[201~"


@pytest.fixture
def quiz(tmp_path):
    """A sitting of two questions, in the terminal."""
    bank = tmp_path / "terminal"
    for name, title in (("alpha", "What is alpha?"), ("beta", "What is beta?")):
        write(bank, f"peft/{name}", question(en=title, framework="peft", topic="trend"))

    def start(**size):
        screen = Screen(
            "quiz", "--bank", str(bank), "-f", "peft", "--topic", "trend", "-n", "2",
            "--seed", "1", "--lang", "en", **size,
        )  # fmt: skip
        screen.read_until("Space reveal")
        return screen

    return start


def tick_first(screen):
    screen.press(" ")
    screen.read_until("5 [ ] wrong")
    screen.press("1")
    screen.read_until("1 [x] The first point")


def rate_one(screen):
    """The first question is missed, the second on the screen."""
    screen.press(" ")
    screen.read_until("5 [ ] wrong")
    screen.press("0", "\r")
    screen.read_until("Enter missed it")
    screen.press("\r")
    screen.read_until("saved: missed it")
    screen.read_until(ASKING)


def journal_file():
    return load(Flags()).journal_file


def test_a_wider_screen_while_asking_draws_the_footer_once_on_one_line(quiz):
    screen = quiz(columns=40)
    screen.read_until("q quit")
    screen.resize(80)
    screen.read_until(ASKING)
    assert screen.text().count("Space reveal") == 1
    assert "What is " in screen.text()
    screen.press("q")
    assert screen.finish() == 0


def test_a_narrower_screen_while_ticking_keeps_the_ticks(quiz):
    screen = quiz()
    tick_first(screen)
    screen.resize(40)
    screen.read_until("Enter go on\nv full answer   q quit")
    lines = screen.text().split("\n")
    last = len(lines) - lines[::-1].index("Did you say?") - 1
    assert lines[last + 1].startswith("  1 [x] The first point")
    assert all(len(line) <= 40 for line in lines)
    screen.press("2", "3", "\r")
    screen.read_until("Enter said it")
    screen.press("3")
    screen.read_until("Follow-up 1 of 3")
    screen.press("\x03")
    assert screen.finish() == 130
    assert rows()[0].payload["points"] == {"first": True, "second": True, "third": True}


def test_a_low_screen_says_the_ticks_and_a_high_one_lists_them_again(quiz):
    screen = quiz()
    tick_first(screen)
    screen.resize(80, lines=10)
    screen.read_until("ticked: 1")
    screen.press("3")
    screen.read_until("ticked: 1 3")
    screen.resize(80, lines=40)
    screen.read_until("3 [x] The third point")
    screen.press("q")
    assert screen.finish() == 0


def test_a_resize_while_a_line_is_typed_keeps_the_line(quiz):
    screen = quiz()
    screen.press("m")
    screen.read_until("note (Enter for none):")
    screen.press("ask about")
    screen.read_until("ask about")
    screen.resize(60)
    screen.press(" hpZ\r")
    screen.read_until("marked")
    screen.press("q")
    assert screen.finish() == 0
    assert rows()[0].payload["note"] == "ask about hpZ"


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
@pytest.mark.parametrize("phase", ["ticking", "note"])
def test_a_signal_keeps_what_was_rated_and_restores_the_terminal(quiz, name, phase):
    screen = quiz()
    rate_one(screen)
    if phase == "ticking":
        tick_first(screen)
    if phase == "note":
        screen.press("m")
        screen.read_until("note (Enter for none):")
    assert screen.local_flags() != screen.before
    number = getattr(signal, name)
    screen.child.kill(number)
    screen.read_to_end()
    assert screen.local_flags() == screen.before
    assert "\x1b[?2004l" in screen.raw
    assert screen.finish() == 128 + number
    assert [row.kind for row in rows()] == ["answer"]


def test_a_signal_while_a_line_is_asked_for_ends_as_well(quiz):
    screen = quiz()
    screen.press("t")
    screen.read_until("ends.\n>")
    screen.press("half an answer")
    screen.read_until("half an answer")
    screen.child.kill(signal.SIGTERM)
    assert screen.finish() == 143
    assert not journal_file().exists()


@pytest.mark.parametrize(("key", "code"), [("\x03", 130), ("\x04", 0), ("q", 0)])
def test_every_way_to_leave_keeps_what_was_rated_and_sums_up(quiz, key, code):
    screen = quiz()
    rate_one(screen)
    screen.press(key)
    screen.read_until("1 asked, 0 recalled")
    assert screen.finish() == code
    assert [row.kind for row in rows()] == ["answer"]


def test_ctrl_c_is_a_key_as_soon_as_the_question_is_there(quiz):
    """As a signal it would hit the imports that go on meanwhile: swallowed, or a lock is left behind."""
    screen = quiz()
    assert not screen.local_flags() & termios.ISIG
    screen.press("\x03")
    assert screen.finish() == 130
    assert "Traceback" not in screen.raw


def test_ctrl_c_in_a_note_leaves_with_130(quiz):
    screen = quiz()
    screen.press("m")
    screen.read_until("note (Enter for none):")
    screen.press("half", "\x03")
    assert screen.finish() == 130
    assert not journal_file().exists()


def test_a_hung_up_terminal_ends_the_sitting(quiz):
    screen = quiz()
    rate_one(screen)
    screen.child.ptyproc.fileobj.close()
    screen.child.wait()
    assert screen.child.exitstatus == 128 + signal.SIGHUP
    assert [row.kind for row in rows()] == ["answer"]
    assert not list(load(Flags()).state_dir.glob("crash-*"))


@pytest.mark.parametrize("key", [" ", "\r", "1"])
def test_a_held_key_never_rates(quiz, key):
    """Two hundred repeats from the question on: a held key may reveal or tick, it never writes an answer."""
    screen = quiz()
    screen.press(key * 200)
    screen.press("\x03")
    assert screen.finish() == 130
    assert not journal_file().exists()


@pytest.mark.parametrize("text", [" a\r\r4", "xq"])
def test_a_paste_does_nothing_in_any_phase(quiz, text):
    screen = quiz()
    screen.press(PASTE.format(text), "h")
    screen.read_until("Hint")
    screen.press(" ")
    screen.read_until("5 [ ] wrong")
    screen.press(PASTE.format(text), "2")
    screen.read_until("2 [x] The second point")
    assert "1 [ ] The first point" in screen.text()
    screen.press("\r")
    screen.read_until("Enter partly")
    screen.press(PASTE.format(text), "\x03")
    assert screen.finish() == 130
    assert not journal_file().exists()


def test_a_pasted_answer_is_only_typed_text(quiz):
    screen = quiz()
    screen.press("t")
    screen.read_until("ends.\n>")
    screen.press(PASTE.format("line one\n4\nq"), "\x04")
    screen.read_until("5 [ ] wrong")
    screen.press("a", "\r")
    screen.read_until("Enter said it")
    screen.press("\r")
    screen.read_until("saved: said it")
    screen.press("\x03")
    assert screen.finish() == 130
    assert rows()[0].payload["typed"] == "line one\n4\nq"


@pytest.mark.parametrize("name", ["up", "f1", "s-tab", "c-z"])
def test_keys_without_a_meaning_are_unknown(name):
    assert key_name(name, "\x1b[x") == UNKNOWN


@pytest.mark.parametrize("leave", ["\x03", "\x04", "x", signal.SIGTERM, signal.SIGHUP])
def test_follow_ups_that_were_judged_are_kept(quiz, leave):
    screen = quiz()
    screen.press(" ")
    screen.read_until("5 [ ] wrong")
    screen.press("a", "\r")
    screen.read_until("Enter said it")
    screen.press("\r")
    screen.read_until("Follow-up 1 of 3")
    screen.press(" ")
    screen.read_until("Answer one")
    screen.press("1")
    screen.read_until("Follow-up 2 of 3")
    if isinstance(leave, str):
        screen.press(leave)
        if leave == "x":
            screen.read_until("follow-ups held: 1")
            screen.read_until(ASKING)
            screen.press("q")
    else:
        screen.child.kill(leave)
    screen.finish()
    chains = [row.payload for row in rows() if row.kind == "chain"]
    assert [(one["depth"], one["answer_id"]) for one in chains] == [(1, rows()[0].id)]
