"""A picture as a self-contained SVG file."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import NamedTuple

from qbank.cells import wrap
from qbank.figures.canvas import FONT, SMALL, Canvas, text_width
from qbank.figures.model import Bar, Bars, Collective, Flow, Key, Picture, Task, Timeline, Work
from qbank.figures.words import BACKWARD, EACH, FORWARD, TIME
from qbank.formulas.formula import Text
from qbank.terms import Lang

_LEFT = 16.0
_LINE = 20.0
_CELLS = 96
_BAR = 460.0
_TIMELINE = 720.0
_GAP = 14.0


def svg(picture: Picture, lang: Lang) -> str:
    """The file's text. Colours follow the reader's theme and mean nothing that words do not say."""
    say = partial(_said, lang)
    canvas, y = Canvas(), 30.0
    canvas.text(_LEFT, y, say(picture.title), size=15)
    for part in picture.parts:
        y += _LINE
        match part:
            case Bars():
                y = _bars(canvas, part, lang, y)
            case Timeline():
                y = _timeline(canvas, part, lang, y)
            case Flow():
                y = _flow(canvas, part, lang, y)
    y += _GAP / 2
    for line in (row for note in picture.notes for row in wrap(say(note).strip(), _CELLS)):
        y += _LINE
        canvas.text(_LEFT, y, line, style="dim")
    return canvas.document(say(picture.title), say(picture.described).strip(), lang.value)


def _said(lang: Lang, text: Text) -> str:
    return text.get(lang.value)


def _legend(canvas: Canvas, keys: Sequence[Key], lang: Lang, y: float, *, letters: bool) -> None:
    """A swatch of each colour with what it means; the last of a timeline's keys is what is idle."""
    x = _LEFT
    for number, key in enumerate(keys):
        label = _said(lang, key.label)
        label = f"{key.mark} {label}" if letters else label
        canvas.box(x, y - 11, 14, 14, f"k{number}" if key.mark != "." else "idle")
        canvas.text(x + 20, y, label)
        x += 20 + text_width(label) + 20


def _bars(canvas: Canvas, bars: Bars, lang: Lang, y: float) -> float:
    _legend(canvas, bars.keys, lang, y, letters=True)
    y += _LINE
    column = _LEFT + max(text_width(bar.label) for bar in bars.bars) + _GAP
    scale = _BAR / max(sum(bar.values) for bar in bars.bars)
    for bar in bars.bars:
        canvas.text(_LEFT, y + 17, bar.label)
        end = _bar(canvas, bar, bars.keys, scale, column, y)
        canvas.text(end + 8, y + 17, bar.total)
        y += 40
        canvas.text(
            column, y - 3, f"{bars.parts_head.split(',')[0]} = {bar.parts}", size=11, style="dim"
        )
        y += 10
    return y


def _bar(  # noqa: PLR0913, PLR0917  # what, in which scale, and where
    canvas: Canvas, bar: Bar, keys: Iterable[Key], scale: float, x: float, y: float
) -> float:
    """The parts side by side, each with its letter where that fits; where the bar ends."""
    for number, (key, value) in enumerate(zip(keys, bar.values, strict=True)):
        wide = value * scale
        canvas.box(x, y, wide, 24, f"k{number} edge")
        if wide > text_width(key.mark) + 4:
            canvas.text(x + wide / 2, y + 17, key.mark, middle=True)
        x += wide
    return x


def _timeline(canvas: Canvas, timeline: Timeline, lang: Lang, y: float) -> float:
    """A row of boxes for each row, on a ground that says idle; the time stands above."""
    _legend(canvas, timeline.keys, lang, y, letters=False)
    y += _LINE + 8
    heading = _said(lang, TIME)
    names = [heading, *(row.label for row in timeline.rows)]
    left = _LEFT + max(map(text_width, names)) + _GAP
    longest = max(text_width(task.label, SMALL) for row in timeline.rows for task in row.tasks)
    unit = max(_TIMELINE / timeline.end, longest + 3)
    high = 34.0 if timeline.chunks > 1 else 22.0
    canvas.text(_LEFT, y, heading, style="dim")
    for tick in range(0, timeline.end + 1, 10):
        canvas.text(left + tick * unit, y, str(tick), size=SMALL, style="dim")
    y += 8
    for row in timeline.rows:
        canvas.text(_LEFT, y + high / 2 + 5, row.label)
        canvas.box(left, y, timeline.end * unit, high, "idle")
        for task in row.tasks:
            _task(canvas, task, left + task.start * unit, y, unit * task.length, timeline.chunks)
        y += high + 4
    if timeline.chunks > 1:
        y += FONT
        canvas.text(_LEFT, y, _said(lang, timeline.chunk_label), style="dim")
    return y


def _task(  # noqa: PLR0913, PLR0917  # what and where
    canvas: Canvas, task: Task, x: float, y: float, wide: float, chunks: int
) -> None:
    high = 34.0 if chunks > 1 else 22.0
    canvas.box(x, y, wide, high, f"k{task.kind} edge")
    canvas.text(x + wide / 2, y + 15, task.label, size=SMALL, middle=True)
    if chunks > 1:
        canvas.text(x + wide / 2, y + 29, str(task.chunk + 1), size=9, middle=True)


class _Lanes(NamedTuple):
    """Where the lanes of a flow stand, all of one width but the one that only says `...`."""

    starts: tuple[float, ...]
    widths: tuple[float, ...]

    @property
    def middles(self) -> tuple[float, ...]:
        """The middle of each lane."""
        return tuple(start + wide / 2 for start, wide in zip(self.starts, self.widths, strict=True))

    @property
    def left(self) -> float:
        """Where the first begins."""
        return self.starts[0]

    @property
    def right(self) -> float:
        """Where the last ends."""
        return self.starts[-1] + self.widths[-1]


def _lanes(flow: Flow, lang: Lang) -> _Lanes:
    """Lanes wide enough for their texts, and together for what is said across them."""
    works = [step for step in flow.steps if isinstance(step, Work)]
    exchanges = [step for step in flow.steps if isinstance(step, Collective)]
    left = _LEFT + max(text_width(_said(lang, step.label)) for step in works) + _GAP
    texts = zip(flow.lanes, *(step.lanes for step in works), strict=True)
    widths = [max(map(text_width, lane)) + 24 for lane in texts]
    across = max(text_width(text) for step in exchanges for text in _exchange(step, lang)) + 24
    lacking = across - sum(widths) - _GAP * (len(widths) - 1)
    if lacking > 0:
        widths[0], widths[-1] = widths[0] + lacking / 2, widths[-1] + lacking / 2
    starts = [left + sum(widths[:number]) + _GAP * number for number in range(len(widths))]
    return _Lanes(tuple(starts), tuple(widths))


def _flow(canvas: Canvas, flow: Flow, lang: Lang, y: float) -> float:
    lanes = _lanes(flow, lang)
    canvas.text(_LEFT, y, _said(lang, flow.heading), size=14)
    y += _LINE + 4
    for middle, lane in zip(lanes.middles, flow.lanes, strict=True):
        canvas.text(middle, y, lane, style="dim", middle=True)
    canvas.text(lanes.right + _GAP, y, _said(lang, EACH), style="dim")
    y += 8
    for number, step in enumerate(flow.steps):
        if number:
            for middle in lanes.middles:
                canvas.arrow(middle, y, y + 16)
            y += 16
        y = _step(canvas, step, lanes, lang, y)
    return y + _GAP


def _step(canvas: Canvas, step: Work | Collective, lanes: _Lanes, lang: Lang, y: float) -> float:
    if isinstance(step, Collective):
        return _collective(canvas, step, lanes, lang, y)
    return _work(canvas, step, lanes, lang, y)


def _work(canvas: Canvas, step: Work, lanes: _Lanes, lang: Lang, y: float) -> float:
    canvas.text(_LEFT, y + 18, _said(lang, step.label))
    for start, wide, text in zip(lanes.starts, lanes.widths, step.lanes, strict=True):
        canvas.box(start, y, wide, 26, "box")
        canvas.text(start + wide / 2, y + 18, text, middle=True)
    canvas.text(lanes.right + _GAP, y + 18, step.shape)
    return y + 26


def _collective(canvas: Canvas, step: Collective, lanes: _Lanes, lang: Lang, y: float) -> float:
    canvas.text(_LEFT, y + 26, step.name)
    canvas.box(lanes.left, y, lanes.right - lanes.left, 42, "wire")
    for line, text in enumerate(_exchange(step, lang)):
        canvas.text(lanes.left + 12, y + 17 + 18 * line, text)
    return y + 42


def _exchange(step: Collective, lang: Lang) -> tuple[str, str]:
    between = "：" if lang is Lang.ZH else ": "
    return (
        f"{_said(lang, FORWARD)}{between}{_said(lang, step.forward)}",
        f"{_said(lang, BACKWARD)}{between}{_said(lang, step.backward)}",
    )
