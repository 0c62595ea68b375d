"""Machine-graded types: what is drawn, and the verdict on what was typed."""

import random

import pytest

from qbank.content.grading import Draw, Outcome
from qbank.content.types import from_body, ops_of

SHARED = {
    "schema": 1, "status": "verified", "level": "mid", "kind": "sizing", "dimension": "memory",
    "frameworks": ["deepspeed"], "topics": ["zero"], "priority": 1, "minutes": 3, "revision": 1,
    "verified_with": {}, "points": [], "sources": [],
    "en": {"title": "T", "prompt": "{params:B} on {ranks} GPUs", "intent": "i", "answer": "a", "pitch": "p"},
}  # fmt: skip
NUMERIC = from_body({
    **SHARED, "type": "numeric", "formula": "zero_model_states",
    "draw": {"params": [7e9, 13e9, 70e9], "ranks": [8, 16, 64], "stage": [1, 2, 3]},
    "where": "params / ranks > 0.5e9", "grade": {"unit": "GB", "rel_tol": 0.01}, "plausible": [1, 1000],
})  # fmt: skip
CHOICE = from_body({
    **SHARED, "type": "choice",
    "options": [
        {"id": "a", "right": True}, {"id": "b"}, {"id": "c", "right": True}, {"id": "d"},
    ],
})  # fmt: skip
SPOT = from_body({
    **SHARED, "type": "spot",
    "snippet": {"for": "peft", "language": "python", "code": "one\ntwo\nthree\nfour\n"},
    "wrong_lines": [{"line": 2}, {"line": 4}],
})  # fmt: skip
STATES = Draw({"params": 70e9, "ranks": 16, "stage": 2})  # 201.25 GB


def graded(question, text, draw=None):
    return ops_of(question).grade(question, draw or Draw(), text)


def drawn(question, seed):
    return ops_of(question).draw(question, random.Random(seed))


def test_a_draw_follows_its_seed_and_its_condition():
    draws = [drawn(NUMERIC, seed) for seed in range(50)]
    assert all(draw.values["params"] / draw.values["ranks"] > 0.5e9 for draw in draws)
    assert [draw.values for draw in draws] == [drawn(NUMERIC, seed).values for seed in range(50)]
    assert len({tuple(draw.values.items()) for draw in draws}) > 5


@pytest.mark.parametrize(
    ("text", "outcome", "understood"),
    [
        ("201.25 GB", Outcome.RIGHT, "201.25 GB"),
        ("201 GB", Outcome.RIGHT, "201 GB"),
        ("187.4 GiB", Outcome.RIGHT, "187.4 GiB"),
        ("201,25", Outcome.RIGHT, "201.25 GB"),
        ("2.0125e11 B", Outcome.RIGHT, "201,250,000,000 B"),
        ("２０１ ＧＢ", Outcome.RIGHT, "201 GB"),
        ("201 GiB", Outcome.PARTLY, "201 GiB"),
        ("201 MB", Outcome.PARTLY, "201 MB"),
        ("140 GB", Outcome.WRONG, "140 GB"),
        ("201 s", Outcome.PARTLY, "201 s"),
        ("two hundred", Outcome.UNREADABLE, ""),
    ],
)
def test_a_number_is_graded_in_its_unit(text, outcome, understood):
    verdict = graded(NUMERIC, text, STATES)
    assert (verdict.outcome, verdict.understood) == (outcome, understood)
    assert verdict.expected in {"201.25 GB", ""}


def test_a_verdict_tells_an_assumed_unit_the_meant_one_and_what_is_unreadable():
    assert graded(NUMERIC, "201", STATES).assumed
    assert not graded(NUMERIC, "201 GB", STATES).assumed
    assert graded(NUMERIC, "201 GiB", STATES).meant == "GB"
    assert graded(NUMERIC, "140 GB", STATES).meant == ""
    assert "write GB or GiB" in graded(NUMERIC, "201 G", STATES).problem


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("1 3", Outcome.RIGHT),
        ("13", Outcome.RIGHT),
        ("３、１", Outcome.RIGHT),
        ("1", Outcome.PARTLY),
        ("1 2", Outcome.WRONG),
        ("1 3 4", Outcome.WRONG),
        ("5", Outcome.UNREADABLE),
        ("first", Outcome.UNREADABLE),
    ],
)
def test_options_are_graded_as_a_set(text, outcome):
    assert graded(CHOICE, text).outcome is outcome


def test_shuffled_options_are_graded_as_they_were_shown():
    verdict = graded(CHOICE, "2 4", Draw(order=("b", "a", "d", "c")))
    assert verdict.outcome is Outcome.RIGHT


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("2 4", Outcome.RIGHT),
        ("4,2", Outcome.RIGHT),
        ("4", Outcome.PARTLY),
        ("2 3 4", Outcome.WRONG),
        ("24", Outcome.UNREADABLE),
        ("0", Outcome.UNREADABLE),
    ],
)
def test_wrong_lines_are_graded_as_an_exact_set(text, outcome):
    assert graded(SPOT, text).outcome is outcome
