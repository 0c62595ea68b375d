from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest

from qbank.schedule.days import Stamp, local_time, study_day

BERLIN = ZoneInfo("Europe/Berlin")


@pytest.mark.parametrize(
    ("hour", "minute", "day"), [(3, 59, date(2026, 12, 1)), (4, 0, date(2026, 12, 2))]
)
def test_a_study_day_begins_at_four(hour, minute, day):
    assert study_day(datetime(2026, 12, 2, hour, minute, tzinfo=UTC)) == day


@pytest.mark.parametrize(
    "start", [datetime(2026, 3, 28, tzinfo=UTC), datetime(2026, 10, 24, tzinfo=UTC)]
)
def test_no_study_day_is_skipped_or_comes_back_when_summer_time_changes(start):
    days = [study_day((start + timedelta(minutes=10 * n)).astimezone(BERLIN)) for n in range(432)]
    steps = {(after - before).days for before, after in pairwise(days)}
    assert steps == {0, 1}


def test_a_stamp_gives_back_the_local_time():
    at = datetime(2026, 7, 1, 22, 15, tzinfo=BERLIN)
    stamp = Stamp.of(at)
    assert stamp.offset_min == 120
    assert local_time(stamp.at_ms, stamp.offset_min) == at


def test_a_time_without_a_zone_has_no_study_day():
    with pytest.raises(ValueError, match="zone"):
        study_day(datetime(2026, 7, 1, tzinfo=UTC).replace(tzinfo=None))
