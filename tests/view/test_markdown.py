"""Markdown on the screen: nothing is lost, nothing is too wide, nothing steers the terminal."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qbank.view.markdown import render
from qbank.view.text import width

ANSI = re.compile("\x1b\\[[0-9;]*m")
PIECES = st.sampled_from(
    [
        "word",
        "长一点的中文",
        "，",
        "。",
        "（",
        "）",
        " ",
        "\n",
        "\n\n",
        "- ",
        "1. ",
        "`a_b`",
        "**粗**",
        "| a |",
        "\n|---|\n",
        "\n```\n",
        "  code",
        "# ",
        "\\<T>",
        "\x1b[2J",
        "\u2061",
        "stage3_gather_16bit_weights_on_model_save",
    ]
)
TEXTS = st.lists(PIECES, max_size=40).map("".join)


@given(TEXTS, st.sampled_from([24, 40, 80]))
@settings(max_examples=200, deadline=None)
def test_no_line_is_wider_than_the_screen_and_no_escape_byte_gets_through(text, cells):
    for line in render(text, cells, color=False).split("\n"):
        assert width(line) <= cells
        assert "\x1b" not in line
    for line in render(text, cells, color=True).split("\n"):
        assert width(ANSI.sub("", line)) <= cells
        assert "\x1b" not in ANSI.sub("", line)


@given(
    st.lists(st.sampled_from(["word", "中文", "，", "（", "）", " ", "x_y"]), max_size=60).map(
        "".join
    )
)
@settings(max_examples=200, deadline=None)
def test_a_paragraph_keeps_every_character(text):
    shown = render(text, 24, color=False)
    assert re.sub(r"\s", "", shown) == re.sub(r"\s", "", text)


def test_chinese_fills_the_line_and_never_begins_one_with_a_mark():
    text = "stage 3 的参数用完就释放，前向、反向各汇总一次，再归约梯度，最多 1.5 倍。" * 3
    lines = render(text, 40, color=False).split("\n")
    assert all(width(line) > 30 for line in lines[:-1])
    assert not [line for line in lines if line[0] in "，。；：、）"]


def test_a_table_that_does_not_fit_loses_nothing():
    table = "| stage | 切分 |\n|---|---|\n| 1 | 优化器状态，一共十二个字节 |\n"
    assert render(table, 80, color=False).split("\n")[0].startswith("stage  切分")
    narrow = render(table, 24, color=False)
    assert narrow.startswith("stage: 1\n切分：")
    assert "优化器状态，一共十二个字节" in narrow.replace("\n  ", "")


@pytest.mark.parametrize(
    ("markdown", "shown"),
    [
        ("List<String> and \\<T>", "List<String> and <T>"),
        ("2*16*16 and a_b_c", "2*16*16 and a_b_c"),
        ("see <https://a.b/c>", "see https://a.b/c"),
        ("**bold `code`** x", "bold `code` x"),
        ("``a ` b``", "``a ` b``"),
        ("- a\n  - b\n- c  \n  d", "- a\n  - b\n- c\n  d"),
        ("中文\n接着写", "中文接着写"),
        ("one\ntwo", "one two"),
        ("```\nif x:\n    y\n```", "  if x:\n      y"),
        ("# Head\ntext", "Head\ntext"),
        ("1. one\n\n   more", "1. one\n\n   more"),
        ("a | b", "a | b"),
    ],
)
def test_what_is_shown(markdown, shown):
    assert render(markdown, 80, color=False) == shown


def test_a_colour_goes_on_in_the_next_line_and_ends_there():
    lines = render("x `" + "长" * 30 + "` y", 24, color=True).split("\n")
    assert len(lines) > 2
    assert all(line.count("\x1b[36m") == 1 and "\x1b[0m" in line for line in lines)
    assert ANSI.sub("", lines[-1]).endswith(" y")


def test_code_is_coloured_by_its_language_and_never_changed():
    code = "```yaml\na: 1  # why\n\nb: [x]\n```"
    shown = render(code, 40, color=True)
    assert ANSI.sub("", shown) == render(code, 40, color=False) == "  a: 1  # why\n\n  b: [x]"
    assert "\x1b[36ma\x1b[0m" in shown
    unknown = render(code.replace("yaml", "klingon"), 40, color=True)
    assert unknown == render(code, 40, color=False)


@pytest.mark.parametrize("language", ["json", "python", "sh", "yaml", "text"])
@given(st.text(st.sampled_from("ab1 \"'#{}[]:,-\\\n$`中"), max_size=60))
@settings(max_examples=40, deadline=None)
def test_colours_change_no_code(language, code):
    fenced = f"~~~~{language}\n{code}\n~~~~"
    assert ANSI.sub("", render(fenced, 80, color=True)) == render(fenced, 80, color=False)
