"""`--json` prints one object in UTF-8 and nothing else; questions to the learner go to stderr."""

import json
import os
import subprocess
import sys

import pytest

from qbank.cli.assessing import ROWS
from qbank.journal.backup import back_up
from qbank.settings import Flags, load
from tests.factories import NOW, qbank, question, write
from tests.journal.making import started

BUBBLE = ("calc", "pipeline-bubble", "--stages", "4", "--microbatches", "8")


def program(*arguments, encoding="gbk"):
    return subprocess.run(
        [sys.executable, "-m", "qbank", *arguments],
        env={**os.environ, "PYTHONIOENCODING": encoding, "LANG": "C"},
        capture_output=True,
        stdin=subprocess.DEVNULL,
    )


@pytest.mark.parametrize("encoding", ["gbk", "ascii", "utf-16"])
def test_an_object_is_utf_8_whatever_the_encoding_of_the_terminal(tmp_path, encoding):
    write(tmp_path, "peft/one", question(framework="peft", zh="é 分片“—”"))
    done = program("show", "peft/one", "--bank", tmp_path, "--json", encoding=encoding)
    assert json.loads(done.stdout.decode("utf-8"))["data"]["body"]["zh"]["title"] == "é 分片“—”"


def test_an_error_and_its_odd_bytes_are_utf_8_too():
    done = program("show", "没有", "--json")
    assert "没有" in json.loads(done.stdout.decode("utf-8"))["error"]["message"]
    done = program("show", b"\xff\xe9", "--json", encoding="utf-8")
    assert "\udcff" in json.loads(done.stdout.decode("utf-8"))["error"]["message"]


def test_lines_that_cannot_be_graded_are_utf_8_too(tmp_path):
    (tmp_path / "answers").write_text("没有\t1\n", encoding="utf-8")
    done = program("drill", "--seed", "1", "--answers", tmp_path / "answers", "--json")
    assert json.loads(done.stdout.decode("utf-8"))["problems"][0]["id"] == "没有"


@pytest.mark.parametrize("wanted", [("--json",), ("--format", "json")])
@pytest.mark.parametrize("rule", ["core-points", "partial-offload"])
def test_a_rule_is_explained_as_an_object(rule, wanted):
    code, out, _ = qbank("check", "--explain", rule, *wanted)
    data = json.loads(out)["data"]
    assert (code, data["name"]) == (0, rule)
    assert data["severity"] in {"error", "warning"}
    assert all(data[part] for part in ("summary", "why", "fix"))


@pytest.mark.parametrize("plot", [("--plot", "-o", "-"), ("-o", "-")])
def test_two_things_for_stdout_are_refused(plot):
    code, out, _ = qbank(*BUBBLE, *plot, "--json")
    error = json.loads(out)["error"]
    assert (code, error["code"]) == (2, "usage")
    assert "both write to stdout" in error["message"]


class Typist:
    """A terminal to read from."""

    def __init__(self, *lines):
        self._lines = list(lines)

    def isatty(self):
        return True

    def readline(self):
        return self._lines.pop(0) if self._lines else ""


@pytest.fixture
def other(tmp_path):
    path = tmp_path / "usb" / "other.db"
    started(path)
    return path


def test_an_import_that_is_declined_is_an_object(other, monkeypatch):
    monkeypatch.setattr(sys, "stdin", Typist("what\n", "\n"))
    code, out, err = qbank("import", other, "--json")
    assert code == 0
    assert json.loads(out)["data"] == {"new": 1, "known": 0, "written": False}
    assert err.count("[y/N]: ") == 2
    assert not load(Flags()).journal_file.exists()


def test_an_import_that_is_confirmed_is_an_object(other, monkeypatch):
    monkeypatch.setattr(sys, "stdin", Typist("Y\n"))
    code, out, _ = qbank("import", other, "--json")
    assert code == 0
    assert json.loads(out)["data"]["written"] is True


def test_a_restore_that_is_declined_is_an_object(monkeypatch):
    journal = load(Flags()).journal_file
    started(journal)
    back_up(journal, NOW)
    monkeypatch.setattr(sys, "stdin", Typist("no\n"))
    code, out, err = qbank("backup", "restore", "--json")
    assert code == 0
    assert json.loads(out)["data"] == {"restored": None, "aside": None}
    assert "[y/N]: " in err


def test_the_end_of_input_at_a_question_leaves(other, monkeypatch):
    monkeypatch.setattr(sys, "stdin", Typist())
    assert qbank("import", other, "--json")[:2] == (130, "")


def test_a_self_check_asks_beside_its_object(monkeypatch):
    monkeypatch.setattr(sys, "stdin", Typist("２\n", "9\n", "1\n", "0\n", "3\n", "2\n"))
    code, out, err = qbank("assess", "--json", "--lang", "en")
    assert code == 0
    scores = json.loads(out)["data"][0]["scores"]
    assert [scores[row] for row in ROWS] == [2, 1, 0, 3, 2]
    assert err.count("0-3> ") == 6
