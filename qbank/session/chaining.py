"""The chain of follow-ups after a question that was said."""

from dataclasses import replace

from qbank.content.base import Step as FollowUp
from qbank.schedule.rows import Chain
from qbank.session.effects import Do, Effect, SaveChain, Show
from qbank.session.events import Pressed
from qbank.session.flow import Step, advance
from qbank.session.keymap import Action
from qbank.session.state import ChainState, Phase, Session

_PHASES = frozenset({Phase.CHAIN_ASK, Phase.CHAIN_EVIDENCE, Phase.CHAIN_JUDGE})


def begin(session: Session, at: float) -> Step:
    """Ask the first follow-up."""
    chain = ChainState(started=at)
    return replace(session, phase=Phase.CHAIN_ASK, chain=chain), (Show.CHAIN_ASK,)


def follow_up(session: Session) -> FollowUp:
    """The follow-up on the screen."""
    return session.current().question.chain[session.chain.number]


def pressed(session: Session, event: Pressed, at: float) -> Step:
    """A key in the chain."""
    match event.action:
        case Action.REVEAL:
            return _reveal(session)
        case Action.HINT:
            return session, (Show.CHAIN_HINT,)
        case Action.GOT:
            return _judged(session, at, got=True)
        case Action.NOT:
            return _judged(session, at, got=False)
        case Action.LEAVE:
            return _leave(session, at)
        case _:
            return session, ()


def _reveal(session: Session) -> Step:
    """Evidence comes first where there is some: two reveals, as in a real debugging interview."""
    has_evidence = bool(follow_up(session).evidence_in(session.lang))
    if session.phase is Phase.CHAIN_ASK and has_evidence:
        return replace(session, phase=Phase.CHAIN_EVIDENCE), (Show.CHAIN_EVIDENCE,)
    session = replace(session, phase=Phase.CHAIN_JUDGE)
    return session, (Do.DROP_TYPED_AHEAD, Show.CHAIN_ANSWER)


def _judged(session: Session, at: float, *, got: bool) -> Step:
    """A step that was not said ends the chain."""
    chain = session.chain
    chain = replace(chain, judged=chain.judged + 1, depth=chain.depth + got)
    session = replace(session, chain=chain)
    has_more = chain.number + 1 < len(session.current().question.chain)
    if not got or not has_more:
        return _leave(session, at)
    session = replace(session, phase=Phase.CHAIN_ASK, chain=replace(chain, number=chain.number + 1))
    return session, (Show.CHAIN_ASK,)


def _leave(session: Session, at: float) -> Step:
    """Write the depth, unless no step was judged; then go on."""
    kept = finish(session, at)
    session, next_ = advance(session, at)
    return session, (*kept, *next_)


def finish(session: Session, at: float) -> tuple[Effect, ...]:
    """Like `unsaved`, and says how many held."""
    kept = unsaved(session, at)
    return (*kept, Show.CHAIN_HELD) if kept else ()


def unsaved(session: Session, at: float) -> tuple[Effect, ...]:
    """What writes the follow-ups that were judged; nothing outside the chain, or before a judgement.

    For whoever leaves the question or the sitting: it must become another phase with it.
    """
    if session.phase not in _PHASES or not session.chain.judged:
        return ()
    seconds = round(at - session.chain.started, 1)
    chain = Chain(answer_id=session.answer_id, depth=session.chain.depth, seconds=seconds)
    return (SaveChain(session.current().id, chain),)
