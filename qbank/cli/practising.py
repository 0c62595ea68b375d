"""Practise: quiz."""

import random
import sys
from typing import Annotated

import typer

from qbank.cli import options
from qbank.cli.context import App
from qbank.errors import NoTerminalError

REFUSAL = "quiz needs a terminal"
NO_TERMINAL = "read a question with: qbank show ID --json; answer with: qbank drill --answers FILE"


def quiz(
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
    count: Annotated[
        int | None, typer.Option("-n", min=1, max=500, help="How many questions; no time limit.")
    ] = None,
    minutes: Annotated[
        float | None,
        typer.Option(
            "--minutes",
            min=1,
            max=600,
            callback=options.refuse_nan,
            help="Minutes that the questions are planned to take.",
        ),
    ] = None,
    new: Annotated[
        int | None,
        typer.Option(
            "--new", min=0, max=100, help="New questions at most, if the minutes hold them."
        ),
    ] = None,
    practice: Annotated[
        bool, typer.Option("--practice", help="Logged, but the schedule stays as it is.")
    ] = False,
    ahead: Annotated[
        int,
        typer.Option(
            "--ahead", min=0, max=365, help="Also what is due within N days (with --due too)."
        ),
    ] = 0,
    pitch: Annotated[
        bool, typer.Option("--pitch", help="30 seconds on the clock, then the pitch.")
    ] = False,
    confidence: Annotated[
        bool, typer.Option("--confidence", help="Ask how sure you are before the reveal.")
    ] = False,
    seed: Annotated[
        int | None, typer.Option("--seed", help="Same questions and numbers for the same seed.")
    ] = None,
    json_: options.Json = False,
) -> None:
    """Practise: what is due first, then new questions. Saved at each rating.

    \b
    qbank quiz
    qbank quiz -f deepspeed -l mid -n 10
    """
    from qbank.cli.filters import Filter
    from qbank.cli.sitting import Wanted, run_quiz

    app: App = ctx.obj
    if not (app.is_terminal and sys.stdin.isatty()) or app.settings.no_input:
        raise NoTerminalError(REFUSAL, hint=NO_TERMINAL)
    wanted = Filter(
        track, framework, level, kind, type_, topic, dimension, status, due, unseen, marked
    )
    if due:
        wanted = wanted._replace(ahead=ahead)
    request = Wanted(
        filter=wanted,
        count=count,
        minutes=minutes,
        new=new,
        practice=practice,
        ahead=ahead,
        pitch=pitch,
        confidence=confidence,
        seed=random.SystemRandom().randrange(2**31) if seed is None else seed,
        json=json_,
    )
    code = run_quiz(app, request)
    if code:
        raise typer.Exit(code)
