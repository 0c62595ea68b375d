"""`qbank` alone: today in five lines, and the next command to type."""

from collections import defaultdict
from typing import TYPE_CHECKING

from qbank.bank.catalog import Entry
from qbank.schedule.card import recall
from qbank.schedule.select import is_due
from qbank.terms import Status
from qbank.view.text import flow

if TYPE_CHECKING:
    from qbank.cli.context import App

REVIEW_MINUTES = 1.5
_WEAKEST = 2
_SEEN_ENOUGH = 2


def today_text(app: "App") -> str:
    """What is due, what is new in the track, what is weakest."""
    words, today = app.words, app.today
    entries = [e for e in app.bank.entries.values() if e.status is not Status.DRAFT]
    due = [e for e in entries if is_due(app.cards.get(e.id), today, e.revision)]
    track = app.bank.tracks.get(app.settings.track)
    ids = (
        [id_ for id_ in track.ids if id_ in app.bank.entries] if track else [e.id for e in entries]
    )
    known = sum(1 for id_ in ids if (card := app.cards.get(id_)) is not None and card.answers)
    facts = [
        words.today_due.format(n=len(due), minutes=round(len(due) * REVIEW_MINUTES)),
        words.today_new.format(n=min(app.settings.new, len(ids) - known)),
    ]
    if track:
        facts.append(words.today_track.format(track=track.name, known=known, total=len(ids)))
    lines = [flow(facts, app.cells)]
    weakest = _weakest(app, entries)
    if weakest:
        lines.append(flow([words.today_weakest, *weakest], app.cells, indent="  "))
    lines += ["", flow(words.today_next, app.cells, " " * 10)]
    app.skipped_files()
    return "\n".join(lines)


def _weakest(app: "App", entries: list[Entry]) -> list[str]:
    """The topics with the lowest mean recall among those answered at least twice."""
    recalls: dict[str, list[float]] = defaultdict(list)
    for entry in entries:
        card = app.cards.get(entry.id)
        if card is not None and card.answers:
            for topic in entry.topics:
                recalls[topic].append(recall(card, app.today))
    means = sorted(
        (sum(values) / len(values), topic)
        for topic, values in recalls.items()
        if len(values) >= _SEEN_ENOUGH
    )
    return [f"{_name(app, topic)} {mean:.2f}" for mean, topic in means[:_WEAKEST] if mean < 1]


def _name(app: "App", topic: str) -> str:
    found = app.bank.topics.get(topic)
    return found.title(app.settings.lang) if found else topic
