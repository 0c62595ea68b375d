"""The session as a function: transitions, and what random events can never do."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qbank.bank.loader import load
from qbank.content.grading import Draw
from qbank.content.types import from_body
from qbank.schedule.select import Pick, Why
from qbank.session.answering import hint_of
from qbank.session.effects import Load, SaveAnswer, SaveChain, Show
from qbank.session.events import Line, Loaded, Pressed, Saved, Typed, Undone
from qbank.session.keymap import BINDINGS, Action, action_of
from qbank.session.state import Asked, Config, Phase
from qbank.session.step import start, step
from qbank.terms import Form, Lang, Rating
from tests.factories import question

OPEN = from_body(load("f", question().encode()).body)
NAMES = ("a/one", "a/two", "a/three")


def asked(pick):
    return Asked(pick, OPEN, Draw(), "hash", graded_by_machine=False)


class World:
    """Answers the effects of a session as the real one does, and keeps what was saved."""

    def __init__(self, names=NAMES, config=None):
        picks = tuple(Pick(name, Why.DUE, Form.FULL) for name in names)
        self.at = 0.0
        self.saved = []
        self.chains = []
        self.shown = []
        self.session = self.run(start(config or Config(), picks, Lang.EN, 0.0))

    def run(self, result):
        session, effects = result
        for effect in effects:
            if isinstance(effect, Load):
                session = self.run(step(session, Loaded(asked(effect.pick)), self.at))
            elif isinstance(effect, SaveAnswer):
                self.saved.append((effect.question_id, effect.answer))
                session = self.run(step(session, Saved(f"row{len(self.saved)}"), self.at))
            elif isinstance(effect, SaveChain):
                self.chains.append(effect.chain)
            elif isinstance(effect, Show):
                self.shown.append(effect)
        return session

    def send(self, event, seconds=1.0):
        self.at += seconds
        self.session = self.run(step(self.session, event, self.at))

    def press(self, *keys, seconds=1.0):
        for key in keys:
            action = action_of(self.session.phase, key)
            if action is not None:
                digit = int(key) if action is Action.TICK else 0
                self.send(Pressed(action, digit), seconds)


def test_no_phase_has_a_key_twice():
    for phase, bindings in BINDINGS.items():
        keys = [key for binding in bindings for key in binding.keys]
        assert len(keys) == len(set(keys)), phase


def test_a_key_known_cold_is_space_a_enter_enter():
    world = World()
    world.press("space", "a", "enter", "enter")
    [(name, answer)] = world.saved
    assert (name, answer.rating, answer.reason) == ("a/one", Rating.GOOD, "said")
    assert answer.points == {"first": True, "second": True, "third": True}


def test_digits_space_and_enter_are_enough():
    world = World(["a/one"])
    world.press("space", "1", "2", "enter", "enter")
    assert world.session.phase is Phase.CHAIN_ASK
    world.press("space", "1", "space", "1", "space", "1")
    assert world.chains[0].depth == 3
    assert world.session.phase is Phase.END


def test_enter_does_nothing_until_something_was_ticked():
    world = World()
    world.press("space", "enter", "enter")
    assert world.session.phase is Phase.TICKING
    world.press("0", "enter")
    assert world.session.phase is Phase.RATING
    assert world.session.suggestion.rating is Rating.AGAIN


def test_one_core_point_missed_suggests_partly_and_can_be_overridden():
    world = World()
    world.press("space", "1", "3", "enter")
    assert world.session.suggestion.rating is Rating.HARD
    world.press("3")
    assert world.saved[0][1].rating is Rating.GOOD
    assert world.saved[0][1].suggested is Rating.HARD


def test_a_pitfall_said_suggests_again():
    world = World()
    world.press("space", "a", "4", "enter")
    assert world.session.suggestion.reason == "pitfall-said"
    assert world.session.suggestion.rating is Rating.AGAIN


def test_a_missed_question_comes_back_in_the_same_sitting():
    world = World()
    world.press("space", "0", "enter", "enter")
    assert [pick.id for pick in world.session.queue] == ["a/three", "a/one"]
    assert world.session.current().id == "a/two"


@pytest.mark.parametrize(
    ("intent", "hint"),
    [
        ("Can you derive it at 0.19.8, e.g. by hand? \"Twice as fast\" is no answer.",
         "Can you derive it at 0.19.8, e.g. by hand?"),
        ("看你会不会推。最容易丢分的是背结论。", "看你会不会推。"),
        ("One sentence without an end", "One sentence without an end"),
    ],
)  # fmt: skip
def test_a_hint_says_what_is_wanted_and_keeps_the_usual_slips_back(intent, hint):
    world = World()
    prose = replace(OPEN.en, intent=intent)
    asked_ = replace(world.session.current(), question=replace(OPEN, en=prose))
    assert hint_of(replace(world.session, asked=asked_)) == hint


def test_rated_without_ticking_stores_no_points():
    world = World()
    world.press("space", "n", "3")
    assert world.saved[0][1].points is None


def test_skip_writes_nothing():
    world = World()
    world.press("s", "s", "s")
    assert world.saved == []
    assert world.session.phase is Phase.END


def test_a_typed_answer_is_kept_and_leads_to_the_reveal():
    world = World()
    world.send(Typed("16 bytes"))
    assert world.session.phase is Phase.TICKING
    world.press("a", "enter", "enter")
    assert world.saved[0][1].typed == "16 bytes"


def test_undo_puts_the_question_back_before_the_one_on_the_screen():
    world = World()
    world.press("space", "a", "enter", "enter", "q")
    assert world.session.current().id == "a/two"
    world.send(Undone("a/one"))
    assert world.session.current().id == "a/one"
    assert [pick.id for pick in world.session.queue] == ["a/two", "a/three"]
    assert world.session.done == ()


def test_a_line_in_an_open_question_changes_nothing():
    world = World()
    before = world.session
    world.send(Line("16"))
    assert world.session == before


def test_when_the_minutes_are_used_up_five_more_are_offered():
    world = World(config=Config(budget=60.0))
    world.press("space", "0", "enter", "enter", seconds=30)
    assert world.session.phase is Phase.TIME_UP
    world.press("enter")
    assert world.session.phase is Phase.ASKING
    assert world.session.minutes_left(world.at) == 5


def test_the_chain_stops_at_the_first_step_that_was_not_said():
    world = World(["a/one"])
    world.press("space", "a", "enter", "enter", "space", "1", "space", "2")
    assert world.chains[0].depth == 1
    assert world.session.phase is Phase.END


def test_leaving_the_chain_at_once_writes_no_depth():
    world = World(["a/one"])
    world.press("space", "a", "enter", "enter", "q")
    assert world.chains == []


KEYS = [
    "space",
    "enter",
    "q",
    "u",
    "l",
    "v",
    "n",
    "s",
    "h",
    "x",
    "?",
    "paste",
    "unknown",
    *"0123456789a",
]


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(KEYS), max_size=60))
def test_random_keys_never_lose_or_duplicate_a_rating(keys):
    world = World()
    for key in keys:
        world.press(key)
    assert len(world.session.done) == len(world.saved)
    assert [name for name, _ in world.saved] == [done.id for done in world.session.done]


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(KEYS), max_size=40))
def test_no_key_rates_before_the_answer_was_shown(keys):
    world = World(["a/one"])
    for key in keys:
        before = len(world.saved)
        was = world.session.phase
        world.press(key)
        if len(world.saved) > before:
            assert was is Phase.RATING
            assert Show.TICKS in world.shown
