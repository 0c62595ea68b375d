"""Look after the journal and the settings: undo, import, doctor, backup, config."""

from pathlib import Path
from typing import Annotated

import typer

from qbank.cli import options
from qbank.cli.context import App

Yes = Annotated[bool, typer.Option("--yes", help="Do not ask.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Say what would happen, change nothing.")]


def undo(ctx: typer.Context, dry_run: DryRun = False, json_: options.Json = False) -> None:
    """Take back the newest answer, mark or suspension. Works across runs, again and again.

    \b
    qbank undo
    qbank undo --dry-run
    """
    from qbank.view.undoing import describe, undo_newest

    app: App = ctx.obj
    if dry_run:
        row = app.journal().last_undoable()
        if json_:
            found = row and {"id": row.id, "kind": row.kind, "question": row.question_id}
            app.emit("undo", found)
            return
        text = (
            app.words.nothing_to_undo
            if row is None
            else app.words.would_undo.format(what=describe(app, row))
        )
        app.say(text)
        return
    undone = undo_newest(app)
    if json_:
        data = undone and {"id": undone.row_id, "kind": undone.kind, "question": undone.question_id}
        app.emit("undo", data)
    else:
        app.say(app.words.undone.format(what=undone.text) if undone else app.words.nothing_to_undo)
    if undone is None:
        raise typer.Exit(1)


def import_journal(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="JOURNAL", help="Another journal.db.")],
    dry_run: DryRun = False,
    yes: Yes = False,
    json_: options.Json = False,
) -> None:
    """Add the rows of another journal; the order does not matter.

    \b
    qbank import old-laptop/journal.db --dry-run
    qbank import old-laptop/journal.db --yes
    """
    from qbank.cli.importing import run_import

    run_import(ctx.obj, file, dry_run=dry_run, yes=yes, json=json_)


def doctor(
    ctx: typer.Context,
    rebuild: Annotated[
        bool, typer.Option("--rebuild", help="Work out index and card states anew.")
    ] = False,
    prune: Annotated[
        bool, typer.Option("--prune", help="Delete indexes of other versions, unused for 30 days.")
    ] = False,
    json_: options.Json = False,
) -> None:
    """Say what is used and why, and whether it is whole. Changes nothing by itself.

    \b
    qbank doctor
    qbank doctor --rebuild
    """
    from qbank.cli.doctoring import run_doctor

    if not run_doctor(ctx.obj, rebuild=rebuild, prune=prune, json=json_):
        raise typer.Exit(1)


def backup(ctx: typer.Context, json_: options.Json = False) -> None:
    """Back up the journal now, or restore one. Ten are kept.

    \b
    qbank backup
    qbank backup restore journal-20261130-0412.db
    """
    if ctx.invoked_subcommand is None:
        from qbank.cli.backing_up import run_backup

        run_backup(ctx.obj, json=json_)


def backup_list(ctx: typer.Context, json_: options.Json = False) -> None:
    """List the backups, newest first.

    \b
    qbank backup list
    qbank backup list --json
    """
    from qbank.cli.backing_up import run_list

    run_list(ctx.obj, json=json_)


def backup_restore(
    ctx: typer.Context,
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="A backup; the newest without one.")
    ] = None,
    yes: Yes = False,
    json_: options.Json = False,
) -> None:
    """Put a backup in the journal's place. The journal of now is backed up first.

    \b
    qbank backup restore
    qbank backup restore journal-20261130-0412.db --yes
    """
    from qbank.cli.backing_up import run_restore

    run_restore(ctx.obj, name, yes=yes, json=json_)


def config(ctx: typer.Context, json_: options.Json = False) -> None:
    """Show the settings and where each comes from.

    \b
    qbank config
    qbank config set minutes 30
    """
    if ctx.invoked_subcommand is None:
        from qbank.cli.configuring import run_list

        run_list(ctx.obj, json=json_)


def config_get(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="A setting.")],
    json_: options.Json = False,
) -> None:
    """Print one setting.

    \b
    qbank config get track
    qbank config get minutes --json
    """
    from qbank.cli.configuring import run_get

    run_get(ctx.obj, name, json=json_)


def config_set(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="A setting.")],
    value: Annotated[
        str, typer.Argument(metavar="VALUE", help="Its value; lists are separated by commas.")
    ],
    yes: Yes = False,
) -> None:
    """Change one setting in config.toml; comments and order stay.

    \b
    qbank config set lang zh
    qbank config set track ""
    """
    from qbank.cli.configuring import run_set

    run_set(ctx.obj, name, value, yes=yes)


def config_edit(ctx: typer.Context) -> None:
    """Open config.toml in the editor.

    \b
    qbank config edit
    EDITOR=nano qbank config edit
    """
    from qbank.cli.configuring import run_edit

    run_edit(ctx.obj)
