"""Writes the reference pages that are generated: `python docs/generate.py`. A test compares them."""

import contextlib
import io
import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from qbank.bank.loader import question_adapter
from qbank.cli.app import run
from qbank.cli.tree import COMMANDS, GROUPS
from qbank.figures import DRAWINGS, draw, figured, plain, svg
from qbank.formulas.register import show
from qbank.terms import Lang

HERE = Path(__file__).parent

FIGURES = {
    "zero-memory": ("zero_memory", {"params": 7.5e9, "ranks": 64}),
    "gpipe": ("pipeline_schedule", {"schedule": "gpipe", "stages": 4, "microbatches": 8}),
    "1f1b": ("pipeline_schedule", {"schedule": "1f1b", "stages": 4, "microbatches": 8}),
    "interleaved": (
        "pipeline_schedule",
        {"schedule": "interleaved", "stages": 4, "microbatches": 8, "chunks": 2},
    ),
    "tensor-parallel-mlp": ("tensor_parallel_mlp", {"tensor": 2}),
}
"""The pictures of docs/figures.md: a drawing and its arguments."""
_FIGURES_HEAD = """\
Generated. A question shows a picture with its answer by a line under `figures:`, which `qbank check` tests; every number
in it comes from the formulas. Each picture is text for the terminal and the Markdown export, and SVG that follows the
light or dark theme of its reader."""


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
        "Exit codes: 0 done; 1 the answer is no (findings, unknown id, a wrong answer); 2 could not start (usage, no bank, "
        "no terminal, newer journal); 3 a bug, with a crash file; 130 interrupted."
    )


def schema() -> str:
    """docs/question.schema.json."""
    found = question_adapter().json_schema(by_alias=True)
    return (
        json.dumps({"$schema": "https://json-schema.org/draft/2020-12/schema", **found}, indent=1)
        + "\n"
    )


def figures_page() -> str:
    """docs/figures.md."""
    blocks = [
        "# Pictures",
        _FIGURES_HEAD,
        "These formulas have a picture: " + ", ".join(f"`{name}`" for name in figured()) + ".",
    ]
    for name in DRAWINGS:
        blocks += [f"## {name}", _arguments(name)]
        for figure in FIGURES:
            if FIGURES[figure][0] == name:
                blocks += _figure(figure)
    return "\n\n".join(blocks) + "\n"


def _arguments(name: str) -> str:
    rows = ["| argument | means | default |", "|---|---|---|"]
    for each in DRAWINGS[name].parameters:
        values = f"; {', '.join(each.choices)}" if each.choices else ""
        default = {None: "must be given", 0: "the letter"}.get(each.default, each.default)
        rows.append(f"| `{each.name}` | {each.meaning.en}{values} | {default} |")
    return "\n".join(rows)


def _figure(name: str) -> list[str]:
    drawing, args = FIGURES[name]
    given = ", ".join(f"{key}: {show(value)}" for key, value in args.items())
    picture = draw(drawing, args)
    blocks = [f"```yaml\nfigures:\n  - {{id: {name}, draw: {drawing}, args: {{{given}}}}}\n```"]
    for lang in Lang:
        blocks += [
            f"![{picture.title.get(lang.value)}](figures/{name}.{lang.value}.svg)",
            f"```text\n{plain(picture, lang, 80)}\n```",
        ]
    return blocks


def figure_svg(name: str, lang: Lang) -> str:
    """docs/figures/<name>.<lang>.svg."""
    return svg(draw(*FIGURES[name]), lang)


PAGES: Mapping[str, Callable[[], str]] = {
    "cli.md": cli_page,
    "question.schema.json": schema,
    "figures.md": figures_page,
    **{
        f"figures/{name}.{lang.value}.svg": partial(figure_svg, name, lang)
        for name in FIGURES
        for lang in Lang
    },
}


def main() -> None:
    """Write every page."""
    (HERE / "figures").mkdir(exist_ok=True)
    for name, page in PAGES.items():
        (HERE / name).write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
