"""Every test runs with directories of its own; touching the real home is an error."""

import os
import shutil
import time
from pathlib import Path

import pytest

from qbank.bank.opening import open_index
from qbank.settings import packaged_bank


def pytest_addoption(parser):
    parser.addoption(
        "--external", action="store_true", help="also run the tests that need programs or fonts"
    )
    parser.addoption(
        "--snapshot-update", action="store_true", help="write the snapshots instead of comparing"
    )


def pytest_ignore_collect(collection_path, config):
    """Tests in tests/external run with --external, and alone then."""
    tests = Path(__file__).parent
    is_external = (tests / "external") in (collection_path, *collection_path.parents)
    if not config.getoption("--external"):
        return True if is_external else None
    in_suite = collection_path != tests and not is_external and tests in collection_path.parents
    return True if in_suite and collection_path.name != "conftest.py" else None


@pytest.fixture(scope="session")
def shipped_index(tmp_path_factory):
    """The index of the shipped questions, built once: parsing them anew in each test takes seconds."""
    folder = tmp_path_factory.mktemp("shipped")
    open_index(folder, [packaged_bank()], time.time_ns()).close()
    return folder


@pytest.fixture(autouse=True)
def own_directories(tmp_path, tmp_path_factory, monkeypatch, shipped_index):
    """Point everything qbank reads or writes into `tmp_path`, and HOME at a trap that is never made."""
    for name in [n for n in os.environ if n.startswith(("QBANK_", "XDG_"))]:
        monkeypatch.delenv(name)
    for name in (
        "NO_COLOR",
        "FORCE_COLOR",
        "ACCESSIBLE",
        "PAGER",
        "VISUAL",
        "EDITOR",
        "LC_ALL",
        "LC_MESSAGES",
        "PYTHONUNBUFFERED",  # users buffer: it would hide what fails when the buffer is written at the end
    ):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "no-home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    cache = tmp_path_factory.mktemp("cache")
    shutil.copytree(shipped_index, cache / "qbank")
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    yield
    assert not (tmp_path / "no-home").exists(), "something was written to the home directory"


@pytest.fixture
def snapshot(request):
    """Compare text with a file under tests/snapshots, or write it with --snapshot-update."""
    folder = Path(__file__).parent / "snapshots"

    def compare(text: str, name: str) -> None:
        path = folder / name
        if request.config.getoption("--snapshot-update"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert path.exists(), f"{path} is missing: run pytest --snapshot-update"
        assert text == path.read_text(encoding="utf-8")

    return compare
