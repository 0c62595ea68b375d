"""Answers from a file, `id<TAB>answer` a line: all of them are graded and recorded, or none."""

import sys
from collections import Counter
from collections.abc import Collection
from dataclasses import replace
from typing import NamedTuple

from qbank.cli.context import App
from qbank.errors import NotFoundError, UsageError
from qbank.schedule.rows import EventKind
from qbank.session.drilling import Asking, Drilled, answer_row, answered, drawn, is_readable
from qbank.settings import expanded
from qbank.terms import Status, Type
from qbank.view.repeating import Repeats


class Line(NamedTuple):
    """One answer: its line number from 1, the question as named, and what was typed."""

    number: int
    id: str
    typed: str


class Refused(NamedTuple):
    """A line that cannot be graded, and why."""

    line: int
    id: str
    message: str
    hint: str = ""


def read(file: str) -> str:
    """The text of an answers file, `-` for stdin. Raises UsageError when it cannot be read."""
    try:
        data = sys.stdin.buffer.read() if file == "-" else expanded(file, "--answers").read_bytes()
    except OSError as error:
        message = f"{file} cannot be read: {error.strerror}"
        raise UsageError(message, hint="give --answers FILE, or - for stdin") from error
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        number = data[: error.start].count(b"\n") + 1
        message = f"{file}:{number}: not UTF-8 text"
        raise UsageError(message, hint="save the file as UTF-8") from error


def grade(
    app: App, text: str, allowed: Collection[str], seed: int
) -> tuple[tuple[Drilled, ...], tuple[Refused, ...]]:
    """Grade every line; blank lines and those that begin with # say nothing.

    The second answer to a question is taken for the second time it was asked.
    """
    graded: list[Drilled] = []
    refused: list[Refused] = []
    times: Counter[str] = Counter()
    for number, raw in enumerate(text.split("\n"), 1):
        if not raw.strip() or raw.startswith("#"):
            continue
        found = _one(app, number, raw, allowed, times, seed)
        if isinstance(found, Refused):
            refused.append(found)
        else:
            graded.append(found)
            times[found.asking.id] += 1
    return tuple(graded), tuple(refused)


def _one(  # noqa: PLR0913, PLR0917  # one line and what it is checked against
    app: App, number: int, raw: str, allowed: Collection[str], times: Counter[str], seed: int
) -> Drilled | Refused:
    line = _split(number, raw)
    if isinstance(line, Refused):
        return line
    question_id = _resolved(app, line, allowed, times)
    if isinstance(question_id, Refused):
        return question_id
    asking, question = Asking(question_id, times[question_id]), app.bank.get(question_id)
    draw = drawn(question, asking, seed)
    drilled = answered(asking, question, draw, line.typed, line=number)
    if is_readable(drilled):
        return drilled
    why = drilled.graded.problem or app.words.grading[drilled.graded.reason]
    return Refused(number, question_id, f"`{line.typed}` cannot be read: {why}")


def _split(number: int, raw: str) -> Line | Refused:
    id_, tab, typed = raw.partition("\t")
    if not tab:
        hint = "write the id, a tab, and the answer"
        return Refused(number, id_.strip(), "there is no tab in the line", hint)
    if not typed.strip():
        return Refused(number, id_.strip(), "no answer after the tab", "answer, or delete the line")
    return Line(number, id_.strip(), typed.strip())


def _resolved(app: App, line: Line, allowed: Collection[str], times: Counter[str]) -> str | Refused:
    """The question's id of today, when a machine can grade the line."""
    try:
        entry = app.bank.resolve(line.id)
    except NotFoundError as error:
        return Refused(line.number, line.id, error.message, error.hint)
    if entry.type is Type.OPEN:
        message = f"`{entry.id}` is an open question: no machine grades it"
        return Refused(line.number, entry.id, message, "qbank quiz")
    if entry.status is Status.DRAFT:
        return Refused(line.number, entry.id, f"`{entry.id}` is a draft: it is not asked")
    if entry.id not in allowed:
        return Refused(line.number, entry.id, f"`{entry.id}` is outside the filters")
    if times[entry.id] and entry.type is not Type.NUMERIC:
        return Refused(line.number, entry.id, f"`{entry.id}` is answered twice", "delete one line")
    return entry.id


def record(app: App, graded: tuple[Drilled, ...]) -> tuple[Drilled, ...]:
    """Commit all answers in one transaction; the same with row ids and due dates. Raises JournalError.

    What was drilled today with the same values is practice.
    """
    if not graded:
        return ()
    bank, lang = app.bank, app.settings.lang
    journal = app.journal(write=True)
    repeats = Repeats(app)
    graded = tuple(replace(one, is_practice=not repeats.is_new(one)) for one in graded)
    rows = [
        (
            EventKind.PRACTICE if one.is_practice else EventKind.ANSWER,
            one.asking.id,
            answer_row(one, bank.entry(one.asking.id).hash, lang),
        )
        for one in graded
    ]
    recorded = journal.record_all(rows, now=app.now())
    if any(one.clock_was_back for one in recorded):
        app.note(app.words.clock_back)
    kept = []
    for one, row in zip(graded, recorded, strict=True):
        card = journal.card(one.asking.id)
        due = card.due.isoformat() if card and card.due else ""
        kept.append(replace(one, row_id=row.id, due=due))
    return tuple(kept)
