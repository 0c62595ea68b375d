"""The file of the question on the screen, changed in the editor: nothing breaks, whatever it becomes."""

import sys
from pathlib import Path

import pytest

from tests.e2e.terminal import Screen, rows
from tests.factories import question, write

BYTES = Path(__file__).parent.parent / "view" / "bank" / "deepspeed" / "bytes.yaml"
OPEN = question(en="What is alpha?", framework="peft", topic="trend")
POINT = "  - {id: third, cite: [algebra], zh: 第三点, en: The third point}\n"


@pytest.fixture
def asked(tmp_path, monkeypatch):
    """A sitting of one question, with an editor that replaces its file."""
    bank = tmp_path / "terminal"

    def start(before, after):
        new = tmp_path / "new.yaml"
        new.write_text(after, encoding="utf-8")
        script = tmp_path / "edit.py"
        script.write_text(
            f"import shutil, sys\nshutil.copyfile({str(new)!r}, sys.argv[1])\n", encoding="utf-8"
        )
        monkeypatch.setenv("EDITOR", f"{sys.executable} {script}")
        write(bank, "peft/alpha", before)
        return Screen(
            "quiz", "--bank", str(bank), "-f", "peft", "--topic", "trend", "-n", "1",
            "--seed", "1", "--lang", "en",
        )  # fmt: skip

    return start


def numeric():
    text = BYTES.read_text(encoding="utf-8")
    lines = [
        "frameworks: [peft]" if one.startswith("frameworks:") else
        "topics: [trend]" if one.startswith("topics:") else one
        for one in text.split("\n")
    ]  # fmt: skip
    return "\n".join(lines)


@pytest.mark.parametrize("keys", ["", " 123", " a\r"], ids=["asking", "ticking", "rating"])
def test_fewer_points_ask_the_question_anew(asked, keys):
    screen = asked(OPEN, OPEN.replace(POINT, "").replace("alpha", "alpha now"))
    screen.read_until("Space reveal")
    if keys:
        screen.press(keys[0])
        screen.read_until("3 [ ] The third point")
        screen.press(*keys[1:])
        screen.read_until("Enter said it" if "\r" in keys else "3 [x] The third point")
    screen.press("o")
    screen.read_until("What is alpha now?")
    screen.read_until("Space reveal   t type")
    screen.press(" ")
    screen.read_until("3 [ ] wrong")
    screen.press("a", "\r")
    screen.read_until("Enter said it")
    screen.press("\r")
    screen.read_until("saved: said it")
    screen.press("\x03")
    assert screen.finish() == 130
    assert rows()[0].payload["points"] == {"first": True, "second": True}


def test_a_line_is_asked_for_once_a_machine_grades(asked):
    screen = asked(OPEN, numeric())
    screen.read_until("Space reveal")
    screen.press(" ")
    screen.read_until("5 [ ] wrong")
    screen.press("1", "o")
    screen.read_until("number")
    screen.press(":q\r")
    assert screen.finish() == 0


def test_keys_work_once_the_learner_grades(asked):
    screen = asked(numeric(), OPEN)
    screen.read_until(":?")
    screen.press(":o\r")
    screen.read_until("Space reveal   t type")
    screen.press("q")
    assert screen.finish() == 0
