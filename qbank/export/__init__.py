"""Study sheets. One module a format: a function from a sheet to the text or bytes of a file."""

from qbank.export.formats import FORMATS, Format, by_suffix

__all__ = ["FORMATS", "Format", "by_suffix"]
