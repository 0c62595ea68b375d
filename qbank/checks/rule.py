"""What a rule is, and what it looks at."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from qbank.bank.catalog import Entry
from qbank.bank.reader import Document, Path
from qbank.checks.context import Context
from qbank.checks.places import place
from qbank.content.base import Question
from qbank.problem import Problem, Severity
from qbank.terms import Status


@dataclass(frozen=True)
class Subject:
    """One question with its file and the bank around it."""

    context: Context
    entry: Entry
    question: Question
    document: Document


@dataclass(frozen=True)
class Side:
    """A file beside the questions, such as tracks.yaml, and the bank around it; `root` is the number of its folder."""

    context: Context
    name: str
    document: Document
    root: int = 0


class Part(NamedTuple):
    """A piece of a text: the text itself, and where in it the piece starts and ends."""

    text: str
    start: int
    end: int


@dataclass(frozen=True)
class Finding:
    """What a rule found, before it has a line. `part` narrows it down to a piece of the text at `path`."""

    path: Path
    message: str
    fix: str = ""
    part: Part | None = None


Check = Callable[[Subject], Iterable[Finding]]
SideCheck = Callable[[Side], Iterable[Finding]]


@dataclass(frozen=True)
class Rule:
    """A rule with samples of what it refuses and what it wants.

    A rule with neither `check` nor `side` is applied when a file is read. `flagged` is the line of `bad` that the
    finding names, 0 for the question as a whole. The samples are parts of a question file, or all of the side file `sample`.
    """

    name: str
    summary: str
    why: str
    bad: str
    good: str
    fix: str
    check: Check | None = None
    side: SideCheck | None = None
    severity: Severity = Severity.ERROR
    flagged: int = 1
    sample: str = ""
    drafts: bool = False

    def problems(self, subject: Subject) -> Iterator[Problem]:
        """The rule's findings in a question, with their places; a draft is spared most rules."""
        if self.check is None or (subject.question.status is Status.DRAFT and not self.drafts):
            return
        for found in self.check(subject):
            yield self._placed(subject.document, found)

    def side_problems(self, side: Side) -> Iterator[Problem]:
        """The rule's findings in a file beside the questions."""
        for found in self.side(side) if self.side else ():
            yield self._placed(side.document, found)

    def _placed(self, document: Document, found: Finding) -> Problem:
        span = document.span(found.path)
        if found.part:
            span = place(document, span, *found.part)
        placed = document.at(span, self.name, found.message, found.fix)
        return placed._replace(severity=self.severity)
