"""A sitting without a terminal: a small bank, a fixed clock, keys from a list, and paper that can be redrawn."""

import io
import re
from datetime import timedelta
from itertools import count
from pathlib import Path

from qbank.bank.catalog import Bank, Root
from qbank.bank.opening import open_index
from qbank.cli.context import App
from qbank.schedule.rows import Answer, Chain, EventKind, Mark
from qbank.schedule.select import Pick, Why
from qbank.session.state import Config
from qbank.settings import Flags, load
from qbank.terms import Form, Lang, Rating
from qbank.view.live import Live
from qbank.view.play import Player
from qbank.view.summary import summary_text
from tests.factories import NOW, Stream

BANK = Path(__file__).parent / "bank"
_REDRAW = re.compile("\x1b\\[(\\d+)A\r\x1b\\[J")


class Paper(io.StringIO):
    """What a terminal shows in the end: going up and erasing is done, colours stay as codes."""

    def shown(self):
        text = ""
        for n, piece in enumerate(_REDRAW.split(self.getvalue())):
            if n % 2:
                text = "".join(line + "\n" for line in text.split("\n")[: -1 - int(piece)])
            else:
                text += piece
        return text


class Keyboard:
    """Keys and lines from a list; its end is the end of input."""

    def __init__(self, paper, *presses):
        self._paper = paper
        self._presses = list(presses)
        self.is_untouched = True

    def _next(self):
        if not self._presses:
            raise EOFError
        self.is_untouched = False
        return self._presses.pop(0)

    def key(self, timeout=None):  # noqa: ARG002  # the session may give one
        return self._next()

    def line(self, prompt):
        text = self._next()
        self._paper.write(f"{prompt}{text}".rstrip() + "\n")
        return text

    def text(self, prompt):
        return self.line(prompt)

    def drop_typed_ahead(self):
        pass


class FixedApp(App):
    """The App on the small bank alone, whatever is shipped."""

    def __init__(self, flags, *, out):
        super().__init__(load(flags), out, Stream(), lambda: NOW)

    @property
    def bank(self):
        if "_small" not in self.__dict__:
            index = open_index(self.settings.cache_dir, [BANK], 0)
            self._small = Bank(index, [Root(BANK, is_packaged=True)])
        return self._small

    def close(self):
        super().close()
        if "_small" in self.__dict__:
            self._small.index.close()


def app_of(lang="en", *, color="never", plain=False, out=None):
    return FixedApp(Flags(lang=lang, color=color, plain=plain), out=out or Stream())


def played(
    app,
    paper,
    id_,
    *presses,
    form=Form.FULL,
    height=200,
    label="core-60",
    more=(),
    summed_up=False,
    **options,
):
    """Everything that is on the screen after these keys."""
    ticking = count()
    player = Player(
        app,
        Keyboard(paper, *presses),
        Live(paper, repaints=not app.settings.plain, height=height),
        label=label,
        seed=1,
        at=lambda: next(ticking) * 5.0,
    )
    picks = tuple(Pick(one, Why.NEW, form) for one in (id_, *more))
    end = player.play(Config(**options), picks)
    if summed_up:
        paper.write("\n" + summary_text(app, end) + "\n")
    return paper.shown()


def history(app):
    """Three days of answers, a chain and a mark."""
    journal = app.journal(write=True)
    for days, rating, id_ in (
        (6, Rating.GOOD, "deepspeed/empty-shell"),
        (6, Rating.AGAIN, "deepspeed/bytes"),
        (2, Rating.HARD, "deepspeed/empty-shell"),
        (1, Rating.EASY, "peft/merge-choice"),
    ):
        points = {p.id: p.core for p in app.bank.get(id_).points}
        answer = Answer(rating=rating, points=points, seconds=90.0, lang=Lang.ZH)
        row = journal.record(EventKind.ANSWER, id_, answer, now=NOW - timedelta(days=days))
        if rating is Rating.GOOD:
            chain = Chain(answer_id=row.id, depth=1, seconds=40.0)
            journal.record(EventKind.CHAIN, id_, chain, now=NOW - timedelta(days=days))
    mark = Mark(on=True, note="ask about hpZ 再看一遍")
    journal.record(EventKind.MARK, "deepspeed/empty-shell", mark, now=NOW)
