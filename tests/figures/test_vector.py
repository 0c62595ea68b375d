"""Pictures as SVG: a file that stands alone, can be read aloud, and in which nothing sticks out."""

import re
from xml.etree import ElementTree

import pytest

from qbank.figures import plain, svg
from qbank.figures.canvas import text_width
from qbank.figures.model import Bar, Bars, Key, Picture
from qbank.formulas.formula import Text, both
from qbank.terms import Lang
from tests.figures.samples import SAMPLES, picture

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(params=[(name, lang) for name in SAMPLES for lang in Lang], ids=str)
def drawn(request):
    """`(picture, language, file as text, root element)`."""
    name, lang = request.param
    found = picture(name)
    text = svg(found, lang)
    return found, lang, text, ElementTree.fromstring(text)


def test_title_and_description_come_first_and_are_referred_to(drawn):
    found, lang, _, root = drawn
    title, described = root[0], root[1]
    assert (title.tag, described.tag) == (f"{SVG}title", f"{SVG}desc")
    assert title.text == found.title.get(lang.value)
    assert described.text
    assert root.get("role") == "img"
    assert root.get("aria-labelledby").split() == [title.get("id"), described.get("id")]
    assert root.get("lang") == lang.value


def test_nothing_is_fetched_from_elsewhere(drawn):
    text, root = drawn[2:]
    assert re.findall(r"[a-z]+://[^\"]+", text) == ["http://www.w3.org/2000/svg"]
    assert not re.search(r"href|url\(|@import|@font-face|<script|<image|\bon\w+=", text)
    assert {each.tag.removeprefix(SVG) for each in root.iter()} <= {
        "svg", "title", "desc", "style", "rect", "text", "path",
    }  # fmt: skip


def test_every_colour_is_given_for_light_and_for_dark(drawn):
    text, root = drawn[2:]
    light, dark = root.find(f"{SVG}style").text.split("@media (prefers-color-scheme:dark)")
    used = {name for each in root.iter() for name in each.get("class", "").split()}
    for name in used:
        assert f".{name}{{" in light
        assert f".{name}{{" in dark
    assert "text{" in dark
    assert not re.search(r' (?:fill|stroke|style)="', text)


def test_nothing_sticks_out_of_the_page(drawn):
    root = drawn[3]
    wide, high = float(root.get("width")), float(root.get("height"))
    assert root.get("viewBox") == f"0 0 {wide:g} {high:g}"
    for each in root.iter(f"{SVG}rect"):
        assert float(each.get("x", 0)) + float(each.get("width")) <= wide + 0.1
        assert float(each.get("y", 0)) + float(each.get("height")) <= high + 0.1
    for each in root.iter(f"{SVG}text"):
        taken = text_width(each.text, int(each.get("font-size")))
        is_middle = each.get("text-anchor") == "middle"
        start = float(each.get("x")) - (taken / 2 if is_middle else 0)
        assert start >= 0
        assert start + taken <= wide + 0.1
        assert float(each.get("y")) < high


def boxes(name, style):
    """`(x, y, width)` of the rectangles whose first class is `style`, in order."""
    root = ElementTree.fromstring(svg(picture(name), Lang.EN))
    return [
        tuple(float(each.get(key)) for key in ("x", "y", "width"))
        for each in root.iter(f"{SVG}rect")
        if each.get("class").split()[0] == style
    ]


def test_parts_of_bars_are_as_long_as_they_are_large_and_join():
    [bars] = picture("zero").parts
    parts = [boxes("zero", f"k{kind}")[1:] for kind in range(3)]  # the first is the legend's
    scale = parts[2][0][2] / 90
    for row, bar in enumerate(bars.bars):
        at = parts[0][row][0]
        for kind, value in enumerate(bar.values):
            x, y, wide = parts[kind][row]
            assert wide == pytest.approx(value * scale, rel=1e-3)
            assert (x, y) == (pytest.approx(at, abs=0.1), parts[0][row][1])
            at += wide


@pytest.mark.parametrize("name", ["gpipe", "interleaved"])
def test_tasks_stand_where_and_as_long_as_they_take_place(name):
    [timeline] = picture(name).parts
    rows = boxes(name, "idle")[1:]
    drawn = sorted((y, x, wide) for kind in ("k0", "k1") for x, y, wide in boxes(name, kind)[1:])
    expected = [
        (y, left + task.start * whole / timeline.end, task.length * whole / timeline.end)
        for (left, y, whole), row in zip(rows, timeline.rows, strict=True)
        for task in row.tasks
    ]
    assert drawn == [pytest.approx(each, abs=0.1) for each in expected]


def test_the_words_of_the_text_are_in_the_file_too(drawn):
    found, lang, _, root = drawn
    said = " ".join(each.text for each in root.iter(f"{SVG}text"))
    assert found.title.get(lang.value) in said
    folded = "".join(said.split())
    for note in found.notes:
        assert "".join(note.get(lang.value).split()) in folded


def test_the_same_picture_is_the_same_file_and_another_has_other_ids():
    assert svg(picture("zero"), Lang.EN) == svg(picture("zero"), Lang.EN)
    ids = [
        re.search(r'aria-labelledby="([^"]+)"', svg(picture(name), lang))[1]
        for name in SAMPLES
        for lang in Lang
    ]
    assert len(set(ids)) == len(ids)


def test_words_are_text_whatever_they_contain():
    evil = '</text><script>alert("1")</script> & <T> \x1b[31m \ud800'
    bars = Bars((Key("W", both(evil)),), both(evil), evil, "GB", (Bar(evil, evil, evil, (1.0,)),))
    text = svg(Picture("x", both(evil), both(evil), (bars,), (both(evil),)), Lang.EN)
    text.encode("utf-8")
    root = ElementTree.fromstring(text)
    assert root.find(f".//{SVG}script") is None
    assert root[0].text == '</text><script>alert("1")</script> & <T> [31m '


def test_both_renderers_take_the_same_picture():
    one = Bars(
        (Key("A", Text("甲", "one")),), both("sum"), "A", "GB", (Bar("x", "1 GB", "1", (1.0,)),)
    )
    made = Picture("x", Text("题", "title"), both("told"), (one,), (both("note"),))
    for said in ("title", "one", "1 GB", "note"):
        assert said in plain(made, Lang.EN, 80)
        assert said in svg(made, Lang.EN)
