"""The rating that the ticks suggest, with its reason. The learner can override it; both are stored."""

from collections.abc import Sequence
from typing import NamedTuple, assert_never

from qbank.content.grading import Outcome
from qbank.terms import Confidence, Rating


class PointSaid(NamedTuple):
    """A point, and whether the learner says that he said it."""

    id: str
    core: bool
    said: bool


class Suggestion(NamedTuple):
    """A rating and why: `reason` is a key of `Messages.reasons`, `count` what fills its `{n}`."""

    rating: Rating
    reason: str
    count: int = 0


def suggest(
    points: Sequence[PointSaid] | None,
    *,
    pitfalls: Sequence[int] = (),
    hint: bool = False,
    seconds: float,
    minutes: float,
    confidence: Confidence | None = None,
    outcome: Outcome | None = None,
    detail: str = "",
) -> Suggestion:
    """The first rule that fits; a verdict of the machine goes before ticks.

    `points` is None when rated without ticking. `seconds` runs from showing the question to the reveal,
    `minutes` is the time for a full answer. `detail` is the reason of the verdict.
    """
    if outcome is not None:
        return _of_verdict(outcome, detail, hint=hint)
    missed = sum(point.core and not point.said for point in points or ())
    if missed >= 2:
        return Suggestion(Rating.AGAIN, "core-missing", missed)
    if pitfalls:
        return Suggestion(Rating.AGAIN, "pitfall-said", len(pitfalls))
    if missed:
        return Suggestion(Rating.HARD, "one-core-missing", 1)
    if hint:
        return Suggestion(Rating.HARD, "hint-used")
    if seconds > 2 * minutes * 60:
        return Suggestion(Rating.HARD, "slow")
    if points is None:
        return Suggestion(Rating.GOOD, "not-judged")
    is_fast = seconds <= minutes * 60 / 2
    if is_fast and confidence is Confidence.SURE and all(point.said for point in points):
        return Suggestion(Rating.EASY, "all-fast-sure")
    return Suggestion(Rating.GOOD, "said")


def _of_verdict(outcome: Outcome, detail: str, *, hint: bool) -> Suggestion:
    match outcome:
        case Outcome.RIGHT:
            if hint:
                return Suggestion(Rating.HARD, "right-with-hint")
            return Suggestion(Rating.GOOD, "right")
        case Outcome.PARTLY:
            return Suggestion(Rating.HARD, detail or "some-right")
        case Outcome.WRONG:
            return Suggestion(Rating.AGAIN, "wrong")
        case Outcome.UNREADABLE:
            return Suggestion(Rating.AGAIN, "revealed")
        case _:
            assert_never(outcome)
