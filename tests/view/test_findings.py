"""Findings as people, scripts and code hosts read them."""

import json
from pathlib import Path

import pytest

from qbank.problem import Problem, Severity, Span
from qbank.view.findings import as_data, concise, github, human, render

HERE = Path("/bank")
MISSPELT = Problem(
    "/bank/questions/deepspeed/zero-stages.yaml",
    Span(49, 1, 8),
    "unknown-key",
    "`pitfals` is not a part of an open question",
    "did you mean `pitfalls`?",
    source_line="pitfals:",
)
CHINESE = Problem(
    "/bank/questions/deepspeed/zero-stages.yaml",
    Span(7, 12, 14),
    "chinese-space",
    "`卡1` needs a space",
    "write `卡 1`",
    Severity.WARNING,
    "  title: 每张卡16字节",
)
WHOLE = Problem("/elsewhere/topics.yaml", Span(0, 0), "unreadable", "permission denied")
NASTY = Problem(
    "/bank/a\x1b[2J.yaml",
    Span(3, 6, 8),
    "hidden-character",
    "bad \x1b]0;x\x07\u202etext\r\nand more",
    "drop\x9b it\u2028now",
    source_line="ab\x1b[31mcd\u202eef\u200b",
)
ALL = (MISSPELT, CHINESE, WHOLE)


@pytest.mark.parametrize("form", ["human", "concise", "github"])
def test_the_forms_look_as_agreed(form, snapshot):
    snapshot(render(ALL, form, HERE) + "\n", f"findings-{form}.txt")


def test_a_finding_has_its_line_a_caret_and_a_fix():
    assert human(MISSPELT, HERE) == (
        "questions/deepspeed/zero-stages.yaml:49:1: error[unknown-key] `pitfals` is not a part of an open question\n"
        "   49 | pitfals:\n"
        "      | ^^^^^^^\n"
        "   fix: did you mean `pitfalls`?"
    )


def test_the_caret_counts_a_wide_character_as_two_cells():
    line, carets = human(CHINESE, HERE).split("\n")[1:3]
    assert line == "    7 |   title: 每张卡16字节"
    assert carets == "      | " + " " * 13 + "^" * 3


@pytest.mark.parametrize("column", [1, 90, 290])
def test_of_a_long_line_only_the_part_around_the_place_is_shown(column):
    source = "".join(f"{n:05d}" for n in range(60))
    problem = Problem("a.yaml", Span(1, column, column + 5), "r", "m", source_line=source)
    line, carets = human(problem).split("\n")[1:3]
    assert len(line) <= 130
    start = carets.index("^")
    assert line[start : start + 5] == source[column - 1 : column + 4]


def test_a_finding_over_several_lines_has_one_caret():
    problem = Problem("a.yaml", Span(3, 5), "r", "m", source_line="zh: |")
    assert human(problem).split("\n")[1:] == ["    3 | zh: |", "      |     ^"]


def test_a_finding_about_a_whole_file_has_no_line():
    assert concise(WHOLE, HERE) == "/elsewhere/topics.yaml: error[unreadable] permission denied"


@pytest.mark.parametrize("form", ["human", "concise", "github"])
def test_control_characters_never_reach_the_terminal(form):
    shown = render([NASTY], form, HERE)
    assert not {char for char in shown if not char.isprintable()} - {"\n"}
    assert len(shown.split("\n")) == {"human": 4, "concise": 1, "github": 1}[form]


def test_json_keeps_the_text_and_escapes_it():
    data = as_data(NASTY, HERE)
    text = json.dumps([data])
    assert json.loads(text)[0]["message"] == NASTY.message
    assert "\x1b" not in text
    assert as_data(MISSPELT, HERE) == {
        "path": "questions/deepspeed/zero-stages.yaml",
        "line": 49,
        "column": 1,
        "end_column": 8,
        "rule": "unknown-key",
        "severity": "error",
        "message": "`pitfals` is not a part of an open question",
        "fix": "did you mean `pitfalls`?",
    }


def test_github_escapes_what_ends_a_property_or_a_command():
    problem = Problem("/bank/a,b:c.yaml", Span(2, 3), "r", "50% of\nit: a, b", "do it")
    assert github(problem, HERE) == (
        "::error file=a%2Cb%3Ac.yaml,line=2,col=3,title=r::50%25 of%0Ait: a, b; do it"
    )


def test_paths_below_the_current_folder_are_short(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    inside = Problem(str(tmp_path / "q" / "a.yaml"), Span(1, 1), "r", "m")
    assert concise(inside).startswith("q/a.yaml:1:1: ")
    assert concise(WHOLE).startswith("/elsewhere/topics.yaml: ")
