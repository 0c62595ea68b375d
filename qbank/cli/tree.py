"""The tree of commands. Typer reads the signature of every function it is given, so it is given only the asked one."""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

import typer

from qbank import __version__
from qbank.cli.context import App
from qbank.cli.flags import EVERYWHERE

DOCS = "Docs: docs/cli.md"
_EPILOG = f"{EVERYWHERE}\n\n{DOCS}"

# `module:function` below qbank.cli, in the order of the help page.
COMMANDS: Mapping[str, str] = {
    "quiz": "practising:quiz",
    "drill": "drilling:drill",
    "list": "finding:list_questions",
    "show": "finding:show",
    "search": "finding:search",
    "stats": "following:stats",
    "assess": "following:assess",
    "export": "making:export",
    "calc": "calculating:calc",
    "check": "writing:check",
    "report": "writing:report",
    "undo": "looking_after:undo",
    "import": "looking_after:import_journal",
    "doctor": "looking_after:doctor",
}
# `module:mapping` with what typer needs to know beside the function's signature.
SPECIAL: Mapping[str, str] = {"calc": "calculating:OPTIONS"}
GROUPS: Mapping[str, Mapping[str, str]] = {
    "backup": {
        "": "looking_after:backup",
        "list": "looking_after:backup_list",
        "restore": "looking_after:backup_restore",
    },
    "config": {
        "": "looking_after:config",
        "get": "looking_after:config_get",
        "set": "looking_after:config_set",
        "edit": "looking_after:config_edit",
    },
}


def function(place: str) -> Callable[..., Any]:
    """The function at `module:function` below qbank.cli."""
    found: Callable[..., Any] = _named(place)
    return found


def _named(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(import_module(f"qbank.cli.{module}"), name)


def build(arguments: Sequence[str] = ()) -> typer.Typer:
    """The application with the command that the arguments begin with, or with all when they begin with none."""
    asked = arguments[0] if arguments else ""
    is_known = asked in COMMANDS or asked in GROUPS
    app = _typer(
        help="Practise interview questions on LLM training frameworks, offline, in Chinese and English.",
        add_completion=not is_known,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(invoke_without_command=True)(root)
    for name, place in COMMANDS.items():
        if asked == name or not is_known:
            special = _named(SPECIAL[name]) if name in SPECIAL else {}
            app.command(name, epilog=_EPILOG, **special)(function(place))
    for name, group in GROUPS.items():
        if asked == name or not is_known:
            app.add_typer(_group(group), name=name)
    return app


def _typer(**options: Any) -> typer.Typer:
    return typer.Typer(
        rich_markup_mode=None, pretty_exceptions_enable=False, epilog=_EPILOG, **options
    )


def _group(places: Mapping[str, str]) -> typer.Typer:
    whole = function(places[""])
    group = _typer(help=whole.__doc__)
    group.callback(invoke_without_command=True)(whole)
    for name, place in places.items():
        if name:
            group.command(name, epilog=_EPILOG)(function(place))
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
