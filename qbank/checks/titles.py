"""No two questions go by the same title."""

from collections.abc import Iterator

from qbank.checks.context import fold_title
from qbank.checks.rule import Finding, Rule, Subject
from qbank.terms import Lang


def _titles(subject: Subject) -> Iterator[Finding]:
    for lang in Lang:
        title = fold_title(getattr(subject.entry, f"title_{lang}"))
        others = [id_ for id_ in subject.context.titles.get(title, ()) if id_ != subject.entry.id]
        if others:
            message = f"`{others[0]}` has the same title"
            yield Finding((lang.value, "title"), message, "say what this one asks beyond it")


RULES = (
    Rule(
        "duplicate-title",
        "no two questions have the same title in a language",
        "Lists and searches tell questions apart by title.",
        "zh:\n  title: 卸载到主机要付出什么\n",
        "zh:\n  title: ZeRO-1 切分什么？\n",
        "Say in one title what it asks beyond the other, or merge the questions.",
        _titles,
        flagged=2,
        drafts=True,
    ),
)
