"""A file's text to the blocks in it, by the form of the file."""

from collections.abc import Iterable, Iterator, Mapping

from qbank.bank.reader import PlainError
from qbank.configs.command_reader import read_commands
from qbank.configs.json_reader import JsonError, read_json
from qbank.configs.places import Places
from qbank.configs.python_reader import read_calls
from qbank.configs.setting import Block
from qbank.configs.shell_lexer import QuoteError
from qbank.configs.tree import Node, mapping, settings
from qbank.configs.yaml_reader import read_yaml
from qbank.problem import Span

GROUPS: Mapping[str, tuple[str, ...]] = {
    "deepspeed": ("ds_config.json",),
    "llama-factory": (
        "ModelArguments",
        "DataArguments",
        "TrainingArguments",
        "FinetuningArguments",
        "GeneratingArguments",
        "EvaluationArguments",
    ),
    "axolotl": ("config.yaml",),
    "accelerate": ("config.yaml", "config.yaml blocks"),
}
"""Where the keys of a config file are looked up."""


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
    except (ValueError, RecursionError) as error:
        raise BrokenError(Span(1, 1), f"is no Python: {error}") from error


def _of_tree(framework: str, root: Node) -> Iterator[Block]:
    if root.entries is None:
        raise BrokenError(root.place, "must be a mapping of keys to values")
    yield Block(framework, GROUPS[framework], tuple(settings(root)), root.place)
