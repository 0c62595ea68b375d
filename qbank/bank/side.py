"""The files beside the questions: frameworks, topics, tracks. Merged over all folders, later ones on top."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from qbank.terms import Lang


class Framework(NamedTuple):
    """A framework: its spelling, its aliases and the packages it is pinned to."""

    id: str
    name: str
    is_core: bool
    aliases: tuple[str, ...]
    packages: Mapping[str, str]
    vocabulary: str
    data: Mapping[str, Any]

    @property
    def words(self) -> tuple[str, ...]:
        """Every lower-case word that means this framework."""
        return (self.id, *self.aliases, self.name.casefold(), *self.packages)


class Topic(NamedTuple):
    """A subject that questions are filed under."""

    id: str
    zh: str
    en: str
    says: str
    was: tuple[str, ...]
    confused_with: tuple[str, ...]

    def title(self, lang: Lang) -> str:
        """The topic's name in `lang`."""
        return self.zh if lang is Lang.ZH else self.en


class Week(NamedTuple):
    """One week of a track, and why it comes here."""

    zh: str
    en: str
    ids: tuple[str, ...]


class Track(NamedTuple):
    """A short, ordered list of questions."""

    name: str
    zh: str
    en: str
    weeks: tuple[Week, ...]

    @property
    def ids(self) -> tuple[str, ...]:
        """All ids in week order."""
        return tuple(one for week in self.weeks for one in week.ids)


def _merged(files: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    merged: dict[str, Any] = {}
    for data in files:
        merged.update(data)
    return merged


def frameworks_of(files: Iterable[Mapping[str, Any]]) -> dict[str, Framework]:
    """Frameworks by id."""
    return {
        id_: Framework(
            id=id_,
            name=data["name"],
            is_core=data.get("core", False),
            aliases=tuple(data.get("aliases", ())),
            packages=data.get("packages", {}),
            vocabulary=data.get("vocabulary", ""),
            data=data,
        )
        for id_, data in _merged(files).items()
    }


def topics_of(files: Iterable[Mapping[str, Any]]) -> dict[str, Topic]:
    """Topics by id."""
    return {
        id_: Topic(
            id_,
            data["zh"],
            data["en"],
            data.get("says", ""),
            tuple(data.get("was", ())),
            tuple(data.get("confused_with", ())),
        )
        for id_, data in _merged(files).items()
    }


def tracks_of(files: Iterable[Mapping[str, Any]]) -> dict[str, Track]:
    """Tracks by name."""
    return {
        name: Track(name, data["zh"], data["en"], tuple(_week(week) for week in data["weeks"]))
        for name, data in _merged(files).items()
    }


def _week(data: Mapping[str, Any]) -> Week:
    return Week(data["zh"], data["en"], tuple(data["ids"]))


def confusable(topics: Mapping[str, Topic]) -> dict[str, frozenset[str]]:
    """For each topic those it is mixed up with, in both directions."""
    pairs = {id_: set(topic.confused_with) for id_, topic in topics.items()}
    for id_, topic in topics.items():
        for other in topic.confused_with:
            pairs.setdefault(other, set()).add(id_)
    return {id_: frozenset(others) for id_, others in pairs.items()}


def framework_by_word(frameworks: Mapping[str, Framework], word: str) -> str | None:
    """The id of the framework that `word` names: an id, alias, package or official name."""
    folded = word.strip().casefold().replace("_", "-")
    for id_, framework in frameworks.items():
        if folded in {name.casefold().replace("_", "-") for name in framework.words}:
            return id_
    return None


def topic_by_word(topics: Mapping[str, Topic], word: str) -> str | None:
    """The id of the topic that `word` names: an id, an older tag, or its name."""
    folded = word.strip().casefold()
    for id_, topic in topics.items():
        names: Sequence[str] = (id_, *topic.was, topic.zh, topic.en.casefold())
        if folded in names:
            return id_
    return None
