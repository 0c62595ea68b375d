"""Options in code spans: which names are looked up, what the releases say, and when the text tells it itself."""

import pytest

from qbank.bank.loader import load
from qbank.checks.releases import releases_of
from qbank.checks.spans import Form, named, passages, spans
from qbank.content.types import from_body
from qbank.terms import Lang
from tests.checks.rule_samples import checked, merged


def verdict(span, *, frameworks=("deepspeed",), **verified):
    pins = ", ".join(f'{name.replace("_", "-")}: "{pin}"' for name, pin in verified.items())
    keys = f"frameworks: [{', '.join(frameworks)}]\nverified_with: {{{pins}}}\n"
    question = from_body(load("one.yaml", merged(keys).encode()).body)
    (name,) = named(f"`{span}`")
    found = releases_of(question).verdict(name)
    return found.message if found else ""


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("`--max-steps 5 --lr 1e-4`", [("--max-steps", Form.FLAG), ("--lr", Form.FLAG)]),
        ("`swift sft --model x`", [("--model", Form.FLAG)]),
        ('`"stage": 2`', [("stage", Form.JSON)]),
        ("`packing: true`", [("packing", Form.YAML)]),
        ('`bias="none"`', [("bias", Form.ARGUMENT)]),
        ("`eval_steps = 200`", [("eval_steps", Form.ARGUMENT)]),
        ("`bf16.enabled`", [("bf16.enabled", Form.KEY)]),
        ('`"elasticity"`', [("elasticity", Form.KEY)]),
        ("`--fsdp-` `--stage3_*` `--account-for-*`", []),
        ("`SFTConfig` `step()` `WORLD_SIZE=8` `a == b` `x/y` `a b` `DP = 1`", []),
        ("max_steps", []),
        ("```\n`max_steps`\n```\n", []),
    ],
)
def test_names_written_as_options_are_found(text, names):
    assert [(each.name, each.form) for each in named(text)] == names


def test_a_name_knows_its_place():
    text = "set `--lr 1` or `max_steps=5`"
    assert [text[each.start : each.end] for each in named(text)] == ["--lr", "max_steps"]
    assert spans(text) == 2


def test_sentences_and_parts_are_read_together():
    texts = {
        ("en", "answer"): "One. Two\nstill two\n- three\n| four |",
        ("pitfalls", 0, "en", "wrong"): "A",
        ("pitfalls", 0, "en", "right"): "B",
        ("points", 0, "en"): "C",
    }
    assert [each.strip() for each in passages(texts)] == [
        "One.",
        "Two\nstill two",
        "- three",
        "| four |",
        "A\nB",
        "C",
    ]


@pytest.mark.parametrize(
    ("span", "frameworks"),
    [
        ("zero_optimization.stage", ["deepspeed"]),
        ("offload_param.device", ["deepspeed"]),
        ("scheduler.params.anything_at_all", ["deepspeed"]),
        ("optimizer.step_size", ["deepspeed"]),
        ("get_global_grad_norm", ["deepspeed"]),
        ('"anything": 1', ["deepspeed"]),
        ("anything_at_all: 1", ["megatron-lm"]),
        ("--anything", ["deepspeed"]),
        ("--anything", ["megatron-lm", "fsdp"]),
        ("anything_at_all=1", ["ms-swift"]),
        ("evaluation_strategy", ["fsdp"]),
        ("max_seq_length", ["unsloth"]),
        ("--tensor-model-parallel-size 2", ["megatron-lm"]),
        ("warmup_ratio: 0.1", ["llama-factory"]),
    ],
)
def test_a_name_that_exists_or_may_be_something_else_is_none_of_its_business(span, frameworks):
    assert verdict(span, frameworks=frameworks) == ""


@pytest.mark.parametrize(
    ("span", "frameworks", "says"),
    [
        ("elasticity", ["deepspeed"], "`elasticity` was removed (deepspeed, since 0.19.8)"),
        ("elasticity.enabled", ["deepspeed"], "`elasticity.enabled` was removed"),
        ("evaluation_strategy", ["transformers"], "was renamed to `eval_strategy`"),
        ('evaluation_strategy="no"', ["llama-factory"], "was renamed to `eval_strategy`"),
        ("--train_type lora", ["ms-swift"], "`--train_type` was renamed to `tuner_type`"),
        ("gradient_clippin", ["deepspeed"], "is not an option of deepspeed 0.19.8"),
        ("gradient_cliipping", ["deepspeed"], "is not an option of deepspeed 0.19.8"),
        ("gradient_clippnig", ["deepspeed"], "is not an option of deepspeed 0.19.8"),
        ("gradient_clipqing", ["deepspeed"], "is not an option of deepspeed 0.19.8"),
        ("--anything", ["megatron-lm"], "is not an option of megatron-core 0.19.2"),
        ("swift sft --anything 1", ["ms-swift"], "is not an option of ms-swift 4.6.0"),
        ("anything_at_all: 1", ["llama-factory"], "is not an option of llamafactory 0.9.5"),
        ('"anything_at_all": 1', ["deepspeed"], "is not an option of deepspeed 0.19.8"),
        ("zero_optimization.anything", ["deepspeed"], "is not an option of deepspeed 0.19.8"),
    ],
)
def test_a_name_that_is_gone_misspelt_or_must_be_an_option_is_found(span, frameworks, says):
    assert says in verdict(span, frameworks=frameworks)


def test_the_releases_that_were_asked_are_named_with_the_nearest_option():
    found = verdict("--gradient_cliping 1", frameworks=["ms-swift"], deepspeed="0.19.8")
    assert found.endswith("is not an option of deepspeed 0.19.8")
    found = verdict("--anything", frameworks=["ms-swift", "peft"])
    assert found.endswith("is not an option of ms-swift 4.6.0")


def test_packages_of_verified_with_are_looked_up_beside_the_frameworks():
    assert verdict("--anything", frameworks=["ms-swift"], deepspeed="0.19.8")
    assert verdict("--train-samples 5", frameworks=["ms-swift"], megatron_core="0.19.2") == ""


def test_what_a_later_release_took_away_is_there_in_an_older_one():
    assert verdict("train_type", frameworks=["ms-swift"], ms_swift="4.0.0") == ""
    assert "tuner_type" in verdict("train_type", frameworks=["ms-swift"], ms_swift="4.2.0")


def flagged(tmp_path, text):
    found = checked(tmp_path, merged(f'en:\n  intent: "{text}"\n'))
    assert {each.rule for each in found} <= {"named-option"}
    return [each.message.partition("`")[2].partition("`")[0] for each in found]


@pytest.mark.parametrize(
    "text",
    [
        "They set `elasticity`.",
        "Gone are the days. They set `elasticity`.",
        "They misspell nothing and set `elasticity`.",
    ],
)
def test_a_name_that_is_gone_is_a_finding_where_no_sentence_tells_it(tmp_path, text):
    assert flagged(tmp_path, text) == ["elasticity"]


@pytest.mark.parametrize(
    "text",
    [
        "`elasticity` was removed.",
        "They set `elasticity`. In 0.19.8 `elasticity` is gone.",
        "A typo such as `gradient_cliping` is passed over.",
        "`zero_to_fp32.py` takes `zero_optimization.anything`.",
    ],
)
def test_a_text_that_tells_it_is_right(tmp_path, text):
    assert flagged(tmp_path, text) == []


def test_the_removal_of_a_name_does_not_excuse_a_misspelt_one(tmp_path):
    assert flagged(tmp_path, "Old `gradient_cliping` was removed.") == ["gradient_cliping"]


def test_each_language_tells_it_itself(tmp_path):
    chinese = "zh:\n  intent: 会不会去设 `elasticity`。\nen:\n  intent: It was removed.\n"
    (problem,) = checked(tmp_path, merged(chinese))
    assert (problem.rule, problem.source_line.strip()[:6]) == ("named-option", "intent")
    assert checked(tmp_path / "b", merged("zh:\n  intent: 旧的 `elasticity` 没了。\n")) == ()


def test_words_of_snippets_and_of_cited_symbols_are_spared(tmp_path):
    snippet = (
        "snippets:\n  - id: one\n    for: deepspeed\n    language: json\n    expect: [removed-option]\n"
        '    code: \'{"elasticity": {"enabled": true}}\'\n'
    )
    text = 'en:\n  intent: "They set `elasticity`."\n'
    assert checked(tmp_path, merged(text + snippet)) == ()


def test_both_languages_know_words_that_tell():
    from qbank.checks import options

    for words in (options._TELLS, options._TELLS_NONE):
        assert set(words) == set(Lang)
