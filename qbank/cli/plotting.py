"""The picture of a computed formula: on the screen, as data, or in a file."""

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from qbank.cli.context import App
from qbank.errors import NotFoundError, QbankError, UsageError

if TYPE_CHECKING:
    from qbank.figures.model import Picture
    from qbank.view.computed import Computed

_SUFFIXES = (".svg", ".txt")


class Plot(NamedTuple):
    """What was asked: a picture at all, the file it goes to, and whether that may be replaced."""

    is_wanted: bool
    output: str | None
    force: bool

    @property
    def is_alone(self) -> bool:
        """Whether the picture is all that stdout gets."""
        return self.output == "-"

    def check(self, *, json: bool) -> None:
        """Raise UsageError for a file that cannot be written as asked."""
        if self.is_alone and json:
            message = "`-o -` and `--json` both write to stdout"
            raise UsageError(message, hint="leave out `-o -`: the object has the picture as SVG")
        if self.output is None or self.is_alone:
            return
        path = Path(self.output)
        if path.suffix.lower() not in _SUFFIXES:
            message = f"no picture format is known for `{path.suffix or path.name}`"
            raise UsageError(message, hint=f"end the name with {' or '.join(_SUFFIXES)}")
        if path.exists() and not self.force:
            raise UsageError(f"{path} exists", hint="add --force, or choose another name")


def picture_of(computed: "Computed") -> "Picture":
    """The picture; NotFoundError when the formula has none, UsageError when it cannot be drawn so."""
    from qbank.figures import draw_formula

    given = {name: v for name, v in computed.values.items() if not isinstance(v, tuple)}
    try:
        return draw_formula(computed.formula.name, given)
    except NotFoundError as error:
        message, hint = (text.replace("_", "-") for text in (error.message, error.hint))
        raise NotFoundError(message, hint=hint) from error
    except QbankError as error:
        message = f"the value can be computed but not drawn: {error.message}"
        raise UsageError(message, hint="leave out --plot") from error


def text_of(app: App, picture: "Picture") -> str:
    """The picture as text for the screen."""
    from qbank.figures import plain

    return plain(picture, app.settings.lang, app.cells)


def data_of(app: App, picture: "Picture") -> dict[str, str]:
    """The picture in both forms."""
    from qbank.figures import plain, svg

    lang = app.settings.lang
    return {"text": plain(picture, lang, 80), "svg": svg(picture, lang)}


def write(app: App, picture: "Picture", output: str) -> None:
    """Write the picture to a file, or as SVG to stdout when `output` is `-`. Raises UsageError."""
    from qbank.cli.exporting import write_atomically
    from qbank.figures import plain, svg
    from qbank.figures.words import WRITTEN

    lang = app.settings.lang
    if output == "-":
        app.out.write(svg(picture, lang))
        return
    path = Path(output)
    is_text = path.suffix.lower() == ".txt"
    write_atomically(path, plain(picture, lang, 80) + "\n" if is_text else svg(picture, lang))
    app.note(WRITTEN.get(lang.value).format(path=path))
