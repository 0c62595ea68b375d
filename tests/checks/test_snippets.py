"""Snippets are linted, and break just the rules that they say they break."""

import pytest

from qbank.checks.snippets import unchecked
from tests.checks.rule_samples import MINE, SIDES, bank_in, checked, merged

RIGHT = '{"zero_optimization": {"stage": 1}}'
WRONG = '{"zero_optimization": {"stagee": 1}}'


def snippet(code, **keys):
    more = "".join(f"    {name.rstrip('_')}: {value}\n" for name, value in keys.items())
    head = "" if "for_" in keys else "    for: deepspeed\n"
    head += "" if "language" in keys else "    language: json\n"
    body = "".join(f"      {line}\n" for line in code.split("\n"))
    return f"snippets:\n  - id: one\n{head}{more}    code: |\n{body}"


def spot(code, line, expect=""):
    body = "".join(f"    {each}\n" for each in code.split("\n"))
    return (
        f"type: spot\nsnippet:\n  for: ds\n  language: json\n{expect}  code: |\n{body}"
        f"wrong_lines:\n  - {{line: {line}, cite: [paper], zh: {{why: 没有}}, en: {{why: None}}}}\n"
    )


def found(tmp_path, sample):
    return [(each.rule, each.span.line, each.message) for each in checked(tmp_path, merged(sample))]


def rules(tmp_path, sample):
    return [rule for rule, _, _ in found(tmp_path, sample)]


def test_a_finding_stands_at_the_piece_of_the_code_that_it_names(tmp_path):
    text = merged(snippet('{\n  "zero_optimization": {"stagee": 1}\n}'))
    (problem,) = checked(tmp_path, text)
    line = text.split("\n")[problem.span.line - 1]
    assert line[problem.span.column - 1 : problem.span.end_column - 1] == '"stagee"'
    assert problem.message.startswith("unknown-option: `zero_optimization.stagee` is not an option")
    assert problem.fix == "did you mean `zero_optimization.stage`?"


def test_a_mistake_that_is_meant_is_none(tmp_path):
    assert rules(tmp_path, snippet(WRONG, expect="[unknown-option]")) == []


def test_what_is_expected_beside_it_must_be_there_too(tmp_path):
    text = snippet(WRONG, expect="[unknown-option, wrong-type]")
    assert rules(tmp_path, text) == ["snippet-expect"]


def test_an_expected_rule_that_does_not_exist_is_named_with_the_nearest(tmp_path):
    text = merged(snippet(WRONG, expect="[unknown-option, unknown-options]"))
    (problem,) = checked(tmp_path, text)
    assert (problem.rule, problem.fix) == ("snippet-expect", "did you mean `unknown-option`?")


def test_a_wrong_line_of_a_spot_question_says_what_it_breaks(tmp_path):
    code = '{\n  "zero_optimization": {"stagee": 1}\n}'
    expect = "  expect: [unknown-option]\n"
    assert rules(tmp_path / "a", spot(code, 2)) == ["snippet-option"]
    assert rules(tmp_path / "b", spot(code, 2, expect)) == []


def test_a_right_line_of_a_spot_question_must_be_right(tmp_path):
    code = '{\n  "zero_optimization": {"stagee": 1},\n  "elasticity": {}\n}'
    expect = "  expect: [unknown-option, removed-option]\n"
    ((rule, _, message),) = found(tmp_path, spot(code, 3, expect))
    assert (rule, message.partition(":")[0]) == ("snippet-option", "unknown-option")


def test_a_wrong_line_that_no_rule_can_see_expects_nothing(tmp_path):
    assert rules(tmp_path, spot('{\n  "train_batch_size": 16\n}', 2)) == []


def test_calls_in_a_python_source_are_looked_up_each_in_its_framework(tmp_path):
    code = "from peft import LoraConfig\nLoraConfig(r=1, lora_alfa=2)"
    assert rules(tmp_path, snippet(code, language="python")) == ["snippet-option"]


@pytest.mark.parametrize(
    ("code", "keys", "framework"),
    [
        ("fully_shard(model)", {"for_": "fsdp", "language": "python"}, "fsdp"),
        ("print(model)", {"language": "python"}, "deepspeed"),
        ("stage = 1", {"language": "toml"}, "deepspeed"),
    ],
)
def test_a_snippet_with_nothing_to_look_up_is_counted_not_guessed(tmp_path, code, keys, framework):
    frameworks = SIDES["frameworks.yaml"]
    second = frameworks.replace("deepspeed:\n", "fsdp:\n", 1).replace("[ds]", "[f]")
    files = {
        f"{MINE}.yaml": merged(snippet(code, **keys)),
        **SIDES,
        "frameworks.yaml": frameworks + second,
    }
    bank = bank_in(tmp_path / "bank", files)
    assert unchecked(bank) == {framework: 1}
    assert unchecked(bank, []) == {}


def test_a_snippet_that_is_checked_is_not_counted(tmp_path):
    bank = bank_in(tmp_path / "bank", {f"{MINE}.yaml": merged(snippet(RIGHT)), **SIDES})
    assert unchecked(bank) == {}


def test_a_snippet_that_cannot_be_checked_can_expect_nothing(tmp_path):
    text = snippet("print(1)", language="python", expect="[unknown-option]")
    assert rules(tmp_path, text) == ["snippet-expect"]
