"""A drill: what is asked, with which values, and what an answer is worth. Pure.

One line is typed, a machine grades it and the rating follows from its verdict: there are no phases
to go through, so this is not a script of the session's state machine. A file of answers is graded
by the same functions.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from qbank.content.base import Question
from qbank.content.grading import Draw, Graded, Outcome
from qbank.content.types import ops_of
from qbank.schedule.rows import Answer
from qbank.schedule.suggest import Suggestion, suggest
from qbank.terms import Lang, Mode


class Candidate(NamedTuple):
    """A question that can be drilled. `is_fresh` says that asking it again gives other values."""

    id: str
    is_fresh: bool
    is_due: bool = False


class Asking(NamedTuple):
    """One question to ask; `round` counts from 0 how often it was asked before in this drill."""

    id: str
    round: int = 0


@dataclass(frozen=True, eq=False)
class Drilled:
    """A graded answer. The last three are set once the journal has it, `due` as ISO text."""

    asking: Asking
    question: Question
    draw: Draw
    typed: str
    graded: Graded
    suggestion: Suggestion
    seconds: float = 0.0
    hint: bool = False
    line: int = 0
    is_practice: bool = False
    row_id: str = ""
    due: str = ""

    @property
    def is_right(self) -> bool:
        """Whether nothing was wrong or missing in it."""
        return self.graded.outcome is Outcome.RIGHT


def plan(candidates: Sequence[Candidate], count: int, seed: int) -> tuple[Asking, ...]:
    """The questions of a drill in order: due ones first, each once, then fresh ones again.

    The same candidates and seed give the same list, in whatever order the candidates come.
    """
    rng = random.Random(f"{seed}")  # noqa: S311  # not for secrets
    rest = sorted(candidates)
    found: list[Asking] = []
    number = 0
    while rest and len(found) < count:
        rng.shuffle(rest)
        rest.sort(key=lambda one: not one.is_due)
        found += [Asking(one.id, number) for one in rest]
        rest = [one for one in rest if one.is_fresh]
        number += 1
    return tuple(found[:count])


def drawn(question: Question, asking: Asking, seed: int) -> Draw:
    """The values of an asking: they depend on seed, question and round alone."""
    rng = random.Random(f"{seed}:{asking.id}:{asking.round}")  # noqa: S311  # not for secrets
    return ops_of(question).draw(question, rng)


def answered(  # noqa: PLR0913  # what an answer consists of
    asking: Asking,
    question: Question,
    draw: Draw,
    typed: str,
    *,
    seconds: float = 0.0,
    hint: bool = False,
    line: int = 0,
) -> Drilled:
    """Grade what was typed; nothing typed reveals the answer and counts as missed."""
    ops, text = ops_of(question), typed.strip()
    if text:
        graded = ops.grade(question, draw, text)
    else:
        expected = ops.grade(question, draw, "1").expected
        graded = Graded(Outcome.UNREADABLE, "revealed", expected=expected)
    suggestion = suggest(
        None,
        seconds=seconds,
        minutes=question.minutes,
        hint=hint,
        outcome=graded.outcome,
        detail=graded.reason,
    )
    done = Drilled(asking, question, draw, text, graded, suggestion)
    return replace(done, seconds=round(seconds, 1), hint=hint, line=line)


def is_readable(drilled: Drilled) -> bool:
    """Whether an answer is to be recorded: it was read, or given up."""
    return drilled.graded.outcome is not Outcome.UNREADABLE or not drilled.typed


def answer_row(drilled: Drilled, hash_: str, lang: Lang) -> Answer:
    """What the journal keeps: the suggested rating, given by nobody else."""
    return Answer(
        rating=drilled.suggestion.rating,
        suggested=drilled.suggestion.rating,
        reason=drilled.suggestion.reason,
        seconds=drilled.seconds,
        typed=drilled.typed,
        draw=drilled.draw.to_json(),
        revision=drilled.question.revision,
        hash=hash_,
        lang=lang,
        mode=Mode.DRILL,
        outcome=drilled.graded.outcome,
        hint=drilled.hint,
    )
