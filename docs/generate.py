"""Writes the reference pages that are generated: `python docs/generate.py`. A test compares them."""

import contextlib
import io
import json
from datetime import UTC, datetime
from pathlib import Path

from qbank.bank.loader import question_adapter
from qbank.cli.app import run
from qbank.cli.tree import COMMANDS, GROUPS

HERE = Path(__file__).parent


def help_of(*words: str) -> str:
    """The help page of a command, 80 columns wide."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        run([*words, "--help"], err=io.StringIO(), now=lambda: datetime.now(UTC))
    return out.getvalue().rstrip()


def cli_page() -> str:
    """docs/cli.md."""
    names = [[], *([name] for name in COMMANDS)]
    for group, commands in GROUPS.items():
        names += [[group], *([group, name] for name in commands if name)]
    blocks = ["# Commands", "Generated from the help of each command.", codes()]
    blocks += [f"## {' '.join(['qbank', *name])}\n\n```\n{help_of(*name)}\n```" for name in names]
    return "\n\n".join(blocks) + "\n"


def codes() -> str:
    """The meaning of exit codes."""
    return (
        "Exit codes: 0 done; 1 the answer is no (findings, unknown id); 2 could not start (usage, no bank, "
        "no terminal, newer journal); 3 a bug, with a crash file; 130 interrupted."
    )


def schema() -> str:
    """docs/question.schema.json."""
    found = question_adapter().json_schema(by_alias=True)
    return (
        json.dumps({"$schema": "https://json-schema.org/draft/2020-12/schema", **found}, indent=1)
        + "\n"
    )


PAGES = {"cli.md": cli_page, "question.schema.json": schema}


def main() -> None:
    """Write every page."""
    for name, page in PAGES.items():
        (HERE / name).write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
