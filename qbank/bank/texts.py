"""The texts of a stored question, for search."""

from typing import Any

PROSE = ("zh", "en", "points", "chain", "pitfalls", "options", "wrong_lines", "angles")
"""Parts that are read, the answer first."""
SEARCHED = frozenset(
    {
        *PROSE,
        "snippet",
        "snippets",
        "solution",
        "kind",
        "level",
        "topics",
        "frameworks",
        "formula",
        "was",
        "draw",
    }
)
_NO_TEXT = frozenset({"id", "cite", "type", "mutants", "test", "title"})


def texts_of(value: Any, without: str = "") -> list[str]:
    """Every text of a body that a learner may remember; what stands under the key `without` is left out."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, list):
        return [text for item in value for text in texts_of(item, without)]
    if isinstance(value, dict):
        return [
            text
            for key, item in value.items()
            if key not in _NO_TEXT and key != without
            for text in texts_of(item, without)
        ]
    return []
