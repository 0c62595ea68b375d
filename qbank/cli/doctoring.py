"""What is used and why, and whether it is whole."""

import platform
import sys
import time
from pathlib import Path
from typing import NamedTuple

from qbank import __version__
from qbank.cli.context import App
from qbank.errors import QbankError
from qbank.messages import counted

_UNUSED_SECONDS = 30 * 86400


class Finding(NamedTuple):
    """One line of the report."""

    name: str
    value: str
    is_fine: bool = True


def run_doctor(app: App, *, rebuild: bool, prune: bool, json: bool) -> bool:
    """Print the report; returns whether everything is whole."""
    if rebuild:
        _rebuild(app)
    if prune:
        app.note(counted(app.words.pruned, n=prune_indexes(app)))
    findings = [*_environment(app), *_settings(app), *_bank(app), *_journal(app)]
    if json:
        app.emit("doctor", [one._asdict() for one in findings])
    else:
        size = max(len(one.name) for one in findings)
        for one in findings:
            mark = "ok" if one.is_fine else "! "
            app.say(f"{mark}  {one.name:<{size}}  {one.value}")
    return all(one.is_fine for one in findings)


def _environment(app: App) -> list[Finding]:
    from qbank.bank.reader import HAS_C_LOADER

    loader = (
        "libyaml" if HAS_C_LOADER else "pure Python: reading questions is about 17 times slower"
    )
    return [
        Finding("qbank", f"{__version__} in {Path(__file__).resolve().parent.parent}"),
        Finding("python", f"{platform.python_version()} at {sys.executable}"),
        Finding("yaml", loader),
        Finding("width", str(app.cells)),
    ]


def _settings(app: App) -> list[Finding]:
    return [Finding(one.name, f"{one.value} ({one.source})") for one in app.settings.origins]


def _bank(app: App) -> list[Finding]:
    try:
        bank = app.bank
    except QbankError as error:
        return [Finding("bank", error.message, is_fine=False)]
    found = [
        Finding("bank folder", f"{root.path}{'' if root.is_packaged else ' (yours)'}")
        for root in bank.roots
    ]
    own = app.settings.user_bank
    if not own.is_dir():
        found.append(Finding("your questions", f"{own} (not there yet)"))
    kept = "" if bank.index.is_durable else " (in memory: the cache directory cannot be used)"
    found.append(Finding("questions", f"{len(bank.entries)}{kept}"))
    broken = {problem.path for problem in bank.problems}
    if broken:
        found.append(Finding("left out", f"{len(broken)} files, run: qbank check", is_fine=False))
    return found


def _journal(app: App) -> list[Finding]:
    path = app.settings.journal_file
    try:
        journal = app.journal()
        if not path.exists():
            return [Finding("journal", f"{path}: none yet")]
        rows = len(journal.all_rows())
        whole = journal.is_whole()
    except QbankError as error:
        return [Finding("journal", f"{error.message}; {error.hint}", is_fine=False)]
    from qbank.journal.backup import backups_of

    backups = backups_of(path)
    newest = backups[0].name if backups else "none"
    return [
        Finding("journal", f"{path}: {rows} rows"),
        Finding(
            "card states", "equal the log" if whole else "differ: qbank doctor --rebuild", whole
        ),
        Finding("backups", f"{len(backups)}, newest {newest}"),
    ]


def _rebuild(app: App) -> None:
    for old in app.settings.cache_dir.glob("index-*.db*"):
        old.unlink(missing_ok=True)
    if app.settings.journal_file.exists():
        app.journal(write=True).rebuild()


def prune_indexes(app: App) -> int:
    """Delete indexes that were not used for 30 days. Returns how many."""
    limit = time.time() - _UNUSED_SECONDS
    old = [p for p in app.settings.cache_dir.glob("index-*.db*") if p.stat().st_mtime < limit]
    for path in old:
        path.unlink(missing_ok=True)
    return len(old)
