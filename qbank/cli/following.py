"""Follow: stats, assess."""

from typing import Annotated

import typer

from qbank.cli import options
from qbank.cli.context import App


def stats(
    ctx: typer.Context,
    days: Annotated[int, typer.Option("--days", min=1, max=3650, help="How many days back.")] = 30,
    json_: options.Json = False,
) -> None:
    """Recall, coverage and time by framework, level and dimension.

    \b
    qbank stats
    qbank stats --days 7 --json
    """
    from qbank.view.statistics import stats_data, stats_text

    app: App = ctx.obj
    data = stats_data(app, days)
    if json_:
        app.emit("stats", data)
    else:
        app.page(stats_text(app, data))


def assess(
    ctx: typer.Context,
    scores: Annotated[
        list[str] | None,
        typer.Option("--score", help="ROW=0..3, instead of asking; may be repeated."),
    ] = None,
    history: Annotated[bool, typer.Option("--history", help="Only show earlier ones.")] = False,
    json_: options.Json = False,
) -> None:
    """Rate yourself on five rows, stored and compared over time.

    \b
    qbank assess
    qbank assess --score zero=2 --score tensor-parallel=1
    """
    from qbank.cli.assessing import run_assess

    run_assess(ctx.obj, scores or [], history=history, json=json_)
