"""One file: read it, look its options up, apply the rules."""

from collections.abc import Iterable
from typing import NamedTuple

from qbank.bank.reader import Document
from qbank.configs.guessing import form_of, guess
from qbank.configs.lookup import ConfigError
from qbank.configs.reading import BrokenError, blocks
from qbank.configs.rules import RULES
from qbank.configs.rules.files import SYNTAX
from qbank.configs.setting import Block
from qbank.configs.subject import Subject
from qbank.problem import Problem, Span
from qbank.vocab import frameworks, load


class Checked(NamedTuple):
    """The findings in a file, sorted by place, and the frameworks it was checked against."""

    problems: tuple[Problem, ...]
    frameworks: tuple[str, ...]
    is_guessed: bool


def check_config(path: str, text: str, framework: str = "") -> Checked:
    """Check a file against the newest vocabularies. Raises ConfigError, and VocabularyError for an unknown framework."""
    if framework:
        load(framework)
    document = Document(path, text)
    form = form_of(path, text, framework)
    named = framework or guess(form, text)
    if not named and form != "py":
        raise ConfigError(
            f"nothing in {path} tells which framework it is for",
            hint=f"name it with --for: {', '.join(frameworks())}",
        )
    try:
        found = tuple(blocks(form, named, text))
    except BrokenError as error:
        last = text.count("\n") + 1
        place = error.place if error.place.line <= last else Span(last, 1)
        problem = document.at(place, SYNTAX, error.message, error.fix)
        return Checked((problem,), (named,) if named else (), not framework)
    if not found:
        what = f"no call or command of {named}" if named else "no call that could be checked"
        raise ConfigError(f"{path} holds {what}", hint="name another framework with --for")
    problems = sorted({each for block in found for each in problems_of(block, document)})
    return Checked(tuple(problems), _names(found), not framework)


def problems_of(block: Block, document: Document) -> Iterable[Problem]:
    """The findings of every rule in one block."""
    subject = Subject(block, load(block.framework))
    for rule in RULES.values():
        for found in rule.check(subject) if rule.check else ():
            placed = document.at(found.place, rule.name, found.message, found.fix)
            yield placed._replace(severity=rule.severity)


def _names(found: Iterable[Block]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(block.framework for block in found))
