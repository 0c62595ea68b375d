"""From the question to the rating line: hint, typing, reveal, grading, ticks."""

import re
from dataclasses import replace

from qbank.content.base import Question
from qbank.content.grading import Graded, Outcome
from qbank.content.types import ops_of
from qbank.schedule.suggest import suggest
from qbank.session.effects import Do, Effect, Show
from qbank.session.events import Pressed
from qbank.session.flow import Step, advance
from qbank.session.keymap import Action
from qbank.session.state import Phase, Session
from qbank.session.ticks import ticks_for
from qbank.terms import Confidence, Form, Lang

_SENTENCE = re.compile(r"(?<=[\u3002\uff01\uff1f])|(?<=[.!?])\s+(?=[\"'(]?[A-Z])")

_CONFIDENCE = {
    Action.GUESS: Confidence.GUESS,
    Action.THINK: Confidence.THINK_SO,
    Action.SURE: Confidence.SURE,
}


def pressed(session: Session, event: Pressed, at: float) -> Step:
    """A key while the question stands alone on the screen."""
    match event.action:
        case Action.REVEAL:
            return reveal(session, at)
        case Action.TYPE:
            return session, (Do.TYPE,)
        case Action.HINT:
            return _hint(session)
        case Action.SKIP:
            return advance(session, at)
        case _:
            return session, ()


def _hint(session: Session) -> Step:
    """A hint counts: after it the suggestion is `partly` at best."""
    if not hint_of(session):
        return session, (Show.NO_HINT,)
    return replace(session, hint=True), (Show.HINT,)


def hint_of(session: Session) -> str:
    """What the interviewer is after, in one sentence; the rest of the intent names the usual slips."""
    return hint_in(session.current().question, session.lang)


def hint_in(question: Question, lang: Lang) -> str:
    """The first sentence of a question's intent."""
    return _SENTENCE.split(" ".join(question.prose(lang).intent.split()), maxsplit=1)[0]


def reveal(session: Session, at: float) -> Step:
    """Stop the clock; with `--confidence` ask for it before anything is shown."""
    session = replace(session, seconds=at - session.shown_at)
    if session.config.asks_confidence and session.confidence is None:
        return replace(session, phase=Phase.CONFIDENCE), ()
    return _show(session)


def confident(session: Session, event: Pressed, at: float) -> Step:  # noqa: ARG001
    """The learner said how sure he is."""
    return _show(replace(session, confidence=_CONFIDENCE[event.action]))


def _show(session: Session) -> Step:
    """The answer comes up: the verdict of the machine, or the list to tick."""
    if session.graded is not None:
        return _verdict(session)
    asked = session.current()
    ticks = ticks_for(asked.question, asked.form, asked.missed)
    session = replace(session, phase=Phase.TICKING, ticks=ticks)
    return session, (Do.DROP_TYPED_AHEAD, Show.TICKS)


def line(session: Session, text: str, at: float) -> Step:
    """Grade a typed line; an empty one reveals and counts as missed."""
    asked = session.current()
    if text.strip():
        graded = ops_of(asked.question).grade(asked.question, asked.draw, text)
        if graded.outcome is Outcome.UNREADABLE:
            return replace(session, graded=graded), (Show.UNREADABLE,)
    else:
        graded = Graded(Outcome.UNREADABLE, "revealed")
    return reveal(replace(session, graded=graded, typed=text.strip()), at)


def _verdict(session: Session) -> Step:
    return _to_rating(
        replace(session, is_judged=False), (Do.DROP_TYPED_AHEAD, Show.VERDICT, Show.POINTS)
    )


def ticking(session: Session, event: Pressed, at: float) -> Step:  # noqa: ARG001, PLR0911  # one branch a case
    """A key while the list is ticked."""
    ticks = session.ticks
    match event.action:
        case Action.TICK:
            toggled = ticks.toggle(event.digit)
            return replace(session, ticks=toggled), (Show.TICKED,) if toggled != ticks else ()
        case Action.ALL:
            return replace(session, ticks=ticks.all_points()), (Show.TICKED,)
        case Action.NONE:
            return replace(session, ticks=ticks.none()), (Show.TICKED,)
        case Action.FULL:
            return replace(session, full_shown=True), (Show.FULL, Show.TICKS)
        case Action.UNJUDGED:
            return _to_rating(replace(session, is_judged=False), _texts(session))
        case Action.NEXT:
            return _next(session)
        case _:
            return session, ()


def _next(session: Session) -> Step:
    """Enter does nothing until something was ticked, or all or none was said."""
    if not session.ticks.touched:
        return session, ()
    if not session.ticks.is_last_part:
        return replace(session, ticks=session.ticks.next_part()), (Show.TICKS,)
    return _to_rating(session, (Show.CONFIRMED, *_texts(session)))


def _texts(session: Session) -> tuple[Effect, ...]:
    """The full answer by itself the first time and after a miss; the pitch after a pitch."""
    asked = session.current()
    if asked.form is Form.PITCH:
        return (Show.PITCH,)
    return (Show.FULL,) if asked.is_first and not session.full_shown else ()


def _to_rating(session: Session, shows: tuple[Effect, ...]) -> Step:
    asked, ticks = session.current(), session.ticks
    graded = session.graded
    suggestion = suggest(
        ticks.points() if session.is_judged else None,
        pitfalls=ticks.pitfalls(),
        hint=session.hint,
        seconds=session.seconds,
        minutes=asked.question.minutes,
        confidence=session.confidence,
        outcome=graded.outcome if graded else None,
        detail=graded.reason if graded else "",
    )
    session = replace(
        session,
        phase=Phase.RATING,
        suggestion=suggestion,
        full_shown=session.full_shown or Show.FULL in shows,
    )
    return session, (*shows, Show.RATING)
