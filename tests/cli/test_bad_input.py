"""What a learner can mistype, in paths, variables and numbers: said as such, never called a bug."""

import os
import sys

import pytest

from qbank.settings import Flags, load
from qbank.view.pager import page
from tests.e2e.terminal import Screen
from tests.factories import Stream, qbank, question, write

NOBODY = "~nosuchuser/x"
LONG = "x" * 300


def refused(code, out, err):
    """The error after a look that it is one of the learner's."""
    assert (code, out) == (2, "")
    assert err.startswith("qbank: error: ")
    assert "\nhint: " in err
    assert not list(load(Flags(), {}).state_dir.glob("crash-*"))
    return err


@pytest.mark.parametrize("text", [NOBODY, LONG, f"{LONG}/y"], ids=["nobody", "long", "deep"])
@pytest.mark.parametrize(
    "arguments",
    [
        ("list", "--bank", "{}"),
        ("drill", "--seed", "1", "--answers", "{}"),
        ("import", "{}"),
        ("check", "{}"),
        ("check", "--config", "{}"),
        ("calc", "pipeline-bubble", "--stages", "4", "--microbatches", "8", "-o", "{}.svg"),
    ],
    ids=lambda arguments: " ".join(arguments[:2]),
)
def test_a_path_that_cannot_be_is_named(tmp_path, monkeypatch, arguments, text):
    monkeypatch.chdir(tmp_path)
    code, out, err = qbank(*(one.format(text) for one in arguments))
    assert code in {1, 2}
    assert out == ""
    assert text[:300] in err
    assert "bug" not in err


@pytest.mark.parametrize("text", [NOBODY, f"/{LONG}/y"], ids=["nobody", "long"])
@pytest.mark.parametrize("variable", ["QBANK_DATA", "QBANK_CONFIG", "QBANK_BANK"])
@pytest.mark.parametrize("command", ["list", "doctor", "undo"])
def test_a_variable_that_cannot_be_is_named(monkeypatch, variable, text, command):
    monkeypatch.setenv(variable, text)
    err = refused(*qbank(command))
    assert text in err


def test_a_folder_that_may_not_be_looked_into_is_named(tmp_path, monkeypatch):
    def forbidden(path):
        raise PermissionError(13, "Permission denied", str(path))

    with monkeypatch.context() as patched:
        patched.setattr("pathlib.Path.is_dir", forbidden)
        done = qbank("list", "--bank", tmp_path)
    assert f"cannot use {tmp_path}: permission denied" in refused(*done)


@pytest.mark.parametrize("arguments", [("--bank", ""), ("--bank=",)])
def test_an_empty_bank_is_refused(arguments):
    assert "`--bank` is empty" in refused(*qbank("list", *arguments))


def test_a_bank_whose_name_is_no_text_is_used(tmp_path):
    folder = tmp_path / os.fsdecode(b"b\xff")
    write(folder, "peft/good", question(framework="peft"))
    code, out, err = qbank("list", "--bank", folder, "-f", "peft", "--json")
    assert (code, err) == (0, "")
    assert "peft/good" in out


@pytest.mark.parametrize("value", ["nan", "-nan", "inf", "-inf", "0"])
def test_minutes_are_a_number(value):
    assert "--minutes" in refused(*qbank("quiz", "--minutes", value))
    refused(*qbank("config", "set", "minutes", value))


def test_a_pager_with_an_open_quote_prints_plainly(monkeypatch):
    monkeypatch.setenv("PAGER", "less 'x")
    monkeypatch.setattr(sys, "stdin", Stream(terminal=True))

    class Paper:
        settings = load(Flags())
        is_terminal = True
        said = ""

        def say(self, text=""):
            self.said += text

    paper = Paper()
    page(paper, "line\n" * 100)
    assert paper.said == "line\n" * 100


def test_an_editor_with_an_open_quote_is_named(monkeypatch):
    monkeypatch.setenv("EDITOR", "vi 'x")
    err = refused(*qbank("config", "edit"))
    assert "the editor `vi 'x` cannot be read: no closing quotation" in err


def test_an_editor_with_an_open_quote_does_not_end_a_sitting(tmp_path, monkeypatch):
    monkeypatch.setenv("EDITOR", "vi 'x")
    write(tmp_path / "b", "peft/alpha", question(framework="peft", topic="trend"))
    screen = Screen(
        "quiz", "--bank", str(tmp_path / "b"), "-f", "peft", "--topic", "trend", "-n", "1"
    )
    screen.read_until("Space reveal")
    screen.press("o")
    screen.read_until("cannot be read: no closing")
    screen.press("q")
    assert screen.finish() == 0
