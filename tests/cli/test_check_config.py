"""`qbank check --config`: what is printed, where, and with which exit code."""

import json
import re
import shutil
from pathlib import Path

import pytest
import yaml

from tests.factories import qbank

ROOT = Path(__file__).parent.parent.parent
WRONG = '{\n  "train_batch_size": 16,\n  "zero_optimization": {"stgae": 2}\n}\n'
RIGHT = '{\n  "train_batch_size": 16\n}\n'


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def file(here, text, name="ds.json"):
    (here / name).write_text(text, encoding="utf-8")
    return name


def test_a_finding_has_its_line_a_caret_and_a_fix(here):
    code, out, err = qbank("check", "--config", file(here, WRONG), "--for", "deepspeed")
    assert code == 1
    assert out == (
        "ds.json:3:25: error[unknown-option] `zero_optimization.stgae` is not an option of deepspeed 0.19.8\n"
        '    3 |   "zero_optimization": {"stgae": 2}\n'
        "      |                         ^^^^^^^\n"
        "   fix: did you mean `zero_optimization.stage`?\n"
    )
    assert "1 file, 1 error" in err


def test_a_clean_file_prints_nothing_and_leaves_with_0(here):
    code, out, err = qbank("check", "--config", file(here, RIGHT), "--for", "deepspeed")
    assert (code, out) == (0, "")
    assert "1 file" in err


def test_a_warning_fails_too(here):
    text = "base_model: x\nsample_packing: true\n"
    code, out, _ = qbank("check", "--config", file(here, text, "a.yaml"))
    assert code == 1
    assert "warning[packing-mixes-samples]" in out


def test_a_guess_is_said_on_stderr(here):
    _, _, err = qbank("check", "--config", file(here, RIGHT))
    assert "ds.json: taken for deepspeed" in err
    _, _, err = qbank("check", "--config", file(here, RIGHT), "--for", "deepspeed")
    assert "taken" not in err


def test_json_has_the_findings_and_what_each_file_was_taken_for(here):
    code, out, _ = qbank("check", "--config", file(here, WRONG), "--json")
    envelope = json.loads(out)
    assert code == 1
    assert envelope["data"] == {
        "errors": 1,
        "warnings": 0,
        "frameworks": {"ds.json": ["deepspeed"]},
    }
    assert [(each["line"], each["rule"]) for each in envelope["problems"]] == [
        (3, "unknown-option")
    ]


def test_the_form_of_code_hosts(here):
    _, out, _ = qbank("check", "--config", file(here, WRONG), "--format", "github")
    assert out.startswith("::error file=ds.json,line=3,col=25,title=unknown-option::")


def test_several_files_follow_as_pre_commit_gives_them(here):
    names = file(here, RIGHT), file(here, WRONG, "b.json")
    code, out, err = qbank("check", "--for", "deepspeed", "--config", *names)
    assert code == 1
    assert out.startswith("b.json:3")
    assert "2 files" in err


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("a.yaml", b"a: 1\n", "nothing in a.yaml tells which framework"),
        ("b.json", b"\xff\xfe", "b.json is not UTF-8"),
        ("c.sh", b"echo hello\n", "nothing in c.sh tells"),
    ],
)
def test_a_file_that_cannot_be_checked_is_exit_2_with_a_hint(here, name, text, said):
    (here / name).write_bytes(text)
    code, out, err = qbank("check", "--config", name)
    assert (code, out) == (2, "")
    assert said in err
    assert "hint: " in err


def test_a_missing_file_and_unknown_words_are_exit_2(here):
    for arguments, said in (
        (("--config", "none.json"), "none.json: no such file"),
        (("--config", file(here, RIGHT), "--for", "nope"), "the options of `nope` are not known"),
        (("--config", "ds.json", "--format", "nope"), "`nope` is not a format"),
    ):
        code, out, err = qbank("check", *arguments)
        assert (code, out) == (2, "")
        assert said in err


def test_lines_of_windows_and_a_byte_order_mark_are_read(here):
    (here / "ds.json").write_bytes(b"\xef\xbb\xbf" + WRONG.replace("\n", "\r\n").encode())
    _, out, _ = qbank("check", "--config", "ds.json", "--format", "concise")
    assert out.startswith("ds.json:3:25:")


def test_stdin_is_read(here, monkeypatch):
    import io
    import sys

    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(WRONG.encode())))
    code, out, err = qbank("check", "--config", "-", "--format", "concise")
    assert code == 1
    assert "stdin: taken for deepspeed" in err
    assert out.startswith("stdin:3:25: error[unknown-option]")


def test_a_rule_over_configs_is_explained():
    code, out, _ = qbank("check", "--explain", "partial-offload")
    assert code == 0
    assert out.startswith("partial-offload (error)\n")
    assert "zero_optimization" in out


def test_no_bank_is_opened_for_a_config(here):
    from qbank.settings import Flags, load

    shutil.rmtree(load(Flags()).cache_dir)
    qbank("check", "--config", file(here, RIGHT))
    assert not load(Flags()).cache_dir.exists()


def test_the_page_shows_what_is_printed(here):
    page = (ROOT / "docs" / "linting.md").read_text(encoding="utf-8")
    (shown,) = re.findall(
        r"```\n\$ qbank check --config ds.json --for deepspeed\n(.*?)```", page, re.DOTALL
    )
    sample = re.search(r"```json\n(.*?)```", page, re.DOTALL)[1]
    _, out, _ = qbank("check", "--config", file(here, sample), "--for", "deepspeed")
    assert out == shown


def test_the_hook_runs_a_command_that_exists(here):
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    program, *words = hook["entry"].split()
    assert program == "qbank"
    code, out, _ = qbank(*words, *hook["args"], file(here, WRONG))
    assert code == 1
    assert "unknown-option" in out
