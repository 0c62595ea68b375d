"""A journal that is missing beside its backups."""

import pytest

from qbank.errors import JournalError
from qbank.journal.backup import back_up, backups_of
from tests.factories import NOW
from tests.journal.making import started


def test_a_missing_journal_beside_backups_is_not_started_anew(tmp_path):
    path = tmp_path / "journal.db"
    started(path)
    back_up(path, NOW)
    path.unlink()
    with pytest.raises(JournalError, match="is missing, but there are backups"):
        started(path)
    assert len(backups_of(path)) == 1
    assert not path.exists()
