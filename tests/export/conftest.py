"""One small bank for all tests that only read it, indexed once."""

import pytest

from tests.export.sheets import ALL, small_bank
from tests.factories import qbank


@pytest.fixture(scope="session")
def shared(tmp_path_factory):
    """The folder of the bank and its cache; no test writes into it."""
    folder = tmp_path_factory.mktemp("sheets")
    small_bank(folder / "bank")
    return folder


@pytest.fixture
def bank(shared, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(shared / "cache"))
    return shared / "bank"


@pytest.fixture
def export(bank):
    """Run `export` on the small bank."""
    return lambda *arguments: qbank("export", *ALL, "--bank", bank, *arguments)
