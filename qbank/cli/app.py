"""The command line as a whole, and the only place that renders errors."""

import json
import os
import sys
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TextIO

from qbank.cli.context import App
from qbank.cli.flags import split
from qbank.errors import QbankError

INTERRUPTED = 130
BUG = 3


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
    out, err = out or sys.stdout, err or sys.stderr
    for stream in (out, err):
        _never_crash_on_encoding(stream)
    wants_json = "--json" in arguments
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
        return _crash(error, arguments, err)
    return code


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
    return next((one for one in arguments if not one.startswith("-")), "")


def _report(error: QbankError, command: str, out: TextIO, err: TextIO, *, wants_json: bool) -> int:
    from qbank.view.text import clean

    if wants_json:
        body = {"code": error.code, "message": error.message, "hint": error.hint}
        envelope = {"qbank": 1, "command": command, "data": None, "problems": [], "error": body}
        out.write(json.dumps(envelope, ensure_ascii=False) + "\n")
    else:
        err.write(f"qbank: error: {clean(error.message)}\n")
        if error.hint:
            err.write(f"hint: {clean(error.hint)}\n")
    return error.exit_code


def _crash(error: Exception, arguments: Sequence[str], err: TextIO) -> int:
    from qbank.cli.crash import write_crash

    path = write_crash(error, arguments)
    err.write(f"qbank: this is a bug: {type(error).__name__}: {error}\n")
    err.write(f"hint: the details are in {path}; nothing that was saved is lost\n")
    return BUG


def _never_crash_on_encoding(stream: TextIO) -> None:
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")


def _close_quietly(out: TextIO) -> None:
    """A closed pipe is no error: point stdout at nothing so that interpreter exit stays silent."""
    if out is sys.stdout:
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, sys.stdout.fileno())
