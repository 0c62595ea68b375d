"""Launch scripts: the commands of ms-swift and Megatron-LM in them, with their options."""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from qbank.configs.places import Places
from qbank.configs.script import Command, commands
from qbank.configs.setting import UNKNOWN, Block, Setting
from qbank.configs.words import Word, split
from qbank.vocab import Group, load

_SWIFT = re.compile(r"(?:.*/)?(swift|megatron)")
_SWIFT_FILE = re.compile(r"(?:.*/)?swift[/.]cli[/.](_megatron[/.])?(\w+?)(?:\.py)?")
_SUBCOMMANDS = frozenset(
    ("sft", "pt", "rlhf", "infer", "deploy", "rollout", "sample", "export", "eval", "app", "web-ui")
)
_MEGATRON = re.compile(r"(?:.*/)?(\w+\.py)")
_PRETRAIN = re.compile(r"pretrain_\w+\.py")
_WHOLE = frozenset(("pretrain_gpt.py", "pretrain_hybrid.py", "pretrain_mamba.py"))
_OPTION = re.compile(r"--[A-Za-z]")
_ASSIGNMENT = re.compile(r"\w+=.*", re.DOTALL)
_PRINTERS = frozenset(("echo", "printf"))
_PER_NODE = ("--nproc_per_node", "--nproc-per-node")
_NODES = ("--nnodes",)


class Launch(NamedTuple):
    """A command that is checked: what it is looked up in, and its words before and after the script."""

    group: str
    before: tuple[Word, ...]
    name: Word
    after: tuple[Word, ...]
    takes_more: bool = False


def read_commands(framework: str, text: str) -> Iterator[Block]:
    """A block for every command of the framework. Raises QuoteError."""
    places = Places(text)
    for command in commands(text):
        if _is_printed(command.words):
            continue
        for words in (command.words, *_inner(command.words, framework)):
            launch = _launch(words, framework)
            if launch and any(_OPTION.match(word.text) for word in launch.after):
                yield _block(framework, launch, command, places)
                break


def _is_printed(words: tuple[Word, ...]) -> bool:
    """Whether a command only shows its words."""
    first = next((word.text for word in words if not _ASSIGNMENT.fullmatch(word.text)), "")
    return first in _PRINTERS


def _inner(words: tuple[Word, ...], framework: str) -> Iterator[tuple[Word, ...]]:
    """Commands that are one word of another: `srun sh -c "…"`."""
    sign = "pretrain_" if framework == "megatron-lm" else "swift"
    for word in words:
        if not (" " in word.text and sign in word.text):
            continue
        if len(word.bits) == 1:
            # blanks in front keep the places
            script = " " * word.start + word.text
            yield from (inner.words for inner in commands(script))
        else:
            yield tuple(Word(bits, word.is_sure) for bits in split(word.bits))


def _launch(words: tuple[Word, ...], framework: str) -> Launch | None:
    for at, word in enumerate(words):
        if " " in word.text:
            continue
        following = words[at + 1].text if at + 1 < len(words) else ""
        found = _megatron(word.text) if framework == "megatron-lm" else _swift(word.text, following)
        if found:
            group, takes_more, taken = found
            return Launch(group, words[:at], word, words[at + taken :], takes_more)
    return None


def _swift(word: str, following: str) -> tuple[str, bool, int] | None:
    program = _SWIFT.fullmatch(word)
    if program and following in _SUBCOMMANDS:
        return f"{program[1]} {following}", False, 2
    file = _SWIFT_FILE.fullmatch(word)
    if file and file[2].replace("_", "-") in _SUBCOMMANDS:
        return f"{'megatron' if file[1] else 'swift'} {file[2].replace('_', '-')}", False, 1
    return None


def _megatron(word: str) -> tuple[str, bool, int] | None:
    """Scripts other than the shipped ones bring options of their own."""
    file = _MEGATRON.fullmatch(word)
    if file and _PRETRAIN.fullmatch(file[1]):
        return "pretrain_gpt.py", file[1] not in _WHOLE, 1
    return None


def _block(framework: str, launch: Launch, command: Command, places: Places) -> Block:
    after = launch.after
    named_file = bool(after) and after[0].text.endswith((".yaml", ".yml", ".json"))
    group = load(framework).group(launch.group)
    hides = _hides_options(after, group)
    return Block(
        framework=framework,
        groups=(launch.group,),
        settings=tuple(_settings(after, places, group)),
        place=places.span(launch.name.start, launch.name.end),
        is_open=hides or named_file,
        takes_more=launch.takes_more,
        is_command=True,
        ranks=_ranks(launch, command.variables),
    )


def _hides_options(words: tuple[Word, ...], group: Group | None) -> bool:
    """Whether an unknown variable may hold options: where no option in front of it wants a value."""
    before = ("", *(word.text for word in words))
    return any(
        word.is_hidden and not (_OPTION.match(last) and not _is_flag(last, group))
        for word, last in zip(words, before, strict=False)
    )


def _is_flag(name: str, group: Group | None) -> bool:
    """Whether an option takes no value."""
    option = group.find_flag(name) if group else None
    return bool(option and option.action)


def _settings(
    words: tuple[Word, ...], places: Places, group: Group | None = None
) -> Iterator[Setting]:
    """Every option with the words up to the next one."""
    at = 0
    while at < len(words):
        word = words[at]
        at += 1
        if not _OPTION.match(word.text):
            continue
        name, equals, value = word.text.partition("=")
        values = [] if equals else _values(words, at)
        at += len(values)
        if _is_flag(name, group):
            values = [value for value in values if not value.is_hidden]
        place = places.span(word.start, word.start + len(name))
        if equals:
            shown = places.span(word.start + len(name) + 1, max(word.end, word.start + 1))
            known = value if word.is_known else UNKNOWN
            yield Setting(name, known, place, shown, value, is_sure=word.is_sure)
        else:
            yield _setting(name, word, values, places)


def _values(words: tuple[Word, ...], at: int) -> list[Word]:
    end = at
    while end < len(words) and not _OPTION.match(words[end].text):
        end += 1
    return list(words[at:end])


def _setting(name: str, word: Word, values: list[Word], places: Places) -> Setting:
    place = places.span(word.start, word.end)
    known = all(value.is_known for value in values)
    sure = word.is_sure and all(value.is_sure for value in values)
    text = " ".join(value.text for value in values)
    value: object = True
    if values:
        value = values[0].text if len(values) == 1 else [each.text for each in values]
    shown = places.span(values[0].start, values[-1].end) if values else place
    if values and values[-1].end < values[0].start:
        shown = places.span(values[0].start, values[0].end)
    return Setting(name, value if known else UNKNOWN, place, shown, text, is_sure=sure)


def _ranks(launch: Launch, variables: Mapping[str, Word]) -> int | None:
    """Processes that torchrun, or ms-swift by its variables, starts; None where that cannot be told."""
    given = {each.name: each.value for each in _settings(launch.before, Places(""))}
    per_node = next((given[name] for name in _PER_NODE if name in given), None)
    nodes: object = next((given[name] for name in _NODES if name in given), "1")
    if per_node is None and "NPROC_PER_NODE" in variables:
        per_node = _known(variables["NPROC_PER_NODE"])
        nodes = _known(variables["NNODES"]) if "NNODES" in variables else "1"
    if any(word.is_hidden for word in launch.before):
        return None
    counts = (per_node, nodes)
    if not all(isinstance(each, str) and each.isdecimal() for each in counts):
        return None
    return int(str(per_node)) * int(str(nodes))


def _known(word: Word) -> str | None:
    return word.text if word.is_known else None
