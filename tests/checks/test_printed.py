"""Digits of facts are found in prose and compared with computed values."""

import pytest

from qbank.checks.printed import Printed, agrees


@pytest.mark.parametrize(
    ("says", "text"),
    [
        ("31.4", "120, 31.4 and 16.6 GB"),
        ("31.4", "是 31.4。"),
        ("4Ψ+12Ψ/N", "| 4Ψ + 12Ψ/N |"),
        ("131072", "131,072 tokens"),
        ("131,072", "131072 tokens"),
        ("-100", "标签是 \u2212100"),
        ("2×16×8=256", "2 × 16 × 8 = **256**"),
        ("7.5B", "7.5B 参数"),
        ("16", "at 16."),
        ("200", "100,200"),
        ("34.9B", "约 349 亿参数"),
        ("4.65M", "465 万"),
        ("34.9B", "about 34.9 billion parameters"),
        ("15T", "15 trillion tokens"),
        ("32000", "词表 3.2 万"),
        ("300", "200, 300 and 400"),
    ],
)
def test_a_printed_number_is_found(says, text):
    assert Printed(text).has(says)


@pytest.mark.parametrize(
    ("says", "text"),
    [
        ("2", "12 or 2.5 or 1.2 or 20"),
        ("31.4", "31.45 or 131.4"),
        ("2Ψ", "12Ψ"),
        ("256", "stage 25 6x and 2 56"),
        ("1042", "1,0421"),
    ],
)
def test_a_part_of_another_number_is_not(says, text):
    assert not Printed(text).has(says)


@pytest.mark.parametrize(
    ("says", "value"),
    [
        ("31.4", 31.40625),
        ("16.6", 16.55),
        ("70", 70.3125),
        ("120", 120.0),
        ("13.0", 13.04),
        ("131,072", 131072),
        ("2×16×8=256", 256),
        ("24Ψ", 24),
        ("Ψ", 1),
        ("1/41", 1 / 41),
        ("1/13.7", 600 / 8192),
        ("1.09B", 1089994752),
        ("1e-4", 0.0001),
        ("3.14e23", 3.14159e23),
        ("-100", -100),
    ],
)
def test_the_printed_digits_are_the_value_rounded_half_up(says, value):
    assert agrees(says, value) is True


@pytest.mark.parametrize(
    ("says", "value"),
    [
        ("31.4", 31.46),
        ("16.5", 16.55),
        ("13.0", 13.06),
        ("1/41", 1 / 42),
        ("1.09B", 1.08e9),
        ("24Ψ", 23),
    ],
)
def test_other_digits_are_not(says, value):
    assert agrees(says, value) is False


@pytest.mark.parametrize("says", ["many", "2Ψ+14Ψ/N", "", "Ψ/N"])
def test_what_is_no_number_is_told_apart(says):
    assert agrees(says, 2.0) is None
