"""Released archives, read again: the shipped options and the shipped lock come out as they are.

Needs the archives of DeepSpeed and PEFT in .ci/archives; `.ci/run` downloads them.
"""

from pathlib import Path

import pytest

from qbank.archives import open_archives
from qbank.settings import packaged_bank
from qbank.sources.lock import read_lock
from qbank.sources.symbols import digest, find
from qbank.vocab import load
from qbank.vocab.extract import extract
from qbank.vocab.extract.output import as_text
from qbank.vocab.reader import DATA

PACKAGES = ("deepspeed", "peft")


@pytest.fixture
def archives():
    """The archives at the pinned releases, by package."""
    folder = Path(__file__).parent.parent.parent / ".ci" / "archives"
    wanted = [f"{name}=={load(name).version}" for name in PACKAGES]
    assert folder.is_dir(), f"run: pip download --no-deps -d .ci/archives {' '.join(wanted)}"
    found = {each.name: each for each in open_archives([folder])}
    assert [f"{name}=={found[name].version}" for name in PACKAGES] == wanted
    return found


@pytest.mark.parametrize("package", PACKAGES)
def test_the_shipped_options_are_those_of_the_release(archives, package):
    (data,) = extract([archives[package]])
    shipped = DATA / f"{package}-{data['version']}.json"
    assert as_text(data) == shipped.read_text(encoding="utf-8")


@pytest.mark.parametrize("package", PACKAGES)
def test_the_shipped_lock_is_that_of_the_release(archives, package):
    archive = archives[package]
    locked = {
        citation: place
        for citation, place in read_lock(packaged_bank()).locked.items()
        if (citation.name, citation.version) == (package, archive.version)
    }
    assert locked
    files = dict(archive.files({citation.path for citation in locked}))
    for citation, place in locked.items():
        found = find(citation.path, files[citation.path].decode(), citation.symbol)
        assert (digest(files[citation.path]), found.lines, found.hash) == place
