"""One page a rule: `python -m qbank.checks.docs` writes docs/rules."""

import sys
from collections.abc import Mapping
from pathlib import Path

from qbank.checks import RULES
from qbank.checks.reading import NOT_TEXT
from qbank.checks.rule import Rule

_INDEX = "README.md"


def pages() -> Mapping[str, str]:
    """The text of every page by the name of its file."""
    return {_INDEX: _index(), **{f"{name}.md": _page(rule) for name, rule in RULES.items()}}


def write(folder: Path) -> None:
    """Write all pages into `folder`; pages of rules that are gone are removed."""
    folder.mkdir(parents=True, exist_ok=True)
    current = pages()
    for stale in folder.glob("*.md"):
        if stale.name not in current:
            stale.unlink()
    for name, text in current.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")


def _index() -> str:
    rows = [
        f"| [{rule.name}]({rule.name}.md) | {rule.severity} | {rule.summary} |"
        for rule in RULES.values()
    ]
    head = [
        "# Rules of `qbank check`",
        "",
        "`qbank check` applies them all; `qbank check --explain RULE` prints one. Warnings fail under `--strict` only.",
        "",
        "| rule | severity | what it wants |",
        "|---|---|---|",
    ]
    return "\n".join([*head, *rows]) + "\n"


def _page(rule: Rule) -> str:
    return "\n\n".join(
        (
            f"# {rule.name}",
            f"{rule.summary[0].upper()}{rule.summary[1:]}.",
            f"{rule.severity.capitalize()}, {_where(rule)}.",
            f"## Why\n\n{rule.why}",
            f"## Bad\n\n{_sample(rule, rule.bad)}",
            f"## Good\n\n{_sample(rule, rule.good)}",
            f"## Fix\n\n{rule.fix}\n",
        )
    )


def _where(rule: Rule) -> str:
    if rule.side:
        return f"in `{rule.sample}`"
    if rule.check is None:
        return "when the file is read: it is left out of the bank until this is mended"
    return "in every question" if rule.drafts else "in every question that is not a draft"


def _sample(rule: Rule, text: str) -> str:
    if rule.sample == NOT_TEXT:
        return text
    shown = text.encode("utf-8", "replace").decode()
    return f"```yaml\n{shown.rstrip()}\n```"


if __name__ == "__main__":
    write(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/rules"))
