"""Journals as the tests need them."""

import shutil
from pathlib import Path

from qbank.journal.store import Journal
from qbank.schedule.rows import Answer, EventKind
from qbank.terms import Rating
from tests.factories import NOW

ROOT = Path(__file__).parent.parent.parent


def opened(path, now=NOW, **options):
    return Journal.open(path, now=now, **options)


def answer(journal, name="a/one", rating=Rating.GOOD, at=NOW, **more):
    return journal.record(EventKind.ANSWER, name, Answer(rating=rating, **more), now=at)


def started(path, *names, **options):
    """A journal with one answer for each name, closed again."""
    journal = opened(path, **options)
    for name in names or ("a/one",):
        answer(journal, name)
    journal.close()


def names_beside(path):
    """The names of all files in a journal's folder."""
    return sorted(one.name for one in path.parent.iterdir())


def left_by_a_crash(path, *names):
    """A journal whose last answers are in the WAL file only, as a killed process leaves it."""
    folder = path.parent
    started(path.with_name("live.db"))
    journal = opened(path.with_name("live.db"))
    for name in names:
        answer(journal, name)
    for ending in ("", "-wal", "-shm"):
        shutil.copy(folder / f"live.db{ending}", folder / f"{path.name}{ending}")
    journal.close()
    (folder / "live.db").unlink()
    shutil.rmtree(folder / "backups", ignore_errors=True)
