"""Every main screen in three widths, two languages, with colour and plain: as agreed, and never out of shape."""

import re

import pytest

from qbank.bank.search import search
from qbank.cli.assessing import ROWS
from qbank.terms import Form
from qbank.view.listing import list_text, matches_text
from qbank.view.showing import rubric, show_text
from qbank.view.statistics import stats_data, stats_text
from qbank.view.summary import next_due_text
from qbank.view.text import width as cells_of
from qbank.view.today import today_text
from tests.factories import qbank
from tests.view.stage import Paper, app_of, history, played

OPEN, NUMERIC = "deepspeed/empty-shell", "deepspeed/bytes"
DESIGN = "deepspeed/layout"
SPOT, CHOICE = "deepspeed/two-precisions", "peft/merge-choice"
SITTINGS = {
    "asking": (OPEN, "h"),
    "asking-keys": (OPEN, "?"),
    "asking-sources-report": (OPEN, "r", "!"),
    "asking-language": (OPEN, "l"),
    "asking-marked": (OPEN, "m", "看看 hpZ"),
    "asking-typed": (OPEN, "t", "a shell, since state_dict is local"),
    "ticking": (OPEN, "space", "1", "3", "5"),
    "ticking-keys": (OPEN, "space", "?"),
    "ticking-full": (OPEN, "space", "2", "v"),
    "rating": (OPEN, "space", "0", "enter"),
    "rated": (OPEN, "space", "1", "enter", "enter"),
    "undone": (OPEN, "space", "n", "2", "u"),
    "suspended": (OPEN, "x"),
    "chain-asking": (OPEN, "space", "a", "enter", "enter", "h"),
    "chain": (OPEN, "space", "a", "enter", "enter", "space", "space", "1", "space", "2"),
    "numeric": (NUMERIC, ":h", "many", "12", "enter"),
    "numeric-keys": (NUMERIC, ":?", ":s"),
    "spot": (SPOT, "", "1"),
    "choice": (CHOICE, "1", "3"),
}


def commands(app):
    history(app)
    every = tuple(app.bank.entries.values())
    yield "today", today_text(app)
    yield "list", list_text(app, every)
    yield "list-empty", list_text(app, ())
    yield "search", matches_text(app, search(app.bank, "shards", limit=2))
    yield "show", show_text(app, app.bank.entry(OPEN))
    yield "show-choice", show_text(app, app.bank.entry(CHOICE))
    yield "stats", stats_text(app, stats_data(app, 30))
    yield "next-due", next_due_text(app)


MODES = {"plain": {"color": "never", "plain": True}, "colour": {"color": "always"}}


@pytest.fixture(params=[40, 80, 120])
def columns(request, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(request.param))
    return request.param


def readable(text):
    """Escape bytes as text, so that a snapshot can be read and compared."""
    return text.replace("\x1b", "\\e").strip("\n") + "\n"


def check_shape(name, text, columns, mode):
    bare = re.sub("\x1b\\[[0-9;]*m", "", text)
    assert "\x1b" not in bare, f"{name}: more than colours"
    assert mode == "colour" or "\x1b" not in text, f"{name}: an escape byte without colour"
    for line in text.split("\n"):
        codes = re.findall("\x1b\\[([0-9;]*)m", line)
        assert not codes or codes[-1] == "0", f"{name}: a colour runs over the end of {line!r}"
    for line in bare.split("\n"):
        assert cells_of(line) <= columns, f"{name}: too wide: {line}"
        assert line == line.rstrip(), f"{name}: spaces at the end of {line!r}"
        assert not line.lstrip().startswith(tuple("，。；：）")), f"{name}: begins badly: {line}"
        assert not re.search("[\u2500-\u259f•]", line), (
            f"{name}: furniture of ambiguous width: {line}"
        )
    assert "\n\n\n\n" not in bare, f"{name}: three empty lines in a row"


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", SITTINGS)
def test_a_sitting_looks_as_agreed(name, mode, lang, columns, snapshot):
    paper = Paper()
    app = app_of(lang, out=paper, **MODES[mode])
    text = played(app, paper, *SITTINGS[name])
    app.close()
    check_shape(name, text, columns, mode)
    snapshot(readable(text), f"screens/{lang}-{columns}-{mode}/{name}.txt")


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("mode", MODES)
def test_the_other_commands_look_as_agreed(mode, lang, columns, snapshot):
    app = app_of(lang, **MODES[mode])
    for name, text in commands(app):
        check_shape(name, text, columns, mode)
        snapshot(readable(text), f"screens/{lang}-{columns}-{mode}/{name}.txt")
    app.close()


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_self_check_looks_as_agreed(lang, columns, snapshot):
    scores = [f"--score={row}={n % 4}" for n, row in enumerate(ROWS)]
    _, text, _ = qbank("assess", *scores, "--lang", lang)
    check_shape("assess", text, columns, "plain")
    snapshot(readable(text), f"screens/{lang}-{columns}-plain/assess.txt")


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("mode", MODES)
def test_rarer_moments_look_as_agreed(mode, lang, columns, snapshot):
    """Time is up, the pitch, how sure one is, and a design question in groups."""
    moments = {
        "time-up": (OPEN, ["space", "n", "2", "enter"], {"budget": 20.0, "more": (NUMERIC,)}),
        "pitch": (OPEN, ["space", "1", "2", "enter"], {"form": Form.PITCH}),
        "confidence": (OPEN, ["space"], {"asks_confidence": True}),
        "end": (OPEN, ["space", "1", "enter", "1"], {"summed_up": True}),
        "groups": (DESIGN, ["space", "1", "enter", "2"], {}),
    }
    for name, (id_, keys, options) in moments.items():
        paper = Paper()
        app = app_of(lang, out=paper, **MODES[mode])
        text = played(app, paper, id_, *keys, **options)
        app.close()
        check_shape(name, text, columns, mode)
        snapshot(readable(text), f"screens/{lang}-{columns}-{mode}/{name}.txt")


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_rubric_is_markdown_to_pipe_and_not_wrapped(lang, snapshot):
    app = app_of(lang)
    snapshot(rubric(app, app.bank.entry(OPEN)) + "\n", f"screens/rubric-{lang}.md")
    app.close()


def test_a_list_taller_than_the_screen_is_printed_once_and_the_ticks_are_said(columns):
    paper = Paper()
    app = app_of("en", out=paper)
    text = played(app, paper, OPEN, "space", "1", "3", height=8)
    app.close()
    assert text.count("Did you say?") == 1
    assert "ticked: 1 3" in text
    assert "ticked: 1\n" not in text


def test_without_colour_code_keeps_its_back_ticks_and_with_colour_it_is_painted(columns):
    texts = []
    for color in ("never", "always"):
        app = app_of("en", color=color)
        texts.append(show_text(app, app.bank.entry(OPEN)))
        app.close()
    assert "`List<int>`" in texts[0]
    assert "\x1b[36mList<int>\x1b[0m" in texts[1]
    assert all("2*16*16" in text for text in texts)
