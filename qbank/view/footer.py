"""Footers and key help, made from the key map."""

from collections.abc import Mapping

from qbank.messages import messages
from qbank.session.keymap import BINDINGS, ENTER, LINE_COMMANDS, SPACE, Action
from qbank.session.state import Phase, Session
from qbank.terms import Rating
from qbank.view.frames import aligned, rating_choices, suggestion
from qbank.view.text import flow


def key_name(key: str, session: Session) -> str:
    """A key as it is shown."""
    words = messages(session.lang)
    return {SPACE: words.space, ENTER: words.enter_accepts}.get(key, key)


def footer(session: Session, cells: int, days: Mapping[Rating, int]) -> str:
    """The keys that work now, broken between choices where the screen is narrow."""
    if session.phase is Phase.LINE:
        return flow(messages(session.lang).line_commands, cells)
    if session.phase is Phase.RATING:
        return flow([suggestion(session), *rating_choices(session, days)], cells)
    if session.phase is Phase.TIME_UP:
        words = messages(session.lang)
        spent = words.time_up.format(n=round((session.budget or 0) / 60))
        return flow([spent, *_choices(session)], cells)
    return flow(_choices(session), cells)


def _choices(session: Session) -> list[str]:
    words = messages(session.lang)
    choices = []
    for binding in BINDINGS.get(session.phase, ()):
        if not binding.in_footer or not _works(session, binding.action):
            continue
        action = _evidence_first(session, binding.action)
        if binding.action is Action.TICK:
            last = len(session.ticks.shown)
            choices.append(f"{'1' if last == 1 else f'1-{last}'} {words.actions['tick']}")
        else:
            choices.append(f"{key_name(binding.keys[0], session)} {words.actions[action]}")
    return choices


def _works(session: Session, action: Action) -> bool:
    """Whether a key does something now: Enter goes on once something is ticked, or all or none was said."""
    return action is not Action.NEXT or session.phase is not Phase.TICKING or session.ticks.touched


def _evidence_first(session: Session, action: Action) -> Action:
    """In a debugging chain the first reveal shows evidence."""
    if session.phase is Phase.CHAIN_ASK and action is Action.REVEAL:
        step = session.current().question.chain[session.chain.number]
        if step.evidence_in(session.lang):
            return Action.EVIDENCE
    return action


def all_keys(session: Session) -> str:
    """Every key of this phase with what it does."""
    words = messages(session.lang)
    if session.phase is Phase.LINE:
        pairs = [(command, _label(session, action)) for command, action in LINE_COMMANDS.items()]
    else:
        pairs = [
            (
                " ".join(key_name(key, session) for key in _short(binding.keys)),
                _label(session, binding.action),
            )
            for binding in BINDINGS.get(session.phase, ())
        ]
    return f"{words.keys_heading}\n{aligned(pairs)}"


def _short(keys: tuple[str, ...]) -> tuple[str, ...]:
    return (f"{keys[0]}-{keys[-1]}",) if len(keys) > 2 else keys


def _label(session: Session, action: Action) -> str:
    words = messages(session.lang)
    ratings = {Action.AGAIN: 1, Action.HARD: 2, Action.GOOD: 3, Action.EASY: 4}
    if action in ratings:
        return words.ratings[ratings[action]]
    return words.key_help.get(action, words.actions[_evidence_first(session, action)])
