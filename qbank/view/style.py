"""Eight colours and bold, or nothing. Colour never carries meaning alone."""

from typing import NamedTuple

_CODES = {
    "bold": "1",
    "red": "31",
    "green": "32",
    "yellow": "33",
    "blue": "34",
    "magenta": "35",
    "cyan": "36",
    "dim": "90",
}


class Style(NamedTuple):
    """Paints text when colour is on."""

    enabled: bool

    def paint(self, text: str, *names: str) -> str:
        """`text` in the named styles."""
        if not self.enabled or not text or not names:
            return text
        codes = ";".join(_CODES[name] for name in names)
        return f"\x1b[{codes}m{text}\x1b[0m"
