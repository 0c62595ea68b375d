"""The footer shows only what works now."""

import pytest

from tests.view.stage import Paper, app_of, played

OPEN, DESIGN = "deepspeed/empty-shell", "deepspeed/layout"
WORKS = {"en": "Enter go on", "zh": "回车 继续"}


def ticking(lang, height, *keys, id_=OPEN):
    """What is on the screen after the reveal and these keys."""
    paper = Paper()
    app = app_of(lang, out=paper)
    text = played(app, paper, id_, "space", *keys, height=height)
    app.close()
    return text


@pytest.mark.parametrize("lang", WORKS)
@pytest.mark.parametrize("height", [200, 6])
def test_enter_is_shown_once_something_is_ticked_however_the_list_is_drawn(lang, height):
    assert WORKS[lang] not in ticking(lang, height)
    assert WORKS[lang] not in ticking(lang, height, "enter", "9")
    for key in ("1", "a", "0"):
        assert WORKS[lang] in ticking(lang, height, key)


def test_enter_is_shown_in_every_part_of_a_long_list_once_it_works():
    assert WORKS["en"] not in ticking("en", 200, "enter", id_=DESIGN)
    for keys in (("1",), ("1", "enter"), ("1", "enter", "enter")):
        assert WORKS["en"] in ticking("en", 200, *keys, id_=DESIGN).rsplit("Did you say", 1)[1]
