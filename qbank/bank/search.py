"""Ranked search, shared by `search`, by logs of real interviews, and by "did you mean"."""

import difflib
import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from qbank.bank.catalog import Bank, Entry
from qbank.bank.index import FileKey
from qbank.bank.texts import PROSE, texts_of
from qbank.bank.words import asked, cut, fold, is_latin, is_short_cjk
from qbank.terms import Lang

_CONTEXT = 40
_TOPIC_WEIGHT = 2.5
_WEIGHTS = (("rest", 1.0), ("answer", 1.5), ("title", 4.0))


class Match(NamedTuple):
    """A question that matches, and the text around the first match."""

    entry: Entry
    excerpt: str


def search(
    bank: Bank,
    query: str,
    *,
    limit: int = 10,
    wanted: Callable[[Entry], bool] = lambda entry: True,  # noqa: ARG005
    lang: Lang = Lang.EN,
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
    keys = [] if quoted or is_short_cjk(phrase) else _ranked(bank, text)
    if not keys:
        keys = bank.index.containing(phrase, limit * 5)
    found = [entry for key in keys if (entry := bank.by_key(key)) and wanted(entry)]
    return tuple(Match(entry, excerpt(bank, entry, text, lang)) for entry in found[:limit])


def _ranked(bank: Bank, query: str) -> list[FileKey]:
    """Files by how much of the query they hold: a rare word counts more, and more still in the title.

    A word counts once however often it stands there: long answers are not better ones.
    """
    scores: dict[FileKey, float] = {}
    topics = _topic_words(bank)
    for word in dict.fromkeys(word.replace('"', "") for word in asked(_agreed(bank, query))):
        weights: dict[FileKey, float] = {}
        for part, weight in _WEIGHTS:  # the heaviest last
            weights.update(dict.fromkeys(bank.index.holding(word, part), weight))
            if part == "answer":
                weights.update(dict.fromkeys(topics.get(word, ()), _TOPIC_WEIGHT))
        rarity = math.log(1 + len(bank.entries) / max(1, len(weights)))
        for key, weight in weights.items():
            scores[key] = scores.get(key, 0.0) + rarity * weight
    order = _track_order(bank)
    last = len(order)
    return sorted(scores, key=lambda key: (-round(scores[key], 6), order.get(key, last), key))


def _agreed(bank: Bank, query: str) -> str:
    """The query, with the bank's own word beside each wording that it avoids: 全归约 brings all-reduce."""
    folded = fold(query)
    own = [
        f"{term['zh']} {term['en']}"
        for term in bank.glossary
        for word in (*term.get("avoid", ()), *term.get("avoid_zh", ()))
        if fold(word) in folded
    ]
    return " ".join([query, *dict.fromkeys(own)])


def _track_order(bank: Bank) -> dict[FileKey, int]:
    """Of two questions that hold the same, the one that a track asks earlier is the more usual one."""
    ids = dict.fromkeys(id_ for track in bank.tracks.values() for id_ in track.ids)
    return {bank.entries[id_].key: n for n, id_ in enumerate(ids) if id_ in bank.entries}


def _topic_words(bank: Bank) -> dict[str, list[FileKey]]:
    """The questions under the topics that a word names, in either language."""
    found: dict[str, list[FileKey]] = {}
    for entry in bank.entries.values():
        for topic in (bank.topics[id_] for id_ in entry.topics if id_ in bank.topics):
            for word in cut(f"{topic.zh} {topic.en}"):
                found.setdefault(word, []).append(entry.key)
    return found


def excerpt(bank: Bank, entry: Entry, query: str, lang: Lang) -> str:
    """The text around the first place where a word of the query stands, marked by `[ ]`; in `lang` where it can be."""
    body = bank.index.body(entry.key)
    other = Lang.EN if lang is Lang.ZH else Lang.ZH
    for own in (other, lang):  # what is left out
        parts = [body[part] for part in PROSE if part in body and part != own.value]
        texts = [" ".join(text.split()) for text in texts_of(parts, own.value)]
        for word in sorted(_needles(query), key=len, reverse=True):
            for text in texts:
                place = _place(text.lower(), word)
                if place >= 0:
                    return _around(text, place, place + len(word))
    return ""


def _place(text: str, word: str) -> int:
    """Where a word begins in the text, -1 without it; the middle of another Latin word is none."""
    at = text.find(word)
    while at > 0 and is_latin(word[0]) and is_latin(text[at - 1]):
        at = text.find(word, at + 1)
    return at


def _around(text: str, start: int, end: int) -> str:
    """Whole words to both sides of a place."""
    while start and is_latin(text[start - 1]) and is_latin(text[start]):
        start -= 1
    while end < len(text) and is_latin(text[end - 1]) and is_latin(text[end]):
        end += 1
    before, after = text[max(0, start - _CONTEXT) : start], text[end : end + _CONTEXT]
    if start > _CONTEXT and is_latin(text[start - _CONTEXT - 1]) and is_latin(before[:1]):
        before = before.partition(" ")[2]
    if end + _CONTEXT < len(text) and is_latin(text[end + _CONTEXT]) and is_latin(after[-1:]):
        after = after.rpartition(" ")[0]
    lead = "… " if start > len(before) else ""
    tail = " …" if end + len(after) < len(text) else ""
    return f"{lead}{before}[{text[start:end]}]{after}{tail}"


def _needles(query: str) -> list[str]:
    phrase = fold(query.strip('"“”'))
    return [word for word in (phrase, *asked(query)) if word]


def nearest(word: str, names: Sequence[str], count: int = 3) -> tuple[str, ...]:
    """The names most like `word`: those that contain it, then by spelling."""
    inside = [name for name in names if word and word in name]
    close = difflib.get_close_matches(word, names, n=count, cutoff=0.5)
    return tuple(dict.fromkeys([*sorted(inside, key=len), *close]))[:count]
