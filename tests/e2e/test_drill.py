"""A drill in a real terminal: lines, undo, and how it ends."""

import json

import pytest

from tests.drill_bank import write_drill_bank
from tests.e2e.terminal import Screen, rows


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """The folder of questions and the index of all tests here: reading the bank anew takes a second."""
    folder = tmp_path_factory.mktemp("drill")
    return write_drill_bank(folder / "bank"), folder / "cache"


@pytest.fixture
def only(shared, monkeypatch):
    """Options that leave the questions of the test."""
    options, cache = shared
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    return options


def drill(only, *more, **options):
    return Screen("drill", *only, "--seed", "7", *more, **options)


def test_a_drill_from_the_first_line_to_the_summary(only):
    screen = drill(only, "--type", "numeric", "--unseen", "-n", "2")
    screen.read_until("value and unit>")
    screen.press("2０1 G\r")
    screen.read_until("write GB or GiB")
    screen.press(":s\r")
    screen.read_until("2/2")
    screen.press("-1\r")
    screen.read_until("not right   understood -1 GB")
    assert screen.finish() == 1
    assert "1 answered, 0 right, 0 partly, 1 not right   seed 7" in screen.text()
    assert [(row.kind, row.payload["mode"]) for row in rows()] == [("answer", "drill")]
    assert screen.raw.count("\x1b[?1049h") == 0


def test_all_right_leaves_with_zero_after_undo_and_another_try(only):
    screen = drill(only, "--type", "spot", "--type", "choice", "-n", "2")
    screen.read_until("numbers>")
    first = "1/2  peft/spot" in screen.text()
    screen.press("9\r")
    screen.read_until("type the numbers of the")
    screen.press("\r")
    screen.read_until("2/2")
    screen.press(":u\r")
    screen.read_until("undone: peft/")
    screen.press(":q\r")
    assert screen.finish() == 0
    assert [row.kind for row in rows()] == ["answer", "void"]
    assert rows()[0].question_id == ("peft/spot" if first else "peft/choice")


def test_ctrl_c_keeps_what_was_answered_and_restores_the_terminal(only):
    screen = drill(only, "--type", "numeric", "-n", "5")
    screen.read_until("value and unit>")
    screen.press("-1\r")
    screen.read_until("2/5")
    screen.press("\x03")
    screen.read_until("1 answered")
    screen.read_to_end()
    assert screen.local_flags() == screen.before
    assert screen.finish() == 130
    assert [row.kind for row in rows()] == ["answer"]


def test_the_chinese_screen_fits_forty_columns(only):
    screen = drill(only, "--type", "spot", "-n", "1", "--lang", "zh", columns=40)
    screen.read_until("看答案")
    screen.press("２ ３\r")
    screen.read_until("ok  对")
    screen.read_until("种子 7")
    assert screen.finish() == 0


def test_json_comes_after_the_last_answer(only):
    screen = drill(only, "--type", "spot", "-n", "1", "--json", columns=200)
    screen.read_until("numbers>")
    screen.press("2\r")
    screen.read_to_end()
    start = screen.raw.index('{"qbank"')
    assert json.loads(screen.raw[start:].splitlines()[0])["data"]["partly"] == 1
    assert screen.finish() == 1


def test_a_held_enter_rates_no_question_of_a_quiz(only):
    """An empty line reveals; that it counts as missed, only a digit says."""
    screen = Screen("quiz", *only, "--seed", "7", "--type", "numeric")
    screen.read_until("value and unit>")
    screen.press("\r" * 200)
    screen.press("q")
    screen.finish()
    assert not rows()
