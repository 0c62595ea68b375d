"""The session as a pure function: `step(session, event, at) -> (session, effects)`.

`at` is seconds of a monotonic clock. No key rates before the answer was shown; what a phase does
not bind changes nothing.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import assert_never

from qbank.content.grading import Graded, Outcome
from qbank.schedule.select import Pick
from qbank.session import answering, chaining, rating
from qbank.session.editing import is_same
from qbank.session.effects import Do, SaveMark, SaveSuspend, Show
from qbank.session.events import (
    Edited,
    Event,
    Line,
    Loaded,
    Noted,
    Pressed,
    Saved,
    SaveFailed,
    TimedOut,
    Typed,
    Undone,
)
from qbank.session.flow import Step, advance, ask, end, requeue
from qbank.session.keymap import BINDINGS, LINE_COMMANDS, Action, is_bare_command
from qbank.session.state import Config, Phase, Session
from qbank.terms import Lang
from qbank.typed import plain


def start(config: Config, picks: tuple[Pick, ...], lang: Lang, at: float) -> Step:
    """Begin a sitting."""
    session = Session(config=config, queue=picks, lang=lang, started=at, budget=config.budget)
    return advance(session, at)


def step(session: Session, event: Event, at: float) -> Step:  # noqa: C901, PLR0911  # one branch a case
    """The next state, and what the world is to do."""
    match event:
        case Pressed():
            return _pressed(session, event, at)
        case Line():
            return _line(session, event.text, at)
        case Typed():
            return _typed(session, event.text, at)
        case Noted():
            mark = SaveMark(session.current().id, event.text, event.on)
            return session, (mark,)
        case Loaded():
            return ask(session, event.asked, at)
        case Saved():
            return rating.saved(session, event.row_id, at)
        case SaveFailed():
            return replace(session, phase=Phase.RATING), (Show.RATING,)
        case Undone():
            return _undone(session, event.question_id, at)
        case Edited():
            return _edited(session, event, at)
        case TimedOut():
            return answering.reveal(session, at) if session.phase is Phase.ASKING else (session, ())
        case _:
            assert_never(event)


def stop(session: Session, at: float) -> Step:
    """End at once, as when the input or the program ends: what was judged is kept."""
    return replace(session, phase=Phase.END), chaining.unsaved(session, at)


def _pressed(session: Session, event: Pressed, at: float) -> Step:
    """Actions that a phase does not bind are dropped: no paste or held key gets past here."""
    is_command = session.phase is Phase.LINE and event.action in LINE_COMMANDS.values()
    bound = any(event.action is b.action for b in BINDINGS.get(session.phase, ()))
    if not (bound or is_command):
        return session, ()
    if event.action in _ANYWHERE:
        return _ANYWHERE[event.action](session, at)
    handlers: Mapping[Phase, Callable[[Session, Pressed, float], Step]] = {
        Phase.ASKING: answering.pressed,
        Phase.LINE: answering.pressed,
        Phase.CONFIDENCE: answering.confident,
        Phase.TICKING: answering.ticking,
        Phase.RATING: rating.pressed,
        Phase.CHAIN_ASK: chaining.pressed,
        Phase.CHAIN_EVIDENCE: chaining.pressed,
        Phase.CHAIN_JUDGE: chaining.pressed,
        Phase.TIME_UP: _time_up,
    }
    return handlers[session.phase](session, event, at)


def _typed(session: Session, text: str, at: float) -> Step:
    """A typed answer is kept and leads to the reveal; nothing typed changes nothing."""
    if session.phase is not Phase.ASKING or not text.strip():
        return session, ()
    return answering.reveal(replace(session, typed=text), at)


def _line(session: Session, text: str, at: float) -> Step:
    """A line is an answer, a command, or nothing (a reveal)."""
    if session.phase is not Phase.LINE:
        return session, ()
    typed = plain(text).lower()
    command = LINE_COMMANDS.get(typed)
    if command is not None:
        return _pressed(session, Pressed(command), at)
    if is_bare_command(typed):
        said = Graded(Outcome.UNREADABLE, "bare-command")
        return replace(session, graded=said), (Show.UNREADABLE,)
    return answering.line(session, text, at)


def _time_up(session: Session, event: Pressed, at: float) -> Step:
    if event.action is Action.MORE:
        extended = replace(session, budget=at - session.started + session.config.extension)
        return advance(extended, at)
    return end(session)


def _suspend(session: Session, at: float) -> Step:
    suspend = SaveSuspend(session.current().id)
    without = tuple(pick for pick in session.queue if pick.id != suspend.question_id)
    kept = chaining.finish(session, at)
    session, effects = advance(replace(session, queue=without), at)
    return session, (*kept, suspend, *effects)


def _language(session: Session, at: float) -> Step:  # noqa: ARG001  # one shape for all actions
    other = Lang.EN if session.lang is Lang.ZH else Lang.ZH
    return replace(session, lang=other), (Show.LANGUAGE,)


_ANYWHERE: Mapping[Action, Callable[[Session, float], Step]] = {
    Action.UNDO: lambda session, at: (session, (Do.UNDO,)),  # noqa: ARG005
    Action.MARK: lambda session, at: (session, (Do.NOTE,)),  # noqa: ARG005
    Action.EDIT: lambda session, at: (session, (Do.EDIT,)),  # noqa: ARG005
    Action.REPORT: lambda session, at: (session, (Show.REPORT,)),  # noqa: ARG005
    Action.SOURCES: lambda session, at: (session, (Show.SOURCES,)),  # noqa: ARG005
    Action.KEYS: lambda session, at: (session, (Show.KEYS,)),  # noqa: ARG005
    Action.QUIT: lambda session, at: end(session),  # noqa: ARG005
    Action.LANGUAGE: _language,
    Action.SUSPEND: _suspend,
}


def _undone(session: Session, question_id: str | None, at: float) -> Step:
    """A cancelled answer puts its question back at once; the one on the screen comes after it."""
    if question_id is None:
        return session, ()
    last = next(
        (n for n in reversed(range(len(session.done))) if session.done[n].id == question_id), None
    )
    done = tuple(one for n, one in enumerate(session.done) if n != last)
    # follow-ups go with their answer when it is the one that was cancelled
    is_other = session.asked is not None and session.asked.id != question_id
    kept = chaining.unsaved(session, at) if is_other else ()
    session, effects = requeue(replace(session, done=done), question_id, at)
    return session, (*kept, *effects)


def _edited(session: Session, event: Edited, at: float) -> Step:
    """After the editor the same question is shown again, another one asked anew; a broken one is left for later."""
    before, after = session.current(), event.asked
    if after is None or not is_same(before.question, after.question):
        kept = chaining.unsaved(session, at)
        session, effects = ask(session, after, at)
        return session, (*kept, *effects)
    session = replace(session, asked=replace(after, draw=before.draw))
    is_asked = session.phase in {Phase.ASKING, Phase.LINE, Phase.CONFIDENCE}
    return session, (Show.QUESTION if is_asked else Show.FULL,)
