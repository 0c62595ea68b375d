"""Make: export."""

from typing import Annotated

import typer

from qbank.cli import options
from qbank.cli.context import App


def export(
    ctx: typer.Context,
    output: Annotated[str, typer.Option("-o", help="The file to write; - is stdout.")] = "-",
    format_: Annotated[
        str | None,
        typer.Option("--format", help="md, html, csv or json; from the file's suffix when clear."),
    ] = None,
    no_answers: Annotated[
        bool, typer.Option("--no-answers", help="Questions only, to be asked.")
    ] = False,
    cheatsheet: Annotated[
        bool, typer.Option("--cheatsheet", help="Pitch, points and pitfalls only.")
    ] = False,
    missed: Annotated[
        bool,
        typer.Option("--missed", help="Points missed and pitfalls said last time, newest first."),
    ] = False,
    group_by: Annotated[
        str | None, typer.Option("--group-by", help="framework, level, topic, or week of a track.")
    ] = None,
    title: Annotated[str | None, typer.Option("--title", help="The sheet's title.")] = None,
    excel: Annotated[
        bool, typer.Option("--excel", help="CSV that Excel opens by a double click.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace an existing file.")] = False,
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
    suspended: options.Suspended = False,
) -> None:
    """Write a study sheet. Drafts are never part of it.

    \b
    qbank export --track core-60 --lang both -o core.html
    qbank export --missed --cheatsheet -o morning.md
    """
    from qbank.cli.exporting import Asked, run_export
    from qbank.cli.filters import Filter

    app: App = ctx.obj
    wanted = Filter(
        track,
        framework,
        level,
        kind,
        type_,
        topic,
        dimension,
        status,
        due,
        unseen,
        marked,
        suspended,
    )
    asked = Asked(output, format_, no_answers, cheatsheet, missed, group_by, title, excel, force)
    run_export(app, wanted, asked)
