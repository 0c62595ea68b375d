"""The rating that the ticks suggest, with its reason; the learner can override it."""

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
    """A rating and why: `reason` is a key of `Messages.reasons`, `number` fills its `{n}`."""

    rating: Rating
    reason: str
    number: int = 0


def suggest(  # noqa: PLR0913  # each argument is one fact that the rule weighs
    points: Sequence[PointSaid] | None,
    *,
    seconds: float,
    minutes: float,
    pitfalls: Sequence[int] = (),
    hint: bool = False,
    confidence: Confidence | None = None,
    outcome: Outcome | None = None,
    detail: str = "",
) -> Suggestion:
    """The first rule that fits; a verdict of the machine goes before ticks.

    `points` is None when rated without ticking. `seconds` run from showing the question to the
    reveal, `minutes` is the time for a full answer. `detail` is the reason of the verdict.
    """
    if outcome is not None:
        return _of_verdict(outcome, detail, hint=hint)
    missed = sum(point.core and not point.said for point in points or ())
    all_said = points is not None and all(point.said for point in points)
    is_easy = all_said and seconds <= minutes * 30 and confidence is Confidence.SURE
    rules = (
        (missed >= 2, Suggestion(Rating.AGAIN, "core-missing", missed)),
        (bool(pitfalls), Suggestion(Rating.AGAIN, "pitfall-said", len(pitfalls))),
        (missed == 1, Suggestion(Rating.HARD, "one-core-missing", 1)),
        (hint, Suggestion(Rating.HARD, "hint-used")),
        (seconds > minutes * 120, Suggestion(Rating.HARD, "slow")),
        (is_easy, Suggestion(Rating.EASY, "all-fast-sure")),
        (points is None, Suggestion(Rating.GOOD, "not-judged")),
    )
    return next((found for fits, found in rules if fits), Suggestion(Rating.GOOD, "said"))


def _of_verdict(outcome: Outcome, detail: str, *, hint: bool) -> Suggestion:
    match outcome:
        case Outcome.RIGHT if hint:
            return Suggestion(Rating.HARD, "right-with-hint")
        case Outcome.RIGHT:
            return Suggestion(Rating.GOOD, "right")
        case Outcome.PARTLY:
            return Suggestion(Rating.HARD, detail or "some-right")
        case Outcome.WRONG:
            return Suggestion(Rating.AGAIN, "wrong")
        case Outcome.UNREADABLE:
            return Suggestion(Rating.AGAIN, "revealed")
        case _:
            assert_never(outcome)
