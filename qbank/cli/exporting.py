"""From the options of `export` to a written file."""

import contextlib
import os
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from qbank.cli.context import App
from qbank.cli.filters import Filter, select
from qbank.errors import NotFoundError, UsageError
from qbank.messages import counted

if TYPE_CHECKING:
    from qbank.bank.catalog import Entry
    from qbank.export import Format
    from qbank.export.sheet import Shown


class Asked(NamedTuple):
    """The options of `export` beside the filters."""

    output: str
    format_name: str | None = None
    no_answers: bool = False
    cheatsheet: bool = False
    missed: bool = False
    group_by: str | None = None
    title: str | None = None
    excel: bool = False
    force: bool = False


def run_export(app: App, wanted: Filter, asked: Asked) -> None:
    """Write the sheet and say what was written and left out. Raises UsageError, NotFoundError."""
    from qbank.export.grouping import grouped
    from qbank.export.sheet import Options, sheet, without_drafts

    form, path = _place(asked)
    entries = select(app, wanted)
    shown = _shown(app, asked)
    if asked.missed:
        entries = _newest_first(entries, [*shown.missed])
    kept = without_drafts(entries)
    groups = grouped(app.bank, kept, asked.group_by, wanted.track)
    if not kept:
        nothing = app.words.nothing_missed if asked.missed else app.words.nothing_left
        raise NotFoundError(nothing, hint="qbank list")
    with counting(app, len(kept)) as each:
        made = sheet(
            app.bank,
            groups,
            app.settings.shown.langs(),
            title=asked.title or wanted.track or app.words.sheet_title,
            shown=shown,
            each=each,
        )
        content = form.render(made, Options(excel=asked.excel))
    if path is None:
        app.out.write(str(content))
    else:
        write_atomically(path, content)
    where = "stdout" if path is None else str(path)
    app.note(counted(app.words.exported, n=len(kept), path=where))
    if len(entries) > len(kept):
        app.note(counted(app.words.drafts_left_out, n=len(entries) - len(kept)))
    app.skipped_files()


def _place(asked: Asked) -> "tuple[Format, Path | None]":
    """The format and the file, None for stdout, once all that can be wrong with them is not."""
    if asked.no_answers and (asked.cheatsheet or asked.missed):
        other = "--cheatsheet" if asked.cheatsheet else "--missed"
        raise UsageError(f"--no-answers and {other} exclude each other", hint="give one of them")
    form = format_of(asked.output, asked.format_name)
    form.check()
    if asked.excel and form.name != "csv":
        raise UsageError("--excel is for CSV", hint="add --format csv, or leave --excel out")
    if asked.output == "-":
        if not form.is_text:
            message = f"--format {form.name} is no text for a terminal"
            raise UsageError(message, hint=f"add -o sheet{form.suffixes[0]}")
        return form, None
    path = Path(asked.output)
    if path.is_dir():
        raise UsageError(f"{path} is a folder", hint=f"add -o {path / 'sheet'}{form.suffixes[0]}")
    if path.exists() and not asked.force:
        raise UsageError(f"{path} exists", hint="add --force, or choose another name")
    return form, path


def _shown(app: App, asked: Asked) -> "Shown":
    """What of each question the sheet shows."""
    from qbank.export.sheet import CHEATSHEET, MISSED, WITHOUT_ANSWERS, Shown

    if not asked.missed:
        roles = WITHOUT_ANSWERS if asked.no_answers else CHEATSHEET if asked.cheatsheet else None
        return Shown(roles)
    from qbank.export.missed import missed_by_question
    from qbank.schedule.rows import EventKind

    _ = app.bank.entries  # the journal then knows older ids
    rows = app.journal().rows(kinds=(EventKind.ANSWER, EventKind.PRACTICE))
    return Shown(MISSED | CHEATSHEET if asked.cheatsheet else MISSED, missed_by_question(rows))


def _newest_first(entries: "Sequence[Entry]", ids: Sequence[str]) -> "tuple[Entry, ...]":
    """Those of `entries` that `ids` names, in the order of `ids`."""
    by_id = {entry.id: entry for entry in entries}
    return tuple(by_id[id_] for id_ in ids if id_ in by_id)


@contextlib.contextmanager
def counting(app: App, total: int) -> Iterator[Callable[[int], None]]:
    """A function that counts on stderr, after the first second and on a terminal only; the line is wiped at the end."""
    begin, written = time.monotonic(), 0

    def each(number: int) -> None:
        nonlocal written
        if app.err.isatty() and time.monotonic() - begin > 1:
            line = f"{number}/{total}"
            written = len(line)
            app.err.write(f"\r{line}")
            app.err.flush()

    try:
        yield each
    finally:
        if written:
            app.err.write("\r" + " " * written + "\r")


def format_of(output: str, given: str | None) -> "Format":
    """The format by name, else by the file's suffix, else Markdown. Raises UsageError."""
    from qbank.export import FORMATS, by_suffix

    names = ", ".join(FORMATS)
    if given is not None:
        if given not in FORMATS:
            raise UsageError(f"`{given}` is not a format", hint=f"use {names}")
        return FORMATS[given]
    suffix = Path(output).suffix
    if output == "-" or not suffix:
        return FORMATS["md"]
    found = by_suffix(suffix)
    if found is None:
        raise UsageError(f"no format is known for `{suffix}`", hint=f"add --format {names}")
    return found


def write_atomically(path: Path, content: str | bytes) -> None:
    """Write beside the file and rename, so that no half file is ever seen. Raises UsageError."""
    raw = content.encode("utf-8", "replace") if isinstance(content, str) else content
    temporary = ""
    try:
        descriptor, temporary = tempfile.mkstemp(dir=path.parent or Path(), prefix=f".{path.name}.")
        with os.fdopen(descriptor, "wb") as file:
            file.write(raw)
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
