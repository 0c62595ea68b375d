"""A bug leaves a file that can be attached to a report."""

import platform
import tempfile
import traceback
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from qbank import __version__


def write_crash(error: Exception, arguments: Sequence[str]) -> Path:
    """Write traceback, versions and command line; the temporary directory serves where state cannot be written."""
    import platformdirs

    stamp = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S-%f")
    text = "\n".join(
        [
            f"# qbank {__version__}, Python {platform.python_version()}, {platform.system()}",
            "",
            f"`qbank {' '.join(arguments)}`",
            "",
            "```",
            "".join(traceback.format_exception(error)).rstrip(),
            "```",
            "",
        ]
    )
    for folder in (platformdirs.user_state_path("qbank"), Path(tempfile.gettempdir())):
        path = folder / f"crash-{stamp}.md"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        except OSError:
            continue
        return path
    return Path("(no place to write)")
