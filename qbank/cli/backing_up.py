"""Back up, list, restore."""

from qbank.cli.asking import confirmed
from qbank.cli.context import App


def run_backup(app: App, *, json: bool) -> None:
    """Back up the journal now."""
    from qbank.journal.backup import back_up

    path = back_up(app.settings.journal_file, app.now())
    if json:
        app.emit("backup", {"path": str(path)})
    else:
        app.say(app.words.backed_up.format(path=path))


def run_list(app: App, *, json: bool) -> None:
    """The backups, newest first."""
    from qbank.journal.backup import backups_of

    found = backups_of(app.settings.journal_file)
    if json:
        app.emit("backup list", [str(path) for path in found])
    else:
        app.say("\n".join(path.name for path in found) or app.words.no_backups)


def run_restore(app: App, name: str | None, *, yes: bool, json: bool) -> None:
    """Put a backup in the journal's place, after asking."""
    from qbank.journal.backup import chosen, restore

    journal = app.settings.journal_file
    backup = chosen(journal, name)
    if not confirmed(app, f"{app.words.restore_ask} {backup.name}", yes=yes):
        if json:
            app.emit("backup restore", {"restored": None, "aside": None})
        return
    _, aside = restore(journal, backup.name, app.now())
    if json:
        app.emit("backup restore", {"restored": str(backup), "aside": aside and str(aside)})
        return
    app.say(app.words.restored.format(path=backup))
    if aside is not None:
        app.say(app.words.set_aside.format(path=aside))
