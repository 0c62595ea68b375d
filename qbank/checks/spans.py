"""Names in code spans that are written as options are, and the passages they stand in."""

import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import NamedTuple

from qbank.bank.reader import Path
from qbank.checks.text import without_fences
from qbank.terms import Lang

_SPAN = re.compile(r"`([^`\n]+)`")
_FLAG = re.compile(r"--[A-Za-z](?:[\w-]*\w)?(?![\w*-])")
_COMMAND = re.compile(r"(?:swift|megatron) \w+ ")
_KEY = r"[a-z][a-z0-9_]*"
_FORMS = (
    (re.compile(rf'"(?P<name>{_KEY})": ?\S.*'), "json"),
    (re.compile(rf"(?P<name>{_KEY}): \S.*"), "yaml"),
    (re.compile(rf"(?P<name>{_KEY}) ?= ?[^=\s].*"), "argument"),
    (re.compile(rf'"?(?P<name>{_KEY}(?:\.{_KEY})*)"?'), "key"),
)
_PASSAGE = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*|]|\d+\.) ?)|(?<=[。；;])|(?<=\.)\s")


class Form(StrEnum):
    """How a name is written: `--name`, `"name": 1`, `name: 1`, `name=1`, or `name` alone, dotted where nested."""

    FLAG = "flag"
    JSON = "json"
    YAML = "yaml"
    ARGUMENT = "argument"
    KEY = "key"


class Named(NamedTuple):
    """A name as written, and where in its text it starts and ends."""

    name: str
    form: Form
    start: int
    end: int

    @property
    def key(self) -> str:
        """The name as it is compared: without dashes in front, and with low ones."""
        return self.name.lstrip("-").replace("-", "_")


def spans(text: str) -> int:
    """How many code spans a text has."""
    return len(_SPAN.findall(without_fences(text)))


def named(text: str) -> Iterator[Named]:
    """Every name in a code span that may be one of an option."""
    for span in _SPAN.finditer(without_fences(text)):
        code, start = span[1], span.start(1)
        if code.startswith("--") or _COMMAND.match(code):
            for flag in _FLAG.finditer(code):
                yield Named(flag[0], Form.FLAG, start + flag.start(), start + flag.end())
            continue
        for pattern, form in _FORMS:
            found = pattern.fullmatch(code)
            if found:
                place = (start + found.start("name"), start + found.end("name"))
                yield Named(found["name"], Form(form), *place)
                break


def passages(texts: Mapping[Path, str]) -> Iterator[str]:
    """What is read together: the sentences and table rows of long texts, and everything that one part says.

    `texts` are those of one language, as `checks.text.texts` gives them.
    """
    parts: dict[Path, list[str]] = {}
    for path, text in texts.items():
        if path[0] in set(Lang):
            yield from _PASSAGE.split(text)
        else:
            parts.setdefault(path[:2], []).append(text)
    yield from ("\n".join(each) for each in parts.values())
