"""Options that several commands share, declared once."""

import math
from typing import Annotated

import typer

from qbank.cli import complete

Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
TrackName = Annotated[
    str | None,
    typer.Option("--track", help="Only this track.", autocompletion=complete.tracks),
]
Frameworks = Annotated[
    list[str] | None,
    typer.Option(
        "--framework",
        "-f",
        help="Only this framework; may be repeated. Aliases work: swift, hf-trainer.",
        autocompletion=complete.frameworks,
    ),
]
Levels = Annotated[
    list[str] | None, typer.Option("--level", "-l", help="junior, mid or senior; may be repeated.")
]
Kinds = Annotated[list[str] | None, typer.Option("--kind", help="principle, config, design ...")]
Types = Annotated[list[str] | None, typer.Option("--type", help="open, choice, numeric or spot.")]
Topics = Annotated[
    list[str] | None,
    typer.Option("--topic", help="Only this topic.", autocompletion=complete.topics),
]
Dimensions = Annotated[
    list[str] | None, typer.Option("--dimension", help="memory, debugging, selection ...")
]
Statuses = Annotated[list[str] | None, typer.Option("--status", help="draft, checked or verified.")]
Due = Annotated[bool, typer.Option("--due", help="Only questions due today.")]
Unseen = Annotated[bool, typer.Option("--unseen", help="Only questions never answered.")]
Marked = Annotated[bool, typer.Option("--marked", help="Only marked questions.")]
Suspended = Annotated[bool, typer.Option("--suspended", help="Only suspended questions.")]
Stale = Annotated[
    bool,
    typer.Option(
        "--stale", help="Only those whose cited code or options changed in a newer release."
    ),
]
QuestionId = Annotated[
    str,
    typer.Argument(
        metavar="ID", help="A question's id, or the end of one.", autocompletion=complete.questions
    ),
]


def refuse_nan(value: float | None) -> float | None:
    """A number that an option takes: NaN is in no range, yet no comparison refuses it."""
    if value is not None and math.isnan(value):
        raise typer.BadParameter("nan is no number")
    return value
