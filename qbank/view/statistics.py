"""What the journal says about the learner, as data and as a screen."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from qbank.bank.catalog import Entry
from qbank.content.sections import point_text
from qbank.schedule.card import recall
from qbank.schedule.rows import EventKind, Row
from qbank.terms import Rating, Status
from qbank.view.tables import bar, table
from qbank.view.text import clean, flow, wrap

if TYPE_CHECKING:
    from qbank.cli.context import App

_MOST_MISSED = 5
_GROUPS = ("framework", "level", "dimension")


def stats_data(app: "App", days: int) -> dict[str, Any]:
    """Counts over the last `days` study days, today included. `recall` is the share rated 3 or 4.

    `answers` counts the answer rows that were not cancelled; practice is counted apart.
    """
    since = app.today - timedelta(days=days - 1)
    kinds = (EventKind.ANSWER, EventKind.PRACTICE)
    rows = app.journal().rows(kinds=kinds, since_day=since)
    answers = [row for row in rows if row.kind == EventKind.ANSWER]
    seconds = sum(map(_seconds, rows))
    return {
        "days": days,
        "since": since.isoformat(),
        "answers": len(answers),
        "practice": len(rows) - len(answers),
        "hours": round(seconds / 3600, 2),
        "minutes": round(seconds / 60, 1),
        "recall": _share(answers),
        "target": app.settings.retention,
        "by": {name: _grouped(app, answers, name) for name in _GROUPS},
        "by_language": _by_payload(answers, "lang"),
        "by_day": _by_day(answers),
        "missed_points": _missed(app, rows),
        "sure_but_wrong": _sure_but_wrong(answers),
        "follow_ups_held": _follow_ups_held(app, since),
    }


def _seconds(row: Row) -> float:
    value = row.payload.get("seconds", 0)
    return float(value) if isinstance(value, int | float) else 0.0


def _said(row: Row) -> bool:
    return row.payload.get("rating") in {Rating.GOOD, Rating.EASY}


def _share(rows: Iterable[Row]) -> float | None:
    rows = list(rows)
    return round(sum(map(_said, rows)) / len(rows), 4) if rows else None


def _values(entry: Entry, name: str) -> tuple[str, ...]:
    return entry.frameworks if name == "framework" else (str(getattr(entry, name)),)


def _grouped(app: "App", answers: list[Row], name: str) -> list[dict[str, Any]]:
    """One object a framework, level or dimension of the bank: seen, total, answers, recall now, time."""
    entries = [e for e in app.bank.entries.values() if e.status is not Status.DRAFT]
    members: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        for value in _values(entry, name):
            members[value].append(entry)
    return [_group(app, value, found, answers) for value, found in sorted(members.items())]


def _group(app: "App", value: str, entries: list[Entry], answers: list[Row]) -> dict[str, Any]:
    ids = {entry.id for entry in entries}
    rows = [
        row for row in answers if app.bank.renames.get(str(row.question_id), row.question_id) in ids
    ]
    cards = [c for entry in entries if (c := app.cards.get(entry.id)) is not None and c.answers]
    now = [recall(card, app.today) for card in cards]
    return {
        "name": value,
        "seen": len(cards),
        "total": len(entries),
        "answers": len(rows),
        "said": _share(rows),
        "recall": round(sum(now) / len(now), 4) if now else None,
        "hours": round(sum(_seconds(row) for row in rows) / 3600, 2),
    }


def _by_payload(answers: list[Row], key: str) -> list[dict[str, Any]]:
    groups: dict[str, list[Row]] = defaultdict(list)
    for row in answers:
        groups[str(row.payload.get(key, ""))].append(row)
    return [
        {"name": name, "answers": len(rows), "said": _share(rows)}
        for name, rows in sorted(groups.items())
    ]


def _by_day(answers: list[Row]) -> list[dict[str, Any]]:
    groups: dict[str, list[Row]] = defaultdict(list)
    for row in answers:
        groups[row.day].append(row)
    return [
        {
            "day": day,
            "answers": len(rows),
            "said": _share(rows),
            "minutes": round(sum(map(_seconds, rows)) / 60, 1),
        }
        for day, rows in sorted(groups.items())
    ]


def _missed(app: "App", rows: list[Row]) -> list[dict[str, Any]]:
    """The points missed most often, with their text."""
    counted: Counter[tuple[str, str]] = Counter()
    for row in rows:
        points = row.payload.get("points")
        if isinstance(points, dict):
            counted.update((str(row.question_id), id_) for id_, said in points.items() if not said)
    found = []
    for (question_id, point_id), times in counted.most_common(_MOST_MISSED):
        if question_id in app.bank.entries:
            points_by_id = {p.id: p for p in app.bank.get(question_id).points}
            if point_id in points_by_id:
                text = point_text(points_by_id[point_id], app.settings.lang)
                found.append({"id": question_id, "point": point_id, "text": text, "times": times})
    return found


def _follow_ups_held(app: "App", since: date) -> dict[str, int]:
    """How many chains of follow-ups ended at each depth, by the depth as text."""
    rows = app.journal().rows(kinds=(EventKind.CHAIN,), since_day=since)
    return dict(sorted(Counter(str(row.payload.get("depth", 0)) for row in rows).items()))


def _sure_but_wrong(answers: list[Row]) -> list[str]:
    """Questions missed although the learner was sure."""
    wrong = (
        r for r in answers if r.payload.get("confidence") == 3 and r.payload.get("rating") == 1
    )
    return list(dict.fromkeys(str(row.question_id) for row in wrong))


def stats_text(app: "App", data: dict[str, Any]) -> str:
    """The numbers as a screen."""
    words = app.words
    said = "-" if data["recall"] is None else f"{data['recall']:.2f}"
    first = words.stats_head.format(
        days=data["days"],
        answers=data["answers"],
        time=_time(app, data),
        recall=said,
        target=f"{data['target']:.2f}",
    )
    blocks = [flow(first.split("   "), app.cells)]
    for name in _GROUPS:
        shown = [group for group in data["by"][name] if group["seen"]]
        if shown:
            heads = [words.stats_groups[name], words.stats_seen, words.stats_recall]
            rows = [_row(app, name, group) for group in shown]
            blocks.append(table(heads, rows, app.cells, app.style))
    if data["missed_points"]:
        lines = [words.stats_missed]
        for one in data["missed_points"]:
            lines += wrap(f"  {one['times']}x  {clean(one['text'])}", app.cells, "      ")
        blocks.append("\n".join(lines))
    if data["follow_ups_held"]:
        held = (
            words.stats_held_times.format(depth=depth, n=times)
            for depth, times in data["follow_ups_held"].items()
        )
        blocks.append(flow([words.stats_held, *held], app.cells, indent="  "))
    if data["sure_but_wrong"]:
        blocks.append(flow([words.stats_sure, *data["sure_but_wrong"]], app.cells, "  ", "  "))
    unseen = [group["name"] for group in data["by"]["framework"] if not group["seen"]]
    if unseen:
        text = words.stats_unseen + words.colon + words.comma.join(unseen)
        blocks.append("\n".join(wrap(text, app.cells, "  ")))
    return "\n\n".join(blocks)


def _time(app: "App", data: dict[str, Any]) -> str:
    """The time spent: minutes below an hour."""
    words, minutes = app.words, round(data["minutes"])
    if minutes < 60:
        return words.stats_minutes.format(n=minutes)
    return words.stats_hours.format(n=f"{data['minutes'] / 60:.1f}")


def _row(app: "App", kind: str, group: dict[str, Any]) -> list[str]:
    names = {"level": app.words.levels, "dimension": app.words.dimensions}.get(kind, {})
    value = group["recall"] or 0.0
    return [
        names.get(group["name"], group["name"]),
        f"{group['seen']}/{group['total']}",
        f"{value:.2f} {bar(value)}",
    ]
