"""The JSON envelope of `--json`: UTF-8 whatever the encoding of the terminal, for programs read it."""

import json
from collections.abc import Sequence
from typing import Any, TextIO

from qbank.errors import QbankError


def write(
    out: TextIO,
    command: str,
    data: Any,
    problems: Sequence[Any] = (),
    error: QbankError | None = None,
) -> None:
    """Write one object and a newline."""
    envelope = {"qbank": 1, "command": command, "data": data, "problems": list(problems)}
    if error is not None:
        envelope["error"] = {"code": error.code, "message": error.message, "hint": error.hint}
    reconfigure = getattr(out, "reconfigure", None)
    if reconfigure is not None:  # half a character becomes an escape of JSON
        reconfigure(encoding="utf-8", errors="backslashreplace")
    out.write(json.dumps(envelope, ensure_ascii=False) + "\n")
