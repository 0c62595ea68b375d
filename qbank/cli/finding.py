"""Find: list, show, search."""

from typing import Annotated, Any

import typer

from qbank.cli import options
from qbank.cli.context import App


def list_questions(
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
    suspended: options.Suspended = False,
    stale: options.Stale = False,
    json_: options.Json = False,
) -> None:
    """List questions with due date and recall.

    \b
    qbank list -f megatron --level senior
    qbank list --due --json
    """
    from qbank.cli.filters import Filter, select
    from qbank.view.data import list_data, stale_data

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
        stale,
    )
    entries = select(app, wanted)
    if json_:
        rows = [list_data(entry, app.cards, app.today) for entry in entries]
        if stale:
            rows = [row | {"stale": stale_data(app.stale[row["id"]])} for row in rows]
        app.emit("list", rows)
    else:
        from qbank.view.listing import list_text, stale_text

        reasons = f"{stale_text(app, app.stale, entries)}\n" if stale and entries else ""
        app.page(reasons + list_text(app, entries))
    app.skipped_files()


def show(
    ctx: typer.Context,
    id_: options.QuestionId,
    rubric: Annotated[
        bool,
        typer.Option("--rubric", help="Points, pitfalls and my last typed answer as one text."),
    ] = False,
    watch: Annotated[
        bool, typer.Option("--watch", help="Show again at each save, until Ctrl-C.")
    ] = False,
    json_: options.Json = False,
) -> None:
    """Show one question in full.

    \b
    qbank show zero-stages
    qbank show deepspeed/zero-stages --lang both
    """
    from qbank.view import showing

    app: App = ctx.obj
    entry = app.bank.resolve(id_)
    if json_:
        app.emit("show", showing.show_data(app, entry))
    elif watch:
        showing.watch(app, entry)
    elif rubric:
        app.say(showing.rubric(app, entry))
    else:
        app.page(showing.show_text(app, entry))


def search(
    ctx: typer.Context,
    query: Annotated[
        list[str], typer.Argument(metavar="QUERY", help='Words, a whole question, or a "phrase".')
    ],
    limit: Annotated[int, typer.Option("-n", min=1, max=500, help="How many at most.")] = 10,
    track: options.TrackName = None,
    framework: options.Frameworks = None,
    level: options.Levels = None,
    json_: options.Json = False,
) -> None:
    """Search titles and texts, best match first. Chinese works from one character on.

    \b
    qbank search optimizer state
    qbank search 优化器 状态
    """
    from qbank.bank.search import search as ranked
    from qbank.cli.filters import Filter, select
    from qbank.view.data import list_data
    from qbank.view.listing import matches_text

    app: App = ctx.obj
    wanted = {e.id for e in select(app, Filter(track=track, frameworks=framework, levels=level))}
    found = ranked(
        app.bank,
        " ".join(query),
        limit=limit,
        wanted=lambda e: e.id in wanted,
        lang=app.settings.lang,
    )
    if json_:
        data: list[dict[str, Any]] = [
            {**list_data(m.entry, app.cards, app.today), "excerpt": m.excerpt} for m in found
        ]
        app.emit("search", data)
    else:
        app.page(matches_text(app, found))
    if not found:
        raise typer.Exit(1)
