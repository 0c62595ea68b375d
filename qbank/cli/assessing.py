"""The five-row self-check: asked or given, stored, compared with earlier ones."""

import sys
from collections.abc import Sequence

import typer

from qbank.cli.context import App
from qbank.errors import UsageError
from qbank.schedule.rows import Assess, EventKind, Row

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
        app.emit("assess", [{"day": row.day, "scores": row.payload["scores"]} for row in rows])
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
        app.say(f"\n{app.style.paint(title, 'bold')}")
        for number, text in enumerate([app.words.assess_zero, *levels]):
            app.say(f"  {number}  {text}")
        scores[name] = float(_digit())
    return scores


def _digit() -> int:
    import unicodedata

    while True:
        text = unicodedata.normalize("NFKC", typer.prompt(f"0-{_TOP}", prompt_suffix="> "))
        if text.strip() in {"0", "1", "2", "3"}:
            return int(text)


def _compared(app: App, rows: Sequence[Row]) -> str:
    from qbank.view.tables import table

    shown = rows[-5:]
    heads = [*(row.day for row in shown), app.words.assess_row]
    lines = [
        [*(_score(row, name) for row in shown), app.words.assess_rows[name][0]] for name in ROWS
    ]
    return table(heads, lines, app.cells, app.style)


def _score(row: Row, name: str) -> str:
    scores = row.payload.get("scores")
    value = scores.get(name) if isinstance(scores, dict) else None
    return "-" if value is None else f"{value:g}"
