"""The bank as the rest of qbank sees it: list rows at once, one body on demand."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from qbank.bank.index import FileKey, Index
from qbank.bank.side import Framework, Topic, Track, frameworks_of, topics_of, tracks_of
from qbank.errors import NotFoundError
from qbank.problem import Problem, Severity, Span
from qbank.terms import Dimension, Kind, Lang, Level, Status, Type

if TYPE_CHECKING:
    from qbank.content.base import Question


_NAMED = 5


class Root(NamedTuple):
    """A folder of question files. Files outside the packaged folder are the user's."""

    path: Path
    is_packaged: bool


class Entry(NamedTuple):
    """What lists, filters and the scheduler need of a question."""

    id: str
    key: FileKey
    type: Type
    kind: Kind
    level: Level
    dimension: Dimension
    status: Status
    priority: int
    minutes: float
    revision: int
    hash: str
    frameworks: tuple[str, ...]
    topics: tuple[str, ...]
    title_zh: str
    title_en: str
    was: tuple[str, ...]
    verified_with: Mapping[str, str]
    point_ids: tuple[str, ...]
    is_yours: bool

    def title(self, lang: Lang) -> str:
        """The title in `lang`, else in the other language."""
        first, second = (
            (self.title_zh, self.title_en) if lang is Lang.ZH else (self.title_en, self.title_zh)
        )
        return first or second


class Bank:
    """Questions of all folders: a user's file with a packaged id takes its place."""

    def __init__(self, index: Index, roots: Sequence[Root]) -> None:
        self.index = index
        self.roots = tuple(roots)
        self.clashes: list[Problem] = []
        self._entries = self._resolve()
        self._by_key = {entry.key: entry for entry in self._entries.values()}

    def _resolve(self) -> dict[str, Entry]:
        found: dict[str, Entry] = {}
        for key, columns in self.index.columns():
            root = self.roots[key.root]
            entry = _entry(key, columns, is_yours=not root.is_packaged)
            other = found.get(entry.id)
            if other is None or not other.is_yours:
                found[entry.id] = entry
            else:
                self.clashes.append(self._clash(other, entry))
        return dict(sorted(found.items()))

    def _clash(self, first: Entry, second: Entry) -> Problem:
        message = f"`{first.id}` is also defined in {self.path(first)}"
        fix = "rename or remove one of the two files"
        return Problem(str(self.path(second)), Span(1, 1), "id-clash", message, fix)

    def path(self, entry: Entry) -> Path:
        """The file of a question."""
        return self.roots[entry.key.root].path / entry.key.path

    @property
    def entries(self) -> Mapping[str, Entry]:
        """All usable questions by id, drafts included."""
        return self._entries

    def by_key(self, key: FileKey) -> Entry | None:
        """The question that a file provides; None when another file took its place."""
        return self._by_key.get(key)

    def get(self, question_id: str) -> "Question":
        """The whole question. Raises NotFoundError for an id that does not exist."""
        entry = self.entry(question_id)
        body = self.index.body(entry.key)
        if body is None:
            raise NotFoundError(f"the file of `{question_id}` has vanished", hint="qbank check")
        from qbank.content.types import from_body  # noqa: PLC0415  # lists need no bodies

        return from_body(body)

    def entry(self, question_id: str) -> Entry:
        """The list row of a question, by its exact id. Raises NotFoundError."""
        if question_id not in self._entries:
            raise NotFoundError(f"no question named `{question_id}`")
        return self._entries[question_id]

    def resolve(self, name: str) -> Entry:
        """A question by id, older id, or unique suffix. Raises NotFoundError with the nearest ids."""
        from qbank.bank.search import nearest  # noqa: PLC0415  # search needs Bank

        name = name.strip().removesuffix(".yaml")
        if name in self._entries:
            return self._entries[name]
        if name in self.renames:
            return self._entries[self.renames[name]]
        ends = self._ending_in(name)
        if len(ends) == 1:
            return ends[0]
        near = [e.id for e in ends[:_NAMED]] or list(nearest(name, [*self._entries]))
        hint = f"did you mean {', '.join(f'`{one}`' for one in near)}?" if near else "qbank list"
        what = "several questions end in" if ends else "no question named"
        raise NotFoundError(f"{what} `{name}`", hint=hint)

    def _ending_in(self, name: str) -> list[Entry]:
        """Questions whose id ends in `name`: as the whole slug, else from a dash on, else anywhere."""
        for start in ("/", "-", ""):
            ends = [one for id_, one in self._entries.items() if id_.endswith(start + name)]
            if ends and name:
                return ends
        return []

    @cached_property
    def renames(self) -> Mapping[str, str]:
        """Older ids to the ids of today."""
        return {
            old: entry.id
            for entry in self._entries.values()
            for old in entry.was
            if old not in self._entries
        }

    @cached_property
    def frameworks(self) -> Mapping[str, Framework]:
        """Frameworks by id, in file order."""
        return frameworks_of(self._side("frameworks.yaml"))

    @cached_property
    def topics(self) -> Mapping[str, Topic]:
        """Topics by id, in file order."""
        return topics_of(self._side("topics.yaml"))

    @cached_property
    def tracks(self) -> Mapping[str, Track]:
        """Tracks by name, in file order."""
        return tracks_of(self._side("tracks.yaml"))

    @cached_property
    def glossary(self) -> Sequence[Mapping[str, Any]]:
        """Terms with their accepted and refused wordings."""
        return [term for data in self._side("glossary.yaml") for term in data]

    def _side(self, name: str) -> list[Any]:
        return [data for key, data in self.index.sides() if key.path == name]

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with files that were left out, and clashes between folders."""
        return (*(_stored_problem(p) for p in self.index.problems()), *self.clashes)


def _entry(key: FileKey, columns: Sequence[Any], *, is_yours: bool) -> Entry:
    (id_, type_, kind, level, dimension, status, priority, minutes, revision, hash_) = columns[:10]
    (frameworks, topics, title_zh, title_en, was, verified_with, point_ids) = columns[10:]
    return Entry(
        id=id_,
        key=key,
        type=Type(type_),
        kind=Kind(kind),
        level=Level(level),
        dimension=Dimension(dimension),
        status=Status(status),
        priority=priority,
        minutes=minutes,
        revision=revision,
        hash=hash_,
        frameworks=tuple(frameworks),
        topics=tuple(topics),
        title_zh=title_zh,
        title_en=title_en,
        was=tuple(was),
        verified_with=verified_with,
        point_ids=tuple(point_ids),
        is_yours=is_yours,
    )


def columns_of(id_: str, body: Mapping[str, Any], hash_: str) -> list[Any]:
    """The list columns of a body, in the order that `Entry` is built from."""
    return [
        id_,
        body["type"],
        body["kind"],
        body["level"],
        body["dimension"],
        body["status"],
        body["priority"],
        body["minutes"],
        body["revision"],
        hash_,
        body["frameworks"],
        body["topics"],
        body.get("zh", {}).get("title", ""),
        body.get("en", {}).get("title", ""),
        body.get("was", []),
        body.get("verified_with", {}),
        [point["id"] for point in body["points"]],
    ]


def _stored_problem(values: Sequence[Any]) -> Problem:
    path, span, rule, message, fix, severity, source_line = values
    return Problem(path, Span(*span), rule, message, fix, Severity(severity), source_line)


def problem_values(problems: Iterable[Problem]) -> list[list[Any]]:
    """Problems as JSON values, in the order of the fields."""
    return [
        [p.path, list(p.span), p.rule, p.message, p.fix, p.severity.value, p.source_line]
        for p in problems
    ]
