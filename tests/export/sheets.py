"""A bank with known questions, and answers to them."""

from qbank.journal.store import Journal
from qbank.schedule.rows import Answer, EventKind
from qbank.settings import Flags, load
from qbank.terms import Rating
from tests.factories import NOW, question, write

ALL = ("-f", "unsloth", "-f", "axolotl", "--topic", "trend")
TRACK = """\
weeks-2:
  zh: 两周
  en: Two weeks
  weeks:
    - {zh: 第一周, en: First, ids: [unsloth/b, unsloth/draft]}
    - {zh: 第二周, en: Second, ids: [unsloth/a]}
"""


def small_bank(folder):
    """Three questions and a draft that no shipped question is filed with, and a track."""
    write(
        folder,
        "unsloth/a",
        question(en="A?", zh="甲？", framework="unsloth", topic="trend, zero", level="senior"),
    )
    write(
        folder,
        "unsloth/b",
        question(en="B?", zh="乙？", framework="unsloth", topic="trend", level="mid"),
    )
    write(folder, "axolotl/c", question(en="C?", zh="丙？", framework="axolotl", topic="trend"))
    write(
        folder,
        "unsloth/draft",
        question(en="Draft?", framework="unsloth", topic="trend", status="draft"),
    )
    (folder / "tracks.yaml").write_text(TRACK, encoding="utf-8")
    return folder


def answer(question_id, at=NOW, *, points, pitfalls=()):
    """A ticked answer in the journal of the test."""
    journal = Journal.open(load(Flags()).journal_file, now=at)
    row = Answer(rating=Rating.HARD, points=points, pitfalls=pitfalls)
    journal.record(EventKind.ANSWER, question_id, row, at)
    journal.close()
