import os
import time

import pytest

from qbank.bank.catalog import Bank, Root
from qbank.bank.index import Index
from qbank.bank.refresh import refresh
from qbank.bank.search import search
from qbank.errors import NotFoundError
from tests.factories import question, write

LATER_NS = 10_000_000_000


def opened(tmp_path, *folders):
    roots = [Root(folder, is_packaged=n == 0) for n, folder in enumerate(folders)]
    index = Index.open(tmp_path / "index.db")
    refresh(index, [root.path for root in roots], time.time_ns() + LATER_NS)
    return Bank(index, roots)


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "bank"
    write(folder, "deepspeed/one", question(en="First?", zh="第一个？"))
    write(folder, "peft/two", question(en="Second?", zh="优化器状态是什么？", framework="peft"))
    return folder


def counts(tmp_path, folder):
    index = Index.open(tmp_path / "count.db")
    done = refresh(index, [folder], time.time_ns() + LATER_NS)
    index.close()
    return done.hashed, done.parsed


def test_only_a_changed_file_is_parsed_again(tmp_path, folder):
    assert counts(tmp_path, folder) == (2, 2)
    assert counts(tmp_path, folder) == (0, 0)
    write(folder, "peft/two", question(en="Third?"))
    assert counts(tmp_path, folder) == (1, 1)


def test_a_change_of_same_size_and_time_is_seen(tmp_path, folder):
    counts(tmp_path, folder)
    path = folder / "peft/two.yaml"
    before = path.stat()
    path.write_text(path.read_text().replace("Second?", "2econd?"))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert counts(tmp_path, folder) == (1, 1)


def test_a_touched_file_is_hashed_but_not_parsed(tmp_path, folder):
    counts(tmp_path, folder)
    os.utime(folder / "peft/two.yaml", ns=(1, 1))
    assert counts(tmp_path, folder) == (1, 0)


def test_a_file_younger_than_two_seconds_is_hashed_again(tmp_path, folder):
    index = Index.open(tmp_path / "racy.db")
    refresh(index, [folder], time.time_ns())
    assert refresh(index, [folder], time.time_ns() + LATER_NS)[1:] == (2, 0)


def test_a_deleted_file_leaves_the_bank(tmp_path, folder):
    assert len(opened(tmp_path, folder).entries) == 2
    (folder / "peft/two.yaml").unlink()
    assert [*opened(tmp_path, folder).entries] == ["deepspeed/one"]


def test_a_broken_file_is_left_out_and_reported(tmp_path, folder):
    write(folder, "peft/bad", "schema: 2\n")
    bank = opened(tmp_path, folder)
    assert "peft/bad" not in bank.entries
    assert {problem.path for problem in bank.problems} == {str(folder / "peft/bad.yaml")}


def test_garbage_in_the_index_file_is_replaced(tmp_path, folder):
    (tmp_path / "index.db").write_bytes(b"garbage" * 1000)
    assert len(opened(tmp_path, folder).entries) == 2


def test_a_user_file_takes_the_place_of_a_packaged_one(tmp_path, folder):
    own = tmp_path / "own"
    write(own, "deepspeed/one", question(en="Mine?"))
    bank = opened(tmp_path, folder, own)
    assert bank.entries["deepspeed/one"].title_en == "Mine?"
    assert bank.entries["deepspeed/one"].is_yours
    assert not bank.entries["peft/two"].is_yours
    assert not bank.problems


def test_two_user_folders_with_one_id_name_both_files(tmp_path, folder):
    for name in ("a", "b"):
        write(tmp_path / name, "deepspeed/one", question(en=name))
    [clash] = opened(tmp_path, folder, tmp_path / "a", tmp_path / "b").problems
    assert clash.path == str(tmp_path / "b/deepspeed/one.yaml")
    assert str(tmp_path / "a/deepspeed/one.yaml") in clash.message


def test_an_id_is_found_by_its_end_and_an_unknown_one_offers_near_ones(tmp_path, folder):
    bank = opened(tmp_path, folder)
    assert bank.resolve("two").id == "peft/two"
    with pytest.raises(NotFoundError) as caught:
        bank.resolve("peft/twoo")
    assert "`peft/two`" in caught.value.hint


def test_search_finds_bigrams_single_characters_phrases_and_latin(tmp_path, folder):
    bank = opened(tmp_path, folder)

    def found(query):
        return [match.entry.id for match in search(bank, query)]

    assert found("优化器 状态")[0] == "peft/two"
    assert found("第") == ["deepspeed/one", "peft/two"]
    assert found("second")[0] == "peft/two"
    assert found('"optimizer state takes 12"') == ["deepspeed/one", "peft/two"]
    assert found("zzz") == []
    assert found('" OR * ) NEAR(') == []
