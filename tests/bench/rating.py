"""One durable rating, in milliseconds: `python tests/bench/rating.py`. Nothing is asserted."""

import statistics
import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from qbank.journal.store import Journal
from qbank.schedule.rows import Answer, EventKind
from qbank.terms import Rating


def main():
    now = datetime(2026, 1, 1, 12, tzinfo=UTC)
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal.open(Path(folder) / "journal.db", now=now)
        times = []
        for number in range(300):
            at = now + timedelta(hours=number)
            start = time.perf_counter()
            journal.record(EventKind.ANSWER, f"a/{number % 50}", Answer(rating=Rating.GOOD), now=at)
            times.append((time.perf_counter() - start) * 1000)
        journal.close()
    times = sorted(times[5:])
    sys.stdout.write(
        f"median {statistics.median(times):.2f} ms, 95% {times[int(len(times) * 0.95)]:.2f} ms\n"
    )


if __name__ == "__main__":
    main()
