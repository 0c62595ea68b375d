"""A changed retention moves due dates: show how before it is applied."""

from collections import Counter

from qbank.cli.asking import confirmed
from qbank.cli.context import App

_WEEK = 7


def apply_retention(app: App, retention: float, *, yes: bool) -> bool:
    """Show by how many days due dates move, and ask. Returns whether to go on."""
    from qbank.schedule.card import FoldSettings
    from qbank.schedule.fold import fold

    journal = app.journal()
    before = journal.cards()
    after = fold(journal.all_rows(), FoldSettings(retention, journal.fold_settings.renames))
    moved = Counter(
        (new.due - old.due).days
        for id_, new in after.items()
        if (old := before.get(id_)) is not None and old.due and new.due
    )
    if any(days for days in moved):
        app.note(app.words.due_moves)
        for label, count in _histogram(moved):
            app.note(f"  {label:>8}  {count:>4}  {'#' * min(count, 40)}")
    return confirmed(app, app.words.retention_ask, yes=yes or not moved)


def _histogram(moved: Counter[int]) -> list[tuple[str, int]]:
    """Moved days in five classes, from much earlier to much later."""
    classes = (
        (f"< -{_WEEK} d", -(10**6), -_WEEK - 1),
        (f"-{_WEEK}..-1 d", -_WEEK, -1),
        ("0 d", 0, 0),
        (f"1..{_WEEK} d", 1, _WEEK),
        (f"> {_WEEK} d", _WEEK + 1, 10**6),
    )
    return [
        (label, sum(n for days, n in moved.items() if low <= days <= high))
        for label, low, high in classes
    ]
