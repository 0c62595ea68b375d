"""A journal that vanishes or is replaced: nothing claims to be saved."""

import shutil

import pytest

from qbank.errors import JournalError
from qbank.journal.backup import back_up
from tests.factories import NOW
from tests.journal.making import answer, opened, started


def test_a_row_for_a_removed_journal_is_refused(tmp_path):
    path = tmp_path / "data" / "journal.db"
    started(path)
    journal = opened(path)
    answer(journal, "a/two")
    shutil.rmtree(path.parent)
    with pytest.raises(JournalError, match="removed meanwhile: nothing was saved"):
        answer(journal, "a/three")
    journal.close()


def test_a_row_for_a_replaced_journal_is_refused(tmp_path):
    path = tmp_path / "journal.db"
    started(path)
    journal = opened(path)
    answer(journal, "a/two")
    back_up(path, NOW).replace(path)
    with pytest.raises(JournalError, match="replaced"):
        answer(journal, "a/three")
    journal.close()
