"""Wheels, sdists and git archives."""

import pytest

from qbank.archives import ArchiveError, open_archives
from tests.vocab.archives import tarball, wheel

COMMIT = "4efb479d5317ce9b86096b9d8e3e8030b0b5263b"


def test_paths_are_those_inside_a_wheel_and_below_the_folder_of_others(tmp_path):
    wheel(tmp_path, "ms_swift", "4.6.0", {"swift/a.py": "a"})
    tarball(tmp_path, "deepspeed", "0.19.8", {"deepspeed/b.py": "b", "README.md": "r"})
    first, second = sorted(open_archives([tmp_path]), key=lambda each: each.name, reverse=True)
    assert (first.name, first.version) == ("ms-swift", "4.6.0")
    assert dict(first.files((), ".py")) == {"swift/a.py": b"a"}
    assert dict(second.files(["README.md"], ".py")) == {"deepspeed/b.py": b"b", "README.md": b"r"}


def test_an_archive_of_a_commit_is_known_by_its_name(tmp_path):
    tarball(tmp_path, "Megatron-DeepSpeed", COMMIT, {"a.py": "a"})
    (archive,) = open_archives([tmp_path])
    assert (archive.name, archive.version) == ("megatron-deepspeed", COMMIT)


def test_a_local_build_counts_as_its_release(tmp_path):
    wheel(tmp_path, "torch", "2.13.0+cpu", {})
    assert open_archives([tmp_path])[0].version == "2.13.0"


@pytest.mark.parametrize("name", ["notes.txt", "torch.whl"])
def test_a_file_that_does_not_tell_what_it_is_is_refused(tmp_path, name):
    (tmp_path / name).write_text("x")
    with pytest.raises(ArchiveError, match="does not tell"):
        open_archives([tmp_path / name])


def test_other_files_in_a_folder_are_passed_over_but_an_empty_one_is_an_error(tmp_path):
    (tmp_path / "notes.txt").write_text("x")
    with pytest.raises(ArchiveError, match="no archive"):
        open_archives([tmp_path])
    with pytest.raises(ArchiveError, match="does not exist"):
        open_archives([tmp_path / "deepspeed-0.1.tar.gz"])


@pytest.mark.parametrize("name", ["a-1.0-py3-none-any.whl", "a-1.0.tar.gz"])
def test_a_damaged_archive_is_an_error_with_its_path(tmp_path, name):
    (tmp_path / name).write_text("not an archive")
    (archive,) = open_archives([tmp_path])
    with pytest.raises(ArchiveError, match="cannot be read"):
        list(archive.files((), ".py"))
