"""Ranked search, shared by `search`, by logs of real interviews, and by "did you mean"."""

import difflib
from collections.abc import Callable, Sequence
from typing import NamedTuple

from qbank.bank.catalog import Bank, Entry
from qbank.bank.words import cut, fold, is_short_cjk

_CONTEXT = 24


class Match(NamedTuple):
    """A question that matches, and the text around the first match, folded."""

    entry: Entry
    excerpt: str


def search(
    bank: Bank,
    query: str,
    *,
    limit: int = 10,
    wanted: Callable[[Entry], bool] = lambda entry: True,  # noqa: ARG005
) -> tuple[Match, ...]:
    """The best matches for a whole question as asked, some words, or a "quoted phrase".

    Any word may match; titles weigh more. A single Chinese character, and whatever no word matches,
    is looked up as a substring.
    """
    text = query.strip()
    if not fold(text):
        return ()
    quoted = len(text) > 2 and text[0] in '"“' and text[-1] in '"”'
    phrase = fold(text.strip('"“”'))
    keys = [] if quoted or is_short_cjk(phrase) else bank.index.ranked(_match(text), limit * 5)
    if not keys:
        keys = bank.index.containing(phrase, limit * 5)
    found = [entry for key in keys if (entry := bank.by_key(key)) and wanted(entry)]
    return tuple(Match(entry, excerpt(bank, entry, text)) for entry in found[:limit])


def _match(query: str) -> str:
    """An FTS5 expression in which any word may match; words are quoted, so nothing is syntax."""
    words = dict.fromkeys(word.replace('"', "") for word in cut(query))
    return " OR ".join(f'"{word}"' for word in words if word) or '""'


def excerpt(bank: Bank, entry: Entry, query: str) -> str:
    """The folded body around the first place where a word of the query stands, marked by `[ ]`."""
    _, body = bank.index.text(entry.key)
    for word in sorted(_needles(query), key=len, reverse=True):
        at = body.find(word)
        if at >= 0:
            before, after = body[max(0, at - _CONTEXT) : at], body[at + len(word) :][:_CONTEXT]
            return f"… {before}[{word}]{after} …"
    return ""


def _needles(query: str) -> list[str]:
    return [word for word in fold(query.strip('"“”')).split() if word] + cut(query)


def nearest(word: str, names: Sequence[str], count: int = 3) -> tuple[str, ...]:
    """The names most like `word`: by spelling, or because they contain it."""
    close = difflib.get_close_matches(word, names, n=count, cutoff=0.5)
    inside = [name for name in names if word and word in name and name not in close]
    return tuple([*close, *inside][:count])
