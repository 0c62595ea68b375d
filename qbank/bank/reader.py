"""Strict YAML: values and positions from one parse; and plain YAML, node by node. The only importer of yaml.

Plain scalars follow JSON's grammar (`true`, `false`, `null`, numbers); everything else is text as typed.
Duplicate keys, anchors, aliases, tags and merges are refused with their place.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import yaml

from qbank.problem import Problem, Span

Path = tuple[str | int, ...]

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
HAS_C_LOADER = _LOADER is not yaml.SafeLoader
"""Without libyaml reading is about 17 times slower; `doctor` says so."""

_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?")
_INTEGER = re.compile(r"-?(?:0|[1-9]\d*)")
_CONSTANTS = {"true": True, "false": False, "null": None, "": None}
_SUSPECT = re.compile(r"(?:^|[\s\[{,:-])[&*!]\S|<<\s*:", re.MULTILINE)
_MAX_DEPTH = 40


@dataclass
class Document:
    """A file's values, and where each of them stands."""

    path: str
    text: str
    data: Any = None
    places: dict[Path, Span] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def span(self, path: Path) -> Span:
        """The place of the value at `path`, or of the nearest part above it that exists."""
        while path and path not in self.places:
            path = path[:-1]
        return self.places.get(path, Span(1, 1))

    def line(self, number: int) -> str:
        """One line of the text, without its end."""
        lines = self.text.split("\n")
        return lines[number - 1].rstrip("\r") if 0 < number <= len(lines) else ""

    def problem(self, path: Path, rule: str, message: str, fix: str = "") -> Problem:
        """A finding at the value at `path`."""
        return self.at(self.span(path), rule, message, fix)

    def at(self, span: Span, rule: str, message: str, fix: str = "") -> Problem:
        """A finding at a place of this file."""
        return Problem(self.path, span, rule, message, fix=fix, source_line=self.line(span.line))


def read_text(path: str, raw: bytes) -> Document:
    """Decode a file as UTF-8 and parse it; what is wrong becomes a problem of the document."""
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        document = Document(path, raw.decode("utf-8", "replace"))
        document.problems.append(
            document.at(Span(line, 1), "encoding", "is not UTF-8", "save the file as UTF-8")
        )
        return document
    return parse(path, text)


def parse(path: str, text: str) -> Document:
    """Parse the strict subset. `data` is None when nothing could be read."""
    document = Document(path, text)
    if _SUSPECT.search(text):
        _refuse_indirection(document)
    if document.problems:
        return document
    try:
        loader = _LOADER(text)
        try:
            node = loader.get_single_node()
        finally:
            loader.dispose()
    except yaml.YAMLError as error:
        document.problems.append(_syntax_problem(document, error))
        return document
    if node is not None:
        document.data = _Builder(document).build(node, ())
    return document


def _syntax_problem(document: Document, error: yaml.YAMLError) -> Problem:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    span = Span(mark.line + 1, mark.column + 1) if mark else Span(1, 1)
    message = " ".join(
        filter(None, (getattr(error, "problem", None), getattr(error, "context", None)))
    )
    fix = "put the value in quotes" if "mapping values" in message else ""
    return document.at(span, "yaml-syntax", message or "is not YAML", fix)


def _refuse_indirection(document: Document) -> None:
    """Anchors, aliases, tags and merge keys make a question hard to read and to place."""
    try:
        for event in yaml.parse(document.text, Loader=_LOADER):
            found = _indirection(event)
            if found:
                mark: Any = event.start_mark
                span = Span(mark.line + 1, mark.column + 1)
                document.problems.append(
                    document.at(span, "yaml-subset", f"{found} is not allowed", "write it out")
                )
    except yaml.YAMLError as error:
        document.problems.append(_syntax_problem(document, error))


def _indirection(event: Any) -> str:
    if isinstance(event, yaml.AliasEvent):
        return f"the alias `*{event.anchor}`"
    if getattr(event, "anchor", None):
        return f"the anchor `&{event.anchor}`"
    if getattr(event, "tag", None) and event.tag != "!":
        return f"the tag `{event.tag}`"
    if isinstance(event, yaml.ScalarEvent) and event.value == "<<" and not event.style:
        return "the merge key `<<`"
    return ""


class _Builder:
    """Nodes to values; notes the span of each value by its path."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._places = document.places

    def build(self, node: Any, path: Path) -> Any:
        start, end = node.start_mark, node.end_mark
        width = end.column + 1 if end.line == start.line else 0
        self._places[path] = Span(start.line + 1, start.column + 1, width)
        if len(path) > _MAX_DEPTH:
            self._report(node, "yaml-subset", f"is nested deeper than {_MAX_DEPTH} levels", "")
            return None
        if isinstance(node, yaml.ScalarNode):
            return _scalar(node)
        if isinstance(node, yaml.SequenceNode):
            return [self.build(item, (*path, n)) for n, item in enumerate(node.value)]
        return self._mapping(node, path)

    def _mapping(self, node: Any, path: Path) -> dict[str, Any]:
        built: dict[str, Any] = {}
        for key_node, value_node in node.value:
            if not isinstance(key_node, yaml.ScalarNode):
                self._report(key_node, "yaml-subset", "a key must be a word", "")
                continue
            key = str(key_node.value)
            if key in built:
                self._report(key_node, "duplicate-key", f"`{key}` stands here twice", "remove one")
                continue
            built[key] = self.build(value_node, (*path, key))
            mark = key_node.start_mark
            self._places[(*path, key, "$key")] = Span(
                mark.line + 1, mark.column + 1, mark.column + 1 + len(key)
            )
        return built

    def _report(self, node: Any, rule: str, message: str, fix: str) -> None:
        mark = node.start_mark
        self._document.problems.append(
            self._document.at(Span(mark.line + 1, mark.column + 1), rule, message, fix)
        )


def _scalar(node: Any) -> Any:
    """A plain scalar by JSON's grammar; quoted and block scalars are text."""
    text = node.value
    if node.style:
        return text
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if _INTEGER.fullmatch(text):
        return int(text) if len(text) < 20 else text
    return float(text) if _NUMBER.fullmatch(text) else text


def plain(document: Document) -> Mapping[str, Any]:
    """The data as a mapping; anything else becomes a problem and reads as empty."""
    if isinstance(document.data, dict):
        return document.data
    if not document.problems:
        document.problems.append(
            document.at(Span(1, 1), "shape", "must be a mapping of keys to values")
        )
    return {}


class PlainError(Exception):
    """A file that is no YAML in the whole language: what is wrong, and where."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


def compose(text: str) -> Any:
    """The node of a file in the whole language, as the frameworks read their configs; None for an empty one.

    Aliases are followed, keys may stand twice. Raises PlainError.
    """
    loader = _LOADER(text)
    try:
        return loader.get_single_node()
    except yaml.YAMLError as error:
        raise PlainError(_syntax_problem(Document("", text), error)) from error
    finally:
        loader.dispose()


def scalar_value(node: Any) -> Any:
    """What `yaml.safe_load` makes of a scalar node; the text itself where its tag is an unknown one."""
    try:
        return _CONSTRUCTOR.construct_object(node)
    except (yaml.YAMLError, ValueError, OverflowError):
        return node.value


_CONSTRUCTOR = yaml.constructor.SafeConstructor()
