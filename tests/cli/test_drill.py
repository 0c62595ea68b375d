"""The command `drill` without a terminal: printed questions, and answers from a file."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from qbank.formulas import evaluate
from qbank.journal.store import Journal
from qbank.schedule.rows import EventKind, Suspend
from qbank.settings import Flags, load
from qbank.terms import Mode
from tests.drill_bank import write_drill_bank
from tests.factories import NOW, later, qbank

ROOT = Path(__file__).parent.parent.parent
RIGHT = "peft/fixed\t201 GB"


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """The folder of questions and the index of all tests here: reading the bank anew takes a second."""
    folder = tmp_path_factory.mktemp("drill")
    return write_drill_bank(folder / "bank"), folder / "cache"


@pytest.fixture(autouse=True)
def only(shared, monkeypatch):
    """Options that leave the questions of the test."""
    options, cache = shared
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    return options


def rows():
    journal = Journal.open(load(Flags()).journal_file, now=NOW, read_only=True)
    found = journal.all_rows()
    journal.close()
    return found


def drill(only, *arguments, at=NOW):
    return qbank("drill", *only, *arguments, at=at)


def data(only, *arguments, code=0, at=NOW):
    got, out, err = drill(only, *arguments, "--json", at=at)
    assert got == code, err
    return json.loads(out)["data"]


def answers(tmp_path, *lines, name="answers.tsv"):
    path = tmp_path / name
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return ("--answers", str(path))


def test_a_seed_repeats_the_drill_of_the_shipped_bank_identically():
    first = qbank("drill", "-n", "20", "--seed", "7")
    assert first[0] == 0
    assert first[1].count("/20  ") == 20
    assert qbank("drill", "-n", "20", "--seed", "7") == first
    assert qbank("drill", "-n", "20", "--seed", "8") != first


def test_a_seed_repeats_the_drill_whatever_was_answered_since(only, tmp_path):
    before = drill(only, "-n", "9", "--seed", "7")
    assert drill(only, "--seed", "7", *answers(tmp_path, "peft/fixed\t1 GB", RIGHT))[0] == 1
    assert drill(only, "-n", "9", "--seed", "7", at=later(3)) == before


def test_only_machine_graded_questions_are_asked_and_no_drafts(only):
    found = data(only, "-n", "9", "--seed", "1")["questions"]
    assert {one["id"] for one in found[:4]} == {
        "peft/fresh",
        "peft/fixed",
        "peft/choice",
        "peft/spot",
    }
    assert {one["id"] for one in found[4:]} == {"peft/fresh", "peft/fixed"}
    assert len({one["prompt"] for one in found if one["id"] == "peft/fresh"}) > 1


def test_the_printed_questions_have_their_values_and_say_how_to_answer(only):
    code, out, err = drill(only, "-n", "4", "--seed", "7")
    assert code == 0
    assert "a drill of 4, seed 7" in out
    assert "70B, 16 GPUs, ZeRO-2" in out
    assert "1. Option" in out
    assert "2  two()" in out
    assert "201" not in out
    assert "qbank drill --seed 7 --answers FILE" in err
    assert not load(Flags()).journal_file.exists()


def test_without_a_seed_what_is_due_comes_first(only, tmp_path):
    missed = answers(tmp_path, "peft/spot\t1")
    assert drill(only, "--seed", "7", *missed)[0] == 1
    for _ in range(5):
        assert data(only, at=later(2))["questions"][0]["id"] == "peft/spot"


def test_a_suspended_question_is_not_asked(only):
    journal = Journal.open(load(Flags()).journal_file, now=NOW)
    journal.record(EventKind.SUSPEND, "peft/fixed", Suspend(on=True), now=NOW)
    journal.close()
    asked = {one["id"] for one in data(only, "-n", "9", "--seed", "1")["questions"]}
    assert "peft/fixed" not in asked


def test_filters_choose_as_in_quiz(only):
    numeric = data(only, "--type", "numeric", "--seed", "1", "-n", "2")["questions"]
    assert {one["type"] for one in numeric} == {"numeric"}
    assert drill(only, "--level", "senior") == (
        0,
        "no question that a machine grades fits these filters\n",
        "",
    )
    assert data(only, "--level", "senior")["answers"] == []
    assert qbank("drill", "-f", "depspeed")[0] == 1
    code, _, err = drill(only, "--type", "open")
    assert code == 2
    assert "qbank quiz --type open" in err


def test_answers_are_graded_with_the_values_of_the_seed(only, tmp_path):
    asked = data(only, "-n", "9", "--seed", "3")["questions"]
    lines = []
    for one in [q for q in asked if q["id"] == "peft/fresh"]:
        words = one["prompt"].replace(",", "").split()
        arguments = {
            "params": words[0],
            "ranks": words[1],
            "stage": words[3][5],
        }
        lines.append(f"peft/fresh\t{evaluate('zero_model_states', arguments) / 1e9} GB")
    assert len(lines) > 1
    done = data(only, "--seed", "3", *answers(tmp_path, *lines))
    assert (done["answered"], done["right"]) == (len(lines), len(lines))
    assert data(only, "--seed", "4", *answers(tmp_path, *lines), code=1)["right"] < len(lines)


def test_options_are_graded_in_the_order_of_the_seed(only, tmp_path):
    asked = data(only, "-n", "9", "--seed", "5")["questions"]
    [shown] = [one["options"] for one in asked if one["id"] == "peft/choice"]
    right = [line[0] for line in shown.split("\n") if "Option b" not in line]
    line = f"peft/choice\t{' '.join(right)}"
    assert drill(only, "--seed", "5", *answers(tmp_path, line))[0] == 0


def test_the_verdict_says_the_unit_and_shows_the_working(only, tmp_path):
    lines = [RIGHT, "peft/fixed\t201", "peft/fixed\t201 GiB", "peft/fixed\t140 GB"]
    code, out, _ = drill(only, "--seed", "7", *answers(tmp_path, *lines))
    assert code == 1
    assert "ok  right   understood 201 GB\n" in out
    assert "ok  right   understood 201 GB, no unit typed" in out
    assert "right number, wrong unit   understood 201 GiB" in out
    assert "in GB the number would be right" in out
    assert "not right   understood 140 GB   right: 201.25 GB" in out
    assert out.count("= 201,250,000,000 B = 201.3 GB (187.4 GiB)") == 4
    assert "4 answered, 2 right, 1 partly, 1 not right   seed 7" in out
    assert "again: peft/fixed" in out


def test_the_chinese_screen_is_chinese(only, tmp_path):
    lines = ["peft/fixed\t２０１", "peft/fixed\t201 GiB", "peft/spot\t2"]
    out = drill(only, "--seed", "7", "--lang", "zh", *answers(tmp_path, *lines))[1]
    assert "没写单位，读作 201 GB" in out
    assert "数对，单位不对" in out
    assert "不全" in out
    assert "答了 3 题：1 对，2 部分对，0 不对" in out


def test_the_exit_code_says_whether_all_was_right(only, tmp_path):
    assert drill(only, "--seed", "7", *answers(tmp_path, RIGHT, "peft/spot\t3 2"))[0] == 0
    assert drill(only, "--seed", "7", *answers(tmp_path, RIGHT, "peft/spot\t3"))[0] == 1
    assert drill(only, "--seed", "7", *answers(tmp_path, "peft/fixed\t3 GB"))[0] == 1


def test_answers_are_scheduled_like_any_answer(only, tmp_path):
    done = data(
        only, "--seed", "7", *answers(tmp_path, RIGHT, "peft/spot\t2", "peft/choice\t1 2 3"), code=1
    )
    assert [row.kind for row in rows()] == ["answer"] * 3
    fixed, spot, choice = (row.payload for row in rows())
    assert (fixed["rating"], spot["rating"], choice["rating"]) == (3, 2, 1)
    assert fixed["mode"] == Mode.DRILL
    assert fixed["typed"] == "201 GB"
    assert fixed["draw"] == {"values": {"params": 70e9, "ranks": 16, "stage": 2}}
    listed = {
        one["id"]: one["due"] for one in json.loads(qbank("list", *only, "--json")[1])["data"]
    }
    assert {one["id"]: one["due"] for one in done["answers"]}.items() <= listed.items()


def test_only_the_first_answer_of_a_day_moves_the_card(only, tmp_path):
    done = data(only, "--seed", "7", *answers(tmp_path, RIGHT, "peft/fixed\t1 GB"), code=1)
    assert len({one["due"] for one in done["answers"]}) == 1


def test_undo_takes_back_the_last_line(only, tmp_path):
    drill(only, "--seed", "7", *answers(tmp_path, RIGHT, "peft/spot\t2 3"))
    assert "peft/spot" in qbank("undo", *only[:2])[1]
    assert "peft/fixed" in qbank("undo", *only[:2])[1]
    assert qbank("undo", *only[:2])[0] == 1


def test_ids_may_be_short_and_blank_lines_and_comments_are_passed_over(only, tmp_path):
    lines = ["\ufeff# my answers", "", "fixed\t 201 GB \r", "  "]
    done = data(only, "--seed", "7", *answers(tmp_path, *lines))
    [answer] = done["answers"]
    assert (answer["id"], answer["line"], answer["typed"]) == ("peft/fixed", 3, "201 GB")


BAD = [
    ("peft/fixd\t1 GB", "no question named `peft/fixd`", "did you mean `peft/fixed`"),
    ("peft/open\tsomething", "`peft/open` is an open question", "qbank quiz"),
    ("peft/draft\t1 GB", "`peft/draft` is a draft", ""),
    ("peft/fixed\t31.4 G", "`31.4 G` cannot be read: `G` is not a unit; write GB or GiB", ""),
    ("peft/fixed\tmany", "`many` cannot be read", ""),
    ("peft/choice\t7", "`7` cannot be read: type the numbers of the options", ""),
    ("peft/spot\tlast", "`last` cannot be read: type the numbers of the wrong lines", ""),
    ("peft/fixed 201 GB", "there is no tab in the line", "write the id, a tab"),
    ("peft/fixed\t", "no answer after the tab", "delete the line"),
    ("deepspeed/model-states\t1 GB", "`deepspeed/model-states` is outside the filters", ""),
]


@pytest.mark.parametrize(("line", "message", "hint"), BAD)
def test_a_line_that_cannot_be_graded_is_named_and_nothing_is_recorded(
    only, tmp_path, line, message, hint
):
    option, path = answers(tmp_path, "# first", RIGHT, line)
    code, out, err = drill(only, "--seed", "7", option, path)
    assert (code, out) == (2, "")
    assert f"{path}:3: {message}" in err
    assert hint in err
    assert "1 line cannot be graded, so nothing was recorded" in err
    assert rows() == []


def test_all_bad_lines_are_reported_at_once_and_a_mended_file_counts_once(only, tmp_path):
    lines = [line for line, _, _ in BAD]
    code, out, _ = drill(only, "--seed", "7", *answers(tmp_path, RIGHT, *lines), "--json")
    envelope = json.loads(out)
    assert code == 2
    assert envelope["data"] is None
    assert [one["line"] for one in envelope["problems"]] == [*range(2, len(BAD) + 2)]
    assert envelope["error"]["message"].startswith("10 lines cannot be graded")
    assert drill(only, "--seed", "7", *answers(tmp_path, RIGHT))[0] == 0
    assert len(rows()) == 1


def test_options_answered_twice_are_refused(only, tmp_path):
    lines = answers(tmp_path, "peft/choice\t1 2 3", "peft/choice\t1 2 3")
    code, _, err = drill(only, "--seed", "7", *lines)
    assert code == 2
    assert ":2: `peft/choice` is answered twice" in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--answers", "x.tsv"], "--answers needs --seed"),
        (["--seed", "7", "--answers", "/no/such.tsv"], "/no/such.tsv cannot be read: No such file"),
        (["--seed", "7", "--answers", "/"], "/ cannot be read"),
        (["-n", "0"], "0 is not in the range"),
    ],
)
def test_a_drill_that_cannot_start_says_why(only, arguments, message):
    code, out, err = drill(only, *arguments)
    assert (code, out) == (2, "")
    assert message in err


def test_a_file_that_is_not_utf8_names_the_line(only, tmp_path):
    path = tmp_path / "answers.tsv"
    path.write_bytes(f"{RIGHT}\npeft/spot\t".encode() + b"\xff\n")
    code, _, err = drill(only, "--seed", "7", "--answers", path)
    assert code == 2
    assert f"{path}:2: not UTF-8 text" in err
    assert rows() == []


def test_an_empty_file_is_success(only, tmp_path):
    assert data(only, "--seed", "7", *answers(tmp_path))["answered"] == 0
    assert rows() == []


def test_answers_come_through_a_pipe(only):
    done = subprocess.run(
        [sys.executable, "-m", "qbank", "drill", *only, "--seed", "7", "--answers", "-", "--json"],
        input=f"{RIGHT}\npeft/spot\t1\n",
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONUTF8": "1"},
        cwd=ROOT,
    )
    assert done.returncode == 1, done.stderr
    found = json.loads(done.stdout)["data"]
    assert [one["outcome"] for one in found["answers"]] == ["right", "wrong"]
    assert len(rows()) == 2


def kinds():
    return [(row.kind, row.question_id) for row in rows()]


def test_the_same_file_twice_counts_the_second_time_as_practice_and_says_so(only, tmp_path):
    given = answers(tmp_path, RIGHT, "peft/spot\t2 3")
    assert "practice" not in drill(only, "--seed", "7", *given)[1]
    code, out, _ = drill(only, "--seed", "7", *given)
    assert code == 0
    assert out.count("practice: answered with the same values today") == 2
    assert "2 counted as practice: drilled today with the same values" in out
    ids = ("peft/fixed", "peft/spot")
    assert kinds() == [(kind, id_) for kind in ("answer", "practice") for id_ in ids]
    assert json.loads(qbank("stats", "--json")[1])["data"]["answers"] == 2
    again = data(only, "--seed", "7", *given)
    assert [one["practice"] for one in again["answers"]] == [True, True]


def test_other_values_and_another_day_count_as_answers(only, tmp_path):
    given = answers(tmp_path, "peft/fresh\t1 GB", RIGHT)
    for seed, at in (("7", NOW), ("8", NOW), ("7", later(1))):
        drill(only, "--seed", seed, *given, at=at)
    fresh = [kind for kind, id_ in kinds() if id_ == "peft/fresh"]
    fixed = [kind for kind, id_ in kinds() if id_ == "peft/fixed"]
    assert fresh == ["answer"] * 3
    assert fixed == ["answer", "practice", "answer"]


def test_an_answer_that_was_taken_back_does_not_make_the_next_one_practice(only, tmp_path):
    given = answers(tmp_path, RIGHT)
    drill(only, "--seed", "7", *given)
    assert qbank("undo")[0] == 0
    drill(only, "--seed", "7", *given)
    assert sorted(kind for kind, _ in kinds()) == ["answer", "answer", "void"]
