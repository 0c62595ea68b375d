"""`calc --plot`: the picture below the value, as data, and in a file."""

import json
from xml.etree import ElementTree

import pytest

from qbank.figures import draw_formula, plain, svg
from qbank.terms import Lang
from tests.factories import qbank

BUBBLE = ("calc", "pipeline-bubble", "--stages", "4", "--microbatches", "8")
PICTURE = draw_formula("pipeline_bubble", {"stages": 4, "microbatches": 8})


def test_the_picture_stands_below_the_value():
    code, out, err = qbank(*BUBBLE, "--plot")
    assert (code, err) == (0, "")
    assert out.startswith("pipeline-bubble ")
    assert out.endswith(plain(PICTURE, Lang.EN, 80) + "\n")


def test_without_the_option_nothing_is_drawn():
    assert "GPU 0" not in qbank(*BUBBLE)[1]


def test_it_is_drawn_in_the_width_and_language_of_the_screen(monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    out = qbank(*BUBBLE, "--plot", "--lang", "zh")[1]
    assert out.endswith(plain(PICTURE, Lang.ZH, 40) + "\n")


@pytest.mark.parametrize(
    ("name", "text"),
    [("b.svg", svg(PICTURE, Lang.EN)), ("b.TXT", plain(PICTURE, Lang.EN, 80) + "\n")],
)
def test_a_file_gets_the_format_of_its_suffix_and_stdout_the_value(tmp_path, name, text):
    path = tmp_path / name
    code, out, err = qbank(*BUBBLE, "-o", path)
    assert code == 0
    assert "37.5%" in out
    assert "GPU 0 " not in out
    assert str(path) in err
    assert path.read_text(encoding="utf-8") == text


def test_a_file_that_exists_is_replaced_only_when_asked(tmp_path):
    path = tmp_path / "b.svg"
    path.write_text("mine")
    code, out, err = qbank(*BUBBLE, "-o", path)
    assert (code, out) == (2, "")
    assert "exists" in err
    assert path.read_text() == "mine"
    assert qbank(*BUBBLE, "-o", path, "--force")[0] == 0
    assert path.read_text(encoding="utf-8") == svg(PICTURE, Lang.EN)


def test_a_dash_is_svg_on_stdout_and_nothing_else():
    code, out, _ = qbank(*BUBBLE, "-o", "-")
    assert code == 0
    assert ElementTree.fromstring(out).tag.endswith("svg")


def test_json_has_both_forms_only_with_the_option():
    data = json.loads(qbank(*BUBBLE, "--plot", "--json")[1])["data"]
    assert data["plot"] == {"text": plain(PICTURE, Lang.EN, 80), "svg": svg(PICTURE, Lang.EN)}
    assert "plot" not in json.loads(qbank(*BUBBLE, "--json")[1])["data"]


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (
            ("calc", "kv-cache", "--model", "llama-3-8b", "--tokens", "8k", "--plot"),
            1,
            "zero-model-states",
        ),
        ((*BUBBLE[:3], "64", *BUBBLE[4:], "--plot"), 2, "`stages` is at most 32, not 64"),
        ((*BUBBLE, "-o", "b.png"), 2, "end the name with .svg or .txt"),
        ((*BUBBLE, "-o", "no/such/folder/b.svg"), 2, "choose a folder that exists"),
        (("calc", "--plot"), 2, "without a formula"),
    ],
)
def test_what_cannot_be_drawn_or_written_says_why(arguments, code, said):
    got, out, err = qbank(*arguments)
    assert (got, out) == (code, "")
    assert said in err
