"""Where a line is wanted, a key of another phase is explained and never an answer."""

import pytest

from qbank.session.drilling import Asking
from qbank.view.drilling import Drill
from tests.view.stage import Keyboard, Paper, app_of, played

BYTES, CHOICE, SPOT = "deepspeed/bytes", "peft/merge-choice", "deepspeed/two-precisions"
SAID = {
    "en": "commands begin with `:` here, such as `:q`",
    "zh": "这里的命令要以 `:` 开头，比如 `:q`",
}
KEYS = ("q", "S", "h", "l", "u", "m", "x", "r", "o", "t", "?", "!", "ｑ", " q ", ":nosuch", "：")


def quiz(id_, *lines, lang="en"):
    paper = Paper()
    app = app_of(lang, out=paper)
    text = played(app, paper, id_, *lines)
    is_written = app.settings.journal_file.exists()
    app.close()
    return text, is_written


@pytest.mark.parametrize("id_", [BYTES, CHOICE, SPOT])
def test_a_key_alone_is_explained_in_a_sitting_and_nothing_is_graded(id_):
    text, is_written = quiz(id_, *KEYS)
    assert text.count(SAID["en"]) == len(KEYS)
    assert "---" not in text
    assert not is_written


@pytest.mark.parametrize("lang", SAID)
@pytest.mark.parametrize("id_", [BYTES, CHOICE, SPOT])
def test_a_key_alone_is_explained_in_a_drill_and_nothing_is_graded(id_, lang):
    paper = Paper()
    app = app_of(lang, out=paper)
    keys = [key for key in KEYS if key[0] not in ":："]
    ended = Drill(app, Keyboard(paper, *keys), [Asking(id_)], 7).run()
    app.close()
    assert paper.shown().count(SAID[lang]) == len(keys)
    assert not ended.done
    assert not app.settings.journal_file.exists()


def test_it_is_said_in_chinese_and_the_command_works_with_a_full_width_colon():
    text, _ = quiz(BYTES, "h", "：q", "128", lang="zh")
    assert SAID["zh"] in text
    assert "128" not in text.split(SAID["zh"])[1]
