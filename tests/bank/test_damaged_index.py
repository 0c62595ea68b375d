"""An index file with overwritten pages is filled anew in silence, wherever the damage shows."""

import json

import pytest

from qbank.bank.index import FileKey
from qbank.bank.opening import open_index
from qbank.settings import Flags, load
from tests.factories import qbank, question, write

PAGE = 4096
COMMANDS = (
    ("list", "-f", "peft", "--json"),
    ("check", "peft/one", "--json"),
    ("doctor", "--json"),
)


def index_files():
    return sorted(load(Flags()).cache_dir.glob("index-*.db"))


def overwrite(path, pages, junk):
    """Put junk over these pages, counted from 0."""
    data = bytearray(path.read_bytes())
    for page in pages:
        data[page * PAGE : (page + 1) * PAGE] = junk
    path.write_bytes(data[: path.stat().st_size])


@pytest.fixture
def bank(tmp_path):
    folder = tmp_path / "bank"
    for name in ("one", "two"):
        write(folder, f"peft/{name}", question(framework="peft"))
    write(folder, "peft/broken", "a: [")
    return folder


def test_commands_go_on_as_if_nothing_were_damaged(bank, monkeypatch):
    monkeypatch.setattr("qbank.cli.context.packaged_bank", lambda: bank)
    for shipped in index_files():
        shipped.unlink()
    qbank("list")
    [path] = index_files()
    sound = path.read_bytes()
    for command in COMMANDS:
        whole = qbank(*command)
        path.write_bytes(sound)
        overwrite(path, range(1, len(sound) // PAGE), b"x" * PAGE)
        assert qbank(*command) == whole
        assert index_files() == [path]
        inode = path.stat().st_ino
        assert qbank(*command) == whole
        assert path.stat().st_ino == inode, "dropped twice"


def uses(index):
    key = FileKey(0, "peft/one.yaml")
    return {
        "stored": index.stored().keys(),
        "columns": json.dumps(list(index.columns())),
        "body": index.body(key),
        "sides": index.sides(),
        "problems": index.problems(),
        "holding": index.holding("shard", "title"),
        "containing": index.containing("zero", 9),
        "text": index.text(key),
    }


@pytest.mark.parametrize("junk", [b"\xff", b"\0"], ids=["ones", "zeros"])
def test_damage_of_any_page_is_met_wherever_it_lies(tmp_path, bank, junk):
    cache = tmp_path / "cache"
    index = open_index(cache, [bank], 0)
    whole = uses(index)
    index.close()
    [path] = cache.glob("index-*.db")
    sound = path.read_bytes()
    for page in range(len(sound) // PAGE):
        path.write_bytes(sound)
        overwrite(path, [page], junk * PAGE)
        index = open_index(cache, [bank], 0)
        assert uses(index) == whole, page
        index.close()


def test_damage_that_shows_when_a_changed_file_is_stored(tmp_path, bank):
    cache = tmp_path / "cache"
    open_index(cache, [bank], 0).close()
    [path] = cache.glob("index-*.db")
    sound = path.read_bytes()
    write(bank, "peft/three", question(framework="peft"))
    for page in range(1, len(sound) // PAGE, 5):
        path.write_bytes(sound)
        overwrite(path, [page], b"\xff" * PAGE)
        index = open_index(cache, [bank], 0)
        assert len(list(index.columns())) == 3, page
        index.close()


def test_what_sqlite_keeps_beside_the_file_goes_with_it(tmp_path, bank):
    cache = tmp_path / "cache"
    open_index(cache, [bank], 0).close()
    [path] = cache.glob("index-*.db")
    path.write_bytes(b"rotten" * 1000)
    wal = path.with_name(path.name + "-wal")
    wal.write_bytes(b"rotten" * 1000)
    index = open_index(cache, [bank], 0)
    assert index.is_durable
    assert len(list(index.columns())) == 2
    index.close()
    assert not wal.exists()
