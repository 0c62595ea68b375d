"""Parts that every question type shares.

The shapes are plain dataclasses, so that a warm start needs no validation library. The same
classes are validated with pydantic where YAML enters (`qbank.bank.loader`), which reads the
`metadata` of each field: `alias` is the name in YAML,
`description` goes into the JSON Schema.
"""

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from qbank.frozen import part
from qbank.terms import Dimension, Kind, Lang, Level, Status

ALGEBRA = "algebra"
"""Reserved source id: the claim follows from the definitions alone."""


@part
class Part:
    """Base of all parts; unknown keys are refused when YAML is validated."""

    __pydantic_config__ = {"extra": "forbid"}  # noqa: RUF012  # pydantic's own protocol


@part
class Prose(Part):
    """What one language says at length."""

    title: str = field(metadata={"description": "The question as an interviewer says it"})
    prompt: str = field(
        default="", metadata={"description": "Set-up, when the title is not enough"}
    )
    intent: str = field(default="", metadata={"description": "What the interviewer is probing"})
    answer: str = field(default="", metadata={"description": "The answer to give, Markdown"})
    pitch: str = field(default="", metadata={"description": "The answer as 30 seconds of speech"})


@part
class Point(Part):
    """One claim that a good answer contains, ticked yes or no."""

    id: str
    core: bool = False
    group: str = field(default="", metadata={"description": "Only in design questions"})
    cite: tuple[str, ...] = ()
    zh: str = ""
    en: str = ""


@part
class StepText(Part):
    """A follow-up in one language."""

    ask: str
    hint: str = ""
    answer: str = ""


@part
class Evidence(Part):
    """Evidence that differs by language."""

    zh: str
    en: str


@part
class Step(Part):
    """One follow-up of the chain."""

    id: str
    cite: tuple[str, ...] = ()
    evidence: str | Evidence = field(
        default="", metadata={"description": "Shown after the learner said what to check"}
    )
    zh: StepText | None = None
    en: StepText | None = None

    def evidence_in(self, lang: Lang) -> str:
        """The evidence as text in `lang`; empty when there is none."""
        if isinstance(self.evidence, str):
            return self.evidence
        return self.evidence.zh if lang is Lang.ZH else self.evidence.en


@part
class PitfallText(Part):
    """A wrong answer and its repair in one language."""

    wrong: str
    right: str


@part
class Pitfall(Part):
    """A wrong answer that is really heard."""

    cite: tuple[str, ...] = ()
    zh: PitfallText | None = None
    en: PitfallText | None = None


@part
class Angle(Part):
    """An honest way to tie the answer to a background."""

    for_: Literal["campus", "nlp", "rag", "infra", "finetune", "multimodal"] = field(
        metadata={"alias": "for"}
    )
    zh: str = ""
    en: str = ""


@part
class Snippet(Part):
    """Configuration, command or code, checked against the options of the framework it is for."""

    id: str = ""
    for_: str = field(metadata={"alias": "for", "description": "Framework id or alias"})
    language: str
    expect: tuple[str, ...] = field(
        default=(), metadata={"description": "Rules that this snippet breaks on purpose"}
    )
    code: str


@part
class Figure(Part):
    """A picture computed from a formula."""

    id: str
    draw: str
    args: Mapping[str, float | int | str] = field(default_factory=dict)


@part
class Fact(Part):
    """A quantity that the text prints: computed, cited, or given by the question."""

    says: str = field(metadata={"description": "Digits or expression as printed"})
    unit: str
    is_: str = field(default="", metadata={"alias": "is", "description": "An expression"})
    cite: tuple[str, ...] = ()
    given: bool = False


@part
class Mutant(Part):
    """A wrong variant of a reference solution that its test must reject."""

    find: str
    replace: str


@part
class Solution(Part):
    """The reference solution of a code question."""

    signature: str
    code: str
    test: str
    mutants: tuple[Mutant, ...] = ()


@part
class Asked(Part):
    """Where the question was really asked."""

    year: int
    url: str


@part
class Question(Part):
    """What all types share. The id is not in the file: it is the file's place in the bank."""

    schema: Literal[1]
    status: Status
    level: Level
    kind: Kind
    dimension: Dimension
    frameworks: tuple[str, ...] = field(metadata={"min_length": 1})
    topics: tuple[str, ...] = field(metadata={"min_length": 1})
    priority: int = field(metadata={"ge": 1, "le": 3, "description": "1 = asked very often"})
    minutes: float = field(metadata={"gt": 0, "le": 60, "description": "Time for a full answer"})
    revision: int = field(metadata={"ge": 1, "description": "Rises when the meaning changes"})
    verified_with: Mapping[str, str] = field(default_factory=dict)
    was: tuple[str, ...] = field(default=(), metadata={"description": "Older ids"})
    zh: Prose | None = None
    en: Prose | None = None
    points: tuple[Point, ...] = field(metadata={"min_length": 1})
    chain: tuple[Step, ...] = ()
    pitfalls: tuple[Pitfall, ...] = ()
    angles: tuple[Angle, ...] = ()
    snippets: tuple[Snippet, ...] = ()
    figures: tuple[Figure, ...] = ()
    facts: tuple[Fact, ...] = ()
    sources: tuple["Source", ...] = ()
    asked: tuple[Asked, ...] = ()
    see_also: tuple[str, ...] = ()

    def prose(self, lang: Lang) -> Prose:
        """The long texts in `lang`, or in the other language for a draft that lacks it."""
        first, second = (self.zh, self.en) if lang is Lang.ZH else (self.en, self.zh)
        found = first or second
        if found is None:
            raise ValueError("a question has at least one language")
        return found


@part
class PaperSource(Part):
    """A paper, with the section, table or equation."""

    id: str
    type: Literal["paper"]
    title: str
    url: str
    where: str


@part
class CodeSource(Part):
    """A symbol in a released package; lines are derived, never typed."""

    id: str
    type: Literal["code"]
    package: str = field(
        metadata={"description": "name==version, or owner/name@commit without releases"}
    )
    path: str
    symbol: str


@part
class DocsSource(Part):
    """An official documentation page, as read on `date`."""

    id: str
    type: Literal["docs"]
    title: str
    url: str
    date: str
    where: str = ""


@part
class IssueSource(Part):
    """A public issue: evidence of a symptom, or a maintainer's word."""

    id: str
    type: Literal["issue"]
    repo: str
    number: int
    says: Literal["symptom", "maintainer"]


@part
class MeasuredSource(Part):
    """A measurement whose script is kept in the repository."""

    id: str
    type: Literal["measured"]
    title: str = ""
    command: str
    version: str


Source = PaperSource | CodeSource | DocsSource | IssueSource | MeasuredSource
