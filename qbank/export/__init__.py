"""Study sheets. One module a format: a function from a sheet to text."""

from collections.abc import Callable, Mapping

from qbank.export import markdown
from qbank.export.sheet import Sheet

FORMATS: Mapping[str, Callable[[Sheet], str]] = {"md": markdown.render}
"""Renderers by format name."""

SUFFIXES: Mapping[str, str] = {".md": "md", ".markdown": "md"}
"""Formats by the suffix of the output file."""
