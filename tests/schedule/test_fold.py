import random
from datetime import timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from qbank.schedule.card import CardState, FoldSettings
from qbank.schedule.days import Stamp
from qbank.schedule.fold import apply, fold, live, preview
from qbank.schedule.payloads import from_json, to_json
from qbank.schedule.rows import (
    Answer,
    AskedQuestion,
    Chain,
    EventKind,
    Interview,
    Mark,
    Row,
    Suspend,
    Void,
    Went,
)
from qbank.terms import Rating
from tests.factories import NOW, later

SETTINGS = FoldSettings()


def row(number, kind, payload, *, at=NOW, name="a/one"):
    stamp = Stamp.of(at)
    id_ = f"{number:036d}"
    day = stamp.day.isoformat()
    return Row(id_, number, kind, name, stamp.at_ms, stamp.offset_min, day, to_json(payload))


def answer(number, rating=Rating.GOOD, *, at=None, name="a/one", kind=EventKind.ANSWER, **more):
    at = at or later(number)
    return row(number, kind, Answer(rating=rating, **more), at=at, name=name)


def folded(*rows):
    return fold(rows, SETTINGS)["a/one"]


EVENTS = st.lists(
    st.tuples(
        st.sampled_from([EventKind.ANSWER, EventKind.PRACTICE, EventKind.MARK, EventKind.VOID]),
        st.sampled_from(["a/one", "a/two"]),
        st.sampled_from([*Rating]),
        st.integers(0, 40),
    ),
    max_size=20,
)


def built(events):
    rows, hours = [], 0
    for number, (kind, name, rating, step) in enumerate(events):
        hours += step
        payload = Answer(rating=rating)
        if kind is EventKind.MARK:
            payload = Mark()
        elif kind is EventKind.VOID:
            payload = Void(id=f"{step % (number + 1):036d}")
        rows.append(row(number, kind, payload, at=NOW + timedelta(hours=hours), name=name))
    return rows


@settings(max_examples=60, deadline=None)
@given(EVENTS, st.randoms(use_true_random=False))
def test_the_order_in_which_rows_are_given_does_not_matter(events, rng):
    rows = built(events)
    assert fold(rng.sample(rows, len(rows)), SETTINGS) == fold(rows, SETTINGS)


@settings(max_examples=60, deadline=None)
@given(EVENTS)
def test_one_row_at_a_time_comes_to_the_same_as_all_at_once(events):
    rows = live(built(events))
    cards = {}
    for one in rows:
        cards[one.question_id] = apply(cards.get(one.question_id), one, one.question_id, SETTINGS)
    assert cards == fold(rows, SETTINGS)


@settings(max_examples=60, deadline=None)
@given(EVENTS)
def test_no_card_is_due_before_the_day_after_its_last_answer(events):
    for card in fold(built(events), SETTINGS).values():
        assert card.due is None or card.due > card.last_day


@settings(max_examples=60, deadline=None)
@given(EVENTS, st.integers(0, 19))
def test_a_cancelled_row_is_as_if_it_had_never_been(events, at):
    rows = [one for one in built(events) if one.kind != EventKind.VOID]
    void = row(99, EventKind.VOID, Void(id=f"{at:036d}"), at=later(400), name=None)
    assert fold([*rows, void], SETTINGS) == fold([r for r in rows if r.seq != at], SETTINGS)


def test_a_hundred_folds_are_equal_to_the_byte():
    rows = [answer(n, rating, name=f"a/{n % 3}") for n, rating in enumerate([*Rating] * 6)]
    assert len({repr(fold(rows, SETTINGS)) for _ in range(100)}) == 1


def test_the_global_generator_plays_no_part():
    rows = [answer(n) for n in range(0, 90, 9)]
    state = random.getstate()
    folded(*rows)
    assert random.getstate() == state


def test_an_evening_answer_and_one_the_next_morning_are_two_study_days():
    evening = NOW.replace(hour=20)
    pair = folded(answer(0, at=evening), answer(1, at=evening + timedelta(hours=12)))
    assert pair.answers == 2
    assert pair.stability > folded(answer(0, at=evening)).stability


def test_ten_easy_answers_in_one_evening_count_as_one():
    once = folded(answer(0, Rating.EASY, at=NOW))
    many = [answer(n, Rating.EASY, at=NOW + timedelta(minutes=n)) for n in range(10)]
    card = folded(*many)
    assert (card.due, card.stability, card.answers) == (once.due, once.stability, 1)
    assert card.practices == 9


def test_practice_never_moves_a_card_but_counts_as_having_seen_it():
    card = folded(answer(0, revision=1), answer(9, kind=EventKind.PRACTICE, revision=2))
    assert (card.answers, card.practices, card.last_revision) == (1, 1, 2)
    assert card.due == folded(answer(0)).due


def test_an_earlier_study_day_after_a_later_one_does_not_move_the_card():
    east = answer(0, at=later(1))
    west = answer(1, at=later(1) + timedelta(minutes=5))._replace(day=NOW.date().isoformat())
    assert folded(east, west).answers == 1


def test_misses_after_the_first_answer_are_lapses_and_end_the_successes():
    ratings = [Rating.AGAIN, Rating.GOOD, Rating.HARD, Rating.AGAIN]
    rows = [answer(9 * n, rating) for n, rating in enumerate(ratings)]
    assert [folded(*rows[:n]).successes for n in range(1, 5)] == [0, 1, 2, 0]
    assert [folded(*rows[:n]).lapses for n in range(1, 5)] == [0, 0, 0, 1]


def test_the_points_missed_are_those_of_the_last_answer_that_was_ticked():
    said = {"a": True, "b": False, "c": False}
    assert folded(answer(0, points=said)).last_missed == ("b", "c")
    assert folded(answer(0, points=said), answer(9, points=None)).last_missed == ()


def test_marks_and_suspensions_can_be_taken_back():
    on = [row(0, EventKind.MARK, Mark(note="why?")), row(1, EventKind.SUSPEND, Suspend())]
    card = folded(*on)
    assert (card.is_marked, card.mark_note, card.is_suspended) == (True, "why?", True)
    off = [
        row(2, EventKind.MARK, Mark(on=False), at=later(1)),
        row(3, EventKind.SUSPEND, Suspend(on=False), at=later(1)),
    ]
    assert folded(*on, *off) == CardState()


def test_a_chain_is_kept_and_does_not_change_the_rating():
    before = folded(answer(0))
    chain = row(1, EventKind.CHAIN, Chain(answer_id="x", depth=2), at=later(0) + timedelta(hours=1))
    card = folded(answer(0), chain)
    assert card.last_depth == 2
    assert (card.due, card.last_rating) == (before.due, before.last_rating)


def test_what_went_badly_in_an_interview_is_wanted_until_it_is_answered():
    asked = (
        AskedQuestion(text="?", question_id="a/one", went=Went.BADLY),
        AskedQuestion(text="?", question_id="a/two", went=Went.WELL),
    )
    held = Interview(date="2026-12-01", questions=asked)
    rows = [row(5, EventKind.INTERVIEW, held, at=later(5), name=None)]
    assert {*fold(rows, SETTINGS)} == {"a/one"}
    assert folded(*rows).wanted == later(5).date()
    assert folded(*rows, answer(6)).wanted is None


def test_the_history_follows_a_renamed_question():
    settings = FoldSettings(renames={"a/old": "a/one"})
    cards = fold([answer(0, name="a/old"), answer(9)], settings)
    assert {name: card.answers for name, card in cards.items()} == {"a/one": 2}


def test_the_preview_is_what_the_rating_then_comes_to():
    card = folded(answer(0), answer(9))
    day = later(30).date()
    days = preview(card, "a/one", day, SETTINGS)
    for rating in Rating:
        after = folded(answer(0), answer(9), answer(30, rating))
        assert (after.due - day).days == days[rating]


def test_payloads_come_back_as_they_were():
    payload = Answer(
        rating=Rating.HARD, points={"a": False}, pitfalls=(0, 2), typed="显存", draw={"n": 8}
    )
    assert from_json(EventKind.ANSWER, to_json(payload)) == payload
