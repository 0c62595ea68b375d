"""The five-row self-check: asked or given, stored, compared with earlier ones."""

import sys
from collections import Counter
from collections.abc import Sequence
from datetime import datetime

import typer

from qbank.cli.asking import ask
from qbank.cli.context import App
from qbank.errors import UsageError
from qbank.schedule.days import local_time
from qbank.schedule.rows import Assess, EventKind, Row
from qbank.typed import plain

ROWS = ("zero", "deepspeed", "tensor-parallel", "tools", "resume")
"""The rows of the self-check, each rated 0 to 3."""

_TOP = 3


def run_assess(app: App, given: Sequence[str], *, history: bool, json: bool) -> None:
    """Ask or take the scores, store them, and show them beside the earlier ones."""
    earlier = app.journal().rows(kinds=(EventKind.ASSESS,))
    if not history:
        scores = _given(given) if given else _ask(app)
        app.journal(write=True).record(EventKind.ASSESS, None, Assess(scores=scores), now=app.now())
    rows = app.journal().rows(kinds=(EventKind.ASSESS,))
    if json:
        data = [
            {"day": row.day, "at": _moment(row).isoformat(), "scores": row.payload["scores"]}
            for row in rows
        ]
        app.emit("assess", data)
    else:
        app.say(_compared(app, rows) if rows else app.words.assess_none)
    if len(rows) == len(earlier) and not history:
        raise typer.Exit(1)


def _given(pairs: Sequence[str]) -> dict[str, float]:
    scores: dict[str, float] = {}
    for pair in pairs:
        name, _, value = pair.partition("=")
        if name not in ROWS or value not in {"0", "1", "2", "3"}:
            hint = f"write ROW=0..3 with a row of {', '.join(ROWS)}"
            raise UsageError(f"`{pair}` is not a score", hint=hint)
        scores[name] = float(value)
    return scores


def _ask(app: App) -> dict[str, float]:
    if app.settings.no_input or not sys.stdin.isatty():
        raise UsageError("assess needs a terminal", hint="give the scores: --score zero=2")
    scores: dict[str, float] = {}
    for name in ROWS:
        title, *levels = app.words.assess_rows[name]
        app.note(f"\n{title}")
        for number, text in enumerate([app.words.assess_zero, *levels]):
            app.note(f"  {number}  {text}")
        scores[name] = float(_digit(app))
    return scores


def _digit(app: App) -> int:
    from qbank.view.text import wrap

    while True:
        text = plain(ask(app, f"0-{_TOP}> "))
        if text in {"0", "1", "2", "3"}:
            return int(text)
        app.note("\n".join(wrap(app.words.assess_range, app.cells, "  ")))


def _compared(app: App, rows: Sequence[Row]) -> str:
    from qbank.view.tables import table

    shown = rows[-5:]
    heads = [*_heads(shown), app.words.assess_row]
    lines = [
        [*(_score(row, name) for row in shown), app.words.assess_rows[name][0]] for name in ROWS
    ]
    return table(heads, lines, app.cells, app.style)


def _heads(rows: Sequence[Row]) -> list[str]:
    """The day of each; with the time where several were on one day."""
    days = Counter(row.day for row in rows)
    return [row.day if days[row.day] == 1 else f"{_moment(row):%m-%d %H:%M}" for row in rows]


def _moment(row: Row) -> datetime:
    """When a row was written, as the clock there said."""
    return local_time(row.at_ms, row.offset_min)


def _score(row: Row, name: str) -> str:
    scores = row.payload.get("scores")
    value = scores.get(name) if isinstance(scores, dict) else None
    return "-" if value is None else f"{value:g}"
