import pytest

from qbank.content.grading import Outcome
from qbank.schedule.suggest import PointSaid, suggest
from qbank.terms import Confidence, Rating

MINUTES = 4.0
MIDDLING = MINUTES * 60


def points(*said, others=(True,)):
    core = [PointSaid(f"c{n}", core=True, said=one) for n, one in enumerate(said)]
    return [*core, *(PointSaid(f"o{n}", core=False, said=one) for n, one in enumerate(others))]


def suggested(ticked, **more):
    facts = {"seconds": MIDDLING, "minutes": MINUTES, **more}
    found = suggest(ticked, **facts)
    return found.rating, found.reason


ALL = points(True, True)
FAST = {"seconds": MINUTES * 30}
SURE = {"confidence": Confidence.SURE}


@pytest.mark.parametrize(
    ("ticked", "facts", "rating", "reason"),
    [
        (points(False, False), {}, Rating.AGAIN, "core-missing"),
        (points(True, True), {"pitfalls": (1,)}, Rating.AGAIN, "pitfall-said"),
        (points(True, False), {"pitfalls": (0,)}, Rating.AGAIN, "pitfall-said"),
        (points(True, False), {}, Rating.HARD, "one-core-missing"),
        (ALL, {"hint": True}, Rating.HARD, "hint-used"),
        (ALL, {"seconds": MINUTES * 120 + 1}, Rating.HARD, "slow"),
        (ALL, {"seconds": MINUTES * 120}, Rating.GOOD, "said"),
        (ALL, FAST | SURE, Rating.EASY, "all-fast-sure"),
        (ALL, FAST | SURE | {"hint": True}, Rating.HARD, "hint-used"),
        (points(True, True, others=(False,)), FAST | SURE, Rating.GOOD, "said"),
        (ALL, SURE, Rating.GOOD, "said"),
        (None, FAST | SURE, Rating.GOOD, "not-judged"),
        (None, {"hint": True}, Rating.HARD, "hint-used"),
    ],
)
def test_the_first_rule_that_fits_gives_rating_and_reason(ticked, facts, rating, reason):
    assert suggested(ticked, **facts) == (rating, reason)


@pytest.mark.parametrize("confidence", [None, Confidence.GUESS, Confidence.THINK_SO])
def test_nothing_is_easy_unless_the_learner_was_sure(confidence):
    assert suggested(ALL, seconds=5, confidence=confidence) == (Rating.GOOD, "said")


@pytest.mark.parametrize(
    ("outcome", "facts", "rating", "reason"),
    [
        (Outcome.RIGHT, {}, Rating.GOOD, "right"),
        (Outcome.RIGHT, {"hint": True}, Rating.HARD, "right-with-hint"),
        (Outcome.PARTLY, {"detail": "wrong-unit"}, Rating.HARD, "wrong-unit"),
        (Outcome.PARTLY, {}, Rating.HARD, "some-right"),
        (Outcome.WRONG, {}, Rating.AGAIN, "wrong"),
        (Outcome.UNREADABLE, {}, Rating.AGAIN, "revealed"),
    ],
)
def test_a_verdict_of_the_machine_goes_before_ticks(outcome, facts, rating, reason):
    assert suggested(ALL, outcome=outcome, **FAST, **SURE, **facts) == (rating, reason)


def test_the_number_of_missed_core_points_is_told():
    assert suggest(points(False, False, False), seconds=1, minutes=1).number == 3
