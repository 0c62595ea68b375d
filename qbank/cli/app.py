"""The command line as a whole, and the only place that renders errors."""

import contextlib
import errno
import os
import sys
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TextIO

from qbank.cli import envelope
from qbank.cli.context import App
from qbank.cli.flags import split
from qbank.errors import QbankError

INTERRUPTED = 130
BUG = 3
_OF_A_PATH = {
    errno.ENAMETOOLONG,
    errno.EACCES,
    errno.EPERM,
    errno.EROFS,
    errno.ELOOP,
    errno.ENOTDIR,
}
"""Errors that lie in a path that was given, or its permissions."""


def local_now() -> datetime:
    """The wall clock with the offset of this place."""
    return datetime.now().astimezone()


def run(
    arguments: Sequence[str],
    *,
    out: TextIO | None = None,
    err: TextIO | None = None,
    now: Callable[[], datetime] = local_now,
) -> int:
    """Run one command line and return its exit code. Nothing but a bug gets past here."""
    _open_missing_streams()
    out, err = out or sys.stdout, err or sys.stderr
    for stream in (out, err):
        _never_crash_on_encoding(stream)
    code = QbankError.exit_code
    try:
        try:
            code = _run(arguments, out, err, now)
        except SystemExit as leave:  # a signal ended a sitting
            code = leave.code if isinstance(leave.code, int) else code
        out.flush()
        err.flush()
    except OSError:  # nobody reads, or no room: what could be said was said
        _close_quietly(out)
        _close_quietly(err)
    except Exception as error:  # noqa: BLE001  # the report itself needs a file that is gone
        code = _say_restart(error, err)
    return code


def _run(arguments: Sequence[str], out: TextIO, err: TextIO, now: Callable[[], datetime]) -> int:
    before_dashes = arguments[: arguments.index("--")] if "--" in arguments else arguments
    wants_json = "--json" in before_dashes
    try:
        flags, rest = split(arguments)
        from qbank.settings import load

        app = App(load(flags), out, err, now)
        try:
            code = _invoke(app, rest)
            out.flush()
        finally:
            app.close()
    except QbankError as error:
        return _report(error, rest_command(arguments), out, err, wants_json=wants_json)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _close_quietly(out)
        return 0
    except Exception as error:  # noqa: BLE001  # the one place that turns a bug into a report
        known = _of_the_place(error)
        if known is not None:
            if isinstance(error, OSError) and error.errno == errno.ENOSPC:
                _close_quietly(out)
            return _report(known, rest_command(arguments), out, err, wants_json=wants_json)
        return _crash(error, arguments, out, err, wants_json=wants_json)
    return code


def _is_of_own_file(error: Exception) -> bool:
    """Whether a module or a file of qbank itself is gone."""
    if isinstance(error, FileNotFoundError):
        here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120  # no import now
        return str(error.filename).startswith(here + os.sep)
    return isinstance(error, ImportError)


def _say_restart(error: Exception, err: TextIO) -> int:
    """One line that needs nothing but what is loaded already."""
    said = " ".join(f"{type(error).__name__}: {error}".split())
    with contextlib.suppress(OSError):
        err.write(
            f"qbank: this run cannot go on, as after an upgrade in another window ({said}); "
            "restart qbank: saved answers are safe\n"
        )
        err.flush()
    return BUG


def _of_the_place(error: Exception) -> QbankError | None:
    """An error that lies in a path that was given, its permissions or the disk; None for a bug."""
    if not isinstance(error, OSError):
        return None
    if error.errno == errno.ENOSPC:
        return QbankError("no space left on the device", hint="free some space")
    if error.errno in _OF_A_PATH and error.filename:
        why = (error.strerror or "").lower()
        hint = "check the path, --bank and the variables QBANK_DATA and QBANK_CONFIG"
        return QbankError(f"cannot use {os.fsdecode(error.filename)}: {why}", hint=hint)
    return None


def _invoke(app: App, arguments: Sequence[str]) -> int:
    import typer

    from qbank.cli.tree import build

    try:
        result = build(arguments)(
            args=list(arguments), prog_name="qbank", standalone_mode=False, obj=app
        )
    except typer.Exit as leave:
        return leave.exit_code
    except typer.Abort as error:
        raise KeyboardInterrupt from error
    except Exception as error:
        usage = usage_error(error)
        if usage is None:
            raise
        raise usage from error
    return result if isinstance(result, int) else 0


def usage_error(error: Exception) -> QbankError | None:
    """Typer's complaint about the command line as ours; None for anything else."""
    from qbank.errors import UsageError

    describe = getattr(error, "format_message", None)
    if describe is None:
        return None
    message = describe().rstrip(".")
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "qbank"
    return UsageError(message[:1].lower() + message[1:], hint=f"{command} --help")


def rest_command(arguments: Sequence[str]) -> str:
    """The command's name for an error envelope."""
    from qbank.cli.tree import GROUPS

    try:
        words = split(arguments)[1]
    except QbankError:  # an option of every command is wrong
        words = list(arguments)
    first, *rest = [one for one in words if not one.startswith("-")] or [""]
    return f"{first} {rest[0]}" if rest and rest[0] in GROUPS.get(first, {}) else first


def _report(error: QbankError, command: str, out: TextIO, err: TextIO, *, wants_json: bool) -> int:
    from qbank.view.text import clean

    if wants_json:
        envelope.write(out, command, None, error=error)
    else:
        err.write(f"qbank: error: {clean(error.message)}\n")
        if error.hint:
            err.write(f"hint: {clean(error.hint)}\n")
    return error.exit_code


def _crash(
    error: Exception, arguments: Sequence[str], out: TextIO, err: TextIO, *, wants_json: bool
) -> int:
    if _is_of_own_file(error):
        return _say_restart(error, err)
    from qbank.cli.crash import write_crash

    path = write_crash(error, arguments)
    message = f"this is a bug: {type(error).__name__}: {error}"
    hint = f"the details are in {path}; nothing that was saved is lost"
    if wants_json:
        bug = QbankError(message, hint=hint)
        bug.code = "bug"
        envelope.write(out, rest_command(arguments), None, error=bug)
    err.write(f"qbank: {message}\nhint: {hint}\n")
    return BUG


def _open_missing_streams() -> None:
    """A stream that was closed before the start, as by `>&-`, is None: nothing is read or written then."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115


def _never_crash_on_encoding(stream: TextIO) -> None:
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")


def _close_quietly(stream: TextIO) -> None:
    """A closed pipe is no error: point it at nothing so that interpreter exit stays silent."""
    if stream in {sys.stdout, sys.stderr}:
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, stream.fileno())
