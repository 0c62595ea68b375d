"""Things in a bank folder that are no files with a name in text: reported, never read for ever, never a crash."""

import json
import os
from pathlib import Path

import pytest

from tests.factories import qbank, question, write


def pipe(folder):
    os.mkfifo(folder / "pipe.yaml")


def device(folder):
    (folder / "device.yaml").symlink_to("/dev/zero")


def not_text(folder):
    (folder / os.fsdecode(b"b\xff.yaml")).write_text("a: 1")


def link_to_itself(folder):
    (folder.parent / "around").symlink_to("around")


@pytest.mark.parametrize(
    ("make", "named"),
    [
        (pipe, "pipe.yaml"),
        (device, "device.yaml"),
        (not_text, "b\\udcff.yaml"),
        (link_to_itself, ""),
    ],
)
def test_an_odd_thing_in_a_bank_hides_no_question(tmp_path, make, named):
    write(tmp_path / "bank", "peft/good", question(framework="peft"))
    make(tmp_path / "bank" / "peft")
    code, out, _ = qbank("list", "--bank", tmp_path / "bank", "-f", "peft", "--json")
    assert code == 0
    assert "peft/good" in [one["id"] for one in json.loads(out)["data"]]
    _, out, _ = qbank("check", "--bank", tmp_path / "bank", "--json")
    unreadable = [one["path"] for one in json.loads(out)["problems"] if one["rule"] == "unreadable"]
    assert [Path(one).name for one in unreadable] == ([named] if named else [])
