"""From one question to the next, and to the end."""

from dataclasses import replace

from qbank.schedule.select import Pick, Why
from qbank.session.effects import Effect, Load, Show
from qbank.session.state import Asked, ChainState, Phase, Session
from qbank.session.ticks import Ticks
from qbank.terms import Form

Step = tuple[Session, tuple[Effect, ...]]

AGAIN_AFTER = 3
"""A missed question comes back after this many others, or as the last one."""


def advance(session: Session, at: float) -> Step:
    """Fetch the next question; offer more time when the minutes are used up, end when nothing is left."""
    session = replace(session, asked=None)
    if not session.queue:
        return end(session)
    if session.is_over_time(at):
        return replace(session, phase=Phase.TIME_UP), (Show.TIME_UP,)
    first, *rest = session.queue
    return replace(session, queue=tuple(rest), phase=Phase.LOADING), (Load(first),)


def ask(session: Session, asked: Asked | None, at: float) -> Step:
    """Put a loaded question on the screen, with everything of the one before forgotten."""
    if asked is None:
        return advance(session, at)
    phase = Phase.LINE if asked.graded_by_machine else Phase.ASKING
    fresh = replace(
        session,
        asked=asked,
        phase=phase,
        shown_at=at,
        seconds=0.0,
        hint=False,
        confidence=None,
        typed="",
        graded=None,
        ticks=Ticks(),
        is_judged=True,
        full_shown=False,
        suggestion=None,
        rating=None,
        answer_id="",
        chain=ChainState(),
    )
    return fresh, (Show.QUESTION,)


def come_back(session: Session, question_id: str) -> Session:
    """Queue a missed question again in this sitting, in full."""
    rest = [pick for pick in session.queue if pick.id != question_id]
    again = Pick(question_id, Why.AGAIN, Form.FULL)
    rest.insert(min(AGAIN_AFTER, len(rest)), again)
    return replace(session, queue=tuple(rest))


def requeue(session: Session, question_id: str, at: float) -> Step:
    """Ask a question at once, and the one on the screen after it unless it is the same or was rated."""
    front = [Pick(question_id, Why.AGAIN, Form.FULL)]
    asked = session.asked
    if asked is not None and asked.id != question_id and session.rating is None:
        front.append(asked.pick)
    rest = [pick for pick in session.queue if pick.id not in {one.id for one in front}]
    return advance(replace(session, queue=(*front, *rest)), at)


def end(session: Session) -> Step:
    """Finish; everything is saved already."""
    return replace(session, phase=Phase.END), (Show.END,)
