"""Which questions a command is about."""

from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta
from enum import StrEnum
from typing import NamedTuple

from qbank.bank.catalog import Entry
from qbank.bank.side import framework_by_word, topic_by_word
from qbank.cli.context import App
from qbank.errors import NotFoundError, UsageError
from qbank.schedule.card import CardState
from qbank.terms import Dimension, Kind, Level, Status, Type


class Filter(NamedTuple):
    """What was asked for on the command line; None or empty means no restriction."""

    track: str | None = None
    frameworks: Sequence[str] | None = None
    levels: Sequence[str] | None = None
    kinds: Sequence[str] | None = None
    types: Sequence[str] | None = None
    topics: Sequence[str] | None = None
    dimensions: Sequence[str] | None = None
    statuses: Sequence[str] | None = None
    due: bool = False
    unseen: bool = False
    marked: bool = False
    suspended: bool = False
    stale: bool = False
    ahead: int = 0
    """Days from today within which a question counts as due."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing restricts the choice."""
        return self == Filter()


Test = Callable[[Entry], bool]


def select(app: App, wanted: Filter) -> tuple[Entry, ...]:
    """The matching questions: in track order with a track, else by id. Raises NotFoundError, UsageError."""
    tests = [*_by_words(app, wanted), *_by_value(wanted), *_by_state(app, wanted)]
    return tuple(entry for entry in _pool(app, wanted.track) if all(test(entry) for test in tests))


def with_defaults(app: App, wanted: Filter) -> Filter:
    """The filter of `quiz`: without one, the configured track, frameworks and level."""
    if not wanted.is_empty:
        return wanted
    settings = app.settings
    track = settings.track if settings.track in app.bank.tracks else None
    return Filter(
        track=track,
        frameworks=settings.frameworks or None,
        levels=(settings.level,) if settings.level else None,
    )


def track_ids(app: App, name: str) -> tuple[str, ...]:
    """The ids of a track, in order. Raises NotFoundError with the nearest names."""
    tracks = app.bank.tracks
    if name not in tracks:
        raise _unknown("track", name, tracks)
    return tracks[name].ids


def _pool(app: App, track: str | None) -> Iterable[Entry]:
    entries = app.bank.entries
    if track is None:
        return entries.values()
    return [entries[id_] for id_ in track_ids(app, track) if id_ in entries]


def _by_words(app: App, wanted: Filter) -> Iterable[Test]:
    if wanted.frameworks:
        ids = {_framework(app, word) for word in wanted.frameworks}
        yield lambda entry: bool(ids & {*entry.frameworks})
    if wanted.topics:
        topics = {_topic(app, word) for word in wanted.topics}
        yield lambda entry: bool(topics & {*entry.topics})


def _framework(app: App, word: str) -> str:
    found = framework_by_word(app.bank.frameworks, word)
    if found is None:
        frameworks = app.bank.frameworks
        words = [name for one in frameworks.values() for name in one.words]
        raise _unknown("framework", word, words, [*frameworks])
    return found


def _topic(app: App, word: str) -> str:
    found = topic_by_word(app.bank.topics, word)
    if found is None:
        raise _unknown("topic", word, [*app.bank.topics])
    return found


def _unknown(
    what: str, word: str, names: Iterable[str], shown: Iterable[str] | None = None
) -> NotFoundError:
    """The nearest names, and all there are: `shown`, where not all that are understood."""
    from qbank.bank.search import nearest

    names = [*names]
    near = nearest(word.casefold(), names)
    hint = f"did you mean {', '.join(f'`{one}`' for one in near)}? " if near else ""
    listed = ", ".join(names if shown is None else shown) or "none"
    return NotFoundError(f"no {what} named `{word}`", hint=f"{hint}{what}s: {listed}")


def _by_value(wanted: Filter) -> Iterable[Test]:
    if wanted.levels:
        levels = _chosen("level", Level, wanted.levels)
        yield lambda entry: entry.level in levels
    if wanted.kinds:
        kinds = _chosen("kind", Kind, wanted.kinds)
        yield lambda entry: entry.kind in kinds
    if wanted.types:
        types = _chosen("type", Type, wanted.types)
        yield lambda entry: entry.type in types
    if wanted.dimensions:
        dimensions = _chosen("dimension", Dimension, wanted.dimensions)
        yield lambda entry: entry.dimension in dimensions
    if wanted.statuses:
        statuses = _chosen("status", Status, wanted.statuses)
        yield lambda entry: entry.status in statuses


def _chosen(what: str, kind: type[StrEnum], words: Sequence[str]) -> frozenset[str]:
    values = [one.value for one in kind]
    for word in words:
        if word not in values:
            raise UsageError(f"`{word}` is not a {what}", hint=f"use {', '.join(values)}")
    return frozenset(words)


def _by_state(app: App, wanted: Filter) -> Iterable[Test]:
    def card(entry: Entry) -> CardState | None:
        return app.cards.get(entry.id)

    if wanted.due:
        from qbank.schedule.select import is_due

        today = app.today + timedelta(days=wanted.ahead)
        yield lambda entry: is_due(card(entry), today, entry.revision)
    if wanted.unseen:
        yield lambda entry: (state := card(entry)) is None or state.answers == 0
    if wanted.marked:
        yield lambda entry: (state := card(entry)) is not None and state.is_marked
    if wanted.stale:
        yield lambda entry: entry.id in app.stale
    if wanted.suspended:
        yield lambda entry: (state := card(entry)) is not None and state.is_suspended
