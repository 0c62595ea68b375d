"""The questions of a sheet under headings. A question that belongs to several stands under its first."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from qbank.bank.catalog import Bank, Entry
from qbank.errors import UsageError
from qbank.export.sheet import Group
from qbank.formulas.formula import Text
from qbank.messages import messages
from qbank.terms import Lang, Level

Titled = Sequence[tuple[str, Text]]


def grouped(
    bank: Bank, entries: Sequence[Entry], by: str | None, track: str | None
) -> tuple[Group, ...]:
    """`entries` in groups, the order inside each kept. Raises UsageError."""
    if by is None:
        return (Group(None, tuple(entries)),)
    if by not in GROUPINGS:
        hint = f"use {', '.join(GROUPINGS)}"
        raise UsageError(f"`{by}` is not something to group by", hint=hint)
    if by == "week" and track is None:
        hint = f"add --track {next(iter(bank.tracks), 'NAME')}"
        raise UsageError("--group-by week needs a track", hint=hint)
    return GROUPINGS[by](bank, entries, track or "")


def _framework(bank: Bank, entries: Sequence[Entry], track: str) -> tuple[Group, ...]:  # noqa: ARG001
    names = [(id_, Text(one.name, one.name)) for id_, one in bank.frameworks.items()]
    return _collected(entries, names, lambda entry: entry.frameworks[0])


def _topic(bank: Bank, entries: Sequence[Entry], track: str) -> tuple[Group, ...]:  # noqa: ARG001
    names = [(id_, Text(one.zh, one.en)) for id_, one in bank.topics.items()]
    return _collected(entries, names, lambda entry: entry.topics[0])


def _level(bank: Bank, entries: Sequence[Entry], track: str) -> tuple[Group, ...]:  # noqa: ARG001
    zh, en = messages(Lang.ZH).levels, messages(Lang.EN).levels
    names = [(level.value, Text(zh[level], en[level])) for level in Level]
    return _collected(entries, names, lambda entry: entry.level.value)


def _week(bank: Bank, entries: Sequence[Entry], track: str) -> tuple[Group, ...]:
    weeks = bank.tracks[track].weeks
    names = [
        (str(n), Text(f"{n}. {week.zh}", f"{n}. {week.en}")) for n, week in enumerate(weeks, 1)
    ]
    week_of = {id_: str(n) for n, week in enumerate(weeks, 1) for id_ in week.ids}
    return _collected(entries, names, lambda entry: week_of[entry.id])


def _collected(
    entries: Iterable[Entry], names: Titled, key: Callable[[Entry], str]
) -> tuple[Group, ...]:
    """Groups in the order of `names`, then those without a name, which are called by their key."""
    found: dict[str, list[Entry]] = {id_: [] for id_, _ in names}
    for entry in entries:
        found.setdefault(key(entry), []).append(entry)
    titles = dict(names)
    return tuple(
        Group(titles.get(id_, Text(id_, id_)), tuple(group))
        for id_, group in found.items()
        if group
    )


GROUPINGS: Mapping[str, Callable[[Bank, Sequence[Entry], str], tuple[Group, ...]]] = {
    "framework": _framework,
    "level": _level,
    "topic": _topic,
    "week": _week,
}
"""What sheets are grouped by."""
