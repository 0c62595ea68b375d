"""Shell completion of ids and names. Writes nothing, and says nothing when the bank cannot be read."""

from collections.abc import Callable, Iterable

from qbank.errors import QbankError


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
