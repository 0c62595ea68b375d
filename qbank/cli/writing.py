"""Write and correct: check, report."""

from pathlib import Path
from typing import Annotated

import typer

from qbank.cli import options
from qbank.cli.context import App


def check(
    ctx: typer.Context,
    paths: Annotated[
        list[Path] | None,
        typer.Argument(metavar="PATHS", help="Question files or ids; all without one."),
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Warnings fail too.")] = False,
    explain: Annotated[
        str | None, typer.Option("--explain", help="Say what a rule wants and why.")
    ] = None,
    format_: Annotated[
        str, typer.Option("--format", help="human, concise, json or github.")
    ] = "human",
    json_: options.Json = False,
    config: Annotated[
        list[str] | None,
        typer.Option(
            "--config", metavar="FILE", help="Check a training config instead; - is stdin."
        ),
    ] = None,
    for_: Annotated[
        str,
        typer.Option("--for", metavar="FRAMEWORK", help="What the config is for; else guessed."),
    ] = "",
) -> None:
    """Check the questions. Exit 1 with errors; with warnings too under --strict.

    With --config, check training configs, launch scripts and Python calls. Exit 1 with any finding.

    \b
    qbank check
    qbank check --explain unknown-key
    qbank check --config ds.json --for deepspeed
    """
    from qbank.cli.checking import run_check, run_explain

    app: App = ctx.obj
    if explain is not None:
        run_explain(app, explain, json=json_ or format_ == "json")
        return
    if config:
        from qbank.cli.linting import run_lint

        files = [*config, *map(str, paths or ())]
        code = run_lint(app, files, framework=for_, format_name=format_, json=json_)
        raise typer.Exit(code)
    code = run_check(app, paths or [], strict=strict, format_name=format_, json=json_)
    if code:
        raise typer.Exit(code)


def report(ctx: typer.Context, id_: options.QuestionId) -> None:
    """Print a ready text about a mistake: id, revision, versions. Nothing is sent.

    \b
    qbank report zero-stages
    qbank report deepspeed/zero-stages > report.md
    """
    from qbank.view.showing import report_text

    app: App = ctx.obj
    app.say(report_text(app, app.bank.resolve(id_)))
