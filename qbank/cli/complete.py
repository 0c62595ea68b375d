"""Shell completion of ids and names. Writes nothing, and says nothing when the bank cannot be read."""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

import typer

from qbank.errors import QbankError

if TYPE_CHECKING:
    from qbank.formulas.formula import Parameter


def _names(read: Callable[..., Iterable[str]], incomplete: str) -> list[str]:
    import io
    from datetime import UTC, datetime

    from qbank.cli.context import App
    from qbank.settings import Flags, load

    try:
        app = App(load(Flags()), io.StringIO(), io.StringIO(), lambda: datetime.now(UTC))
        return [name for name in read(app.bank) if incomplete in name]
    except QbankError:
        return []


def questions(incomplete: str) -> list[str]:
    """Question ids that contain what was typed."""
    return _names(lambda bank: bank.entries, incomplete)


def frameworks(incomplete: str) -> list[str]:
    """Framework ids and aliases."""
    return _names(
        lambda bank: [w for f in bank.frameworks.values() for w in (f.id, *f.aliases)], incomplete
    )


def topics(incomplete: str) -> list[str]:
    """Topic ids."""
    return _names(lambda bank: bank.topics, incomplete)


def tracks(incomplete: str) -> list[str]:
    """Track names."""
    return _names(lambda bank: bank.tracks, incomplete)


def models(incomplete: str) -> list[str]:
    """Names of well-known models."""
    from qbank.formulas.shapes import SHAPES

    return [name for name in SHAPES if incomplete in name]


def formula_words(ctx: typer.Context, incomplete: str) -> list[str]:
    """Names of formulas, then arguments that are not given yet, or the values of the last one."""
    words: list[str] = ctx.params.get("words") or []
    given = {each.name.replace("_", "-"): each for each in _parameters(words)}
    if not words and not incomplete.startswith("-"):
        return [name for name in _formulas() if incomplete.replace("_", "-") in name]
    if incomplete.startswith("-"):
        names = (f"--{name}" for name in given)
        return [name for name in names if name.startswith(incomplete) and name not in words]
    last = given.get(words[-1].removeprefix("--"))
    return [value for value in last.choices if value.startswith(incomplete)] if last else []


def _formulas() -> list[str]:
    from qbank.formulas import FORMULAS

    return [name.replace("_", "-") for name in FORMULAS]


def _parameters(words: Sequence[str]) -> "tuple[Parameter, ...]":
    from qbank.formulas import get

    try:
        return get(words[0]).parameters if words else ()
    except QbankError:
        return ()
