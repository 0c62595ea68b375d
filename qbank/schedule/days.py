"""Study days: a day ends when the learner sleeps, not at midnight."""

from datetime import UTC, date, datetime, timedelta, timezone
from typing import NamedTuple

ROLLOVER_HOUR = 4

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


def study_day(at: datetime, rollover_hour: int = ROLLOVER_HOUR) -> date:
    """The local date of `at`, where the hours before the rollover belong to the day before.

    `at` must be aware, else ValueError.
    """
    if at.tzinfo is None:
        raise ValueError("a time without a zone has no study day")
    # Wall-clock arithmetic: the rollover is at four whatever summer time does that night.
    return (at.replace(tzinfo=None) - timedelta(hours=rollover_hour)).date()


class Stamp(NamedTuple):
    """When something happened: UTC instant in milliseconds, zone offset in minutes, study day."""

    at_ms: int
    offset_min: int
    day: date

    @classmethod
    def of(cls, at: datetime, rollover_hour: int = ROLLOVER_HOUR) -> "Stamp":
        """The stamp of an aware time; ValueError for one without a zone."""
        day = study_day(at, rollover_hour)
        offset = at.utcoffset() or timedelta()
        return cls((at - _EPOCH) // _MILLISECOND, round(offset.total_seconds() / 60), day)


def local_time(at_ms: int, offset_min: int) -> datetime:
    """The aware local time of a stored instant and offset."""
    zone = timezone(timedelta(minutes=offset_min))
    return (_EPOCH + at_ms * _MILLISECOND).astimezone(zone)
