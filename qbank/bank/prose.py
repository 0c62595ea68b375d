"""Chinese prose may be wrapped in the file: a line break between two 汉字, or beside full-width
punctuation, disappears on load."""

import re
from typing import Any

_HAN = "\u2e80-\u303f\u3040-\u30ff\u31c0-\u9fff\uf900-\ufaff\uff00-\uffef\u201c\u201d\u2018\u2019\u2026\u2014"
_BREAK = re.compile(rf"(?<=[{_HAN}])[ \t]*\n[ \t]*(?=[{_HAN}])")
_PUNCTUATION = "\u3001\u3002\uff0c\uff1b\uff1a\uff01\uff1f\uff08\uff09\u201c\u201d"
_AT_PUNCTUATION = re.compile(
    rf"(?<=[{_PUNCTUATION}])[ \t]*\n[ \t]*(?=[A-Za-z0-9`(\u0370-\u03ff])(?!\d+[.)]\s)"
    rf"|(?<=[A-Za-z0-9`)\u0370-\u03ff])[ \t]*\n[ \t]*(?=[{_PUNCTUATION}])"
)
_FENCE = re.compile(r"^\s*(```|~~~)")


def join_lines(text: str) -> str:
    """Join wrapped Chinese lines outside fenced code."""
    if "\n" not in text:
        return text
    pieces: list[str] = []
    plain: list[str] = []
    in_fence = False
    for line in text.split("\n"):
        if _FENCE.match(line):
            in_fence = not in_fence
            pieces.extend([*_joined(plain), line])
            plain = []
        elif in_fence:
            pieces.append(line)
        else:
            plain.append(line)
    pieces.extend(_joined(plain))
    return "\n".join(pieces)


def _joined(lines: list[str]) -> list[str]:
    if not lines:
        return []
    return [_AT_PUNCTUATION.sub("", _BREAK.sub("", "\n".join(lines)))]


def join_chinese(value: Any, *, in_chinese: bool = False) -> Any:
    """Join wrapped lines in every text under a `zh` key; code and evidence stay as typed."""
    if isinstance(value, str):
        return join_lines(value) if in_chinese else value
    if isinstance(value, list):
        return [join_chinese(item, in_chinese=in_chinese) for item in value]
    if isinstance(value, dict):
        return {
            key: item
            if key in {"code", "evidence"}
            else join_chinese(item, in_chinese=in_chinese or key == "zh")
            for key, item in value.items()
        }
    return value
