"""One page a rule: `python -m qbank.checks.docs` writes docs/rules."""

import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from qbank.checks import RULES
from qbank.checks.reading import NOT_TEXT
from qbank.checks.rule import Rule
from qbank.configs import RULES as CONFIG_RULES
from qbank.configs.rule import ConfigRule, Source

_INDEX = "README.md"


def pages() -> Mapping[str, str]:
    """The text of every page by the name of its file."""
    return {
        _INDEX: _index(),
        **{f"{name}.md": _page(rule) for name, rule in RULES.items()},
        **{f"{name}.md": _config_page(rule) for name, rule in CONFIG_RULES.items()},
    }


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
    head = [
        "# Rules of `qbank check`",
        "",
        "`qbank check` applies them all; `qbank check --explain RULE` prints one. Warnings fail under `--strict` only.",
        "",
    ]
    configs = [
        "",
        "## Rules of `qbank check --config`",
        "",
        "They read training configs, launch scripts and Python calls ([how](../linting.md)). Any finding fails.",
        "",
    ]
    lines = [*head, *_table(RULES.values()), *configs, *_table(CONFIG_RULES.values())]
    return "\n".join(lines) + "\n"


def _table(rules: Iterable[Rule | ConfigRule]) -> list[str]:
    rows = [
        f"| [{rule.name}]({rule.name}.md) | {rule.severity} | {rule.summary} |" for rule in rules
    ]
    return ["| rule | severity | what it wants |", "|---|---|---|", *rows]


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


def _config_page(rule: ConfigRule) -> str:
    form = rule.form.replace("py", "python")
    return "\n\n".join(
        (
            f"# {rule.name}",
            f"{rule.summary[0].upper()}{rule.summary[1:]}.",
            f"{rule.severity.capitalize()}, in configs; the samples are {form} for {rule.framework}.",
            f"## Why\n\n{rule.why}",
            f"## Bad\n\n```{form}\n{rule.bad.rstrip()}\n```",
            f"## Good\n\n```{form}\n{rule.good.rstrip()}\n```",
            f"## Fix\n\n{rule.fix}",
            "## Sources\n\n" + "\n".join(map(_source, rule.sources)) + "\n",
        )
    )


def _source(source: Source) -> str:
    return f"- {source.package} {source.version}, `{source.path}`, `{source.symbol}`"


def _where(rule: Rule) -> str:
    if rule.side and not rule.check:
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
