"""The self-check: what it takes, how to leave, and when each was made."""

import json
from datetime import timedelta

import pytest

from qbank.cli.assessing import ROWS
from qbank.settings import Flags, load
from tests.e2e.terminal import Screen
from tests.factories import NOW, later, qbank

SCORES = [f"--score={row}=2" for row in ROWS]


def assessed(at):
    assert qbank("assess", *SCORES, at=at)[0] == 0


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_two_on_one_day_are_told_apart_by_the_time(lang):
    for at in (later(-1), NOW, NOW + timedelta(hours=3)):
        assessed(at)
    head = qbank("assess", "--history", "--lang", lang)[1].split("\n")[0]
    assert head.split("  ")[:3] == ["2026-11-29", "11-30 12:00", "11-30 15:00"]
    moments = [one["at"] for one in json.loads(qbank("assess", "--history", "--json")[1])["data"]]
    assert moments[1:] == ["2026-11-30T12:00:00+00:00", "2026-11-30T15:00:00+00:00"]


def test_days_apart_are_told_by_the_day_alone():
    assessed(NOW)
    assessed(later(1))
    assert "12:00" not in qbank("assess", "--history")[1]


@pytest.mark.parametrize("typed", ["7", "", "q", "two"])
def test_a_wrong_score_says_the_range_and_how_to_leave(typed):
    screen = Screen("assess", "--lang", "en")
    screen.read_until("0-3>")
    screen.press(typed, "\r")
    screen.read_until("type 0, 1, 2 or 3; Ctrl-C leaves, and nothing is stored")
    screen.press("\x03")
    assert screen.finish() == 130
    assert not load(Flags()).journal_file.exists()
