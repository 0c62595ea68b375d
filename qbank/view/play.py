"""A sitting on the screen: draw, read, step, do what the session wants done."""

import contextlib
import random
import shutil
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

from qbank.content.types import graded_by_machine, ops_of, type_of
from qbank.errors import NotFoundError
from qbank.messages import messages
from qbank.schedule import memory
from qbank.schedule.select import Pick
from qbank.session.effects import (
    Do,
    Effect,
    Load,
    SaveAnswer,
    SaveChain,
    SaveMark,
    SaveSuspend,
    Show,
)
from qbank.session.events import (
    Edited,
    Event,
    Line,
    Loaded,
    Pressed,
    TimedOut,
    Typed,
)
from qbank.session.flow import Step
from qbank.session.keymap import Action, action_of
from qbank.session.state import Asked, Config, Phase, Session
from qbank.session.step import start, step, stop
from qbank.terms import Rating
from qbank.view import markdown, show
from qbank.view.footer import footer
from qbank.view.keys import END_OF_INPUT, INTERRUPT, RESIZED, Keys
from qbank.view.live import Live
from qbank.view.recording import Recorder
from qbank.view.text import wrap

if TYPE_CHECKING:
    from qbank.cli.context import App

PITCH_SECONDS = 30.0


@dataclass(frozen=True)
class Played:
    """How a sitting ended."""

    session: Session
    seconds: float
    interrupted: bool

    @property
    def is_done(self) -> bool:
        """Whether all that was planned was asked: nobody left early."""
        return not self.interrupted and self.session.asked is None and not self.session.queue


class Player:
    """Runs one sitting. `at` is a monotonic clock in seconds."""

    def __init__(  # noqa: PLR0913  # what a sitting needs of the world
        self,
        app: "App",
        keys: Keys,
        live: Live,
        *,
        label: str,
        seed: int,
        at: Callable[[], float] = time.monotonic,
    ) -> None:
        self.app: App = app
        self.keys = keys
        self.live = live
        self.label = label
        self.at = at
        self.recorder = Recorder(app, live)
        self._seed = seed
        self._loads = 0
        self._pending: list[Event] = []
        self._latest: Session | None = None
        self._is_warm = not app.is_terminal

    def play(self, config: Config, picks: tuple[Pick, ...]) -> Played:
        """From the first question to the end; everything rated or judged is saved whenever it ends."""
        begun = self.at()
        session = self._run(start(config, picks, self.app.settings.lang, begun))
        interrupted = False
        try:
            while session.phase is not Phase.END:
                session = self._run(step(session, self._read(session), self.at()))
        except KeyboardInterrupt:
            interrupted = True
        except EOFError:
            pass
        finally:
            self._keep_judged()
        self.live.keep()
        return Played(session, self.at() - begun, interrupted)

    def _keep_judged(self) -> None:
        """Save the follow-ups that were judged, if they are not: a signal ends a sitting too, or a dead terminal."""
        if self._latest is not None:
            self._latest, effects = stop(self._latest, self.at())
            for effect in effects:
                self._do(self._latest, effect)

    def _run(self, result: Step) -> Session:
        """Do what a step asks for, and feed what comes of it back until nothing is left to do."""
        session, effects = result
        self._latest = session
        for effect in effects:
            self._do(session, effect)
        while self._pending:
            session = self._run(step(session, self._pending.pop(0), self.at()))
        return session

    def _do(self, session: Session, effect: Effect) -> None:
        match effect:
            case Load():
                self._pending.append(Loaded(self.load(effect.pick)))
            case SaveAnswer() | SaveChain() | SaveMark() | SaveSuspend():
                self._pending += self.recorder.save(session, effect)
            case Show():
                show.show(self, session, effect)
            case Do():
                self._world(session, effect)
            case _:
                assert_never(effect)

    def load(self, pick: Pick) -> Asked | None:
        """The question of a pick with a fresh draw; None when it vanished."""
        bank = self.app.bank
        try:
            entry, question = bank.entry(pick.id), bank.get(pick.id)
        except NotFoundError:
            return None
        self._loads += 1
        rng = random.Random(f"{self._seed}:{pick.id}:{self._loads}")  # noqa: S311  # not for secrets
        card = self.app.cards.get(pick.id)
        last_missed = card.last_missed if card else ()
        missed = tuple(point.id for point in question.points if point.id in last_missed)
        is_first = card is None or card.answers == 0 or card.last_rating is Rating.AGAIN
        return Asked(
            pick,
            question,
            ops_of(question).draw(question, rng),
            entry.hash,
            graded_by_machine(question),
            missed,
            is_first,
        )

    def _world(self, session: Session, what: Do) -> None:
        words = messages(session.lang)
        match what:
            case Do.TYPE:
                self.live.put("\n".join(wrap(words.type_answer, self.app.cells)))
                text = self.keys.text("> ")
                self._pending.append(Typed(text if text is not None else session.typed))
            case Do.NOTE:
                self.live.drop()
                self._pending += self.recorder.ask_note(session, self.keys)
            case Do.UNDO:
                self._pending.append(self.recorder.undo(session))
            case Do.EDIT:
                self._edit(session)
            case Do.DROP_TYPED_AHEAD:
                self.keys.drop_typed_ahead()
            case _:
                assert_never(what)

    def _edit(self, session: Session) -> None:
        from qbank.view.editing import edit_asked

        asked = session.current()
        self.live.drop()
        with self.keys.released():
            said = edit_asked(self.app, asked)
        if said:
            self.live.put(said)
        self.app.reload_bank()
        self._pending.append(Edited(self.load(asked.pick)))

    def days(self, session: Session) -> Mapping[Rating, int]:
        """Days until the question is due after each rating; empty for practice."""
        if session.config.is_practice or session.phase is not Phase.RATING:
            return {}
        from qbank.schedule.fold import preview

        journal = self.app.journal()
        question_id = session.current().id
        card = journal.card(question_id)
        return preview(card, question_id, self.app.today, journal.fold_settings)

    def _warm(self) -> None:
        """Import what the first answer and rating need while the learner reads the question."""
        if not self._is_warm:
            self._is_warm = True
            threading.Thread(target=_load).start()

    def _read(self, session: Session) -> Event:
        """The next event from the learner; keys that mean nothing here are passed over."""
        self._draw_block(session)
        self._warm()
        if session.phase is Phase.LINE:
            self.live.keep()
            return Line(self.keys.line(self._prompt(session)))
        while True:
            key = self.keys.key(self._timeout(session))
            if key is None:
                return TimedOut()
            if key == RESIZED:
                self._redraw(session)
                continue
            if key == INTERRUPT:
                raise KeyboardInterrupt
            if key == END_OF_INPUT:
                raise EOFError
            action = action_of(session.phase, key)
            if action is not None:
                return Pressed(action, int(key) if action is Action.TICK else 0)

    def _prompt(self, session: Session) -> str:
        """What kind of line is wanted."""
        prompts = messages(session.lang).line_prompt
        return f"{prompts[type_of(session.current().question)]}> "

    def _redraw(self, session: Session) -> None:
        """The block again, in the new size; what was ticked is kept."""
        cells, height = shutil.get_terminal_size((80, 24))
        self.live.resized(cells, height)
        if session.phase is Phase.TICKING and show.lists_below(self, session):
            show.show(self, session, Show.TICKS)
        self._draw_block(session)

    def _timeout(self, session: Session) -> float | None:
        if session.config.is_pitch and session.phase is Phase.ASKING:
            return max(0.0, session.shown_at + PITCH_SECONDS - self.at())
        return None

    def _draw_block(self, session: Session) -> None:
        """The last lines: what is ticked, and the keys that work now."""
        text = footer(session, self.app.cells, self.days(session))
        ticked = show.block(self, session)
        painted = "\n".join(self.app.style.paint(line, "cyan") for line in text.split("\n"))
        self.live.block(f"{ticked}\n{painted}" if ticked else painted)


def _load() -> None:
    # a file that is gone is missed again, and reported, where it is needed
    with contextlib.suppress(ImportError, OSError):
        memory.load()
        markdown.load()
