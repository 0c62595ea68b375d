"""The lock file: written from archives, read by checks and lists."""

import pytest

from qbank.sources.__main__ import main
from qbank.sources.citations import Citation, name_and_version
from qbank.sources.lock import LockError, as_text, parsed, read_lock
from tests.sources.releases import NEW, OLD, write_bank
from tests.vocab.archives import tarball, wheel

START = Citation("deepspeed==0.19.8", "deepspeed/zero.py", "Config.start")
COMMIT = "4efb479d5317ce9b86096b9d8e3e8030b0b5263b"


def release(folder, version, text=OLD):
    return str(tarball(folder, "deepspeed", version, {"deepspeed/zero.py": text}))


def verify(bank, *archives):
    return main(["verify", "--bank", str(bank), *archives])


@pytest.fixture
def bank(tmp_path):
    write_bank(tmp_path / "bank")
    return tmp_path / "bank"


def test_every_citation_is_locked_with_lines_and_hashes(bank, tmp_path, capsys):
    assert verify(bank, release(tmp_path, "0.19.8")) == 0
    lock = read_lock(bank)
    assert {citation.symbol for citation in lock.locked} == {"Config.start", "SIZE", "Config.stage"}
    assert lock.locked[START].lines == "7-8"
    assert capsys.readouterr().out == "3 symbols locked, 3 opened now, 0 not found\n"


def test_locking_again_changes_nothing(bank, tmp_path):
    archive = release(tmp_path, "0.19.8")
    verify(bank, archive)
    text = (bank / "sources.lock").read_text(encoding="utf-8")
    verify(bank, archive)
    assert (bank / "sources.lock").read_text(encoding="utf-8") == text
    assert as_text(parsed(text)) == text
    assert '"Config.start": ["7-8", ' in text


def test_what_is_not_in_the_archive_is_named_and_fails(bank, tmp_path, capsys):
    archive = release(tmp_path, "0.19.8", OLD.replace("SIZE", "LENGTH"))
    assert verify(bank, archive) == 1
    said = capsys.readouterr().err
    assert "deepspeed/shards: deepspeed==0.19.8 deepspeed/zero.py: `SIZE` is not there" in said
    assert START in read_lock(bank).locked


def test_a_file_that_is_not_in_the_archive_is_named(bank, tmp_path, capsys):
    archive = str(tarball(tmp_path, "deepspeed", "0.19.8", {"deepspeed/one.py": OLD}))
    assert verify(bank, archive) == 1
    assert "`deepspeed/zero.py` is not in the archive" in capsys.readouterr().err


def test_entries_of_other_archives_are_kept_and_unused_ones_dropped(bank, tmp_path, capsys):
    verify(bank, release(tmp_path, "0.19.8"))
    other = str(wheel(tmp_path, "peft", "0.1", {"peft/a.py": "A = 1\n"}))
    assert verify(bank, other) == 0
    assert START in read_lock(bank).locked
    text = (bank / "deepspeed" / "shards.yaml").read_text(encoding="utf-8")
    lines = [line for line in text.split("\n") if "symbol: SIZE" not in line]
    shorter = "\n".join(lines).replace(", size,", ",")
    (bank / "deepspeed" / "shards.yaml").write_text(shorter, encoding="utf-8")
    assert verify(bank, other) == 0
    assert "SIZE" not in {each.symbol for each in read_lock(bank).locked}


def test_a_citation_without_its_archive_is_named(bank, tmp_path, capsys):
    assert verify(bank, str(wheel(tmp_path, "peft", "0.1", {}))) == 1
    assert "no archive of this release was given" in capsys.readouterr().err


def test_a_commit_is_known_by_its_archive(tmp_path):
    package = f"deepspeedai/Megatron-DeepSpeed@{COMMIT}"
    text = write_bank(tmp_path / "bank").replace("deepspeed==0.19.8", package)
    write_bank(tmp_path / "bank", text)
    archive = tarball(tmp_path, "Megatron-DeepSpeed", COMMIT, {"deepspeed/zero.py": OLD})
    assert verify(tmp_path / "bank", str(archive)) == 0
    assert name_and_version(package) == ("megatron-deepspeed", COMMIT)


def test_the_cited_packages_are_listed_for_pip(bank, capsys):
    assert main(["list", "--bank", str(bank)]) == 0
    assert capsys.readouterr().out == "deepspeed==0.19.8\n"


def test_a_bank_with_a_broken_file_is_not_locked(bank, tmp_path, capsys):
    (bank / "deepspeed" / "shards.yaml").write_text("?", encoding="utf-8")
    assert verify(bank, release(tmp_path, "0.19.8")) == 2
    assert "shards.yaml cannot be read\nhint: qbank check" in capsys.readouterr().err
    assert not (bank / "sources.lock").exists()


@pytest.mark.parametrize("text", ["", "[]", '{"locked": {}}', '{"locked": {"a": 1}, "newer": {}}'])
def test_a_damaged_lock_is_an_error_that_says_how_to_mend_it(bank, text):
    (bank / "sources.lock").write_text(text, encoding="utf-8")
    with pytest.raises(LockError, match="is not a lock file") as caught:
        read_lock(bank)
    assert "version control" in caught.value.hint


def test_a_newer_release_tells_what_changed_and_what_is_gone(bank, tmp_path, capsys):
    new = release(tmp_path, "0.19.9", NEW.replace("SIZE", "LENGTH"))
    assert verify(bank, release(tmp_path, "0.19.8"), new) == 0
    newer = read_lock(bank).newer["deepspeed"]
    assert (newer.old, newer.new) == ("0.19.8", "0.19.9")
    by_symbol = {each.symbol: each for each in newer.symbols}
    assert {*by_symbol} == {"Config.stage", "SIZE"}
    assert by_symbol["Config.stage"].diff == ("@@ -1 +1 @@", "-    stage = 0", "+    stage = 1")
    assert by_symbol["SIZE"].lines == ""
    assert "0.19.8 -> 0.19.9: 2 cited symbols" in capsys.readouterr().err


def test_a_comparison_lasts_until_the_older_release_is_not_cited_any_more(bank, tmp_path):
    old, new = release(tmp_path, "0.19.8"), release(tmp_path, "0.19.9", NEW)
    verify(bank, old, new)
    verify(bank, old)
    assert read_lock(bank).newer["deepspeed"].new == "0.19.9"
    shards = bank / "deepspeed" / "shards.yaml"
    shards.write_text(
        shards.read_text(encoding="utf-8").replace("0.19.8", "0.19.9"), encoding="utf-8"
    )
    assert verify(bank, old, new) == 0
    assert read_lock(bank).newer == {}


def test_an_older_release_is_no_newer_one(bank, tmp_path):
    verify(bank, release(tmp_path, "0.19.8"), release(tmp_path, "0.18.0", NEW))
    assert read_lock(bank).newer == {}
