"""Text cut for search: Latin words as they are, runs of CJK as bigrams."""

import re
import unicodedata

_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_TOKEN = re.compile(rf"[{_CJK}]+|[^\W_]+(?:[.'+#-][^\W_]+)*", re.UNICODE)
_IS_CJK = re.compile(rf"[{_CJK}]")
_SPLIT = re.compile(r"[.'+#-]")


def fold(text: str) -> str:
    """NFKC and casefold, with runs of white space as one space."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def cut(text: str) -> list[str]:
    """Search words of `text`: `ZeRO-3` gives zero-3, zero and 3; `优化器` gives 优化 and 化器."""
    found: list[str] = []
    for match in _TOKEN.finditer(fold(text.replace("_", " "))):
        word = match[0]
        if _IS_CJK.match(word):
            found.extend(word[i : i + 2] for i in range(len(word) - 1)) if len(word) > 1 else (
                found.append(word)
            )
            continue
        parts = _SPLIT.split(word)
        if len(parts) > 1:
            found.append("".join(parts))
        found.extend(parts)
    return found


def is_short_cjk(text: str) -> bool:
    """Whether a query is a single CJK character, which has no bigram."""
    return len(text) == 1 and bool(_IS_CJK.match(text))
