"""A drill as a function: which questions, which values, which rating."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qbank.content.grading import Draw, Outcome
from qbank.session.drilling import (
    Asking,
    Candidate,
    answer_row,
    answered,
    drawn,
    is_readable,
    plan,
)
from qbank.terms import Lang, Mode, Rating
from tests.content.test_types import CHOICE, NUMERIC, SPOT, STATES

NAMES = st.lists(st.sampled_from([f"a/{n}" for n in range(12)]), unique=True, max_size=12)
ASKING = Asking("a/one")


def candidates(names, *, fresh=True, due=()):
    return [Candidate(name, fresh, name in due) for name in names]


@given(NAMES, st.integers(1, 40), st.integers(0, 1000), st.randoms())
def test_a_plan_follows_the_seed_whatever_the_order_of_the_candidates(names, count, seed, rng):
    shuffled = [*names]
    rng.shuffle(shuffled)
    assert plan(candidates(names), count, seed) == plan(candidates(shuffled), count, seed)


@given(NAMES, st.integers(1, 40), st.integers(0, 1000))
def test_every_question_comes_before_one_comes_again(names, count, seed):
    found = plan(candidates(names), count, seed)
    assert len(found) == (count if names else 0)
    assert len({*found}) == len(found)
    assert [one.round for one in found] == sorted(one.round for one in found)


def test_questions_without_fresh_values_are_asked_once():
    found = plan([*candidates(["a/n"]), *candidates(["a/c", "a/s"], fresh=False)], 10, 7)
    assert sorted(one.id for one in found[:3]) == ["a/c", "a/n", "a/s"]
    assert found[3:] == tuple(Asking("a/n", n) for n in range(1, 8))
    assert len(plan(candidates(["a/c", "a/s"], fresh=False), 10, 7)) == 2


def test_what_is_due_comes_first():
    found = plan(candidates([f"a/{n}" for n in range(9)], due={"a/3", "a/8"}), 4, 1)
    assert {one.id for one in found[:2]} == {"a/3", "a/8"}


def test_other_seeds_ask_other_questions_and_values():
    names = [f"a/{n}" for n in range(12)]
    assert len({plan(candidates(names), 5, seed) for seed in range(20)}) > 10
    draws = {str(drawn(NUMERIC, ASKING, seed).values) for seed in range(40)}
    rounds = {str(drawn(NUMERIC, Asking("a/one", n), 7).values) for n in range(40)}
    assert min(len(draws), len(rounds)) > 5
    assert drawn(NUMERIC, ASKING, 7).values == drawn(NUMERIC, ASKING, 7).values


@pytest.mark.parametrize(
    ("question", "draw", "typed", "hint", "rating", "reason"),
    [
        (NUMERIC, STATES, "201 GB", False, Rating.GOOD, "right"),
        (NUMERIC, STATES, "201 GB", True, Rating.HARD, "right-with-hint"),
        (NUMERIC, STATES, "201 GiB", False, Rating.HARD, "wrong-unit"),
        (NUMERIC, STATES, "140 GB", False, Rating.AGAIN, "wrong"),
        (NUMERIC, STATES, " ", False, Rating.AGAIN, "revealed"),
        (CHOICE, Draw(), "1 3", False, Rating.GOOD, "right"),
        (CHOICE, Draw(), "3", False, Rating.HARD, "some-right"),
        (CHOICE, Draw(), "2", False, Rating.AGAIN, "wrong"),
        (SPOT, Draw(), "2 4", False, Rating.GOOD, "right"),
        (SPOT, Draw(), "2", False, Rating.HARD, "some-right"),
    ],
)
def test_the_rating_follows_from_the_verdict(question, draw, typed, hint, rating, reason):
    drilled = answered(ASKING, question, draw, typed, seconds=12.34, hint=hint)
    assert is_readable(drilled)
    row = answer_row(drilled, "hash", Lang.ZH)
    assert (row.rating, row.suggested, row.reason, row.hint) == (rating, rating, reason, hint)
    assert (row.mode, row.typed, row.seconds) == (Mode.DRILL, typed.strip(), 12.3)
    assert (row.draw, row.hash, row.lang) == (draw.to_json(), "hash", Lang.ZH)
    assert row.points is None


def test_a_revealed_answer_says_what_was_right():
    assert answered(ASKING, NUMERIC, STATES, "").graded.expected == "201.25 GB"
    assert answered(ASKING, CHOICE, Draw(), "").graded.expected == "1 3"


def test_an_unreadable_answer_is_not_recorded():
    drilled = answered(ASKING, NUMERIC, STATES, "many")
    assert drilled.graded.outcome is Outcome.UNREADABLE
    assert not is_readable(drilled)
