"""Practise what a machine grades: drill."""

import random
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from qbank.cli import envelope, options
from qbank.cli.context import App
from qbank.errors import UsageError

if TYPE_CHECKING:
    from qbank.bank.catalog import Entry
    from qbank.cli.answers import Refused
    from qbank.cli.filters import Filter
    from qbank.session.drilling import Asking, Drilled

INTERRUPTED = 130


class Wanted(NamedTuple):
    """What the command line asked for. `seed` is None where none was given."""

    filter: "Filter"
    number: int
    seed: int | None
    answers: str | None
    json: bool


def drill(  # noqa: PLR0913, PLR0917  # the options of a command
    ctx: typer.Context,
    track: options.TrackName = None,
    framework: options.Frameworks = None,
    level: options.Levels = None,
    kind: options.Kinds = None,
    type_: options.Types = None,
    topic: options.Topics = None,
    dimension: options.Dimensions = None,
    status: options.Statuses = None,
    due: options.Due = False,
    unseen: options.Unseen = False,
    marked: options.Marked = False,
    count: Annotated[int, typer.Option("-n", min=1, max=500, help="How many questions.")] = 10,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed", help="Same questions and numbers for the same seed; else due first."
        ),
    ] = None,
    answers: Annotated[
        str | None,
        typer.Option(
            "--answers",
            metavar="FILE",
            help="Grade lines of id<TAB>answer (- is stdin), all or none. Needs --seed, no terminal.",
        ),
    ] = None,
    json_: options.Json = False,
) -> None:
    """Drill what a machine grades, with fresh numbers. Without a terminal the questions are printed.

    \b
    qbank drill -n 20 --seed 7
    qbank drill --seed 7 --answers answers.tsv --json
    """
    from qbank.cli.filters import Filter

    chosen = Filter(
        track, framework, level, kind, type_, topic, dimension, status, due, unseen, marked
    )
    code = run_drill(ctx.obj, Wanted(chosen, count, seed, answers, json_))
    if code:
        raise typer.Exit(code)


def run_drill(app: App, wanted: Wanted) -> int:
    """Grade a file, ask in the terminal, or print the questions. Returns the exit code."""
    entries = candidates(app, wanted.filter)
    app.skipped_files()
    if wanted.answers is not None:
        return _grade_file(app, wanted, entries, wanted.answers)
    seed = random.SystemRandom().randrange(10**6) if wanted.seed is None else wanted.seed
    askings = planned(app, entries, wanted, seed)
    if not askings:
        return _say_nothing(app, wanted, seed)
    if app.is_terminal and sys.stdin.isatty() and not app.settings.no_input:
        return _ask(app, wanted, askings, seed)
    return _print_sheet(app, wanted, askings, seed)


def candidates(app: App, chosen: "Filter") -> tuple["Entry", ...]:
    """The machine-graded questions that a filter leaves. Raises UsageError when only open ones are wanted."""
    from qbank.cli.filters import select, with_defaults
    from qbank.terms import Status, Type

    if chosen.types and {*chosen.types} == {Type.OPEN.value}:
        raise UsageError("no machine grades open questions", hint="qbank quiz --type open")
    # the default track is short of numbers: without filters the whole bank is drilled
    limited = with_defaults(app, chosen)._replace(track=chosen.track)
    return tuple(
        entry
        for entry in select(app, limited)
        if entry.type is not Type.OPEN and entry.status is not Status.DRAFT
    )


def planned(
    app: App, entries: Sequence["Entry"], wanted: Wanted, seed: int
) -> tuple["Asking", ...]:
    """The questions of this drill. With a seed of the learner's what is due does not matter."""
    from qbank.schedule.select import is_due
    from qbank.session.drilling import Candidate, plan
    from qbank.terms import Type

    found = []
    for entry in entries:
        card = app.cards.get(entry.id)
        if card is not None and card.is_suspended:
            continue
        is_first = wanted.seed is None and is_due(card, app.today, entry.revision)
        found.append(Candidate(entry.id, entry.type is Type.NUMERIC, is_first))
    return plan(found, wanted.number, seed)


def _say_nothing(app: App, wanted: Wanted, seed: int) -> int:
    """Nothing to ask is success."""
    from qbank.messages.numbers import number_messages
    from qbank.view.drilled import done_data

    matching = [one.id for one in candidates(app, wanted.filter._replace(due=False))]
    if wanted.json:
        app.emit("drill", done_data(app, (), seed))
    elif wanted.filter.due and matching:
        from qbank.view.summary import nothing_text

        app.say(nothing_text(app, matching))
    else:
        app.say(number_messages(app.settings.lang).nothing)
    return 0


def _ask(app: App, wanted: Wanted, askings: Sequence["Asking"], seed: int) -> int:
    from qbank.view.drilling import Drill
    from qbank.view.keys import TerminalKeys

    app.journal(write=True)  # what it cannot take is said before the first question
    with TerminalKeys() as keys:
        ended = Drill(app, keys, askings, seed).run()
    _say_end(app, ended.done, wanted, seed)
    return INTERRUPTED if ended.interrupted else _code(ended.done)


def _print_sheet(app: App, wanted: Wanted, askings: Sequence["Asking"], seed: int) -> int:
    from qbank.messages.numbers import number_messages
    from qbank.session.drilling import drawn
    from qbank.view.drilled import sheet_data, sheet_text

    asked = [(asking, app.bank.get(asking.id)) for asking in askings]
    questions = [(asking, one, drawn(one, asking, seed)) for asking, one in asked]
    if wanted.json:
        app.emit("drill", sheet_data(app, questions, seed))
        return 0
    app.say(sheet_text(app, questions, seed))
    app.note(number_messages(app.settings.lang).sheet_how.format(seed=seed))
    return 0


def _grade_file(app: App, wanted: Wanted, entries: Sequence["Entry"], file: str) -> int:
    """All lines are graded and recorded, or none: a mended file can be given again as a whole."""
    from qbank.cli.answers import grade, read, record
    from qbank.view.drilled import verdict_text

    if wanted.seed is None:
        hint = "give the seed that the questions were asked with: --seed N"
        raise UsageError("--answers needs --seed: the numbers follow from it", hint=hint)
    graded, refused = grade(app, read(file), {entry.id for entry in entries}, wanted.seed)
    if refused:
        return _refuse(app, wanted, file, refused)
    done = record(app, graded)
    if not wanted.json:
        for one in done:
            app.say(f"{one.line}  {one.asking.id}")
            app.say(verdict_text(app, one, is_timed=False) + "\n")
    _say_end(app, done, wanted, wanted.seed)
    return _code(done)


def _refuse(app: App, wanted: Wanted, file: str, refused: Sequence["Refused"]) -> int:
    """Every line that cannot be graded, with its number and why. Exit code 2: nothing was done."""
    from qbank.view.text import clean

    lines = "1 line cannot" if len(refused) == 1 else f"{len(refused)} lines cannot"
    error = UsageError(
        f"{lines} be graded, so nothing was recorded", hint="mend the lines and run it again"
    )
    if wanted.json:
        problems = [one._asdict() for one in refused]
        envelope.write(app.out, "drill", None, problems, error)
        return error.exit_code
    name = "stdin" if file == "-" else file
    for one in refused:
        app.note(clean(f"{name}:{one.line}: {one.message}"))
        if one.hint:
            app.note(clean(f"   fix: {one.hint}"))
    raise error


def _say_end(app: App, done: Sequence["Drilled"], wanted: Wanted, seed: int) -> None:
    from qbank.view.drilled import done_data, summary_text

    if wanted.json:
        app.emit("drill", done_data(app, done, seed))
    else:
        app.say(summary_text(app, done, seed))


def _code(done: Sequence["Drilled"]) -> int:
    """1 when an answer was not right."""
    return 0 if all(one.is_right for one in done) else 1
