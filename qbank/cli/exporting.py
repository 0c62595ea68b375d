"""From the options of `export` to a written file."""

import os
import tempfile
from pathlib import Path

from qbank.cli.context import App
from qbank.cli.filters import Filter, select
from qbank.errors import NotFoundError, UsageError
from qbank.export import FORMATS, SUFFIXES
from qbank.export.sheet import CHEATSHEET, WITHOUT_ANSWERS, sheet
from qbank.messages import counted


def run_export(
    app: App,
    wanted: Filter,
    *,
    output: str,
    format_name: str | None,
    no_answers: bool,
    cheatsheet: bool,
    title: str | None,
    force: bool,
) -> None:
    """Write the sheet and say what was written and left out. Raises UsageError, NotFoundError."""
    if no_answers and cheatsheet:
        raise UsageError(
            "--no-answers and --cheatsheet exclude each other", hint="give one of them"
        )
    name = format_of(output, format_name)
    path = None if output == "-" else Path(output)
    if path is not None and path.exists() and not force:
        raise UsageError(f"{path} exists", hint="add --force, or choose another name")
    roles = WITHOUT_ANSWERS if no_answers else CHEATSHEET if cheatsheet else None
    made = sheet(
        app.bank,
        select(app, wanted),
        app.settings.shown.langs(),
        title=title or wanted.track or app.words.sheet_title,
        roles=roles,
    )
    if not made.questions:
        raise NotFoundError(app.words.nothing_left, hint="qbank list")
    text = FORMATS[name](made)
    if path is None:
        app.out.write(text)
    else:
        write_atomically(path, text)
    where = "stdout" if path is None else str(path)
    app.note(counted(app.words.exported, n=len(made.questions), path=where))
    if made.left_out:
        app.note(counted(app.words.drafts_left_out, n=made.left_out))
    app.skipped_files()


def format_of(output: str, given: str | None) -> str:
    """The format by name, else by the file's suffix, else Markdown. Raises UsageError."""
    names = ", ".join(FORMATS)
    if given is not None:
        if given not in FORMATS:
            raise UsageError(f"`{given}` is not a format", hint=f"use {names}")
        return given
    suffix = Path(output).suffix.lower()
    if output == "-" or not suffix:
        return "md"
    if suffix not in SUFFIXES:
        raise UsageError(f"no format is known for `{suffix}`", hint=f"add --format {names}")
    return SUFFIXES[suffix]


def write_atomically(path: Path, text: str) -> None:
    """Write beside the file and rename, so that no half file is ever seen. Raises UsageError."""
    temporary = ""
    try:
        descriptor, temporary = tempfile.mkstemp(dir=path.parent or Path(), prefix=f".{path.name}.")
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        Path(temporary).chmod(0o666 & ~_umask())
        Path(temporary).replace(path)
    except OSError as error:
        if temporary:
            Path(temporary).unlink(missing_ok=True)
        hint = "choose a folder that exists and can be written"
        raise UsageError(f"cannot write {path}: {error.strerror}", hint=hint) from error


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
