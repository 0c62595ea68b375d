"""A drill in the terminal: a question, a line, the verdict; saved at once."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from qbank.errors import NotFoundError
from qbank.messages.numbers import number_messages
from qbank.schedule.rows import EventKind
from qbank.session.answering import hint_in
from qbank.session.drilling import Asking, Drilled, answer_row, answered, drawn, is_readable
from qbank.session.keymap import is_bare_command
from qbank.typed import plain
from qbank.view.drilled import question_text, unreadable_text, verdict_text
from qbank.view.frames import text_of
from qbank.view.repeating import Repeats
from qbank.view.text import clean, flow, wrap

if TYPE_CHECKING:
    from qbank.cli.context import App
    from qbank.content.base import Question
    from qbank.content.grading import Draw
    from qbank.view.keys import Keys


HELD = 1.0
"""Seconds: an empty line that follows another one sooner comes from a held key, and answers nothing."""


class Ended(NamedTuple):
    """What was answered, and whether Ctrl-C ended it."""

    done: tuple[Drilled, ...]
    interrupted: bool


class Drill:
    """Asks one question after the other. `at` is a monotonic clock in seconds."""

    def __init__(
        self,
        app: "App",
        keys: "Keys",
        askings: Sequence[Asking],
        seed: int,
        at: Callable[[], float] = time.monotonic,
    ) -> None:
        self._app: App = app
        self._keys = keys
        self._askings = askings
        self._seed = seed
        self._at = at
        self._words = number_messages(app.settings.lang)
        self._next = 0
        self._entered = -HELD
        self._done: list[tuple[int, Drilled]] = []

    def run(self) -> Ended:
        """From the first question to the last, or until the learner leaves."""
        interrupted = False
        try:
            while self._next < len(self._askings):
                self._ask(self._askings[self._next])
        except KeyboardInterrupt:
            interrupted = True
        except EOFError:
            pass
        return Ended(tuple(drilled for _, drilled in self._done), interrupted)

    def _ask(self, asking: Asking) -> None:
        """Put one question and read lines until it is answered, skipped, or an undo leads elsewhere."""
        try:
            question = self._app.bank.get(asking.id)
        except NotFoundError:  # the file vanished meanwhile
            self._next += 1
            return
        draw = drawn(question, asking, self._seed)
        place = (self._next + 1, len(self._askings))
        self._say("\n" + question_text(self._app, asking, question, draw, place))
        self._say(self._app.style.paint(flow(self._words.commands, self._app.cells), "cyan"))
        self._read(asking, question, draw)

    def _read(self, asking: Asking, question: "Question", draw: "Draw") -> None:
        shown_at, hint = self._at(), False
        prompt = f"{self._app.words.line_prompt[self._app.bank.entry(asking.id).type]}> "
        while True:
            line = self._keys.line(prompt)
            if not line.strip() and self._is_held():
                continue
            command = plain(line).lower()
            if command == ":h":
                hint = self._hint(question) or hint
            elif command.startswith(":"):
                if self._is_left(command):
                    return
            elif is_bare_command(command):
                self._say("\n".join(wrap(self._app.words.grading["bare-command"], 72, "  ")))
                self._say(flow(self._words.commands, self._app.cells))
            else:
                seconds = self._at() - shown_at
                drilled = answered(asking, question, draw, line, seconds=seconds, hint=hint)
                if is_readable(drilled):
                    self._keep(drilled)
                    return
                self._say(unreadable_text(self._app, drilled.graded))

    def _is_held(self) -> bool:
        before, self._entered = self._entered, self._at()
        return self._entered - before < HELD

    def _hint(self, question: "Question") -> bool:
        """Show the hint; False when there is none."""
        text = hint_in(question, self._app.settings.lang)
        words = self._app.words
        shown = f"{words.hint}{words.colon}{text}" if text else self._words.no_hint
        self._say(text_of(self._app, shown))
        return bool(text)

    def _is_left(self, command: str) -> bool:
        """Do what a command says; whether the question on the screen is left. Raises EOFError to end."""
        if command == ":q":
            raise EOFError
        if command == ":s":
            self._next += 1
            self._say(self._words.skipped)
            return True
        if command == ":u":
            return self._undo()
        self._say("\n".join(wrap(self._words.no_command.format(text=clean(command)), 72, "  ")))
        self._say(flow(self._words.commands, self._app.cells))
        return False

    def _undo(self) -> bool:
        """Cancel the newest row; an answer of this drill is asked again at once."""
        from qbank.view.undoing import undo_newest

        undone = undo_newest(self._app)
        words = self._app.words
        if undone is None:
            self._say(words.nothing_to_undo)
            return False
        text = words.undone.format(what=undone.text)
        self._say("\n".join(wrap(clean(text), self._app.cells, "  ")))
        if not self._done or self._done[-1][1].row_id != undone.row_id:
            return False
        self._next, _ = self._done.pop()
        return True

    def _keep(self, drilled: Drilled) -> None:
        """Commit the answer, then show what it was worth. Raises JournalError; the question stays open."""
        app = self._app
        entry = app.bank.entry(drilled.asking.id)
        row = answer_row(drilled, entry.hash, app.settings.lang)
        drilled = replace(drilled, is_practice=not Repeats(app).is_new(drilled))
        kind = EventKind.PRACTICE if drilled.is_practice else EventKind.ANSWER
        recorded = app.journal(write=True).record(kind, entry.id, row, now=app.now())
        if recorded.clock_was_back:
            self._say(app.words.clock_back)
        card = app.journal(write=True).card(entry.id)
        due = card.due if card else None
        kept = replace(drilled, row_id=recorded.id, due=due.isoformat() if due else "")
        self._done.append((self._next, kept))
        self._next += 1
        self._say(verdict_text(app, kept, is_timed=True))
        self._say(app.style.paint(self._saved(kept), "dim"))

    def _saved(self, kept: Drilled) -> str:
        """The rating that was recorded, and when the question is due again."""
        from qbank.view.listing import day_text

        words = self._app.words
        rating = words.ratings[kept.suggestion.rating]
        if not kept.due:
            return words.saved.format(rating=rating)
        from datetime import date

        days = (date.fromisoformat(kept.due) - self._app.today).days
        return words.saved_until.format(rating=rating, when=day_text(days, words))

    def _say(self, text: str) -> None:
        self._app.say(text)
        self._app.out.flush()
