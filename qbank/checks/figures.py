"""Pictures of a question can be drawn."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from qbank.checks.context import nearest_fix
from qbank.checks.rule import Finding, Rule, Subject
from qbank.content.base import Figure
from qbank.errors import QbankError
from qbank.figures.registry import DRAWINGS, Drawing, draw
from qbank.formulas.checking import read_value

if TYPE_CHECKING:
    from qbank.bank.reader import Path


def _figures(subject: Subject) -> Iterator[Finding]:
    seen: set[str] = set()
    for number, figure in enumerate(subject.question.figures):
        path: Path = ("figures", number)
        if figure.id in seen:
            yield Finding((*path, "id"), f"`{figure.id}` names two pictures", "rename one")
        seen.add(figure.id)
        drawing = DRAWINGS.get(figure.draw)
        if drawing is None:
            fix = nearest_fix(figure.draw, DRAWINGS, f"one of: {', '.join(DRAWINGS)}")
            yield Finding((*path, "draw"), f"no drawing is called `{figure.draw}`", fix)
            continue
        wrong = [*_arguments(path, figure, drawing)]
        yield from wrong or _together(path, figure)


def _arguments(path: "Path", figure: Figure, drawing: Drawing) -> Iterator[Finding]:
    """What is wrong with each argument by itself."""
    known = {each.name: each for each in drawing.parameters}
    for name, value in figure.args.items():
        at = (*path, "args", name)
        if name not in known:
            fix = nearest_fix(name, known, f"it takes {', '.join(known)}")
            yield Finding((*at, "$key"), f"`{drawing.name}` has no argument `{name}`", fix)
            continue
        try:
            read_value(known[name], value)
        except QbankError as error:
            yield Finding(at, error.message, error.hint)
    for name, parameter in known.items():
        if parameter.default is None and name not in figure.args:
            message = f"`{drawing.name}` needs `{name}` ({parameter.meaning.en})"
            yield Finding(path, message, f"add {name} to args")


def _together(path: "Path", figure: Figure) -> Iterator[Finding]:
    """What is wrong with the arguments together."""
    try:
        draw(figure.draw, figure.args)
    except QbankError as error:
        yield Finding((*path, "args"), error.message, error.hint)


_GOOD = """\
figures:
  - {id: bars, draw: zero_memory, args: {params: 7.5e9, ranks: 64}}
"""

RULES = (
    Rule(
        "figure",
        "a picture names a drawing and gives it the arguments that it takes",
        "A picture that cannot be drawn is missing just where it was to explain something.",
        "figures:\n  - {id: bars, draw: zero_memory, args: {params: 7.5e9, rank: 64}}\n",
        _GOOD,
        "Write a name and arguments as in docs/figures.md; `qbank show` shows the picture.",
        _figures,
        flagged=2,
        drafts=True,
    ),
)
