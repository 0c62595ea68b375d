"""Typed quantities: what is read, and how it compares with the right value."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qbank.content.quantity import Grading, Quantity, grade_quantity, parse_quantity
from qbank.errors import QbankError
from qbank.units import UNITS, convert, to_si

READ = [
    ("31.4 GB", "GB", 31.4, "GB"),
    ("31.4GB", "GB", 31.4, "GB"),
    ("29.2 GiB", "GB", 29.2, "GiB"),
    ("29.2gib", "GB", 29.2, "GiB"),
    ("31,4", "GB", 31.4, None),
    ("31,4 GB", "GB", 31.4, "GB"),
    ("1,5e3", "s", 1500, None),
    ("0,125", "x", 0.125, None),
    ("131,072", "tokens", 131072, None),
    ("1,234,567.5", "tokens", 1234567.5, None),
    ("1.234.567", "tokens", 1234567, None),
    ("1.234,5", "tokens", 1234.5, None),
    ("131 072", "tokens", 131072, None),
    ("41_943_040", "parameters", 41943040, None),
    ("3.14e10 B", "GB", 3.14e10, "bytes"),
    ("3.14e10B", "GB", 3.14e10, "bytes"),
    ("3.14×10^10 B", "GB", 3.14e10, "bytes"),
    ("3.14*10**10 B", "GB", 3.14e10, "bytes"),
    ("2.6e-4", "learning-rate", 2.6e-4, None),
    ("2^30", "bytes", 2**30, None),
    ("2**30 B", "GB", 2**30, "bytes"),
    ("３１．４ＧＢ", "GB", 31.4, "GB"),
    ("３１，４", "GB", 31.4, None),
    ("7B", "parameters", 7e9, None),
    ("7 B", "tokens", 7e9, None),
    ("7B", "GB", 7, "bytes"),
    ("7B", None, 7, "bytes"),
    ("41.9M", "parameters", 41.9e6, None),
    ("15T tokens", "tokens", 15e12, "tokens"),
    ("7B 参数", "parameters", 7e9, "parameters"),
    ("70 亿", "parameters", 7e9, None),
    ("70亿参数", "parameters", 7e9, "parameters"),
    ("1.5 万亿 token", "tokens", 1.5e12, "tokens"),
    ("7 billion parameters", "parameters", 7e9, "parameters"),
    ("17.9%", "%", 17.9, "%"),
    ("17.9％", "%", 17.9, "%"),
    ("百分之 18", "%", 18, "%"),
    ("7/32", "%", 7 / 32, "x"),
    ("7/32", "x", 7 / 32, "x"),
    ("7/32", None, 7 / 32, None),
    ("7/32 GB", "GB", 7 / 32, "GB"),
    ("18", "%", 18, None),
    ("×1.5", "x", 1.5, "x"),
    ("x1.5", "x", 1.5, "x"),
    ("1.5×", "x", 1.5, "x"),
    ("1.5 倍", "x", 1.5, "x"),
    ("31.4 字节", "bytes", 31.4, "bytes"),
    ("12 秒", "s", 12, "s"),
    ("12 毫秒", "s", 12, "ms"),
    ("12 µs", "s", 12, "us"),
    ("64 张卡", "ranks", 64, "GPUs"),
    ("8 个 micro-batch", "micro-batches", 8, "micro-batches"),
    ("约 31.4 GB/卡", "GB", 31.4, "GB"),
    ("每卡 31.4 GB", "GB", 31.4, "GB"),
    ("about 31.4 GB per GPU.", "GB", 31.4, "GB"),
    ("≈ 31.4 GB", "GB", 31.4, "GB"),
    ("$5.3M", "USD", 5.3e6, "USD"),
    ("US$ 5,328,000", "USD", 5328000, "USD"),
    ("5328000 美元", "USD", 5328000, "USD"),
    ("3.125 GB/s", "GB/s", 3.125, "GB/s"),
    ("25 Gb/s", "GB/s", 25, "Gb/s"),
    ("25 gb/s", "GB/s", 25, "GB/s"),
    ("65,430 tokens/s", "tokens/s", 65430, "tokens/s"),
    ("-5 s", "s", -5, "s"),
    ("−5 s", "s", -5, "s"),
    ("  31.4  GB  ", "GB", 31.4, "GB"),
]


@pytest.mark.parametrize(
    ("text", "expected", "value", "unit_id"),
    READ,
    ids=str,
)
def test_read(text, expected, value, unit_id):
    assert parse_quantity(text, expected) == Quantity(pytest.approx(value, rel=1e-12), unit_id)


@pytest.mark.parametrize(
    ("text", "expected", "message"),
    [
        ("", "GB", "does not start with a number"),
        ("GB", "GB", "does not start with a number"),
        ("abc", "GB", "does not start with a number"),
        ("nan", "GB", "does not start with a number"),
        ("inf GB", "GB", "does not start with a number"),
        ("1/0", "x", "does not start with a number"),
        ("1e999", "GB", "does not start with a number"),
        ("10^999", "GB", "does not start with a number"),
        ("1,23,456", "tokens", "does not start with a number"),
        ("9" * 500, "tokens", "does not start with a number"),
        ("31.4 G", "GB", "`G` is not a unit"),
        ("31.4 M", "GB", "`M` is not a unit"),
        ("31.4 GBs", "GB", "`GBs` is not a unit"),
        ("31.4 GB or so", "GB", "`GB or so` is not a unit"),
        ("7Bfoo", "parameters", "`Bfoo` is not a unit"),
        ("25 gb/s", "s", "can mean Gb/s or GB/s"),
    ],
)
def test_unreadable(text, expected, message):
    with pytest.raises(QbankError) as caught:
        parse_quantity(text, expected)
    assert message in caught.value.message


def test_a_bare_letter_is_answered_with_both_units():
    with pytest.raises(QbankError) as caught:
        parse_quantity("31.4 G", "GB")
    assert caught.value.hint == "write GB or GiB"


EXPECTED = 31_406_250_000
GRADED = [
    ("31.4 GB", Grading.RIGHT),
    ("31.4", Grading.RIGHT),
    ("31,4", Grading.RIGHT),
    ("31.4e9 B", Grading.RIGHT),
    ("31406 MB", Grading.RIGHT),
    ("29.2 GiB", Grading.RIGHT),
    ("29.25 gib", Grading.RIGHT),
    ("0.0314 TB", Grading.RIGHT),
    ("31.4 GiB", Grading.WRONG_UNIT),
    ("29.2 GB", Grading.WRONG_UNIT),
    ("29.2", Grading.WRONG_UNIT),
    ("31.4 MB", Grading.WRONG_UNIT),
    ("31.4 s", Grading.WRONG_UNIT),
    ("31406250000", Grading.WRONG_UNIT),
    ("16.6 GB", Grading.WRONG),
    ("30.5", Grading.WRONG),
    ("12 s", Grading.WRONG),
    ("-31.4 GB", Grading.WRONG),
    ("31.4 G", Grading.UNREADABLE),
    ("no idea", Grading.UNREADABLE),
]


@pytest.mark.parametrize(("text", "outcome"), GRADED, ids=str)
def test_grade_bytes(text, outcome):
    assert grade_quantity(text, EXPECTED, "GB", 0.01).outcome is outcome


@pytest.mark.parametrize(
    ("text", "unit_id", "outcome"),
    [
        ("17.9%", "%", Grading.RIGHT),
        ("17.9", "%", Grading.RIGHT),
        ("7/39", "%", Grading.RIGHT),
        ("0.179x", "%", Grading.RIGHT),
        ("17.9%", "x", Grading.RIGHT),
        ("0.179", "x", Grading.RIGHT),
        ("7/39", "x", Grading.RIGHT),
        ("0.179", "%", Grading.WRONG_UNIT),
        ("17.9", "x", Grading.WRONG_UNIT),
        ("0.179%", "%", Grading.WRONG_UNIT),
        ("7/32", "%", Grading.WRONG),
    ],
)
def test_grade_ratio(text, unit_id, outcome):
    assert grade_quantity(text, 7 / 39, unit_id, 0.01).outcome is outcome


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("41943040", Grading.RIGHT),
        ("41,943,040", Grading.RIGHT),
        ("41.943M", Grading.RIGHT),
        ("0.041943 B", Grading.RIGHT),
        ("4194.304 万", Grading.RIGHT),
        ("42M", Grading.WRONG),
    ],
)
def test_grade_counts(text, outcome):
    assert grade_quantity(text, 41_943_040, "parameters", 1e-4).outcome is outcome


def test_verdict_says_what_was_understood():
    verdict = grade_quantity("29.2 GiB", EXPECTED, "GB", 0.01)
    assert (verdict.unit_id, verdict.assumed, verdict.understood) == ("GiB", False, "29.2 GiB")
    assert verdict.value == pytest.approx(31.353, rel=1e-4)


def test_verdict_says_that_the_unit_was_assumed():
    verdict = grade_quantity("31.4", EXPECTED, "GB", 0.01)
    assert (verdict.unit_id, verdict.assumed, verdict.understood) == ("GB", True, "31.4 GB")


def test_verdict_names_the_unit_that_was_meant():
    assert grade_quantity("29.2", EXPECTED, "GB", 0.01).meant == "GiB"
    assert grade_quantity("31.4 GiB", EXPECTED, "GB", 0.01).meant == "GB"
    assert grade_quantity("0.179", 7 / 39, "%", 0.01).meant == "x"
    assert grade_quantity("99", EXPECTED, "GB", 0.01).meant == ""


def test_verdict_of_another_dimension_has_no_value():
    verdict = grade_quantity("31.4 s", EXPECTED, "GB", 0.01)
    assert verdict.value is None
    assert verdict.meant == "GB"


def test_verdict_explains_what_is_unreadable():
    problem = grade_quantity("31.4 G", EXPECTED, "GB", 0.01).problem
    assert problem == "`G` is not a unit; write GB or GiB"


def test_the_tolerance_includes_its_edge():
    assert grade_quantity("101", 100, "tokens", 0.01).outcome is Grading.RIGHT
    assert grade_quantity("101.01", 100, "tokens", 0.01).outcome is Grading.WRONG
    assert grade_quantity("0", 0, "tokens", 0.01).outcome is Grading.RIGHT
    assert grade_quantity("1", 0, "tokens", 0.01).outcome is Grading.WRONG


def test_tolerance_zero_still_accepts_the_exact_number():
    assert grade_quantity("41,943,040", 41_943_040, "parameters", 0).outcome is Grading.RIGHT
    assert grade_quantity("41,943,041", 41_943_040, "parameters", 0).outcome is Grading.WRONG


WRITTEN = sorted(set(UNITS) - {"learning-rate", "probability", "number"})


@given(st.floats(1e-3, 1e6), st.sampled_from(WRITTEN))
def test_what_is_written_with_its_unit_is_right(value, unit_id):
    text = f"{value:.6g} {unit_id}"
    verdict = grade_quantity(text, to_si(value, unit_id), unit_id, 1e-5)
    assert verdict.outcome is Grading.RIGHT
    assert not verdict.assumed


@given(st.floats(1, 1e6), st.sampled_from(WRITTEN), st.sampled_from(WRITTEN))
def test_any_unit_of_the_same_dimension_is_right(value, written, asked):
    if UNITS[written].dimension != UNITS[asked].dimension:
        return
    text = f"{convert(to_si(value, asked), written)!r} {written}"
    assert grade_quantity(text, to_si(value, asked), asked, 1e-6).outcome is Grading.RIGHT


@given(st.floats(1, 1e4))
def test_gb_and_gib_are_never_taken_for_each_other(value):
    assert grade_quantity(f"{value} GiB", value * 1e9, "GB", 0.05).outcome is Grading.WRONG_UNIT


@given(st.text(max_size=40), st.sampled_from(sorted(UNITS)))
def test_any_text_gets_a_verdict(text, unit_id):
    assert grade_quantity(text, 1.0, unit_id, 0.01).outcome in set(Grading)
