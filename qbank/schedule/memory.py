"""The model of memory: FSRS-6 by study days. Alone imports `fsrs`, and only for a rating."""

from datetime import UTC, date, datetime, time
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from qbank.errors import UsageError
from qbank.terms import Rating

if TYPE_CHECKING:
    import fsrs

RETENTION = 0.90
LEAST_RETENTION, MOST_RETENTION = 0.70, 0.97
MAXIMUM_DAYS = 365
"""No interval is longer: nobody prepares for an interview further away."""

# The default decay of FSRS-6, so that a list shows recall without importing the library.
_DECAY = -0.1542
_FACTOR = 0.9 ** (1 / _DECAY) - 1

# Window of the spread as in FSRS: (from day, to day, share of the interval in between).
_SPREAD = ((2.5, 7.0, 0.15), (7.0, 20.0, 0.1), (20.0, float("inf"), 0.05))


class Memory(NamedTuple):
    """One memory: stability in days, difficulty 1 to 10, day of the last answer."""

    stability: float
    difficulty: float
    day: date


class Answered(NamedTuple):
    """The memory after an answer, and the days until it sinks to the desired retention."""

    memory: Memory
    interval_days: int


def checked_retention(retention: float) -> float:
    """The desired retention. Raises UsageError outside 0.70 to 0.97."""
    if LEAST_RETENTION <= retention <= MOST_RETENTION:
        return retention
    limits = f"{LEAST_RETENTION:.2f} to {MOST_RETENTION:.2f}"
    hint = f"choose {limits}; {RETENTION:.2f} is the default"
    message = f"a retention of {retention:g} is outside {limits}"
    raise UsageError(message, hint=hint)


def recall(memory: Memory | None, day: date) -> float:
    """Predicted probability of recall on `day`, 0 to 1; 0 for what was never answered.

    FSRS-6 power curve: (1 + factor * days / stability) ** decay.
    """
    if memory is None:
        return 0.0
    days = max(0, (day - memory.day).days)
    return float((1 + _FACTOR * days / memory.stability) ** _DECAY)


def answered(
    memory: Memory | None, rating: Rating, day: date, retention: float = RETENTION
) -> Answered:
    """The memory after an answer on a study day later than the last one."""
    import fsrs  # noqa: PLC0415

    now = _noon(day)
    card = fsrs.Card(card_id=1, due=now)
    if memory is not None:
        last = _noon(memory.day)
        card = fsrs.Card(
            1, fsrs.State.Review, None, memory.stability, memory.difficulty, last, last
        )
    after, _ = _scheduler(retention).review_card(card, fsrs.Rating(int(rating)), now)
    if after.stability is None or after.difficulty is None:
        raise ValueError("a card has a stability once it was answered")
    return Answered(Memory(after.stability, after.difficulty, day), (after.due - now).days)


def load() -> None:
    """Import the library now, so that a later rating does not wait for it."""
    _scheduler(RETENTION)


@lru_cache(maxsize=8)
def _scheduler(retention: float) -> "fsrs.Scheduler":
    import fsrs  # noqa: PLC0415

    # Its own fuzz draws from the global generator: the same log would not fold twice to one result.
    return fsrs.Scheduler(
        desired_retention=checked_retention(retention),
        learning_steps=(),
        relearning_steps=(),
        maximum_interval=MAXIMUM_DAYS,
        enable_fuzzing=False,
    )


def _noon(day: date) -> datetime:
    # The library counts blocks of 24 hours; noon to noon makes them study days.
    return datetime.combine(day, time(12), tzinfo=UTC)


def spread_window(interval_days: int) -> tuple[int, int]:
    """First and last day to which an interval may be moved; both the interval itself when short."""
    if interval_days < _SPREAD[0][0]:
        return interval_days, interval_days
    delta = 1.0 + sum(
        share * max(min(float(interval_days), end) - start, 0.0) for start, end, share in _SPREAD
    )
    last = min(round(interval_days + delta), MAXIMUM_DAYS)
    return min(max(2, round(interval_days - delta)), last), last


def spread(interval_days: int, card_id: str, reviews: int) -> int:
    """The interval moved inside its window, the same for the same card and number of reviews."""
    from hashlib import blake2b  # noqa: PLC0415  # not for a list

    first, last = spread_window(interval_days)
    digest = blake2b(f"{card_id}\0{reviews}".encode(), digest_size=8).digest()
    # Integers only: a float fraction could round up to the day after the last.
    return first + int.from_bytes(digest) * (last - first + 1) // 2**64
