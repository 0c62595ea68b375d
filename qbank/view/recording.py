"""What a sitting writes to the journal, and takes back. A refusal is said and loses nothing."""

from typing import TYPE_CHECKING, assert_never

from qbank.errors import JournalError
from qbank.messages import messages
from qbank.schedule.rows import EventKind, Mark, Payload, Suspend
from qbank.session.effects import SaveAnswer, SaveChain, SaveMark, SaveSuspend
from qbank.session.events import Event, Noted, Saved, SaveFailed, Undone
from qbank.session.state import Session
from qbank.view.keys import Keys
from qbank.view.live import Live
from qbank.view.text import clean, wrap

if TYPE_CHECKING:
    from qbank.cli.context import App

_TAKE_OFF = "-"


class Recorder:
    """The journal as a sitting sees it."""

    def __init__(self, app: "App", live: Live) -> None:
        self._app: App = app
        self._live = live

    def save(
        self, session: Session, effect: SaveAnswer | SaveChain | SaveMark | SaveSuspend
    ) -> list[Event]:
        """Commit what the session wants kept, and say so; what it has to know comes back as events."""
        words, id_ = messages(session.lang), effect.question_id
        match effect:
            case SaveAnswer():
                kind = EventKind.PRACTICE if effect.is_practice else EventKind.ANSWER
                row_id = self._record(kind, id_, effect.answer)
                return [Saved(row_id) if row_id else SaveFailed()]
            case SaveChain():
                self._record(EventKind.CHAIN, id_, effect.chain)
            case SaveMark():
                if self._record(EventKind.MARK, id_, Mark(on=effect.on, note=effect.note)):
                    self._say(words.marked if effect.on else words.unmarked)
            case SaveSuspend():
                if self._record(EventKind.SUSPEND, id_, Suspend(on=True)):
                    self._say(words.suspended)
            case _:
                assert_never(effect)
        return []

    def ask_note(self, session: Session, keys: Keys) -> list[Event]:
        """Ask for the note of a mark; a mark that is there already is never lost by Enter."""
        words = messages(session.lang)
        card = self._app.journal().card(session.current().id)
        if card is None or not card.is_marked:
            return [Noted(keys.line(words.mark_note).strip())]
        if card.mark_note:
            self._say(words.marked + words.colon + clean(card.mark_note))
        text = keys.line(words.mark_again).strip()
        if not text:
            return []
        return [Noted("", on=False) if text == _TAKE_OFF else Noted(text)]

    def undo(self, session: Session) -> Undone:
        """Take back the newest row; an answer puts its question back."""
        from qbank.view.undoing import undo_newest

        words = messages(session.lang)
        try:
            undone = undo_newest(self._app)
        except JournalError as error:
            self._refused(error)
            return Undone()
        if undone is None:
            self._live.put(words.nothing_to_undo)
            return Undone()
        self._say(words.undone.format(what=undone.text))
        is_back = undone.kind in {EventKind.ANSWER, EventKind.PRACTICE, EventKind.SUSPEND}
        return Undone(undone.question_id if is_back else None)

    def _record(self, kind: EventKind, question_id: str, payload: Payload) -> str:
        """Commit one row; empty when the journal refused, which is said and can be tried again."""
        app = self._app
        try:
            recorded = app.journal(write=True).record(kind, question_id, payload, now=app.now())
        except JournalError as error:
            self._refused(error)
            return ""
        if recorded.clock_was_back:
            self._live.put(app.words.clock_back)
        return recorded.id

    def _refused(self, error: JournalError) -> None:
        for line in (f"! {clean(error.message)}", f"  {clean(error.hint)}"):
            if line.strip():
                self._say(line)

    def _say(self, text: str) -> None:
        self._live.put("\n".join(wrap(text, self._app.cells, "  ")))
