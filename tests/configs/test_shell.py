"""Launch scripts to commands with their options."""

import pytest

from qbank.configs import ConfigError, check_config
from qbank.configs.reading import blocks
from qbank.configs.setting import UNKNOWN
from tests.configs.config_factory import megatron, only, rules, swift, values

GPT = "torchrun --nproc_per_node 8 pretrain_gpt.py "


def test_options_before_the_script_are_the_launchers():
    block = only("sh", "megatron-lm", GPT + "--bf16")
    assert [each.name for each in block.settings] == ["--bf16"]
    assert block.ranks == 8


def test_continuations_quotes_and_comments():
    text = 'swift sft --model \'a b\' \\\n  --system "x \\"y\\"" \\\n  --lora_rank 8 # --lora_alpha 9\n'
    assert values("sh", "ms-swift", text) == {
        "--model": "a b",
        "--system": 'x "y"',
        "--lora_rank": "8",
    }


def test_arrays_and_variables_of_the_script_are_filled_in():
    text = f'TP=2\nARGS=(\n  --tensor-model-parallel-size $TP # two\n)\nARGS+=(--bf16)\n{GPT} "${{ARGS[@]}}" ${{MORE}}\n'
    block = only("sh", "megatron-lm", text)
    assert {each.name: each.value for each in block.settings} == {
        "--tensor-model-parallel-size": "2",
        "--bf16": True,
    }
    assert block.is_open
    assert block.settings[0].place.line == 3


def test_options_in_a_string_have_their_own_places():
    text = f'options=" \\\n  --bf16 \\\n  --lr-decay-styl cosine"\n{GPT} $options\n'
    assert rules(text, "megatron-lm", "run.sh") == [("unknown-option", 3)]


def test_a_command_in_a_string_is_found():
    text = 'run="python pretrain_gpt.py --bf17"\nsrun sh -c "${run}"\n'
    assert ("unknown-option", 1) in rules(text, "megatron-lm", "run.sh")
    text = "srun bash -c 'cd x; \\\n  python pretrain_gpt.py \\\n  --bf17'\n"
    assert rules(text, "megatron-lm", "run.sh") == [("unknown-option", 3)]


def test_an_unknown_variable_has_no_value_that_could_be_wrong():
    assert swift("swift sft --lora_rank $1 --bf16 ${X:-maybe} --tuner_type $(get)\n") == []


def test_what_a_branch_decides_is_not_certain():
    text = f"if [ $1 ]; then\n  A=(--bf16)\nelse\n  A=(--fp16 --bf17)\nfi\n{GPT} ${{A[@]}}\n"
    assert rules(text, "megatron-lm", "run.sh") == [("unknown-option", 4)]


def test_loops_here_documents_and_redirections_are_passed_over():
    text = "for r in 8 16; do\n  swift sft --lora_rank $r > out.log 2>&1\ndone\ncat <<EOF\nswift sft --nope\nEOF\n"
    assert values("sh", "ms-swift", text) == {"--lora_rank": UNKNOWN}


def test_the_variables_of_ms_swift_tell_the_number_of_processes():
    (block,) = blocks("sh", "ms-swift", "NPROC_PER_NODE=4 NNODES=2 megatron sft --model x\n")
    assert block.ranks == 8


def test_several_commands_are_several_blocks():
    text = "swift sft --train_type lora\nswift export --train_type lora --merge_lora true\n"
    assert swift(text) == [("renamed-option", 1), ("renamed-option", 2)]


def test_a_quote_that_is_never_closed_is_a_finding():
    assert swift("swift sft --model 'x\n") == [("config-syntax", 1)]


def test_a_script_without_a_command_cannot_be_checked():
    with pytest.raises(ConfigError, match="no call or command of ms-swift"):
        check_config("run.sh", "echo hello\n", "ms-swift")


@pytest.mark.parametrize(
    ("options", "rule"),
    [
        ("--bf16 true", "wrong-type"),
        ("--lr --bf16", "wrong-type"),
        ("--train-iters 1e6", "wrong-type"),
        ("--train-iters 10 20", "wrong-type"),
        ("--lr=fast", "wrong-type"),
        ("--lr 1 --lr 2", "duplicate-option"),
        ("--position-embedding-type ropes", "wrong-choice"),
        ("--checkpoint-activations", "removed-option"),
    ],
)
def test_values_of_a_command_line(options, rule):
    assert megatron(options) == [(rule, 2)]


def test_spellings_of_one_option_are_one_option():
    assert swift("swift sft --lora-rank 8 --lora_rank 16\n") == [("duplicate-option", 1)]


def test_a_script_with_options_of_its_own_may_have_others():
    text = "torchrun pretrain_vlm.py --decoder-seq-length 8 --model-parallel-size 2\n"
    assert rules(text, "megatron-lm", "run.sh") == [("removed-option", 1)]


@pytest.mark.parametrize("typed", ["--lora_rnk", "--lora-rnk"])
def test_a_misspelt_option_of_ms_swift_comes_with_the_right_one(typed):
    (found,) = check_config("run.sh", f"swift sft --model x {typed} 8\n", "ms-swift").problems
    assert "did you mean `--lora_rank`?" in str(found)


@pytest.mark.parametrize(
    ("opening", "ending"),
    [
        ("<<\\EOF", "EOF"),
        ("<<'END-OF-FILE'", "END-OF-FILE"),
        ('<<-"THE END"', "\tTHE END"),
        ("<<a.b", "a.b"),
    ],
)
def test_documents_end_at_any_word(opening, ending):
    text = f"cat {opening}\nswift sft --nothing 1\n{ending}\nswift sft --model x --nothing 1\n"
    assert swift(text) == [("unknown-option", 4)]


@pytest.mark.parametrize("command", ["echo", "printf '%s\\n'", "log=1 echo -e"])
def test_a_command_that_is_only_printed_is_not_checked(command):
    text = f'{command} "swift sft --nothing 1"\n{command} swift sft --nothing 1\nswift sft --model x --nothing 1\n'
    assert swift(text) == [("unknown-option", 3)]
