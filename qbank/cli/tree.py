"""The tree of commands."""

from collections.abc import Callable
from typing import Any

import typer

from qbank import __version__
from qbank.cli import finding, following, looking_after, making, practising, writing
from qbank.cli.context import App
from qbank.cli.flags import EVERYWHERE

DOCS = "Docs: docs/cli.md"
_EPILOG = f"{EVERYWHERE}\n\n{DOCS}"


def build() -> typer.Typer:
    """The application with all commands."""
    app = typer.Typer(
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        add_completion=True,
        context_settings={"help_option_names": ["-h", "--help"]},
        epilog=_EPILOG,
        help="Practise interview questions on LLM training frameworks, offline, in Chinese and English.",
    )
    app.callback(invoke_without_command=True)(root)
    for name, command in COMMANDS.items():
        app.command(name, epilog=_EPILOG)(command)
    for name, group in GROUPS.items():
        app.add_typer(_group(group), name=name)
    return app


def _group(commands: "dict[str, Callable[..., Any]]") -> typer.Typer:
    group = typer.Typer(
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        help=commands[""].__doc__,
        epilog=_EPILOG,
    )
    group.callback(invoke_without_command=True)(commands[""])
    for name, command in commands.items():
        if name:
            group.command(name, epilog=_EPILOG)(command)
    return group


def root(
    ctx: typer.Context,
    version: bool = typer.Option(False, "--version", "-V", help="Print the version and leave."),
) -> None:
    """Practise interview questions on LLM training frameworks, offline, in Chinese and English.

    \b
    qbank quiz
    qbank search 优化器 状态
    """
    if version:
        app: App = ctx.obj
        app.say(f"qbank {__version__}")
        raise typer.Exit
    if ctx.invoked_subcommand is None:
        from qbank.view.today import today_text

        ctx.obj.say(today_text(ctx.obj))


COMMANDS: dict[str, Callable[..., Any]] = {
    "quiz": practising.quiz,
    "list": finding.list_questions,
    "show": finding.show,
    "search": finding.search,
    "stats": following.stats,
    "assess": following.assess,
    "export": making.export,
    "check": writing.check,
    "report": writing.report,
    "undo": looking_after.undo,
    "import": looking_after.import_journal,
    "doctor": looking_after.doctor,
}
GROUPS: dict[str, dict[str, Callable[..., Any]]] = {
    "backup": looking_after.BACKUP,
    "config": looking_after.CONFIG,
}
