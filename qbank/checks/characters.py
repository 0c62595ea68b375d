"""No character that steers a terminal or hides what stands in a line."""

import re
import unicodedata
from collections.abc import Iterator
from typing import Any

from qbank.bank.reader import Path
from qbank.checks.rule import Finding, Rule, Subject

_HIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]"
)


def _hidden(subject: Subject) -> Iterator[Finding]:
    for path, text in _values(subject.document.data, ()):
        for found in _HIDDEN.finditer(text):
            # named by its number: a message must not carry the character itself
            name = unicodedata.name(found[0], "a control character").lower()
            message = f"U+{ord(found[0]):04X} stands here ({name})"
            yield Finding(path, message, "delete it")
            break


def _values(value: Any, path: Path) -> Iterator[tuple[Path, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield (*path, key, "$key"), str(key)
            yield from _values(item, (*path, key))
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from _values(item, (*path, number))


RULES = (
    Rule(
        "hidden-character",
        "no control characters, zero-width characters or direction marks",
        "They can steer a terminal, reorder what is read, and make equal words differ.",
        'en:\n  title: "What does ZeRO-1 shard\\u202e?"\n',
        'en:\n  title: "What does ZeRO-1 shard?"\n',
        "Delete the character; it often comes along when text is pasted.",
        _hidden,
        flagged=2,
        drafts=True,
    ),
)
