"""The command `calc`: lists, explains and computes the formulas."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from qbank.cli.calculating import split
from qbank.errors import UsageError
from qbank.formulas import FORMULAS
from qbank.formulas.registry import MODULES
from qbank.messages.numbers import EN, ZH
from qbank.view.computed import example_line
from tests.factories import qbank

ROOT = Path(__file__).parent.parent.parent
STATES = ("calc", "zero-model-states", "--params", "70e9", "--ranks", "8", "--stage", "3")


def data(*arguments):
    code, out, err = qbank(*arguments, "--json")
    assert code == 0, err
    return json.loads(out)["data"]


def test_without_a_name_every_formula_has_one_entry_under_its_subject():
    code, out, _ = qbank("calc")
    lines = out.splitlines()
    assert code == 0
    for name, formula in FORMULAS.items():
        shown = name.replace("_", "-")
        [line] = [one for one in lines if one.split()[:1] == [shown]]
        assert formula.summary.en.startswith(line.removeprefix(f"  {shown}").strip())
    assert [one for one in lines if one in EN.subjects.values()] == [*EN.subjects.values()]


def test_the_list_is_in_the_learners_language():
    out = qbank("calc", "--lang", "zh")[1]
    assert "模型状态" in out.splitlines()
    assert FORMULAS["zero_model_states"].summary.zh in out


def test_every_subject_has_a_title_in_both_languages():
    names = {module.__name__.rpartition(".")[2] for module in MODULES}
    assert EN.subjects.keys() == ZH.subjects.keys() == names


def test_a_value_is_printed_in_gb_and_gib_with_working_assumptions_and_source():
    code, out, _ = qbank(*STATES)
    assert code == 0
    for text in (
        "140 GB (130.4 GiB)",
        "adam-16: weights, gradients, optimizer 2 + 2 + 12 = 16 B per parameter",
        "2/8 + 2/8 + 12/8",
        "= 140,000,000,000 B",
        "no activations",
        "arXiv 1910.02054",
        "params 7e10 parameters, ranks 8, stage 3, recipe adam-16",
    ):
        assert text in out


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ("pipeline-bubble --stages 8 --microbatches 32", "21.88% = 0.2188x"),
        ("transfer-seconds --size 25GB --bandwidth 200Gb/s", "1 s\n"),
        ("transfer-seconds --size 25MB --bandwidth 200Gb/s", "0.001 s = 1 ms"),
        ("job-failure-interval --failure-seconds 48h --gpus 1", "48 h = 2 days"),
        ("model-parameters --model llama-3-70b", "70,553,706,496 parameters = 70.55B"),
        ("learning-rate --step 0 --warmup 10 --total 20 --max-lr 1e-4", "\n0\n"),
    ],
)
def test_each_unit_is_printed_with_its_own_pair(arguments, text):
    assert text in qbank("calc", *arguments.split())[1]


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("--params 7B", 7e9),
        ("--params=7e9", 7e9),
        ("params=7,000,000,000", 7e9),
        ("--params ７Ｂ", 7e9),
        ("--params 70亿", 7e9),
    ],
)
def test_values_are_read_as_people_write_them(typed, value):
    found = data("calc", "zero-offload-gpu", *typed.split(" "))
    assert found["arguments"]["params"] == value


def test_options_stand_before_or_after_the_name_with_dashes_or_underscores():
    later = data("calc", "kv-cache", "--kv-heads", 8, "--layers", 32, "--head-dim", 128)
    first = data("calc", "--kv_heads", 8, "--layers=32", "kv_cache", "--head-dim", 128)
    assert first == later


def test_a_switch_of_a_formula_may_stand_alone():
    found = data("calc", "lora-scaling", "--rslora", "--alpha", 32, "--rank", 16)
    assert found["value"] == 8
    assert found["arguments"]["rslora"] is True


def test_a_model_fills_the_shape_and_what_is_typed_wins():
    found = data("calc", "kv-cache", "--model", "llama-3-70b", "--tokens", "8k", "--layers", 1)
    assert found["arguments"] == {
        "layers": 1,
        "kv-heads": 8,
        "head-dim": 128,
        "tokens": 8000.0,
        "element-bytes": 2,
    }
    origins = {"kv-heads": "llama-3-70b", "head-dim": "llama-3-70b", "element-bytes": "default"}
    assert found["origins"] == origins
    out = qbank("calc", "kv-cache", "--model", "llama-3-70b", "--tokens", "8k")[1]
    assert "layers 80 (from llama-3-70b)" in out


def test_json_has_value_unit_pair_working_and_source():
    found = data(*STATES)
    assert found["value"] == found["value_si"] == 140e9
    assert found["unit"] == "bytes"
    assert found["also"]["GB"] == 140
    assert found["also"]["GiB"] == pytest.approx(130.385, rel=1e-5)
    assert found["working"][-1].startswith("= 140,000,000,000 B")
    assert found["assumptions"].keys() == {"zh", "en"}
    assert found["source"].startswith("ZeRO")


def test_json_without_a_name_has_every_formula_with_its_arguments():
    found = data("calc")
    assert [one["formula"].replace("-", "_") for one in found] == [*FORMULAS]
    [states] = [one for one in found if one["formula"] == "zero-model-states"]
    assert [one["name"] for one in states["arguments"] if one["required"]] == [
        "params",
        "ranks",
        "stage",
    ]


@pytest.mark.parametrize("help_", ["--help", "-h"])
def test_the_page_of_a_formula_has_every_argument_unit_default_and_a_call(help_):
    code, out, _ = qbank("calc", "zero-model-states", help_)
    assert code == 0
    rows = {line.split()[0]: line for line in out.splitlines() if line.startswith("--")}
    assert "parameters  required" in rows["--params"]
    assert "(0 to 3)" in rows["--stage"]
    assert "default adam-16" in rows["--recipe"]
    assert "megatron-18" in out
    last = out.rstrip().splitlines()[-1]
    assert last == "qbank calc zero-model-states --params 70e9 --ranks 8 --stage 3"
    assert qbank(*last.split()[1:])[0] == 0


@pytest.mark.parametrize("name", FORMULAS)
def test_every_formula_has_a_page_in_both_languages(name):
    formula = FORMULAS[name]
    for lang in ("en", "zh"):
        code, out, _ = qbank("calc", name, "--help", "--lang", lang)
        assert code == 0
        assert formula.summary.get(lang)[:30] in out
        assert all(f"--{each.name.replace('_', '-')} " in out for each in formula.parameters)


def test_help_of_the_command_itself():
    code, out, _ = qbank("calc", "--help")
    assert code == 0
    assert "qbank calc zero-model-states" in out
    assert qbank("calc", "-h") == (code, out, "")


@pytest.mark.parametrize(
    ("arguments", "code", "message", "hint"),
    [
        (
            "zero-model-states --params 7B",
            2,
            "`zero-model-states` needs `ranks` (ranks that take part N), `stage`",
            "hint: qbank calc zero-model-states --params 7B --ranks 8 --stage 3",
        ),
        (
            "zero-model-states --parms 7B",
            2,
            "`zero-model-states` has no argument `parms`",
            "did you mean `params`? as in: qbank calc zero-model-states --params",
        ),
        (
            "zero-model-states --params 7B --ranks 4 --stage 5",
            2,
            "`stage` is at most 3, not 5",
            "hint: qbank calc zero-model-states --params 7B --ranks 4 --stage 3",
        ),
        (
            "kv-cache --layers 8 --head-dim 128 --kv_heads many",
            2,
            "`kv-heads` is a number, not `many`",
            "--kv-heads 8",
        ),
        (
            "ring-bytes --op all-reduc --size 1GB --ranks 8",
            2,
            "`op` is one of 6 words, not `all-reduc`",
            "did you mean `all-reduce`?",
        ),
        ("zero-modl-states", 1, "no formula named `zero-modl-states`", "`zero-model-states`"),
        ("kv-cache --model llama-3-7b", 1, "no model named `llama-3-7b`", "`llama-3-70b`"),
        ("lora-parameters-model --model gpt2", 2, "is for Llama-style layers", "another model"),
        ("zero-model-states 7B", 2, "`7B` stands alone", "write --ARGUMENT 7B"),
        ("--stage 3", 2, "`--stage` is given without a formula", "qbank calc lists"),
        ("--model gpt2", 2, "`--model` is given without a formula", "qbank calc lists"),
        ("zero-offload-gpu --params 7B --params 8B", 2, "`--params` is given twice", "once"),
        ("activation-extra --params", 2, "has no argument `params`", "qbank calc activation-extra"),
    ],
)
def test_mistakes_are_named_with_an_example(arguments, code, message, hint):
    got, out, err = qbank("calc", *arguments.split())
    assert (got, out) == (code, "")
    assert message in err
    assert hint in err


def test_the_example_of_an_error_runs_even_where_the_given_values_do_not_fit():
    arguments = "llama-layer-parameters --hidden 100 --ffn 10 --heads 33 --kv-heads 1"
    code, _, err = qbank("calc", *arguments.split())
    assert code == 2
    line = err.split("qbank calc ")[1].strip()
    assert qbank("calc", *line.split())[0] == 0


def test_the_words_of_the_command_line_are_told_apart():
    read = split(["--rslora", "--alpha", "-3", "lora_scaling", "rank=4"])
    assert read.name == "lora_scaling"
    assert read.given == {"rslora": "yes", "alpha": "-3", "rank": "4"}
    with pytest.raises(UsageError, match="stands alone"):
        split(["kv-cache", "8"])


def test_a_value_with_a_blank_is_quoted_in_an_example():
    line = example_line(FORMULAS["zero_offload_gpu"], {"params": "7 billion"})
    assert line == "qbank calc zero-offload-gpu --params '7 billion'"


def completed(line):
    """What bash offers after `line`."""
    words = line.split(" ")
    environment = {
        **os.environ,
        "COMP_WORDS": line,
        "COMP_CWORD": str(len(words) - 1),
        "_QBANK_COMPLETE": "complete_bash",
    }
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys; sys.argv=['qbank']; from qbank.__main__ import main; main()",
        ],
        capture_output=True,
        text=True,
        env=environment,
        cwd=ROOT,
    )
    return done.stdout.split()


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("qbank calc zero-model", ["zero-model-states"]),
        ("qbank calc zero-offload-gpu --", ["--model", "--plot", "--force", "--json", "--params"]),
        ("qbank calc zero-model-states --params 7B --r", ["--ranks", "--recipe"]),
        ("qbank calc zero-model-states --recipe ada", ["adam-16", "adam8bit-10"]),
        ("qbank calc kv-cache --model llama-3-", ["llama-3-8b", "llama-3-70b"]),
        ("qbank calc -", ["--model", "--plot", "-o", "--force", "--json"]),
    ],
)
def test_the_shell_completes_names_arguments_and_values(line, offered):
    assert completed(line) == offered
