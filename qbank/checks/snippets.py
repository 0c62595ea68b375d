"""Snippets are what they are said to be: right for the pinned release, or wrong just where the question wants them wrong."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

from qbank.bank.catalog import Bank, Entry
from qbank.bank.reader import Path
from qbank.checks.context import Context, fold_word, nearest_fix
from qbank.checks.rule import Finding, Part, Rule, Subject
from qbank.configs import RULES as CONFIG_RULES
from qbank.configs import ConfigError, check_config
from qbank.content.base import Question, Snippet
from qbank.content.types.spot import Spot
from qbank.problem import Problem
from qbank.vocab import frameworks

_FORMS = {"json": "json", "yaml": "yaml", "sh": "sh", "bash": "sh", "shell": "sh", "python": "py"}
"""Languages of snippets, to the endings of the files that are checked."""


class Shown(NamedTuple):
    """A snippet and where it stands in its file; `wrong` are the lines that a spot question wants found."""

    path: Path
    snippet: Snippet
    wrong: frozenset[int] | None = None


def snippets(question: Question) -> Iterator[Shown]:
    """The snippets of a question, the one of a spot question first."""
    if isinstance(question, Spot):
        lines = frozenset(each.line for each in question.wrong_lines)
        yield Shown(("snippet",), question.snippet, lines)
    for number, each in enumerate(question.snippets):
        yield Shown(("snippets", number), each)


def unchecked(bank: Bank, entries: Iterable[Entry] | None = None) -> Mapping[str, int]:
    """How many snippets no option could be looked up in, by framework; those of drafts count as well."""
    context = Context(bank)
    found: Counter[str] = Counter()
    for entry in bank.entries.values() if entries is None else entries:
        for shown in snippets(bank.get(entry.id)):
            framework = _framework(context, shown.snippet)
            if framework and _linted(framework, shown.snippet) is None:
                found[framework] += 1
    return dict(sorted(found.items()))


def _framework(context: Context, snippet: Snippet) -> str:
    """The id of the framework that a snippet is for; empty for an unknown one, which is another rule's finding."""
    return context.framework_words.get(fold_word(snippet.for_), "")


def _linted(framework: str, snippet: Snippet) -> tuple[Problem, ...] | None:
    """What the checks of configs find; None where no option could be looked up."""
    form = _FORMS.get(snippet.language, "")
    known = framework in frameworks()
    return _checked(form, framework, snippet.code) if form and known else None


@cache
def _checked(form: str, framework: str, code: str) -> tuple[Problem, ...] | None:
    try:
        # a Python source calls several frameworks, and each call is looked up in its own
        return check_config(f"snippet.{form}", code, "" if form == "py" else framework).problems
    except ConfigError:
        return None


def _found(subject: Subject) -> Iterator[tuple[Shown, tuple[Problem, ...]]]:
    for shown in snippets(subject.question):
        framework = _framework(subject.context, shown.snippet)
        problems = _linted(framework, shown.snippet) if framework else None
        if problems is not None:
            yield shown, problems


def _flagged(subject: Subject) -> Iterator[Finding]:
    for shown, problems in _found(subject):
        for problem in problems:
            message = f"{problem.rule}: {problem.message}"
            path = (*shown.path, "code")
            part = _part(shown.snippet.code, problem)
            if problem.rule not in shown.snippet.expect:
                fix = f"mend it, or write `expect: [{problem.rule}]` if the mistake is meant"
                yield Finding(path, message, problem.fix if shown.wrong is None else fix, part)
            elif shown.wrong is not None and problem.span.line not in shown.wrong:
                fix = f"mend it, or name line {problem.span.line} under `wrong_lines`"
                yield Finding(path, message, fix, part)


def _part(code: str, problem: Problem) -> Part:
    """The piece of the code that a finding names, to the end of its line where it does not say."""
    line, column, end = problem.span
    before = sum(len(each) + 1 for each in code.split("\n")[: line - 1])
    width = end - column if end > column else 1
    return Part(code, before + column - 1, before + column - 1 + width)


def _missed(subject: Subject) -> Iterator[Finding]:
    found = {shown.path: problems for shown, problems in _found(subject)}
    for shown in snippets(subject.question):
        flagged = {each.rule for each in found.get(shown.path, ())}
        for number, name in enumerate(shown.snippet.expect):
            path = (*shown.path, "expect", number)
            if name not in CONFIG_RULES:
                fix = nearest_fix(name, CONFIG_RULES, "see `qbank check --explain RULE`")
                yield Finding(path, f"no rule over configs is called `{name}`", fix)
            elif shown.path not in found:
                yield Finding(path, "nothing can be looked up in this snippet", "remove it")
            elif name not in flagged:
                message = f"nothing in the snippet breaks `{name}`"
                yield Finding(path, message, "remove it, or show the mistake")


_SNIPPET = """\
snippets:
  - id: stage
    for: deepspeed
    language: json
    code: |
      {
        "zero_optimization": {"stage": 1}
      }
"""
_WRONG = _SNIPPET.replace('stage": 1', 'stagee": 1')

RULES = (
    Rule(
        "snippet-option",
        "a snippet is right for the pinned release, or says under `expect` which rules it breaks on purpose",
        "Snippets are copied. `expect` says that a mistake is the point, and holds for the whole snippet: in a spot "
        "question the lines that it flags must be among `wrong_lines`. A snippet in which no option can be looked up, such "
        "as one for a framework whose options are not known, is not guessed at; `qbank check` says how many there are.",
        _WRONG,
        _SNIPPET,
        "Mend the line that the finding names; `qbank check --explain` tells about the rule in front of the colon.",
        _flagged,
        flagged=7,
    ),
    Rule(
        "snippet-expect",
        "every rule that a snippet `expect`s to break is a rule over configs, and is broken",
        "Otherwise the mistake was mended, or the checker cannot see it, and the list promises too much.",
        _SNIPPET.replace("    code:", "    expect: [unknown-option]\n    code:"),
        _WRONG.replace("    code:", "    expect: [unknown-option]\n    code:"),
        "Name exactly the rules that `qbank check --config` finds in the snippet, or none.",
        _missed,
        flagged=5,
    ),
)
