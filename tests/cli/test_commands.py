import json
import subprocess
import sys
from pathlib import Path

import pytest

from qbank.journal.store import Journal
from qbank.schedule.rows import Answer, EventKind
from qbank.settings import Flags, load
from qbank.terms import Rating
from tests.factories import NOW, qbank, question, write


@pytest.fixture
def bank(tmp_path):
    """A folder of questions beside the packaged ones."""
    folder = tmp_path / "more"
    write(folder, "peft/alpha", question(en="What is alpha, list[int] or [/x]?", framework="peft"))
    write(
        folder, "unsloth/beta", question(en="What is beta?", zh="贝塔是什么？", framework="unsloth")
    )
    return folder


def data(*arguments):
    code, out, err = qbank(*arguments, "--json")
    assert code == 0, err
    envelope = json.loads(out)
    assert envelope["qbank"] == 1
    return envelope["data"]


def answered(name, rating=Rating.GOOD, at=NOW, **more):
    journal = Journal.open(load(Flags()).journal_file, now=at)
    done = journal.record(EventKind.ANSWER, name, Answer(rating=rating, **more), now=at)
    journal.close()
    return done


def test_list_has_the_documented_keys_and_takes_aliases(bank):
    [row] = [r for r in data("list", "--bank", bank, "-f", "peft") if r["id"] == "peft/alpha"]
    assert {
        "id",
        "type",
        "kind",
        "level",
        "frameworks",
        "topics",
        "dimension",
        "priority",
        "status",
        "title",
        "due",
        "recall",
        "revision",
        "verified_with",
    } <= set(row)
    assert row["due"] is None
    assert row["yours"]
    swift = data("list", "-f", "swift")
    assert swift
    assert all("ms-swift" in r["frameworks"] for r in swift)


def test_due_and_recall_follow_an_answer(bank):
    answered("peft/alpha")
    [row] = [r for r in data("list", "--bank", bank) if r["id"] == "peft/alpha"]
    assert row["due"] == "2026-12-02"
    assert row["recall"] == 1.0


def test_content_is_never_markup(bank):
    _, out, _ = qbank("show", "alpha", "--bank", bank)
    assert "list[int] or [/x]" in out
    assert "list[int] and <T> stay as typed" in out


def test_content_cannot_steer_the_terminal(tmp_path):
    folder = tmp_path / "evil"
    write(folder, "peft/evil", question(en='"red \\e[31m and \\u202e title"'))
    for command in (["show", "evil"], ["list"], ["search", "title"]):
        _, out, _ = qbank(*command, "--bank", folder, "--no-pager")
        assert "\x1b" not in out
        assert "\u202e" not in out


def test_show_prints_both_languages_and_json(bank):
    _, out, _ = qbank("show", "beta", "--bank", bank, "--lang", "both")
    assert "What is beta?" in out
    assert "贝塔是什么？" in out
    assert data("show", "beta", "--bank", bank)["body"]["zh"]["title"] == "贝塔是什么？"


def test_the_rubric_has_points_pitfalls_and_the_typed_answer(bank):
    answered("unsloth/beta", typed="my own words")
    _, out, _ = qbank("show", "beta", "--bank", bank, "--rubric")
    assert "- The first point (core)" in out
    assert "- wrong: Wrong one" in out
    assert "my own words" in out


def test_an_unknown_id_offers_near_ones_and_is_no_success(bank):
    code, _, err = qbank("show", "peft/alpa", "--bank", bank)
    assert code == 1
    assert "`peft/alpha`" in err


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["nosuch"], 2, "no such command"),
        (["list", "--level", "expert"], 2, "`expert` is not a level"),
        (["list", "-f", "depspeed"], 1, "`deepspeed`"),
        (["list", "--track", "core-6"], 1, "`core-60`"),
        (["list", "--bank", "/nowhere"], 2, "no bank folder"),
        (["list", "--lang", "fr"], 2, "`fr` is not a language"),
        (["quiz"], 2, "quiz needs a terminal"),
        (["export", "-o", "x.docx"], 2, "no format is known"),
    ],
)
def test_mistakes_are_named_with_their_exit_code(arguments, code, said):
    got, out, err = qbank(*arguments)
    assert (got, out) == (code, "")
    assert said in err.lower() or said in err
    assert "Traceback" not in err


def test_errors_are_json_where_json_was_asked_for():
    code, out, _ = qbank("show", "no/such", "--json")
    error = json.loads(out)["error"]
    assert code == 1
    assert error["code"] == "not-found"


def test_global_options_stand_before_or_after(bank):
    first = qbank("--bank", bank, "list", "-f", "unsloth")
    assert first == qbank("list", "-f", "unsloth", "--bank", bank)


def test_today_counts_what_is_due(bank):
    answered("deepspeed/zero-stages", Rating.AGAIN)
    _, out, _ = qbank(at=NOW.replace(day=1, month=12))
    assert "due today 1" in out


def test_stats_equals_a_count_of_the_answer_rows():
    for name in ("deepspeed/zero-stages", "kernels/online-softmax"):
        answered(name, points={"shards": False})
    undone = answered("megatron-lm/column-output", at=NOW)
    assert data("stats")["answers"] == 3
    assert qbank("undo")[0] == 0
    assert undone.id
    stats = data("stats")
    journal = Journal.open(load(Flags()).journal_file, now=NOW, read_only=True)
    assert stats["answers"] == len(journal.rows(kinds=["answer"])) == 2
    assert stats["missed_points"][0]["point"] == "shards"


def test_undo_without_anything_is_no_success():
    assert qbank("undo")[:2] == (1, "nothing to undo\n")


def test_export_writes_once_and_replaces_only_by_force(tmp_path, bank):
    path = tmp_path / "sheet.md"
    arguments = ("export", "-f", "unsloth", "--bank", bank, "-o", path)
    assert qbank(*arguments)[0] == 0
    assert "## " in path.read_text(encoding="utf-8")
    assert qbank(*arguments)[0] == 2
    assert qbank(*arguments, "--force", "--no-answers")[0] == 0
    assert "Optimizer state takes" not in path.read_text(encoding="utf-8")


def test_export_leaves_drafts_out(tmp_path, bank):
    write(bank, "peft/draft", question(en="A draft?", status="draft", framework="peft"))
    _, out, err = qbank("export", "-f", "peft", "--bank", bank, "--cheatsheet")
    assert "A draft?" not in out
    assert "The first point" in out
    assert "1 draft left out" in err


def test_check_places_what_is_wrong(bank):
    path = write(bank, "peft/bad", question().replace("pitfalls:", "pitfals:"))
    code, out, _ = qbank("check", "--bank", bank)
    assert code == 1
    assert f"{path}:" in out or "bad.yaml:" in out
    assert "error[unknown-key] `pitfals` is not a part of an open question" in out
    assert "   fix: did you mean `pitfalls`?" in out


def test_check_of_one_broken_file_says_what_is_wrong_with_it(bank):
    (bank / "peft" / "torn.yaml").write_text("schema: [1\n", encoding="utf-8")
    for name in ("peft/torn", str(bank / "peft" / "torn.yaml")):
        code, out, err = qbank("check", name, "--bank", bank)
        assert code == 1
        assert "torn.yaml" in out
        assert "1 file, 1 error," in err


def test_check_counts_the_snippets_in_which_nothing_can_be_looked_up(bank):
    code = "snippets:\n  - {id: one, for: deepspeed, language: python, code: print(1)}\n"
    write(bank, "peft/code", question() + code)
    said = "1 snippet with no option to look up: deepspeed 1"
    assert said in qbank("check", "peft/code", "--bank", bank)[2]
    assert said not in qbank("check", "deepspeed/zero-stages", "--bank", bank)[2]


def test_check_explains_a_rule():
    out = qbank("check", "--explain", "core-points")[1]
    assert out.startswith("core-points (error)")
    assert "refused:" in out
    assert qbank("check", "--explain", "core-pionts")[0] == 1


def test_report_sends_nothing_and_names_id_and_revision():
    _, out, _ = qbank("report", "zero-stages")
    assert "question: deepspeed/zero-stages" in out
    assert "revision: 1" in out


def test_config_keeps_comments_and_refuses_wrong_values(tmp_path):
    path = load(Flags()).config_file
    path.parent.mkdir(parents=True)
    path.write_text("# mine\nminutes = 20\n")
    assert qbank("config", "set", "minutes", "25")[0] == 0
    assert qbank("config", "set", "lang", "zh")[0] == 0
    assert path.read_text() == '# mine\nminutes = 25.0\nlang = "zh"\n'
    code, _, err = qbank("config", "set", "retention", "0.99")
    assert code == 2
    assert "0.70 to 0.97" in err
    assert qbank("config", "get", "minutes")[1] == "25.0\n"


def test_a_broken_config_file_names_the_key():
    path = load(Flags()).config_file
    path.parent.mkdir(parents=True)
    path.write_text("minuts = 20\n")
    code, _, err = qbank("list")
    assert code == 2
    assert "`minuts` is not a setting" in err


def test_import_counts_first_and_is_a_union(tmp_path):
    answered("deepspeed/zero-stages")
    own = load(Flags()).journal_file
    other = tmp_path / "other.db"
    other.write_bytes(own.read_bytes())
    journal = Journal.open(other, now=NOW)
    journal.record(EventKind.ANSWER, "peft/x", Answer(rating=Rating.GOOD), now=NOW)
    journal.close()
    assert qbank("import", other, "--dry-run")[1] == "1 new rows, 1 already here\n"
    assert qbank("import", other)[0] == 2
    assert qbank("import", other, "--yes")[0] == 0
    assert qbank("import", other, "--dry-run")[1] == "0 new rows, 2 already here\n"


def test_backup_and_restore(tmp_path):
    answered("deepspeed/zero-stages")
    assert qbank("backup")[0] == 0
    answered("kernels/online-softmax")
    assert qbank("backup", "restore", "--yes")[0] == 0
    assert data("stats")["answers"] == 1


def test_assess_is_stored_and_compared():
    pairs = [
        f"--score={row}=2" for row in ("zero", "deepspeed", "tensor-parallel", "tools", "resume")
    ]
    assert qbank("assess", *pairs)[0] == 0
    [stored] = data("assess", "--history")
    assert stored["scores"]["zero"] == 2.0
    assert qbank("assess", "--score", "zero=7")[0] == 2


def test_doctor_says_where_everything_is_and_that_it_is_whole():
    answered("deepspeed/zero-stages")
    code, out, _ = qbank("doctor")
    assert code == 0
    assert "equal the log" in out
    assert "journal.db: 1 rows" in out


def test_help_and_version_write_nothing(tmp_path):
    for arguments in (["--help"], ["quiz", "-h"], ["--version"]):
        assert qbank(*arguments)[0] == 0
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_every_page_of_help_has_two_examples():
    from qbank.cli.tree import COMMANDS, GROUPS, function

    commands = {**COMMANDS}
    for name, group in GROUPS.items():
        commands |= {f"{name} {sub}".strip(): command for sub, command in group.items()}
    for name, command in commands.items():
        assert function(command).__doc__.count("qbank ") >= 2, name


FORBIDDEN = {
    ("--version",): {"typer", "pydantic", "yaml", "rich", "fsrs", "prompt_toolkit", "sqlite3"},
    ("--help",): {"pydantic", "yaml", "rich", "fsrs", "prompt_toolkit", "sqlite3"},
    ("list", "--json"): {"pydantic", "yaml", "rich", "fsrs", "prompt_toolkit"},
    ("show", "zero-stages", "--json"): {"pydantic", "yaml", "rich", "fsrs", "prompt_toolkit"},
    ("stats", "--json"): {"pydantic", "yaml", "rich", "fsrs", "prompt_toolkit"},
    ("drill", "--json"): {"pydantic", "yaml", "rich", "fsrs", "prompt_toolkit"},
    ("calc",): {"pydantic", "yaml", "rich", "fsrs", "prompt_toolkit", "sqlite3"},
}
PROBE = """
import sys
from qbank.__main__ import main
sys.argv = ["qbank", *sys.argv[1:]]
try:
    main()
except SystemExit:
    pass
sys.stderr.write(" ".join({name.split(".")[0] for name in sys.modules}))
"""


@pytest.mark.parametrize("arguments", FORBIDDEN, ids=" ".join)
def test_a_command_loads_only_what_it_needs(arguments):
    qbank("list")  # the index is warm now
    done = subprocess.run(
        [sys.executable, "-c", PROBE, *arguments],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parent.parent.parent,
    )
    loaded = set(done.stderr.split("\n")[-1].split())
    assert not loaded & FORBIDDEN[arguments], done.stderr
