"""Open a file in the user's editor. Files are edited in place and never rewritten by qbank."""

import shlex
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from qbank.content.types.open_ import Open
from qbank.errors import QbankError

if TYPE_CHECKING:
    from qbank.cli.context import App
    from qbank.session.state import Asked


def run_editor(command: str, path: Path, line: int = 1) -> None:
    """Run the editor on `path` and wait. Raises QbankError when there is none or it cannot start."""
    try:
        parts = shlex.split(command)
    except ValueError as error:
        message = f"the editor `{command}` cannot be read: {str(error).lower()}"
        raise QbankError(message, hint="set VISUAL or EDITOR") from error
    if not parts:
        raise QbankError("no editor is set", hint="export EDITOR=nano")
    takes_line = Path(parts[0]).name in {
        "vi",
        "vim",
        "nvim",
        "nano",
        "emacs",
        "emacsclient",
        "micro",
    }
    place = [f"+{line}"] if takes_line and line > 1 else []
    try:
        subprocess.run([*parts, *place, str(path)], check=False)  # noqa: S603  # the user's own editor
    except OSError as error:
        message = f"the editor `{parts[0]}` cannot be started: {error.strerror}"
        raise QbankError(message, hint="set VISUAL or EDITOR") from error


def edit_asked(app: "App", asked: "Asked") -> str:
    """Open a code question's empty stub, else the question's own file. Returns what to say, if anything.

    A packaged question is not opened for writing where it is installed: it is copied to the user's bank first.
    """
    try:
        if isinstance(asked.question, Open) and asked.question.solution is not None:
            stub = stub_file(asked.id, asked.question.solution.signature)
            run_editor(app.settings.editor, stub)
            return str(stub)
        path = own_copy(app, asked.id)
        run_editor(app.settings.editor, path)
    except QbankError as error:
        return f"{error.message} ({error.hint})" if error.hint else error.message
    except OSError as error:
        return str(error)
    return str(path)


def stub_file(question_id: str, signature: str) -> Path:
    """A new file with the signature to fill in."""
    folder = Path(tempfile.mkdtemp(prefix="qbank-"))
    path = folder / f"{question_id.rpartition('/')[2].replace('-', '_')}.py"
    path.write_text(f"{signature}\n    ...\n", encoding="utf-8")
    return path


def own_copy(app: "App", question_id: str) -> Path:
    """The user's file of a question, copied from the packaged one where there is none yet."""
    entry = app.bank.entry(question_id)
    path = app.bank.path(entry)
    if entry.is_yours:
        return path
    own = app.settings.user_bank / f"{question_id}.yaml"
    if not own.exists():
        try:
            own.parent.mkdir(parents=True, exist_ok=True)
            own.write_bytes(path.read_bytes())
        except OSError as error:
            message = f"cannot copy `{question_id}` to {own}: {error.strerror}"
            raise QbankError(
                message, hint="set QBANK_DATA to a folder that can be written"
            ) from error
    return own
