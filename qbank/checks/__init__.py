"""The rules over the bank. One line in RULES a rule."""

from collections.abc import Iterable, Iterator, Mapping

from qbank.bank.catalog import Bank, Entry
from qbank.bank.reader import read_text
from qbank.checks import language, references, shape
from qbank.checks.rule import Rule, Subject
from qbank.problem import Problem, Severity, Span

_WARNING = Severity.WARNING
_LIST = (
    Rule(
        "counts",
        "3-6 points, two or three core, three follow-ups, 2-4 pitfalls",
        "The list to tick fits nine lines, and a chain is three deep.",
        shape.counts,
    ),
    Rule(
        "kind-parts",
        "parts that a kind needs: angles, groups, a tested solution",
        "A project question without an angle, or code without a test, cannot be practised.",
        shape.kind_parts,
    ),
    Rule(
        "plausible",
        "drawn values stay inside `plausible`",
        "A drill with an absurd number teaches nothing.",
        shape.plausible,
    ),
    Rule(
        "facts",
        "each fact has one origin, and its expression evaluates",
        "A number is computed, cited or given; there is no fourth way.",
        shape.facts,
    ),
    Rule(
        "unknown-id",
        "frameworks, topics, packages and questions exist",
        "A reference that leads nowhere is lost.",
        references.ids,
    ),
    Rule(
        "citations",
        "claims cite sources of the file; every source is cited",
        "A claim without a source is not written.",
        references.citations,
    ),
    Rule(
        "languages",
        "both languages, everywhere",
        "Half a question is a draft.",
        references.languages,
    ),
    Rule(
        "duplicate-title",
        "no two questions share a title",
        "Learners tell questions apart by title.",
        references.titles,
    ),
    Rule(
        "lengths",
        "title, answer and pitch within their limits",
        "What is longer is not learnt.",
        language.lengths,
    ),
    Rule(
        "speakable", "the pitch can be said aloud", "It is practised as speech.", language.speakable
    ),
    Rule(
        "characters",
        "no control characters or direction marks",
        "They can steer a terminal or hide text.",
        language.characters,
    ),
    Rule(
        "typography",
        "Chinese spacing and punctuation",
        "Readers judge a text by it.",
        language.typography,
        _WARNING,
    ),
    Rule(
        "glossary",
        "one wording for one term",
        "Two words for one thing look like two things.",
        language.glossary,
        _WARNING,
    ),
    Rule(
        "leak",
        "the prompt does not give the answer away",
        "Retrieval needs something to retrieve.",
        language.leaks,
        _WARNING,
    ),
)
RULES: Mapping[str, Rule] = {rule.name: rule for rule in _LIST}


def run_checks(bank: Bank, entries: Iterable[Entry] | None = None) -> tuple[Problem, ...]:
    """All findings over `entries`, or over the whole bank with its tracks and topics, sorted by place."""
    chosen = bank.entries.values() if entries is None else entries
    found = [problem for entry in chosen for problem in _of_entry(bank, entry)]
    if entries is None:
        found += [*bank.problems, *_tracks(bank)]
    return tuple(sorted(set(found)))


def _of_entry(bank: Bank, entry: Entry) -> Iterator[Problem]:
    path = bank.path(entry)
    subject = Subject(bank, entry, bank.get(entry.id), read_text(str(path), path.read_bytes()))
    for rule in RULES.values():
        yield from rule.problems(subject)


def _tracks(bank: Bank) -> Iterator[Problem]:
    """Every id of a track exists and is usable."""
    path = str(bank.roots[0].path / "tracks.yaml")
    for track in bank.tracks.values():
        for id_ in track.ids:
            if id_ not in bank.entries:
                yield Problem(
                    path,
                    Span(1, 1),
                    "track-id",
                    f"`{track.name}` names `{id_}`, which does not exist",
                )
        repeated = {id_ for id_ in track.ids if track.ids.count(id_) > 1}
        for id_ in sorted(repeated):
            yield Problem(path, Span(1, 1), "track-id", f"`{track.name}` names `{id_}` twice")
