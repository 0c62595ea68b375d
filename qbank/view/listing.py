"""Lists of questions: rows for people, objects for scripts."""

import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING

from qbank.bank.catalog import Entry
from qbank.messages import Messages, counted
from qbank.schedule.card import CardState, recall
from qbank.view.tables import table
from qbank.view.text import clean, wrap

if TYPE_CHECKING:
    from qbank.bank.search import Match
    from qbank.sources.stale import Reason
    from qbank.view.screen import Screen


_BARS = re.compile(r"\s*(?:\|\s*)+(?:-+\s*\|\s*)*")


def list_text(app: "Screen", entries: Sequence[Entry]) -> str:
    """The list as a table and a count."""
    words = app.words
    heads = [words.columns[name] for name in ("due", "recall", "level", "type", "id", "title")]
    rows = [_row(app, entry) for entry in entries]
    count = words.count.format(n=len(entries), total=len(app.bank.entries))
    if not rows:
        return count
    return f"{table(heads, rows, app.cells, app.style)}\n\n{count}"


def stale_text(
    app: "Screen", stale: Mapping[str, Sequence["Reason"]], entries: Sequence[Entry]
) -> str:
    """Under the id of each question what changed, and the lines that differ."""
    lines: list[str] = []
    for entry in entries:
        lines.append(app.style.paint(entry.id, "bold"))
        for reason in stale[entry.id]:
            said = app.words.stale_reasons[reason.kind].format(reason=reason)
            lines += wrap(f"  {clean(said)}", app.cells, "    ")
            lines += [f"    {clean(line)}" for line in reason.diff]
        lines.append("")
    return "\n".join(lines)


def _row(app: "Screen", entry: Entry) -> list[str]:
    card = app.cards.get(entry.id)
    known = recall(card, app.today) if card and card.answers else None
    lang = app.settings.lang
    return [
        due_text(card, app.today, app.words),
        "" if known is None else f"{known:.2f}",
        app.words.levels[entry.level],
        app.words.types[entry.type],
        app.words.with_detail.format(text=entry.id, detail=app.words.yours)
        if entry.is_yours
        else entry.id,
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
        id_, title = match.entry.id, clean(match.entry.title(app.settings.lang))
        first, *rest = wrap(f"{id_}  {title}", app.cells, "    ")
        lines += [app.style.paint(first[: len(id_)], "bold") + first[len(id_) :], *rest]
        if match.excerpt:
            lines += wrap(f"  {_without_bars(clean(match.excerpt))}", app.cells, "    ")
    lines.append(counted(app.words.matches, n=len(found)))
    return "\n".join(lines)


def _without_bars(excerpt: str) -> str:
    """The bars between the cells of a table say nothing in one line of it."""
    return _BARS.sub("  ", excerpt)
