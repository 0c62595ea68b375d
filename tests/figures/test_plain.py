"""Pictures as text: in shape at every width, and the same in any terminal."""

import re
import unicodedata

import pytest

from qbank.cells import width
from qbank.figures import draw, plain
from qbank.terms import Lang
from tests.figures.samples import SAMPLES, picture


@pytest.fixture(params=SAMPLES)
def name(request):
    return request.param


@pytest.fixture(params=[24, 40, 60, 80, 200])
def cells(request):
    return request.param


@pytest.mark.parametrize("lang", Lang)
def test_no_line_is_too_wide_or_ends_in_spaces(name, cells, lang):
    text = plain(picture(name), lang, cells)
    for line in text.split("\n"):
        assert width(line) <= cells, line
        assert line == line.rstrip()
    assert "\n\n\n" not in text


@pytest.mark.parametrize("lang", Lang)
def test_no_character_is_one_cell_here_and_two_there(name, cells, lang):
    text = plain(picture(name), lang, cells)
    ambiguous = {char for char in text if unicodedata.east_asian_width(char) == "A"}
    assert not ambiguous
    assert not [char for char in text if char != "\n" and not char.isprintable()]


def test_english_is_ascii(name, cells):
    assert plain(picture(name), Lang.EN, cells).isascii()


@pytest.mark.parametrize("lang", Lang)
def test_a_narrow_screen_gets_a_layout_of_its_own(lang, snapshot):
    shown = ("zero", "interleaved", "mlp")
    text = "\n\n\n".join(plain(picture(name), lang, 40) for name in shown)
    snapshot(text + "\n", f"figures/40.{lang.value}.txt")


def test_letters_of_a_bar_are_in_proportion():
    text = plain(picture("zero"), Lang.EN, 80)
    size = float(re.search(r"one letter = (\S+) GB", text)[1])
    bars = {
        line.split()[0]: line.split()[-1]
        for line in text.split("\n")
        if line[:4] in {"DDP ", "ZeRO"}
    }
    assert bars["DDP"] == "W" * round(15 / size) + "G" * round(15 / size) + "O" * round(90 / size)
    assert [len(bar) for bar in bars.values()] == [
        round(gb / size) for gb in (120, 31.4, 16.6, 1.88)
    ]


def test_a_bar_of_next_to_nothing_is_a_letter_still():
    text = plain(draw("zero_memory", {"params": 7e9, "ranks": 10_000}), Lang.EN, 80)
    assert text.split("ZeRO-3")[1].split("\n")[0].endswith(" O")


def joined(text, gpu):
    """The row of a GPU, put together from all windows."""
    return "".join(re.findall(rf"^GPU {gpu} +(\S+)$", text, re.MULTILINE))


@pytest.mark.parametrize("sample", ["gpipe", "1f1b-long", "interleaved"])
def test_a_timeline_cut_into_windows_loses_nothing(sample):
    whole = plain(picture(sample), Lang.EN, 300)
    for narrow in (24, 40, 80):
        cut = plain(picture(sample), Lang.ZH, narrow)
        for gpu in range(4):
            assert joined(cut, gpu) == joined(whole, gpu)


def test_windows_begin_at_the_time_that_stands_above_them():
    text = plain(picture("1f1b-long"), Lang.EN, 80)
    begins = [int(found) for found in re.findall(r"^time +(\d+)", text, re.MULTILINE)]
    sizes = [len(row) for row in re.findall(r"^GPU 0 +(\S+)$", text, re.MULTILINE)]
    assert len(begins) > 1
    assert begins == [sum(sizes[:number]) for number in range(len(sizes))]


def test_the_rows_of_a_timeline_stand_under_its_axis():
    lines = plain(picture("gpipe"), Lang.ZH, 80).split("\n")
    axis = next(line for line in lines if line.startswith("时间"))
    rows = [line for line in lines if line.startswith("GPU") and "." in line[:12] + line[-4:]]
    starts = {width(row[: row.index(row.split("  ")[1])]) for row in rows}
    assert starts == {width(axis[: axis.index("0")])}


def test_a_backward_is_told_from_a_forward_without_colour():
    text = plain(picture("1f1b"), Lang.EN, 80)
    assert "GPU 0  1234......1=52=63=74=85=.6=.7=.8=" in text
    assert "3= backward" in text


def test_labels_of_more_than_one_digit_are_explained():
    said = "the digit is the last of its number"
    assert said in plain(picture("1f1b-long"), Lang.EN, 80)
    assert said not in plain(picture("1f1b"), Lang.EN, 80)


def test_exchanges_are_named_in_both_passes_and_stand_between_rules():
    lines = plain(picture("mlp-plain"), Lang.EN, 80).split("\n")
    at = next(n for n, line in enumerate(lines) if line.startswith("f-bar"))
    assert set(lines[at - 1]) == set(lines[at + 2]) == {"-"}
    assert lines[at].split("forward")[1].strip() == "all-reduce, sum of all P"
    assert lines[at + 1].split("backward")[1].strip() == "nothing is sent"
