"""The day's backup fails when a sitting begins: `quiz` and `drill` say the same, before the first question."""

import pytest

from qbank.settings import Flags, load
from tests.e2e.terminal import Screen, rows
from tests.journal.making import answer, opened

COMMANDS = [("quiz", "-n", "1", "--seed", "1"), ("drill", "-n", "1", "--seed", "1")]


@pytest.fixture
def journal_file():
    path = load(Flags()).journal_file
    journal = opened(path)
    for number in range(40):
        answer(journal, f"a/q{number}", typed="x" * 2000)
    journal.close()
    return path


@pytest.mark.parametrize("command", COMMANDS, ids=["quiz", "drill"])
def test_a_damaged_journal_is_refused(journal_file, command):
    data = bytearray(journal_file.read_bytes())
    data[40960:-40960] = b"\xff" * (len(data) - 81920)
    journal_file.write_bytes(data)
    screen = Screen(*command, columns=200)
    screen.read_until("hint: qbank backup restore")
    assert screen.finish() == 2
    assert "is damaged" in screen.text()
    assert "q quit" not in screen.text()
    assert journal_file.read_bytes() == data


@pytest.mark.parametrize("command", COMMANDS, ids=["quiz", "drill"])
def test_without_a_backup_a_sound_journal_goes_on(journal_file, command):
    journal_file.with_name("backups").write_text("a file, not a folder")
    screen = Screen(*command, columns=200)
    screen.read_until("no backup could be made today: ")
    screen.read_until("q quit")
    screen.press("q" if command[0] == "quiz" else ":q\r")
    assert screen.finish() == 0
    assert screen.text().count("no backup could be made") == 1
    assert len(rows()) == 40
