"""The formats of a study sheet. Each is one module with `render(sheet, options)`, imported when it is asked for."""

import importlib.util
import re
import shlex
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module, metadata

from qbank.errors import UsageError
from qbank.export.sheet import Options, Sheet


@dataclass(frozen=True)
class Format:
    """A format: its name, the suffixes that mean it, its module, and the extra it needs.

    `libraries` are the modules that come with `extra`; an `is_text` format may go to stdout.
    """

    name: str
    suffixes: tuple[str, ...]
    module: str
    is_text: bool = True
    extra: str = ""
    libraries: tuple[str, ...] = ()

    def check(self) -> None:
        """Raise UsageError with the line that installs what is missing."""
        missing = [name for name in self.libraries if importlib.util.find_spec(name) is None]
        if missing:
            raise UsageError(
                f"--format {self.name} needs {', '.join(missing)}", hint=install_line(self.extra)
            )

    def render(self, sheet: Sheet, options: Options) -> str | bytes:
        """The whole file: text for text formats, else bytes."""
        made: str | bytes = import_module(self.module).render(sheet, options)
        return made


FORMATS: Mapping[str, Format] = {
    one.name: one
    for one in (
        Format("md", (".md", ".markdown"), "qbank.export.markdown"),
        Format("html", (".html", ".htm"), "qbank.export.html_"),
        Format("csv", (".csv",), "qbank.export.csv_"),
        Format("json", (".json",), "qbank.export.json_"),
    )
}
"""Formats by name."""


def by_suffix(suffix: str) -> Format | None:
    """The format of files that end in `suffix`, in any case."""
    return next((one for one in FORMATS.values() if suffix.lower() in one.suffixes), None)


def install_line(extra: str) -> str:
    """The command that installs what an extra of qbank asks for, into the Python that runs."""
    wanted = [
        requirement.split(";")[0].strip()
        for requirement in metadata.requires("qbank") or ()
        if re.search(rf"""extra == ["']{re.escape(extra)}["']""", requirement)
    ]
    return shlex.join([sys.executable, "-m", "pip", "install", *wanted])
