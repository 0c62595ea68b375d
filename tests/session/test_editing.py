"""A question edited while it is asked: another one is asked anew, the same one goes on."""

from dataclasses import replace

import pytest

from qbank.bank.loader import load
from qbank.content.grading import Draw
from qbank.content.types import from_body
from qbank.session.effects import Show
from qbank.session.events import Edited
from qbank.session.state import Phase
from tests.factories import question
from tests.session.test_session import World

TEXT = question()


def parsed(text):
    return from_body(load("f", text.encode()).body)


def edited(world, old, new, *, by_machine=False):
    """The question with `old` replaced, as the editor leaves it."""
    assert old in TEXT
    after = replace(world.session.current(), question=parsed(TEXT.replace(old, new)))
    world.shown.clear()
    world.send(Edited(replace(after, draw=Draw(), graded_by_machine=by_machine)))


def without(start):
    """The line of the question that begins so."""
    [line] = [one for one in TEXT.splitlines(keepends=True) if one.lstrip(" -{").startswith(start)]
    return line


POINT, STEP = without("id: third"), without("id: three")
PITFALL = TEXT.splitlines(keepends=True)[-1]
PHASES = {
    "asking": (),
    "ticking": ("space", "1", "5"),
    "rating": ("space", "1", "enter"),
    "follow-up": ("space", "a", "enter", "enter", "space", "1", "space", "1"),
    "judging": ("space", "a", "enter", "enter", "space", "1", "space", "1", "space"),
}


@pytest.mark.parametrize("presses", PHASES.values(), ids=PHASES)
@pytest.mark.parametrize("gone", [POINT, STEP, PITFALL], ids=["point", "step", "pitfall"])
def test_a_question_that_lost_a_part_is_asked_anew(gone, presses):
    world = World(["a/one"])
    world.press(*presses)
    edited(world, gone, "")
    assert world.session.phase is Phase.ASKING
    assert world.shown == [Show.QUESTION]
    assert world.session.ticks.ticked == frozenset()
    assert [chain.depth for chain in world.chains] == ([2] if len(presses) > 4 else [])
    world.press("space", "a", "enter")
    assert world.session.phase is Phase.RATING


def test_a_question_that_became_one_for_a_machine_asks_for_a_line():
    world = World(["a/one"])
    world.press("space", "1")
    options = "".join(
        f"  - {{id: o{n}, right: {str(n == 1).lower()}, cite: [algebra], "
        f"zh: {{text: 选{n}, why: 因}}, en: {{text: Take {n}, why: Since}}}}\n"
        for n in range(4)
    )
    choice = parsed(TEXT.replace("type: open", "type: choice") + f"options:\n{options}")
    after = replace(world.session.current(), question=choice, graded_by_machine=True)
    world.send(Edited(after))
    assert world.session.phase is Phase.LINE
    assert world.session.ticks.items == ()
    other = parsed(
        TEXT.replace("type: open", "type: choice") + f"options:\n{options}".replace("o3", "p3")
    )
    world.send(Edited(replace(after, question=other, draw=Draw(order=("p3", "o0", "o1", "o2")))))
    assert world.session.current().draw.order[0] == "p3"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("en: The third point", "en: The 3rd point"),
        ("What does ZeRO shard?", "What is it that ZeRO shards?"),
        ("answer: Answer three", "answer: Third answer"),
        ("minutes: 5", "minutes: 6"),
    ],
)
def test_other_words_leave_the_ticks_and_the_draw(old, new):
    world = World(["a/one"])
    world.press("space", "1", "5")
    draw = world.session.current().draw
    edited(world, old, new)
    assert world.session.phase is Phase.TICKING
    assert world.session.ticks.ticked == {0, 4}
    assert world.session.current().draw is draw
