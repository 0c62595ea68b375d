"""Which form of a question is asked: all of it, the pitch, or the points missed last time."""

from qbank.schedule.card import CardState
from qbank.terms import Form

_EVERY = 3


def form_of(card: CardState | None, revision: int = 0) -> Form:
    """The form to ask next.

    Full the first times, after a miss, when the question changed, and every third time; else short:
    the points missed last time, or the pitch when none were.
    """
    if card is None or card.successes < 2 or is_changed(card, revision):
        return Form.FULL
    if (card.successes - 1) % _EVERY == 0:
        return Form.FULL
    return Form.MISSED if card.last_missed else Form.PITCH


def is_changed(card: CardState, revision: int) -> bool:
    """Whether the meaning of the question changed since it was last answered."""
    return 0 < card.last_revision < revision
