"""Import another journal."""

from pathlib import Path

from qbank.cli.asking import confirmed
from qbank.cli.context import App
from qbank.messages import counted


def run_import(app: App, file: Path, *, dry_run: bool, yes: bool, json: bool) -> None:
    """Count first, back up, then add what is missing here."""
    from qbank.journal.backup import back_up
    from qbank.journal.merge import plan_merge

    plan = plan_merge(app.journal(), file)
    planned = app.words.import_plan.format(new=len(plan.new), known=plan.known)
    data = {"new": len(plan.new), "known": plan.known, "written": False}
    if dry_run or not plan.new:
        app.emit("import", data) if json else app.say(planned)
        return
    if not json:
        app.note(planned)
    if not confirmed(app, app.words.import_ask, yes=yes):
        if json:
            app.emit("import", data)
        return
    path = app.settings.journal_file
    if path.exists():
        app.note(app.words.backed_up.format(path=back_up(path, app.now())))
    app.journal(write=True).add_rows(plan.new)
    if json:
        app.emit("import", {**data, "written": True})
    else:
        app.say(counted(app.words.imported, n=len(plan.new)))
