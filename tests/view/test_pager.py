"""Long output through the pager."""

from qbank.settings import pager_environment


def test_the_pager_is_told_that_the_text_is_utf_8_unless_the_user_says_otherwise(monkeypatch):
    monkeypatch.delenv("LESSCHARSET", raising=False)
    assert pager_environment()["LESSCHARSET"] == "utf-8"
    monkeypatch.setenv("LESSCHARSET", "latin1")
    assert pager_environment()["LESSCHARSET"] == "latin1"
