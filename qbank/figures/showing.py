"""The pictures of a question, as part of its answer."""

from collections.abc import Iterable

from qbank.content.base import Figure, Question
from qbank.content.sections import Role, Section, fenced
from qbank.errors import QbankError
from qbank.figures.plain import plain
from qbank.figures.registry import draw
from qbank.terms import Lang


def with_figures(
    found: Iterable[Section], question: Question, lang: Lang, cells: int
) -> list[Section]:
    """The sections of a question, its pictures as text of at most `cells` cells below the answer."""
    pictures = "\n\n".join(_picture(each, lang, cells) for each in question.figures)
    return [
        section._replace(markdown=f"{section.markdown}\n\n{pictures}")
        if pictures and section.role is Role.ANSWER
        else section
        for section in found
    ]


def _picture(figure: Figure, lang: Lang, cells: int) -> str:
    """The picture, or what is wrong with it: the rest of the question can still be read."""
    try:
        return fenced(plain(draw(figure.draw, figure.args), lang, cells), "text")
    except QbankError as error:
        return fenced(f"[{figure.id}] {error.message}", "text")
