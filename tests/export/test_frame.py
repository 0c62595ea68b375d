"""From the options of `export` to a file: formats, groups, what is left out, and what is refused."""

import dataclasses
import json
import stat
import subprocess
import sys

import pytest

from qbank.errors import UsageError
from qbank.export.formats import FORMATS, Format, install_line
from tests.export.sheets import answer, small_bank
from tests.factories import later, qbank, question, write


def titles(text):
    """Titles of a JSON sheet, a list a group."""
    return [[q["texts"]["en"]["title"] for q in g["questions"]] for g in json.loads(text)["groups"]]


def headings(text):
    return [group["title"] and group["title"]["en"] for group in json.loads(text)["groups"]]


@pytest.mark.parametrize(
    ("name", "begins"),
    [("x.md", "# "), ("x.HTML", "<!doctype html>"), ("x.csv", "number,"), ("x.json", "{")],
)
def test_the_suffix_decides_the_format(export, tmp_path, name, begins):
    code, out, err = export("-o", tmp_path / name)
    assert (code, out) == (0, "")
    assert (tmp_path / name).read_text(encoding="utf-8").startswith(begins)
    assert err == f"3 questions written to {tmp_path / name}\n1 draft left out\n"


@pytest.mark.parametrize("name", FORMATS)
def test_every_text_format_goes_to_stdout_and_is_the_same_each_time(export, name):
    code, out, err = export("--format", name, "--lang", "both")
    assert code == 0
    assert "A?" in out
    assert "甲？" in out
    assert "Draft?" not in out
    assert err.startswith("3 questions written to stdout\n")
    assert export("--format", name, "--lang", "both")[1] == out


def test_the_format_wins_over_the_suffix(export, tmp_path):
    export("-o", tmp_path / "x.txt", "--format", "json")
    assert json.loads((tmp_path / "x.txt").read_text())["qbank_sheet"] == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--format", "docx"), "`docx` is not a format\nhint: use md, html, csv, json"),
        (
            ("-o", "x.docx"),
            "no format is known for `.docx`\nhint: add --format md, html, csv, json",
        ),
        (("--group-by", "mood"), "`mood` is not something to group by\nhint: use framework, level"),
        (("--group-by", "week"), "--group-by week needs a track\nhint: add --track "),
        (("--excel",), "--excel is for CSV\nhint: add --format csv"),
        (("--no-answers", "--cheatsheet"), "--no-answers and --cheatsheet exclude each other"),
        (("--no-answers", "--missed"), "--no-answers and --missed exclude each other"),
    ],
)
def test_what_cannot_be_written_is_refused_with_a_way_out(export, arguments, said):
    code, out, err = export(*arguments)
    assert (code, out) == (2, "")
    assert said in err


def test_a_file_is_replaced_only_by_force_and_a_folder_never(export, tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("mine")
    assert export("-o", path)[0] == 2
    assert path.read_text() == "mine"
    assert export("-o", path, "--force")[0] == 0
    assert path.read_text() != "mine"
    code, _, err = export("-o", tmp_path, "--format", "md", "--force")
    assert code == 2
    assert f"{tmp_path} is a folder" in err


def test_a_sheet_that_cannot_be_written_leaves_nothing_behind(export, tmp_path):
    code, _, err = export("-o", tmp_path / "none" / "x.md")
    assert code == 2
    assert "hint: choose a folder that exists" in err
    (tmp_path / "out").mkdir()
    export("-o", tmp_path / "out" / "x.md")
    assert [one.name for one in (tmp_path / "out").iterdir()] == ["x.md"]
    assert stat.S_IMODE((tmp_path / "out" / "x.md").stat().st_mode) & 0o400


@pytest.mark.parametrize(
    ("by", "heads", "groups"),
    [
        ("framework", ["Unsloth", "Axolotl"], [["A?", "B?"], ["C?"]]),
        ("level", ["junior", "mid", "senior"], [["C?"], ["B?"], ["A?"]]),
    ],
)
def test_groups_come_in_the_order_of_the_bank(export, by, heads, groups):
    out = export("--format", "json", "--group-by", by)[1]
    assert sorted(headings(out)) == sorted(heads)
    assert sorted(titles(out)) == sorted(groups)
    if by == "level":
        assert headings(out) == heads


def test_a_question_with_two_topics_stands_once_under_the_first(export):
    out = export("--format", "json", "--group-by", "topic")[1]
    assert [len(group) for group in titles(out)] == [3]


def test_weeks_follow_the_track(bank):
    arguments = ("export", "--track", "weeks-2", "--bank", bank)
    out = qbank(*arguments, "--format", "json", "--group-by", "week")[1]
    assert (headings(out), titles(out)) == (["1. First", "2. Second"], [["B?"], ["A?"]])
    out = qbank(*arguments, "--group-by", "week", "--lang", "both")[1]
    assert "## 1. 第一周 / 1. First\n\n### 1. 乙？\n" in out


def test_the_title_is_the_given_one_else_the_track(bank, export):
    assert export("--title", "Monday")[1].startswith("# Monday\n")
    assert qbank("export", "--track", "weeks-2", "--bank", bank)[1].startswith("# weeks-2\n")


def test_due_leaves_out_what_is_not(export):
    answer("unsloth/a", later(-30), points={"first": True})
    answer("unsloth/b", points={"first": True})
    assert titles(export("--format", "json", "--due")[1]) == [["A?"]]


def test_missed_has_own_points_and_pitfalls_newest_first(export):
    answer("unsloth/a", points={"first": False, "second": True, "third": True})
    answer("unsloth/b", later(1), points={"first": True, "second": True}, pitfalls=(1,))
    answer("axolotl/c", later(2), points={"first": True})
    data = json.loads(export("--format", "json", "--missed")[1])
    first, second = (q["texts"]["en"] for q in data["groups"][0]["questions"])
    assert first == {
        "title": "B?", "said": "- wrong: Wrong two  \n  right: Right two", "pitch": "I count first.",
    }  # fmt: skip
    assert second == {
        "title": "A?",
        "missed": "- The first point (core)",
        "pitch": "I count first.",
    }


def test_a_point_said_since_is_no_longer_missed(export):
    answer("unsloth/a", points={"first": False, "third": False})
    answer("unsloth/a", later(1), points={"first": True})
    out = export("--missed")[1]
    assert "The first point" not in out
    assert "The third point" in out
    answer("unsloth/a", later(2), points={"third": True})
    code, out, err = export("--missed")
    assert (code, out) == (1, "")
    assert "nothing missed" in err


def test_an_answer_taken_back_was_not_missed(export):
    answer("unsloth/a", points={"first": False})
    assert export("--missed")[0] == 0
    assert qbank("undo")[0] == 0
    assert export("--missed")[0] == 1


def test_a_missing_extra_is_named_with_the_line_that_installs_it():
    form = Format("pdf", (".pdf",), "none", extra="dev", libraries=("json", "no_such_library"))
    with pytest.raises(UsageError) as raised:
        form.check()
    assert raised.value.message == "--format pdf needs no_such_library"
    assert raised.value.hint == install_line("dev")
    assert raised.value.hint.startswith(f"{sys.executable} -m pip install ")
    assert "'pytest>=8.3'" in raised.value.hint
    assert "typer" not in raised.value.hint


def test_a_binary_format_is_not_written_to_a_terminal(export, monkeypatch):
    monkeypatch.setitem(FORMATS, "csv", dataclasses.replace(FORMATS["csv"], is_text=False))
    code, out, err = export("--format", "csv")
    assert (code, out) == (2, "")
    assert "hint: add -o sheet.csv" in err


def test_a_broken_file_is_counted_and_left_out(tmp_path):
    bank = small_bank(tmp_path / "bank")
    write(bank, "unsloth/torn", question().replace("pitfalls:", "pitfals:"))
    err = qbank("export", "--topic", "trend", "--bank", bank)[2]
    assert err.endswith("1 file skipped, run: qbank check\n")


def test_only_the_asked_format_is_loaded(bank):
    code = (
        "import io, sys; from datetime import UTC, datetime; from qbank.cli.app import run; "
        f"done = run(['export', '-f', 'unsloth', '--bank', {str(bank)!r}], out=io.StringIO(), "
        "err=io.StringIO(), now=lambda: datetime.now(UTC)); "
        "print(done, [m for m in ('qbank.export.html_', 'qbank.export.csv_') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "0 []", done.stderr
