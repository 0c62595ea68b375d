"""The day's backup fails: a sound journal takes the answers and says so, a damaged one refuses them."""

import pytest

from qbank.errors import JournalError
from qbank.settings import Flags, load
from tests.factories import NOW, later, qbank
from tests.journal.making import answer, opened

ASSESS = ("assess", *(f"--score={row}=1" for row in ("zero", "deepspeed", "tools", "resume")))


@pytest.fixture
def journal_file():
    path = load(Flags()).journal_file
    journal = opened(path)
    for number in range(40):
        answer(journal, f"a/q{number}", typed="x" * 2000)
    journal.close()
    return path


def damage(path):
    """Overwrite pages in the middle, which opening does not read."""
    data = bytearray(path.read_bytes())
    data[40960:-40960] = b"\xff" * (len(data) - 81920)
    path.write_bytes(data)


def test_a_damaged_journal_takes_no_answers(journal_file):
    damage(journal_file)
    before = journal_file.read_bytes()
    code, out, err = qbank(*ASSESS, at=later(1))
    assert (code, out) == (2, "")
    assert "is damaged" in err
    assert "hint: qbank backup restore" in err
    assert journal_file.read_bytes() == before


def test_damage_is_met_when_it_is_opened_for_writing(journal_file):
    damage(journal_file)
    with pytest.raises(JournalError, match="is damaged"):
        opened(journal_file, now=later(1))


def test_a_backup_that_cannot_be_written_is_said_once_and_costs_no_answer(journal_file):
    journal_file.with_name("backups").write_text("a file, not a folder")
    code, out, err = qbank(*ASSESS, at=NOW)
    assert code == 0
    assert err.count("no backup could be made today: ") == 1
    assert err.count("\n") == 1
    assert str(journal_file.with_name("backups")) in err
    assert "1" in out
