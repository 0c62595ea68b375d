"""Follow-ups that were judged are written once, however the question or the sitting is left."""

import pytest

from qbank.session.events import Edited, Undone
from qbank.session.state import Phase
from qbank.session.step import stop
from tests.session.test_session import World

AFTER_ONE = ("space", "a", "enter", "enter", "space", "1")


def in_chain(*presses):
    world = World(["a/one", "a/two"])
    world.press(*AFTER_ONE, *presses)
    assert world.session.current().id == "a/one"
    return world


def depths(world):
    return [(chain.answer_id, chain.depth) for chain in world.chains]


def stopped(world):
    world.session = world.run(stop(world.session, world.at))


LEAVES = {
    "the input or the program ends": stopped,
    "suspended": lambda world: world.press("x"),
    "another question put back": lambda world: world.send(Undone("a/two")),
    "broken by an edit": lambda world: world.send(Edited(None)),
    "left": lambda world: world.press("q"),
}


@pytest.mark.parametrize("presses", [(), ("space",)], ids=["asked", "judging"])
@pytest.mark.parametrize("leave", LEAVES.values(), ids=LEAVES)
def test_what_was_judged_is_written_once(leave, presses):
    world = in_chain(*presses)
    leave(world)
    assert depths(world) == [("row1", 1)]
    stopped(world)
    assert depths(world) == [("row1", 1)]
    assert world.session.phase is Phase.END


def test_a_chain_that_was_judged_to_its_end_is_written_once():
    world = World(["a/one", "a/two"])
    world.press(*AFTER_ONE, "space", "2")
    stopped(world)
    assert depths(world) == [("row1", 1)]


def test_follow_ups_go_with_the_answer_that_is_cancelled():
    world = in_chain()
    world.send(Undone("a/one"))
    stopped(world)
    assert world.chains == []


def test_without_a_judgement_nothing_is_written():
    world = World(["a/one", "a/two"])
    world.press("space", "a", "enter", "enter", "space")
    assert world.session.phase is Phase.CHAIN_JUDGE
    stopped(world)
    assert world.chains == []
