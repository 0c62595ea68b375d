"""Text that Markdown would read as something else than prose."""

import re
from collections.abc import Iterator

from qbank.checks.rule import Finding, Part, Rule, Subject
from qbank.checks.text import texts
from qbank.terms import Lang

_MARK = re.compile(r"^ {0,3}(?:1[.)]|[-*+]|#{1,6}) +\S", re.MULTILINE)
_LIST_LINE = re.compile(r"\s*(?:\d+[.)]|[-*+]|\|)\s|\s{2,}")
_LEADS_IN = (":", "\uff1a")


def _accidental_list(subject: Subject) -> Iterator[Finding]:
    """A line of a paragraph that happens to begin like a list item or a heading becomes one."""
    for lang in Lang:
        for path, text in texts(subject.question, lang).items():
            for found in _MARK.finditer(text):
                before = text[: found.start()].rstrip("\n").rpartition("\n")[2]
                gap = text[: found.start()].endswith("\n\n") or not found.start()
                if gap or _LIST_LINE.match(before) or before.rstrip().endswith(_LEADS_IN):
                    continue
                message = f"`{found[0].strip()}` begins a line inside a paragraph and becomes a list or a heading"
                yield Finding(path, message, "break the line elsewhere", Part(text, *found.span()))


RULES = (
    Rule(
        "accidental-list",
        "no line inside a paragraph begins like a list item",
        "Markdown makes a list or a heading of it: the sentence falls apart on every screen and sheet.",
        "en:\n  intent: |\n    It gathers parameters, so the multiplier is\n    1. The optimizer state is sharded too.\n",
        "en:\n  intent: |\n    It gathers parameters, so the multiplier\n    is 1. The optimizer state is sharded too.\n",
        "Break the line elsewhere, or leave an empty line before a real list.",
        _accidental_list,
        flagged=4,
    ),
)
