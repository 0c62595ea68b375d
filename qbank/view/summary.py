"""The end of a sitting: what was asked, what to repeat, which points were missed, what is due next."""

import math
from collections import Counter
from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from qbank.content.sections import point_text
from qbank.messages import counted
from qbank.schedule.rows import EventKind
from qbank.schedule.select import LeftOut
from qbank.session.state import Done
from qbank.terms import Rating
from qbank.view.listing import day_text
from qbank.view.text import clean, flow, wrap

if TYPE_CHECKING:
    from qbank.cli.context import App
    from qbank.view.play import Played

_MOST_MINUTES, _MOST_NEW = 600, 100  # what the options take


def summary_data(played: "Played") -> dict[str, Any]:
    """The sitting as an object; counts are of rated questions."""
    done = played.session.done
    last = {one.id: one for one in done}
    return {
        "asked": len(done),
        "recalled": sum(one.rating >= Rating.GOOD for one in done),
        "minutes": round(played.seconds / 60, 1),
        "again": [id_ for id_, one in last.items() if one.rating is Rating.AGAIN],
        "answers": [{"id": one.id, "rating": int(one.rating)} for one in done],
        "missed": [{"id": id_, "point": point} for id_, point in _missed(last)],
    }


def summary_text(app: "App", played: "Played") -> str:
    """What was asked, the points that were missed, and what is due next."""
    words, data = app.words, summary_data(played)
    first = words.sitting.format(
        asked=data["asked"],
        recalled=data["recalled"],
        minutes=max(1, round(played.seconds / 60)),
    )
    again = [words.again_ids.format(ids=" ".join(data["again"]))] if data["again"] else []
    lines = flow([first, *again], app.cells, " " * 5, "  ").split("\n")
    lines += _point_lines(app, played)
    lines.append(next_due_text(app))
    return "\n".join(row for line in lines for row in wrap(clean(line), app.cells, "    "))


def _missed(last: dict[str, Done]) -> list[tuple[str, str]]:
    return [(id_, point) for id_, one in last.items() for point in one.missed]


def _point_lines(app: "App", played: "Played") -> list[str]:
    """Every point that was missed, core ones first, with how often this month where it was not the first time."""
    missed = dict.fromkeys((one.id, point) for one in played.session.done for point in one.missed)
    if not missed:
        return []
    words, month = app.words, _missed_this_month(app)
    known = [pair for pair in missed if pair[0] in app.bank.entries]
    found = [(id_, p) for id_, one in known for p in app.bank.get(id_).points if p.id == one]
    found.sort(key=lambda pair: not pair[1].core)
    lines = [words.missed_points]
    for id_, point in found:
        text, times = point_text(point, app.settings.lang), month[id_, point.id]
        text += words.core_tail if point.core else ""
        if times > 1:
            detail = counted(words.times_this_month, n=times)
            text = words.with_detail.format(text=text, detail=detail)
        lines += wrap(f"  - {text}", app.cells, "    ")
    return lines


def _missed_this_month(app: "App") -> Counter[tuple[str, str]]:
    first = app.today.replace(day=1)
    rows = app.journal().rows(kinds=(EventKind.ANSWER, EventKind.PRACTICE), since_day=first)
    counted: Counter[tuple[str, str]] = Counter()
    for row in rows:
        points = row.payload.get("points") or {}
        if isinstance(points, dict):
            counted.update((str(row.question_id), id_) for id_, said in points.items() if not said)
    return counted


def next_due_text(app: "App") -> str:
    """When the next questions are due, and how many."""
    return _due_text(app, app.bank.entries, app.words.next_due)


def nothing_text(app: "App", ids: Collection[str]) -> str:
    """That nothing is due, and when the next of these questions are."""
    return _due_text(app, ids, app.words.nothing_due_next)


def _due_text(app: "App", ids: Collection[str], text: str) -> str:
    days = Counter(
        max(card.due, app.today)
        for id_, card in app.journal().cards().items()
        if card.due is not None and not card.is_suspended and id_ in ids
    )
    if not days:
        return app.words.nothing_due
    first = min(days)
    when = day_text((first - app.today).days, app.words)
    return text.format(count=days[first], when=when)


def left_out_lines(app: "App", left: LeftOut, minutes: float | None, new: int) -> list[str]:
    """What did not fit in the sitting, and the option that makes room for it."""
    words, count = app.words.left_out, left.old + left.new
    texts = []
    if count and minutes is not None:
        enough = min(_MOST_MINUTES, 5 * math.ceil(left.minutes / 5))
        text = words["all"] if left.old else words["new"]
        texts.append(counted(text, n=count, minutes=f"{minutes:g}", enough=enough))
    if left.beyond_new and not left.new:
        more = min(_MOST_NEW, new + left.beyond_new, max(2 * new, 5))
        texts.append(counted(words["limit"], n=left.beyond_new, new=new, more=more))
    return [line for text in texts for line in wrap(text, app.cells, "    ")]
