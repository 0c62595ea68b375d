from collections import Counter
from datetime import UTC, date, datetime, time, timedelta

import fsrs
import pytest

from qbank.errors import UsageError
from qbank.schedule import memory
from qbank.schedule.memory import MAXIMUM_DAYS, Memory, answered, recall, spread, spread_window
from qbank.terms import Rating

DAY = date(2026, 12, 1)


def noon(day):
    return datetime.combine(day, time(12), tzinfo=UTC)


def after(*ratings, gap=3):
    known = None
    for number, rating in enumerate(ratings):
        known = answered(known, rating, DAY + timedelta(days=gap * number)).memory
    return known


@pytest.mark.parametrize("stability", [0.001, 0.5, 2.3, 40.0, 900.0])
@pytest.mark.parametrize("days", [0, 1, 7, 100, 900])
def test_recall_is_that_of_the_library(stability, days):
    card = fsrs.Card(1, fsrs.State.Review, None, stability, 5.0, noon(DAY), noon(DAY))
    later = DAY + timedelta(days=days)
    expected = fsrs.Scheduler().get_card_retrievability(card, noon(later))
    assert recall(Memory(stability, 5.0, DAY), later) == pytest.approx(expected, abs=1e-9)


def test_what_was_never_answered_is_not_recalled():
    assert recall(None, DAY) == 0.0


def test_first_answers_come_back_after_one_one_two_and_eight_days():
    assert [answered(None, rating, DAY).interval_days for rating in Rating] == [1, 1, 2, 8]


def test_success_on_a_later_day_raises_stability_and_a_miss_lowers_it():
    known = after(Rating.GOOD, Rating.GOOD)
    later = known.day + timedelta(days=5)
    assert answered(known, Rating.GOOD, later).memory.stability > known.stability
    assert answered(known, Rating.AGAIN, later).memory.stability < known.stability


def test_no_interval_is_longer_than_the_cap():
    known = Memory(50_000.0, 1.0, DAY)
    later = answered(known, Rating.EASY, DAY + timedelta(days=300))
    assert later.interval_days == MAXIMUM_DAYS
    assert max(spread(MAXIMUM_DAYS, "a/one", n) for n in range(200)) <= MAXIMUM_DAYS


@pytest.mark.parametrize("interval", [1, 2, 3, 7, 10, 20, 90, 350, 365])
def test_the_spread_stays_inside_its_window_and_reaches_both_ends(interval):
    first, last = spread_window(interval)
    drawn = {spread(interval, f"a/{n}", n % 7) for n in range(3000)}
    assert drawn == {*range(first, last + 1)}


def test_the_spread_is_even():
    first, last = spread_window(10)
    counts = Counter(spread(10, f"a/{n}", 1) for n in range(6000))
    expected = 6000 / (last - first + 1)
    assert all(abs(count - expected) < expected * 0.15 for count in counts.values())


def test_the_spread_depends_on_the_card_and_the_number_of_reviews_alone():
    assert spread(100, "a/one", 4) == spread(100, "a/one", 4)
    assert len({spread(100, "a/one", n) for n in range(30)}) > 1


@pytest.mark.parametrize("retention", [0.0, 0.69, 0.98, 1.0, 1.5, -1.0, float("nan")])
def test_a_retention_outside_its_limits_is_refused(retention):
    with pytest.raises(UsageError, match=r"outside 0\.70 to 0\.97"):
        memory.checked_retention(retention)


def test_a_higher_retention_asks_sooner():
    known = after(Rating.GOOD, Rating.GOOD, Rating.GOOD)
    later = known.day + timedelta(days=9)
    days = [answered(known, Rating.GOOD, later, r).interval_days for r in (0.70, 0.90, 0.97)]
    assert days == sorted(days, reverse=True)
    assert len({*days}) == 3
