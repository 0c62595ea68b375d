"""A picture as plain text: ASCII and wide characters only, so that columns hold in any terminal.

Each part has two layouts; the narrow one is taken where the wide one does not fit.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence

from qbank.cells import pad, width, wrap
from qbank.figures.model import Bar, Bars, Collective, Flow, Key, Picture, Row, Task, Timeline, Work
from qbank.figures.words import BACKWARD, EACH, FORWARD, LAST_DIGIT, ONE_LETTER, TIME
from qbank.formulas.formula import Text
from qbank.terms import Lang
from qbank.units import format_number

_GAP = "  "
_LEAST_BAR = 24
_NICE = (1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10)


def plain(picture: Picture, lang: Lang, cells: int) -> str:
    """Lines of at most `cells` cells, without colour and without spaces at their ends."""
    blocks = [wrap(picture.title.get(lang.value), cells)]
    for part in picture.parts:
        match part:
            case Bars():
                blocks.append(_bars(part, lang, cells))
            case Timeline():
                blocks.append(_timeline(part, lang, cells))
            case Flow():
                blocks.append(_flow(part, lang, cells))
    blocks.append([row for note in picture.notes for row in _note(note, lang, cells)])
    return "\n\n".join("\n".join(line.rstrip() for line in block) for block in blocks)


def _note(note: Text, lang: Lang, cells: int) -> list[str]:
    return wrap(note.get(lang.value).strip(), cells, _GAP)


def _legend(keys: Iterable[Key], more: Iterable[str], lang: Lang, cells: int) -> list[str]:
    """Entries side by side, broken between them."""
    lines = [""]
    for entry in (*(f"{key.mark} {key.label.get(lang.value)}" for key in keys), *more):
        joined = f"{lines[-1]}   {entry}" if lines[-1] else entry
        if width(joined) <= cells or not lines[-1]:
            lines[-1] = joined
        else:
            lines.append(entry)
    return [row for line in lines for row in wrap(line, cells, _GAP)]


def _columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Left-aligned columns, as wide as their widest text."""
    sizes = [max(map(width, column)) for column in zip(*rows, strict=True)]
    return [
        _GAP.join(pad(text, size) for text, size in zip(row, sizes, strict=True)) for row in rows
    ]


def _bars(bars: Bars, lang: Lang, cells: int) -> list[str]:
    head = ("", bars.total_head.get(lang.value), bars.parts_head)
    texts = _columns([head, *((bar.label, bar.total, bar.parts) for bar in bars.bars)])
    used = width(texts[0]) + len(_GAP)
    is_wide = cells - used >= _LEAST_BAR
    room = cells - used if is_wide else max(1, cells - len(_GAP))
    step = _step(max(sum(bar.values) for bar in bars.bars), room)
    scale = ONE_LETTER.get(lang.value).format(size=f"{format_number(step)} {bars.unit}")
    lines = [*_legend(bars.keys, [scale], lang, cells), ""]
    if is_wide:
        drawn = ["", *(_bar(bar, bars.keys, step) for bar in bars.bars)]
        return lines + [_GAP.join(pair) for pair in zip(texts, drawn, strict=True)]
    for bar in bars.bars:
        lines += wrap(f"{bar.label}{_GAP}{bar.total} = {bar.parts}", cells, _GAP)
        lines.append(_GAP + _bar(bar, bars.keys, step))
    return lines


def _step(largest: float, room: int) -> float:
    """A round size for one letter such that the longest bar fits."""
    exact = largest / room
    power = 10.0 ** math.floor(math.log10(exact))
    return next(nice * power for nice in _NICE if nice * power >= exact * (1 - 1e-9))


def _bar(bar: Bar, keys: Sequence[Key], step: float) -> str:
    """Letters of the parts, rounded where parts meet; what is not nothing is at least one letter."""
    text, total = "", 0.0
    for key, value in zip(keys, bar.values, strict=True):
        total += value
        text += key.mark * (math.floor(total / step + 0.5) - len(text))
    return text or keys[bar.values.index(max(bar.values))].mark


def _timeline(timeline: Timeline, lang: Lang, cells: int) -> list[str]:
    label = TIME.get(lang.value)
    size = max(width(label), *(width(row.label) for row in timeline.rows))
    room = cells - size - len(_GAP)
    if room < timeline.end:
        # windows of about one length, each beginning at a tick
        even = math.ceil(timeline.end / math.ceil(timeline.end / room))
        room = max(min(room // 10, math.ceil(even / 10)) * 10, 10)
    more = [timeline.chunk_label] if timeline.chunks > 1 else []
    if any(len(task.label) > 1 for row in timeline.rows for task in row.tasks):
        more.append(LAST_DIGIT)
    lines = _legend(timeline.keys, [text.get(lang.value) for text in more], lang, cells)
    for begin in range(0, timeline.end, room):
        end = min(begin + room, timeline.end)
        lines += ["", pad(label, size) + _GAP + _axis(begin, end)]
        for row in timeline.rows:
            lines.append(pad(row.label, size) + _GAP + _tasks(row, timeline.end)[begin:end])
            if timeline.chunks > 1:
                lines.append(" " * size + _GAP + _chunks(row, timeline.end)[begin:end])
    return lines


def _axis(begin: int, end: int) -> str:
    """The time at every tenth unit, left-aligned there; none that would run over the end."""
    text = ""
    for tick in range(begin, end, 10):
        if tick - begin + len(str(tick)) <= max(end - begin, len(str(tick))):
            text = pad(text, tick - begin) + str(tick)
    return text


def _tasks(row: Row, end: int) -> str:
    """The last digit of the label where a task starts, `=` while it runs, `.` where nothing does."""
    return _laid(row, end, lambda task: task.label[-1].ljust(task.length, "="), ".")


def _chunks(row: Row, end: int) -> str:
    return _laid(row, end, lambda task: str(task.chunk + 1) * task.length, " ")


def _laid(row: Row, end: int, mark: Callable[[Task], str], idle: str) -> str:
    text = ""
    for task in row.tasks:
        text = text.ljust(task.start, idle) + mark(task)
    return text.ljust(end, idle)


def _flow(flow: Flow, lang: Lang, cells: int) -> list[str]:
    works = [step for step in flow.steps if isinstance(step, Work)]
    labels = [step.label.get(lang.value) for step in works]
    head = ("", *flow.lanes, EACH.get(lang.value))
    rows = ((label, *step.lanes, step.shape) for label, step in zip(labels, works, strict=True))
    texts = _columns([head, *rows])
    heading = wrap(flow.heading.get(lang.value), cells)
    is_wide = width(texts[0]) <= cells
    if not is_wide:
        return [*heading, *_narrow_flow(flow, lang, cells)]
    rule = "-" * max(width(text.rstrip()) for text in texts)
    indent = max(width(label) for label in labels)
    lines, works_left = [*heading, texts[0]], iter(texts[1:])
    for step in flow.steps:
        if isinstance(step, Work):
            lines.append(next(works_left))
        else:
            name = pad(step.name, indent) + _GAP
            passes = _passes(step, lang, cells - indent - len(_GAP))
            starts = [name, *[" " * width(name)] * (len(passes) - 1)]
            lines += [rule, *map(str.__add__, starts, passes), rule]
    return lines


def _narrow_flow(flow: Flow, lang: Lang, cells: int) -> Iterator[str]:
    """One lane below the other."""
    rule = "-" * min(cells, 40)
    for step in flow.steps:
        if isinstance(step, Collective):
            yield from (rule, step.name)
            yield from (_GAP + line for line in _passes(step, lang, cells - len(_GAP)))
            yield rule
            continue
        yield from wrap(f"{step.label.get(lang.value)}{_GAP}{step.shape}", cells, _GAP)
        for lane in _columns([*zip(flow.lanes, step.lanes, strict=True)]):
            yield from wrap(_GAP + lane.rstrip(), cells, _GAP * 2)


def _passes(step: Collective, lang: Lang, cells: int) -> list[str]:
    """What is exchanged in forward and in backward, a line each or more."""
    names = (FORWARD.get(lang.value), BACKWARD.get(lang.value))
    size = max(map(width, names)) + len(_GAP)
    said = (step.forward.get(lang.value), step.backward.get(lang.value))
    return [
        line
        for name, text in zip(names, said, strict=True)
        for line in wrap(pad(name, size) + text, cells, " " * size)
    ]
