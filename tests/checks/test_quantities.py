"""Which numbers of an answer need a fact."""

import pytest

from tests.checks.rule_samples import checked, merged

POINTS = """\
points:
  - {{id: shards, core: true, cite: [paper], zh: 每卡 31.4 GB, en: It is 31.4 GB}}
  - {{id: bytes, core: true, cite: [paper], zh: 切分优化器状态, en: Shards the optimizer state}}
  - {{id: scope, cite: [paper], zh: "{}", en: Activations come on top}}
"""


@pytest.mark.parametrize(
    "text",
    [
        "另算 9 GB",
        "再加 1,024 个 token",
        "慢 30%",
        "要 2 小时",
        "8 张卡",
        "349 亿参数",
        "34.9 billion parameters",
    ],
)
def test_a_quantity_without_a_fact_is_found(text, tmp_path):
    problems = checked(tmp_path, merged(POINTS.format(text)))
    assert [each.rule for each in problems] == ["unbacked-quantity"]


@pytest.mark.parametrize(
    "text",
    [
        "第 1 步",
        "7B 模型",
        "stage 2 层",
        "`x = 9 GB`",
        "2s 和 4h",
        "16 位梯度",
        "还是 31.4 GB",
        "V100 卡",
        "共 9 项",
        "折成 83,096 卡时",
    ],
)
def test_names_ordinals_code_and_backed_numbers_are_none(text, tmp_path):
    assert checked(tmp_path, merged(POINTS.format(text))) == ()


def test_what_the_prompt_gives_needs_no_fact(tmp_path):
    prompts = "zh:\n  prompt: 显存 24 GB 的卡\nen:\n  prompt: A card of 24 GB\n"
    assert checked(tmp_path, merged(POINTS.format("用满 24 GB") + prompts)) == ()


def test_the_right_side_of_an_equation_backs_its_number(tmp_path):
    facts = (
        'facts:\n  - {says: "31.4", unit: GB, cite: [paper]}\n'
        '  - {says: "3×8=24", unit: GB, is: "3 * 8e9"}\n'
    )
    text = merged(POINTS.format("3×8=24 GB，用满 24 GB") + facts)
    text = text.replace("en: Activations come on top", "en: 3×8=24 GB and the whole 24 GB")
    assert checked(tmp_path, text) == ()


def test_a_chinese_large_number_is_backed_by_its_english_form(tmp_path):
    facts = (
        'facts:\n  - {says: "31.4", unit: GB, cite: [paper]}\n'
        '  - {says: "34.9B", unit: parameters, is: "34.9e9"}\n'
    )
    text = merged(POINTS.format("约 349 亿参数") + facts)
    text = text.replace("en: Activations come on top", "en: About 34.9B parameters")
    assert checked(tmp_path, text) == ()
