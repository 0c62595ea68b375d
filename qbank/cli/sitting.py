"""From the options of `quiz` to a sitting and its summary."""

import random
import shutil
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from qbank.bank.catalog import Entry
from qbank.bank.side import confusable
from qbank.cli.context import App
from qbank.cli.filters import Filter, select, with_defaults
from qbank.schedule.select import Candidate, LeftOut, Pick, Request, choose, left_out
from qbank.session.state import Config
from qbank.terms import Form, Status

if TYPE_CHECKING:
    from qbank.view.play import Played

INTERRUPTED = 130
_LONGEST = 600.0


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What the command line asked for."""

    filter: Filter
    count: int | None
    minutes: float | None
    new: int | None
    practice: bool
    ahead: int
    pitch: bool
    confidence: bool
    seed: int
    json: bool


def run_quiz(app: App, wanted: Wanted) -> int:
    """Choose, play, summarise. Returns the exit code."""
    from qbank.view.keys import TerminalKeys
    from qbank.view.live import Live
    from qbank.view.play import Player

    chosen = with_defaults(app, wanted.filter)
    picks = plan(app, chosen, wanted)
    left = what_is_left(app, chosen, wanted, picks)
    app.skipped_files()
    if not picks:
        _say_nothing(app, chosen, wanted, left)
        return 0
    app.journal(write=True)  # what it cannot take is said before the first question
    repaints = not app.settings.plain and app.settings.term != "dumb"
    live = Live(app.out, repaints=repaints, height=shutil.get_terminal_size((80, 24)).lines)
    with TerminalKeys() as keys:
        player = Player(app, keys, live, label=label_of(chosen), seed=wanted.seed)
        played = player.play(config_of(app, wanted), picks)
    _say_end(app, played, wanted, left)
    return INTERRUPTED if played.interrupted else 0


def plan(app: App, chosen: Filter, wanted: Wanted) -> tuple[Pick, ...]:
    """The questions of this sitting, in order. Drafts never come up."""
    rng = random.Random(wanted.seed)  # noqa: S311  # not for secrets
    picks = choose(_candidates(app, chosen), _request(app, wanted), rng)
    if wanted.pitch:
        picks = tuple(pick._replace(form=Form.PITCH) for pick in picks)
    return picks


def what_is_left(app: App, chosen: Filter, wanted: Wanted, picks: tuple[Pick, ...]) -> LeftOut:
    """What the minutes and the limit of new questions keep out of this sitting."""
    return left_out(_candidates(app, chosen), _request(app, wanted), picks)


def _candidates(app: App, chosen: Filter) -> list[Candidate]:
    entries = [e for e in select(app, chosen) if e.status is not Status.DRAFT]
    order = {id_: n for n, id_ in enumerate(e.id for e in entries)} if chosen.track else {}
    return [candidate(app, entry, order.get(entry.id)) for entry in entries]


def _request(app: App, wanted: Wanted) -> Request:
    return Request(
        today=app.today,
        minutes=_minutes(app, wanted) or _LONGEST,
        new=_new(app, wanted),
        count=wanted.count,
        ahead=wanted.ahead,
        practice=wanted.practice,
        confused_with=confusable(app.bank.topics),
    )


def _minutes(app: App, wanted: Wanted) -> float | None:
    """The minutes of the sitting; None where a number of questions was asked for instead."""
    return wanted.minutes or (None if wanted.count else app.settings.minutes)


def _new(app: App, wanted: Wanted) -> int:
    """An explicit number of questions may be all new ones; otherwise the setting holds."""
    if wanted.new is not None:
        return wanted.new
    return wanted.count if wanted.count is not None else app.settings.new


def candidate(app: App, entry: Entry, position: int | None) -> Candidate:
    """What the scheduler sees of a question."""
    return Candidate(
        id=entry.id,
        topics=entry.topics,
        minutes=entry.minutes,
        priority=entry.priority,
        position=position,
        revision=entry.revision,
        card=app.cards.get(entry.id),
    )


def config_of(app: App, wanted: Wanted) -> Config:
    """The fixed part of the sitting."""
    minutes = _minutes(app, wanted)
    config = Config(is_practice=wanted.practice, asks_confidence=wanted.confidence)
    return replace(config, is_pitch=wanted.pitch, budget=None if minutes is None else minutes * 60)


def label_of(chosen: Filter) -> str:
    """The track's name; what else restricts the choice, the question itself says."""
    return chosen.track or ""


def _say_nothing(app: App, chosen: Filter, wanted: Wanted, left: LeftOut) -> None:
    """Nothing to ask is success: say what comes next."""
    from qbank.view.summary import left_out_lines, nothing_text

    # what is due is asked of the questions that fit the other filters
    matching = [
        e.id for e in select(app, chosen._replace(due=False)) if e.status is not Status.DRAFT
    ]
    if wanted.json:
        nothing = {"asked": 0, "recalled": 0, "minutes": 0, "again": [], "answers": []}
        app.emit("quiz", nothing | {"left_out": left._asdict()})
    elif not matching:
        app.say(app.words.nothing_left)
    else:
        lines = left_out_lines(app, left, _minutes(app, wanted), _new(app, wanted))
        app.say("\n".join([nothing_text(app, matching), *lines]))


def _say_end(app: App, played: "Played", wanted: Wanted, left: LeftOut) -> None:
    from qbank.view.summary import left_out_lines, summary_data, summary_text

    if wanted.json:
        app.emit("quiz", summary_data(played) | {"left_out": left._asdict()})
        return
    app.say("\n" + summary_text(app, played))
    if played.is_done:
        for line in left_out_lines(app, left, _minutes(app, wanted), _new(app, wanted)):
            app.say(line)
