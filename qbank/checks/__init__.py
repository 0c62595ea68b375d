"""The rules over the bank: `run_checks` applies them, `RULES` names them."""

from collections.abc import Iterable, Iterator, Mapping

from qbank.bank.catalog import Bank, Entry
from qbank.bank.index import FileKey
from qbank.bank.reader import read_text
from qbank.checks import (
    characters,
    citations,
    counts,
    facts,
    figures,
    glossary,
    kinds,
    languages,
    leaks,
    lengths,
    locked,
    markdown,
    names,
    numeric,
    options,
    quantities,
    reading,
    side,
    snippets,
    speech,
    titles,
    typography,
)
from qbank.checks.context import Context
from qbank.checks.rule import Rule, Side, Subject
from qbank.problem import Problem
from qbank.sources.lock import NAME

_SUBJECTS = (
    reading,
    counts,
    kinds,
    numeric,
    names,
    snippets,
    options,
    citations,
    locked,
    languages,
    facts,
    quantities,
    figures,
    lengths,
    speech,
    leaks,
    titles,
    markdown,
    characters,
    typography,
    glossary,
    side,
)
RULES: Mapping[str, Rule] = {rule.name: rule for subject in _SUBJECTS for rule in subject.RULES}
"""Every rule by name, those of reading first."""


def run_checks(bank: Bank, entries: Iterable[Entry] | None = None) -> tuple[Problem, ...]:
    """All findings, sorted by place: over `entries`, or over the whole bank and the files beside it."""
    context = Context(bank)
    chosen = tuple(bank.entries.values() if entries is None else entries)
    found = [problem for entry in chosen for problem in _of_question(context, entry)]
    if entries is None:
        found += _of_sides(context)
    files = {str(bank.path(entry)) for entry in chosen}
    found += [each for each in bank.problems if entries is None or each.path in files]
    return tuple(sorted(set(found)))


def _of_question(context: Context, entry: Entry) -> Iterator[Problem]:
    path = context.bank.path(entry)
    document = read_text(str(path), path.read_bytes())
    subject = Subject(context, entry, context.bank.get(entry.id), document)
    for rule in RULES.values():
        yield from rule.problems(subject)


def _of_sides(context: Context) -> Iterator[Problem]:
    locks = [FileKey(number, NAME) for number, lock in context.locks.items() if lock]
    for key in (*(key for key, _ in context.bank.index.sides()), *locks):
        path = context.bank.roots[key.root].path / key.path
        side_file = Side(context, key.path, read_text(str(path), path.read_bytes()), key.root)
        for rule in RULES.values():
            yield from rule.side_problems(side_file)
