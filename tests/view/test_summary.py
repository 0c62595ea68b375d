"""The end of a sitting: every point that was missed, and the time that was spent."""

import pytest

from qbank.schedule.rows import Answer, EventKind
from qbank.terms import Rating
from qbank.view.statistics import stats_data, stats_text
from tests.factories import NOW
from tests.view.stage import Paper, app_of, played

OPEN, DESIGN = "deepspeed/empty-shell", "deepspeed/layout"


def texts(app, id_):
    """The English points of a question with whether they are core."""
    return [(point.core, point.en) for point in app.bank.get(id_).points]


def test_the_summary_lists_the_missed_points_of_every_question_core_first():
    paper = Paper()
    app = app_of(out=paper)
    override = ("space", "0", "enter", "2")
    text = played(app, paper, OPEN, *override, *override, more=(DESIGN,), summed_up=True)
    listed = text.split("missed points:")[1]
    shown = [line for line in listed.split("\n") if line.startswith("  - ")]
    every = [*texts(app, OPEN), *texts(app, DESIGN)]
    app.close()
    assert len(shown) == len(every) > 3
    cores = [core for core, _ in every]
    flat = "".join(listed.split())
    places = {en: flat.index("".join(en.split())) for _, en in every}
    order = [core for core, en in sorted(every, key=lambda pair: places[pair[1]])]
    assert order == sorted(cores, reverse=True)
    assert flat.count("(core)") == sum(cores)


@pytest.mark.parametrize(
    ("lang", "seconds", "shown"),
    [
        ("en", 100, "2 min"),
        ("en", 3500, "58 min"),
        ("en", 3590, "1.0 h"),
        ("en", 5400, "1.5 h"),
        ("zh", 100, "2 分钟"),
        ("zh", 5400, "1.5 小时"),
    ],
)
def test_less_than_an_hour_is_shown_in_minutes(lang, seconds, shown):
    app = app_of(lang)
    answer = Answer(rating=Rating.GOOD, seconds=float(seconds))
    app.journal(write=True).record(EventKind.ANSWER, OPEN, answer, now=NOW)
    text = stats_text(app, stats_data(app, 30))
    app.close()
    assert f"   {shown}   " in text
