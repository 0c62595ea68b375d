"""Names that do not exist: what is near, what there is, and where the list stands."""

import pytest

from qbank.formulas import FORMULAS
from qbank.view.text import width
from tests.factories import qbank, question, write


@pytest.mark.parametrize(
    ("option", "what", "there"),
    [
        ("--track", "track", "core-60"),
        ("--topic", "topic", "zero, fsdp,"),
        ("-f", "framework", "megatron-lm, deepspeed,"),
    ],
)
def test_an_unknown_track_topic_or_framework_names_those_there_are(option, what, there):
    code, _, err = qbank("list", option, "xyzzy")
    assert code == 1
    assert f"no {what} named `xyzzy`" in err
    assert f"{what}s: {there}" in err


def test_no_track_is_the_whole_bank():
    assert "track core-60" in qbank()[1]
    assert qbank("config", "set", "track", "")[0] == 0
    assert qbank("config", "get", "track")[1] == "\n"
    today = qbank()[1]
    assert "new 3" in today
    assert "track" not in today
    assert qbank("config", "set", "track", "nosuch")[0] == 1


def test_the_examples_of_config_can_be_run():
    import shlex

    from qbank.cli.tree import GROUPS, function

    for name in ("", "get", "set"):
        lines = function(GROUPS["config"][name]).__doc__.split("\n")
        for line in [one.strip() for one in lines if one.strip().startswith("qbank ")]:
            assert qbank(*shlex.split(line)[1:])[0] == 0, line


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        (
            "minutes",
            "0",
            "`minutes` is 0 (command line)\nhint: minutes: minutes of a sitting, 1 to 600",
        ),
        ("minutes", "soon", "1 to 600"),
        ("new", "-1", "0 to 100"),
        ("retention", "0.5", "0.70 to 0.97"),
        ("rollover", "13", "0 to 12"),
        ("level", "expert", "junior, mid or senior"),
    ],
)
def test_a_wrong_setting_says_what_is_allowed(name, value, allowed):
    code, _, err = qbank("config", "set", "--", name, value)
    assert code == 2
    assert allowed in err


def test_the_end_of_an_id_is_enough_when_only_one_ends_so(tmp_path):
    folder = tmp_path / "ends"
    write(folder, "peft/big-xylem", question(en="Xylem?"))
    write(folder, "peft/big-yucca", question(en="Yucca?"))
    write(folder, "unsloth/yucca", question(en="Only yucca?"))
    write(folder, "unsloth/seen-yucca", question(en="Seen?"))
    for name in ("big-xylem", "xylem", "lem"):
        assert "Xylem?" in qbank("show", name, "--bank", folder)[1]
    assert "Only yucca?" in qbank("show", "yucca", "--bank", folder)[1]
    code, _, err = qbank("show", "ucca", "--bank", folder)
    assert code == 1
    assert "several questions end in `ucca`" in err
    assert err.count("yucca`") == 3
    assert qbank("show", "", "--bank", folder)[0] == 1


def test_an_unknown_rule_names_the_nearest_and_where_all_are():
    for name in ("nosuch", "core-pionts"):
        code, _, err = qbank("check", "--explain", name)
        assert code == 1
        assert "all rules: docs/rules/README.md" in err
        assert err.count("`") == 8
    assert "`core-points`" in err


def test_an_unknown_formula_names_those_that_contain_the_word():
    for word in ("mfu", "bubble"):
        err = qbank("calc", word)[2]
        found = [name.replace("_", "-") for name in FORMULAS if word in name]
        assert found
        assert all(f"`{name}`" in err for name in found[:5])


@pytest.mark.parametrize(
    "line",
    [
        "zero-model-states --params 7e9 --no-such 3",
        "zero-model-states --params 7e9 --ranks 0 --stage 1",
        "kv-cache --kv-heads 3.5 --model llama-3-70b --tokens 8k",
        "mfu-from-throughput --params 7e9",
        "mfu-from-throughput --params 7e9 --tokens-per-second 1 --gpus 1 --peak 1 --plot",
        "linear-decay --model llama-3-8b",
        "activation-per-layer --model gpt2 --tensor 7",
        "zero-model-stats",
    ],
)
def test_errors_of_calc_spell_names_as_they_are_typed(line):
    code, _, err = qbank("calc", *line.split())
    assert code in {1, 2}
    assert "_" not in err


@pytest.mark.parametrize("cells", [40, 60, 80])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_list_of_formulas_fits_the_screen_and_loses_nothing(cells, lang, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(cells))
    out = qbank("calc", "--lang", lang)[1]
    assert max(map(width, out.split("\n"))) <= cells
    joined = "".join(out.split())
    for each in FORMULAS.values():
        assert "".join(each.summary.get(lang).split()) in joined
