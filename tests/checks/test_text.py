"""How prose is counted, cut, and freed from code."""

import pytest

from qbank.checks.speech import numbers
from qbank.checks.text import blanked, sentences, words


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("It shards the optimizer state.", 5),
        ("每卡 31.4 GB", 4),
        ("`--train_type lora` is gone", 3),
        ("it is 4Ψ + 12Ψ/N bytes", 4),
        ("每卡 4Ψ + 12Ψ/N 字节", 5),
        ("LLaMA-Factory 还是 ms-swift？", 4),
        ('a\n```json\n{"a": 1, "b": 2}\n```\nb', 3),
        ("| stage | bytes |\n|---|---|\n| 0 | 16Ψ |", 4),
        ("see https://arxiv.org/abs/1910.02054 first", 3),
        ("", 0),
    ],
)
def test_a_formula_a_code_span_and_an_address_count_as_one_word(text, count):
    assert len(words(text)) == count


def test_blanking_keeps_every_place():
    text = "看 `a中b` 和 {params:B}，https://a.b/中c 完\n```\nx中y\n```\n尾"
    plain = blanked(text)
    assert len(plain) == len(text)
    assert plain.index("尾") == text.index("尾")
    assert "a中b" not in plain
    assert "x中y" not in plain
    assert "params" not in plain


def test_sentences_end_at_marks_lines_and_cells():
    assert [s[0] for s in sentences("一。二！三；四\n五|六")] == list("一二三四五六")


@pytest.mark.parametrize(
    ("pitch", "said"),
    [
        ("120 GB become 31.4 GB", ["120", "31.4"]),
        ("ZeRO-3, stage 2, stages 1 and 2, 7B, 4-bit, fp32, H100, 1F1B and 0.19.8", []),
        ("第 3 行和 stage 1、2，8 张卡，百分之 22", ["8", "22"]),
        ("70B on 64 GPUs", ["64"]),
    ],
)
def test_names_are_no_numbers(pitch, said):
    assert numbers(pitch) == said
