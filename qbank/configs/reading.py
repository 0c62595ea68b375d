"""A file's text to the blocks in it, by the form of the file."""

from collections.abc import Iterable, Iterator

from qbank.bank.reader import PlainError
from qbank.configs.command_reader import read_commands
from qbank.configs.json_reader import JsonError, read_json
from qbank.configs.lookup import of_file
from qbank.configs.places import Places
from qbank.configs.python_reader import read_calls
from qbank.configs.setting import Block
from qbank.configs.shell_lexer import QuoteError
from qbank.configs.tree import Node, mapping
from qbank.configs.yaml_reader import read_yaml
from qbank.problem import Span


class BrokenError(Exception):
    """A file that cannot be read as what it is: where, what, and how to mend it."""

    def __init__(self, place: Span, message: str, fix: str = "") -> None:
        super().__init__(message)
        self.place = place
        self.message = message
        self.fix = fix


def blocks(form: str, framework: str, text: str) -> Iterable[Block]:
    """The blocks of a file. Raises BrokenError."""
    if form == "json":
        return _of_tree(framework, _json(text))
    if form == "yaml":
        return _of_tree(framework, _yaml(text))
    if form == "sh":
        return _commands(framework, text)
    return _calls(framework, text)


def _json(text: str) -> Node:
    try:
        return read_json(text)
    except JsonError as error:
        place = Places(text).span(error.start, error.start + 1)
        raise BrokenError(place, error.message, error.fix) from error


def _yaml(text: str) -> Node:
    try:
        found = read_yaml(text)
    except PlainError as error:
        problem = error.problem
        raise BrokenError(problem.span, problem.message, problem.fix) from error
    return found or mapping((), Span(1, 1))


def _commands(framework: str, text: str) -> Iterable[Block]:
    try:
        return tuple(read_commands(framework, text))
    except QuoteError as error:
        place = Places(text).span(error.start, error.start + 1)
        raise BrokenError(place, str(error), "close it") from error


def _calls(framework: str, text: str) -> Iterable[Block]:
    try:
        return tuple(read_calls(framework, text))
    except SyntaxError as error:
        place = Span(error.lineno or 1, error.offset or 1)
        raise BrokenError(place, f"is no Python: {error.msg}") from error
    except (RecursionError, MemoryError) as error:
        raise BrokenError(Span(1, 1), "is nested too deeply to be read") from error
    except ValueError as error:
        raise BrokenError(Span(1, 1), f"is no Python: {error}") from error


def _of_tree(framework: str, root: Node) -> Iterator[Block]:
    if root.entries is None:
        raise BrokenError(root.place, "must be a mapping of keys to values")
    yield of_file(framework, root)
