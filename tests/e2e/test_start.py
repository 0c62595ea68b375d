"""What is imported before the first question is on the screen."""

import re

from tests.e2e.terminal import Screen

LATER = {"pydantic", "yaml", "rich", "markdown_it", "fsrs", "prompt_toolkit"}
OTHERS = ("formulas", "figures", "vocab", "configs", "checks", "sources", "export", "bank.loader")
"""Parts of qbank that no open question needs."""


def test_the_first_question_waits_for_nothing_that_comes_later(monkeypatch):
    monkeypatch.setenv("PYTHONPROFILEIMPORTTIME", "1")
    screen = Screen("quiz", "--seed", "1", "--kind", "principle", "--type", "open", lines=400)
    screen.read_until("Space reveal")
    loaded = set(re.findall(r"\|\s+([\w.]+)\r?\n", screen.raw.split("Space reveal")[0]))
    assert "qbank.view.play" in loaded
    assert not {name for name in loaded if name.partition(".")[0] in LATER}
    parts = {name.removeprefix("qbank.") for name in loaded if name.startswith("qbank.")}
    assert not {name for name in parts if name.startswith(OTHERS)}
    screen.press("q")
    assert screen.finish() == 0
