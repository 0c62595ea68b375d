"""Which key does what in which phase. Footers are made from it, so they show what works now."""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from qbank.session.state import Phase


class Action(StrEnum):
    """What a key asks for. The values are keys of `Messages.actions`."""

    REVEAL = "reveal"
    EVIDENCE = "evidence"
    TYPE = "type"
    HINT = "hint"
    SKIP = "skip"
    TICK = "tick"
    ALL = "all"
    NONE = "none"
    FULL = "full"
    NEXT = "next"
    UNJUDGED = "unjudged"
    ACCEPT = "accept"
    AGAIN = "again"
    HARD = "hard"
    GOOD = "good"
    EASY = "easy"
    GOT = "got"
    NOT = "not"
    LEAVE = "leave"
    GUESS = "guess"
    THINK = "think"
    SURE = "sure"
    MORE = "more"
    STOP = "stop"
    UNDO = "undo"
    MARK = "mark"
    SUSPEND = "suspend"
    REPORT = "report"
    LANGUAGE = "language"
    SOURCES = "sources"
    EDIT = "edit"
    KEYS = "keys"
    QUIT = "quit"


class Binding(NamedTuple):
    """An action, its keys (the first is shown), and whether the footer names it."""

    action: Action
    keys: tuple[str, ...]
    in_footer: bool = True


SPACE, ENTER = "space", "enter"

_ANYWHERE = (
    Binding(Action.UNDO, ("u",), in_footer=False),
    Binding(Action.MARK, ("m",), in_footer=False),
    Binding(Action.SUSPEND, ("x",), in_footer=False),
    Binding(Action.REPORT, ("!",), in_footer=False),
    Binding(Action.LANGUAGE, ("l",), in_footer=False),
    Binding(Action.SOURCES, ("r",), in_footer=False),
    Binding(Action.EDIT, ("o",), in_footer=False),
    Binding(Action.KEYS, ("?",), in_footer=False),
)
_QUIT = Binding(Action.QUIT, ("q",))

BINDINGS: Mapping[Phase, tuple[Binding, ...]] = {
    Phase.ASKING: (
        Binding(Action.REVEAL, (SPACE, ENTER)),
        Binding(Action.TYPE, ("t",)),
        Binding(Action.HINT, ("h",)),
        Binding(Action.SKIP, ("s",)),
        *_ANYWHERE,
        _QUIT,
    ),
    Phase.CONFIDENCE: (
        Binding(Action.GUESS, ("1",)),
        Binding(Action.THINK, ("2",)),
        Binding(Action.SURE, ("3",)),
        *_ANYWHERE,
        _QUIT,
    ),
    Phase.TICKING: (
        Binding(Action.TICK, tuple("123456789")),
        Binding(Action.ALL, ("a",)),
        Binding(Action.NONE, ("0",)),
        Binding(Action.NEXT, (ENTER,)),
        Binding(Action.FULL, ("v",)),
        Binding(Action.UNJUDGED, ("n",), in_footer=False),
        *_ANYWHERE,
        _QUIT,
    ),
    Phase.RATING: (
        Binding(Action.ACCEPT, (ENTER,)),
        Binding(Action.AGAIN, ("1",)),
        Binding(Action.HARD, ("2",)),
        Binding(Action.GOOD, ("3",)),
        Binding(Action.EASY, ("4",)),
        Binding(Action.FULL, ("v",), in_footer=False),
        *_ANYWHERE,
        Binding(Action.QUIT, ("q",), in_footer=False),
    ),
    Phase.CHAIN_ASK: (
        Binding(Action.REVEAL, (SPACE, ENTER)),
        Binding(Action.HINT, ("h",)),
        *_ANYWHERE,
        Binding(Action.LEAVE, ("q",)),
    ),
    Phase.CHAIN_EVIDENCE: (
        Binding(Action.REVEAL, (SPACE, ENTER)),
        Binding(Action.HINT, ("h",)),
        *_ANYWHERE,
        Binding(Action.LEAVE, ("q",)),
    ),
    Phase.CHAIN_JUDGE: (
        Binding(Action.GOT, ("1",)),
        Binding(Action.NOT, ("2",)),
        *_ANYWHERE,
        Binding(Action.LEAVE, ("q",)),
    ),
    Phase.TIME_UP: (
        Binding(Action.MORE, (ENTER,)),
        Binding(Action.UNDO, ("u",), in_footer=False),
        Binding(Action.STOP, ("q",)),
    ),
}

LINE_COMMANDS: Mapping[str, Action] = {
    ":h": Action.HINT,
    ":s": Action.SKIP,
    ":u": Action.UNDO,
    ":m": Action.MARK,
    ":x": Action.SUSPEND,
    ":!": Action.REPORT,
    ":l": Action.LANGUAGE,
    ":r": Action.SOURCES,
    ":o": Action.EDIT,
    ":?": Action.KEYS,
    ":q": Action.QUIT,
}
"""What a line may say instead of an answer; a letter alone could be one."""


_LETTERS = frozenset(
    key
    for bindings in BINDINGS.values()
    for binding in bindings
    for key in binding.keys
    if len(key) == 1 and not key.isdigit()
)


def is_bare_command(line: str) -> bool:
    """Whether a line is a key of another phase typed alone, or a command that does not exist; no answer is either."""
    return line in _LETTERS or line.startswith(":")


def action_of(phase: Phase, key: str) -> Action | None:
    """What `key` does in `phase`; None when it does nothing there."""
    for binding in BINDINGS.get(phase, ()):
        if key in binding.keys:
            return binding.action
    return None
