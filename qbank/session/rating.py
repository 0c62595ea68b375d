"""The rating line, and what is written when it is answered."""

from dataclasses import replace

from qbank.schedule.rows import Answer
from qbank.session import chaining
from qbank.session.effects import SaveAnswer, Show
from qbank.session.events import Pressed
from qbank.session.flow import Step, advance, come_back
from qbank.session.keymap import Action
from qbank.session.state import Done, Phase, Session
from qbank.terms import Rating

_RATINGS = {
    Action.AGAIN: Rating.AGAIN,
    Action.HARD: Rating.HARD,
    Action.GOOD: Rating.GOOD,
    Action.EASY: Rating.EASY,
}


def pressed(session: Session, event: Pressed, at: float) -> Step:  # noqa: ARG001
    """Take a rating; it counts once the journal has it."""
    if event.action is Action.FULL:
        return replace(session, full_shown=True), (Show.FULL, Show.RATING)
    if event.action is Action.ACCEPT:
        can_accept = session.enter_rates and session.suggestion
        return _save(session, can_accept.rating) if can_accept else (session, ())
    return _save(session, _RATINGS[event.action])


def _save(session: Session, rating: Rating) -> Step:
    save = SaveAnswer(session.current().id, answer_of(session, rating), session.config.is_practice)
    return replace(session, phase=Phase.SAVING, rating=rating), (save,)


def answer_of(session: Session, rating: Rating) -> Answer:
    """Everything about this answer that the journal keeps."""
    asked, suggestion = session.current(), session.suggestion
    points = {said.id: said.said for said in session.ticks.points()} if session.is_judged else None
    return Answer(
        rating=rating,
        suggested=suggestion.rating if suggestion else None,
        reason=suggestion.reason if suggestion else "",
        points=points,
        pitfalls=session.ticks.pitfalls(),
        confidence=session.confidence,
        seconds=round(session.seconds, 1),
        typed=session.typed,
        draw=asked.draw.to_json(),
        revision=asked.question.revision,
        hash=asked.hash,
        lang=session.lang,
        form=asked.form,
        mode=session.config.mode,
        outcome=session.graded.outcome if session.graded else None,
        hint=session.hint,
    )


def saved(session: Session, row_id: str, at: float) -> Step:
    """The answer is committed: a missed one comes back, a said one leads to its follow-ups."""
    if session.rating is None:
        return session, ()
    rating, asked = session.rating, session.current()
    missed = tuple(p.id for p in session.ticks.points() if not p.said) if session.is_judged else ()
    done = Done(asked.id, rating, missed, session.seconds)
    session = replace(session, answer_id=row_id, done=(*session.done, done))
    if rating is Rating.AGAIN:
        session, effects = advance(come_back(session, asked.id), at)
    elif rating >= Rating.GOOD and asked.question.chain and not session.is_over_time(at):
        session, effects = chaining.begin(session, at)
    else:
        session, effects = advance(session, at)
    return session, (Show.RATED, *effects)
