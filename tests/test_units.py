"""The table of units, conversion, and numbers as text."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qbank.errors import QbankError
from qbank.units import (
    UNITS,
    compact_number,
    convert,
    find_units,
    format_bytes,
    format_number,
    format_quantity,
    round_half_up,
    to_si,
    unit,
)

IN_PROSE = re.split(
    r"\s+",
    "bytes KB MB GB TB KiB MiB GiB TiB bits s ms us min h days Gb/s GB/s FLOPs TFLOP/s tokens "
    "tokens/s parameters elements ranks GPUs layers micro-batches steps % x USD",
)


def test_every_unit_of_prose_needs_a_fact():
    assert [each.id for each in UNITS.values() if each.needs_fact] == IN_PROSE


def test_units_of_facts_alone_are_known():
    assert {"samples", "rows", "learning-rate", "probability"} <= set(UNITS)
    assert not unit("samples").needs_fact


@pytest.mark.parametrize("each", UNITS.values(), ids=lambda each: each.id)
def test_unit_has_words_in_both_languages_and_finds_itself(each):
    assert each.word("zh")
    assert each.word("en")
    assert each in find_units(each.id)
    for word in each.words:
        assert each in find_units(word)


def test_the_printed_word_is_that_of_the_language():
    assert (unit("x").word("zh"), unit("x").word("en")) == ("倍", "x")


@pytest.mark.parametrize("each", UNITS.values(), ids=lambda each: each.id)
def test_each_dimension_has_one_base(each):
    bases = [other.id for other in UNITS.values() if other.dimension == each.dimension]
    assert any(unit(other).factor == 1 for other in bases)


@pytest.mark.parametrize(
    ("value_si", "unit_id", "value"),
    [
        (31.4e9, "GB", 31.4),
        (2**30, "GiB", 1),
        (131072, "KB", 131.072),
        (25e9 / 8, "Gb/s", 25),
        (25e9 / 8, "GB/s", 3.125),
        (0.218, "%", 21.8),
        (86400, "days", 1),
        (0.0544, "ms", 54.4),
        (8.64e19, "PF-days", 1),
        (312e12, "TFLOP/s", 312),
    ],
)
def test_convert(value_si, unit_id, value):
    assert convert(value_si, unit_id) == pytest.approx(value, rel=1e-12)


@given(st.floats(1e-12, 1e18), st.sampled_from(sorted(UNITS)))
def test_conversion_round_trips(value, unit_id):
    assert convert(to_si(value, unit_id), unit_id) == pytest.approx(value, rel=1e-12)


def test_conversion_takes_a_unit_as_well_as_its_id():
    assert convert(31.4e9, unit("GB")) == convert(31.4e9, "GB")
    assert to_si(2, unit("GiB")) == to_si(2, "GiB") == 2**31


def test_unknown_unit_names_near_ones():
    with pytest.raises(QbankError, match="no unit named `GBs`") as caught:
        unit("GBs")
    assert "GB" in caught.value.hint


@pytest.mark.parametrize(
    ("word", "ids"),
    [
        ("GB", ["GB"]),
        ("gb", ["GB"]),
        ("GiB", ["GiB"]),
        ("gib", ["GiB"]),
        ("字节", ["bytes"]),
        ("倍", ["x"]),
        ("秒", ["s"]),
        ("µs", ["us"]),
        ("ＧＢ", ["GB"]),
        ("Gb/s", ["Gb/s"]),
        ("gb/s", ["Gb/s", "GB/s"]),
        ("个 micro-batch", ["micro-batches"]),
        ("个micro-batch", ["micro-batches"]),
        ("G", []),
        ("", []),
    ],
)
def test_find_units(word, ids):
    assert [each.id for each in find_units(word)] == ids


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (-0.0, "0"),
        (0.1 + 0.2, "0.3"),
        (4096, "4,096"),
        (-4096, "-4,096"),
        (6738415616, "6,738,415,616"),
        (31.25, "31.25"),
        (1 / 3, "0.333333"),
        (2 / 3, "0.666667"),
        (123456.789, "123,457"),
        (12345.6789, "12,345.7"),
        (3.14e23, "3.14e23"),
        (1e15, "1e15"),
        (0.0001, "0.0001"),
        (1.5e-7, "1.5e-7"),
        (1.5e-5, "1.5e-5"),
        (1.23456789e20, "1.23457e20"),
        (9.9999999e-6, "1e-5"),
        (0.99999999, "1"),
        (float("inf"), "inf"),
    ],
)
def test_format_number(value, text):
    assert format_number(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (7e9, "7e9"),
        (7.5e9, "7.5e9"),
        (312e12, "3.12e14"),
        (1e6, "1e6"),
        (8030261248, "8,030,261,248"),
        (65536, "65,536"),
        (1048576, "1,048,576"),
        (2.5, "2.5"),
        (-7e9, "-7e9"),
    ],
)
def test_compact_number(value, text):
    assert compact_number(value) == text


@pytest.mark.parametrize(
    ("size", "text"),
    [
        (200.7e9, "201 GB (187 GiB)"),
        (31_406_250_000, "31.4 GB (29.2 GiB)"),
        (1.875e9, "1.88 GB (1.75 GiB)"),
        (384, "384 B"),
        (0, "0 B"),
        (131072, "131 KB (128 KiB)"),
        (1e15, "1,000 TB (909 TiB)"),
        (-2e9, "-2 GB (-1.86 GiB)"),
    ],
)
def test_format_bytes(size, text):
    assert format_bytes(size) == text


@given(st.floats(1e3, 1e16), st.integers(2, 6))
def test_format_bytes_keeps_the_digits_it_shows(size, digits):
    decimal, prefix, binary = format_bytes(size, digits).replace("(", "").split()[:3]
    tolerance = 10.0 ** (1 - digits)
    assert to_si(float(decimal.replace(",", "")), prefix) == pytest.approx(size, rel=tolerance)
    base = prefix.replace("B", "iB")
    assert to_si(float(binary.replace(",", "")), base) == pytest.approx(size, rel=tolerance)


@pytest.mark.parametrize(
    ("value", "places", "text"),
    [
        (0.125, 2, "0.13"),
        (0.135, 2, "0.14"),
        (2.5, 0, "3"),
        (1.005, 2, "1.01"),
        (30, 1, "30.0"),
        (-0.125, 2, "-0.13"),
        (1250, -2, "1300"),
        (1e22, 0, "1" + "0" * 22),
    ],
)
def test_round_half_up(value, places, text):
    assert round_half_up(value, places) == text


@pytest.mark.parametrize(
    ("value_si", "unit_id", "zh", "en"),
    [
        (0.375, "%", "37.5%", "37.5%"),
        (1.5, "x", "1.5 倍", "1.5x"),
        (64, "layers", "64 层", "64 layers"),
        (1, "micro-batches", "1 个 micro-batch", "1 micro-batch"),
        (1, "s", "1 秒", "1 s"),
        (86400, "days", "1 天", "1 day"),
        (31.4e9, "bytes", "31.4 GB (29.24 GiB)", "31.4 GB (29.24 GiB)"),
        (2.5e-4, "learning-rate", "0.00025", "0.00025"),
        (65536, "number", "65,536", "65,536"),
        (5328000, "USD", "5,328,000 美元", "5,328,000 USD"),
    ],
)
def test_format_quantity(value_si, unit_id, zh, en):
    assert format_quantity(value_si, unit_id, "zh") == zh
    assert format_quantity(value_si, unit_id, "en") == en
