"""Lists of questions: rows for people, objects for scripts."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any

from qbank.bank.catalog import Entry
from qbank.messages import Messages
from qbank.schedule.card import CardState, recall
from qbank.view.tables import table
from qbank.view.text import clean

if TYPE_CHECKING:
    from qbank.bank.search import Match
    from qbank.view.screen import Screen


def list_data(entry: Entry, cards: Mapping[str, CardState], today: date) -> dict[str, Any]:
    """One question as an object of `list --json`; `recall` is 0 to 1, null when never answered."""
    card = cards.get(entry.id)
    known = recall(card, today) if card and card.answers else None
    return {
        "id": entry.id,
        "type": entry.type.value,
        "kind": entry.kind.value,
        "level": entry.level.value,
        "frameworks": list(entry.frameworks),
        "topics": list(entry.topics),
        "dimension": entry.dimension.value,
        "priority": entry.priority,
        "status": entry.status.value,
        "title": {"zh": entry.title_zh, "en": entry.title_en},
        "due": card.due.isoformat() if card and card.due else None,
        "recall": None if known is None else round(known, 4),
        "revision": entry.revision,
        "verified_with": dict(entry.verified_with),
        "yours": entry.is_yours,
    }


def list_text(app: "Screen", entries: Sequence[Entry]) -> str:
    """The list as a table and a count."""
    words = app.words
    heads = [words.columns[name] for name in ("due", "recall", "level", "type", "id", "title")]
    rows = [_row(app, entry) for entry in entries]
    count = words.count.format(n=len(entries), total=len(app.bank.entries))
    if not rows:
        return count
    return f"{table(heads, rows, app.cells, app.style)}\n\n{count}"


def _row(app: "Screen", entry: Entry) -> list[str]:
    card = app.cards.get(entry.id)
    known = recall(card, app.today) if card and card.answers else None
    lang = app.settings.lang
    return [
        due_text(card, app.today, app.words),
        "" if known is None else f"{known:.2f}",
        app.words.levels[entry.level],
        app.words.types[entry.type],
        entry.id + (f" ({app.words.yours})" if entry.is_yours else ""),
        entry.title(lang),
    ]


def due_text(card: CardState | None, today: date, words: Messages) -> str:
    """When a question is due, as people say it."""
    if card is None or card.due is None:
        return "-"
    if card.is_suspended:
        return words.suspended_short
    return day_text((card.due - today).days, words)


def day_text(days: int, words: Messages) -> str:
    """A number of days from today in words; the past counts as today."""
    if days <= 0:
        return words.today
    return words.tomorrow if days == 1 else words.in_days.format(n=days)


def matches_text(app: "Screen", found: Sequence["Match"]) -> str:
    """Search results: id, title, and the text around the first match."""
    lines: list[str] = []
    for match in found:
        title = clean(match.entry.title(app.settings.lang))
        lines.append(f"{app.style.paint(match.entry.id, 'bold')}  {title}")
        if match.excerpt:
            lines.append(f"  {clean(match.excerpt)}")
    lines.append(app.words.matches.format(n=len(found)))
    return "\n".join(lines)
