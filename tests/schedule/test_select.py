import random
from datetime import timedelta

from qbank.schedule.card import CardState
from qbank.schedule.select import Candidate, LeftOut, Request, Why, choose, left_out
from qbank.terms import Form, Rating
from tests.factories import NOW

TODAY = NOW.date()


def known(due_in=0, *, stability=5.0, successes=1, missed=(), **more):
    return CardState(
        stability=stability,
        difficulty=5.0,
        due=TODAY + timedelta(days=due_in),
        last_day=TODAY - timedelta(days=3),
        answers=1,
        successes=successes,
        last_rating=Rating.GOOD,
        last_missed=missed,
        last_revision=1,
        **more,
    )


def candidate(name, card=None, topic="zero", minutes=5.0, position=None, revision=1):
    return Candidate(name, (topic,), minutes, 1, position, revision, card)


def chosen(candidates, **request):
    request = Request(today=TODAY, **{"minutes": 15.0, **request})
    return choose(candidates, request, random.Random(1))


def ids(picks):
    return [pick.id for pick in picks]


def test_due_questions_come_before_new_ones_weakest_first():
    picks = chosen(
        [
            candidate("new", position=0),
            candidate("strong", known(stability=50.0)),
            candidate("weak", known(stability=2.0)),
        ]
    )
    assert ids(picks) == ["weak", "strong", "new"]
    assert [pick.why for pick in picks] == [Why.DUE, Why.DUE, Why.NEW]


def test_new_questions_come_in_track_order_and_at_most_three():
    names = ["d", "c", "b", "a"]
    picks = chosen(
        [candidate(n, position=i, minutes=1, topic=n) for i, n in enumerate(names)], minutes=60
    )
    assert ids(picks) == ["d", "c", "b"]


def test_the_minutes_limit_the_sitting_but_one_question_always_fits():
    many = [candidate(f"q{n}", known()) for n in range(20)]
    assert len(chosen(many, minutes=3.0)) == 2
    assert len(chosen([candidate("long", minutes=20.0)], minutes=5.0)) == 1


def test_what_is_not_due_waits_unless_asked_ahead_or_for_practice():
    waiting = [candidate("soon", known(2)), candidate("late", known(9))]
    assert chosen(waiting) == ()
    assert ids(chosen(waiting, ahead=3)) == ["soon"]
    assert {*ids(chosen(waiting, practice=True))} == {"soon", "late"}


def test_a_suspended_question_is_never_asked():
    assert chosen([candidate("x", known(is_suspended=True))], practice=True) == ()


def test_a_changed_question_is_due_and_asked_in_full():
    [pick] = chosen([candidate("x", known(30, successes=5), revision=2)])
    assert (pick.why, pick.form) == (Why.CHANGED, Form.FULL)


def test_no_two_of_one_topic_in_a_row_and_confusable_ones_side_by_side():
    picks = chosen(
        [
            candidate("z1", known(stability=1.0), topic="zero"),
            candidate("z2", known(stability=2.0), topic="zero"),
            candidate("l1", known(stability=3.0), topic="lora"),
            candidate("t1", known(stability=4.0), topic="tensor-parallel"),
        ],
        confused_with={"zero": frozenset({"tensor-parallel"})},
    )
    assert ids(picks) == ["z1", "t1", "z2", "l1"]


def test_the_short_form_from_the_second_success_on_and_the_full_one_every_third_time():
    forms = [
        chosen([candidate("x", known(successes=n, missed=("p",)))])[0].form for n in range(1, 6)
    ]
    assert forms == [Form.FULL, Form.MISSED, Form.MISSED, Form.FULL, Form.MISSED]
    assert chosen([candidate("x", known(successes=2))])[0].form is Form.PITCH


def test_the_same_seed_gives_the_same_sitting():
    pool = [candidate(f"q{n}", known(5), topic=str(n)) for n in range(20)]
    assert chosen(pool, practice=True) == chosen(pool, practice=True)


def left(candidates, **request):
    request = Request(today=TODAY, **{"minutes": 15.0, **request})
    return left_out(candidates, request, choose(candidates, request, random.Random(1)))


def test_what_the_minutes_keep_out_is_counted_with_the_minutes_that_would_do():
    six = [candidate(f"q{n}") for n in range(6)]
    assert left(six, new=6) == LeftOut(old=0, new=3, minutes=30.0, beyond_new=0)
    assert left([*six, candidate("due", known())], new=6, minutes=1.0).new == 6
    assert left([candidate(f"d{n}", known()) for n in range(20)], minutes=3.0).old == 18


def test_what_the_limit_of_new_questions_keeps_out_is_counted_apart():
    assert left([candidate(f"q{n}", minutes=1) for n in range(9)]) == LeftOut(0, 0, 3.0, 6)


def test_a_count_that_was_asked_for_leaves_nothing_out():
    assert left([candidate(f"q{n}") for n in range(9)], new=2, count=2) == LeftOut(0, 0, 0.0, 0)


def test_practice_leaves_nothing_out_that_is_not_due():
    assert left([candidate(f"q{n}", known(5)) for n in range(99)], practice=True).old == 0
