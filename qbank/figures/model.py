"""What a picture consists of, whatever it is drawn with: bars, timelines, flows, and sentences.

Every word is there in both languages. A drawing makes a `Picture`; a renderer takes one.
"""

from typing import NamedTuple

from qbank.formulas.formula import Text


class Key(NamedTuple):
    """One entry of a legend: the letter that stands for it in text, and what it means."""

    mark: str
    label: Text


class Bar(NamedTuple):
    """One bar: its label, the total as printed, its parts as printed, and their sizes."""

    label: str
    total: str
    parts: str
    values: tuple[float, ...]


class Bars(NamedTuple):
    """Bars of one scale, each of as many parts as there are keys. `unit` is that of `values`."""

    keys: tuple[Key, ...]
    total_head: Text
    parts_head: str
    unit: str
    bars: tuple[Bar, ...]


class Task(NamedTuple):
    """What occupies a row from `start` for `length` units; `kind` is the number of its key."""

    start: int
    length: int
    label: str
    kind: int
    chunk: int = 0


class Row(NamedTuple):
    """One line of a timeline, its tasks in order of time."""

    label: str
    tasks: tuple[Task, ...]


class Timeline(NamedTuple):
    """Who does what when, from 0 to `end`; with `chunks` above 1 tasks say their chunk too."""

    keys: tuple[Key, ...]
    rows: tuple[Row, ...]
    end: int
    chunks: int
    chunk_label: Text


class Work(NamedTuple):
    """A step that every lane does for itself: one text a lane, and the shape each ends up with."""

    label: Text
    lanes: tuple[str, ...]
    shape: str


class Collective(NamedTuple):
    """A step in which the lanes exchange data, by what it does in each pass."""

    name: str
    forward: Text
    backward: Text


class Flow(NamedTuple):
    """Steps from top to bottom over parallel lanes."""

    heading: Text
    lanes: tuple[str, ...]
    steps: tuple[Work | Collective, ...]


Part = Bars | Timeline | Flow


class Picture(NamedTuple):
    """A titled picture. `described` is what somebody hears who cannot see it."""

    name: str
    title: Text
    described: Text
    parts: tuple[Part, ...]
    notes: tuple[Text, ...]
