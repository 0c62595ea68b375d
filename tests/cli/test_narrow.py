"""Screens that are hardly wider than an indent."""

import pytest

from tests.factories import qbank

BUBBLE = ("calc", "pipeline-bubble", "--stages", "4", "--microbatches", "8", "--plot")


@pytest.mark.parametrize("cells", [1, 2, 8])
@pytest.mark.parametrize("command", [BUBBLE, ("show", "zero-stages")])
def test_a_tiny_screen_ends(monkeypatch, cells, command):
    monkeypatch.setenv("COLUMNS", str(cells))
    assert qbank(*command)[0] == 0
