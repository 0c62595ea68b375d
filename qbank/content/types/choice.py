"""Choice questions: one or several right options, each with its reason."""

import random
from dataclasses import field
from typing import TYPE_CHECKING, Literal

from qbank.content.base import Part, Question
from qbank.content.grading import Draw, Graded, Outcome, read_numbers
from qbank.content.sections import Role, Section, asked
from qbank.frozen import part
from qbank.terms import Lang, Type

if TYPE_CHECKING:
    from qbank.messages import Messages


@part
class OptionText(Part):
    """An option in one language, with the reason why it is right or wrong."""

    text: str
    why: str


@part
class Option(Part):
    """One option of a choice question."""

    id: str
    right: bool = False
    cite: tuple[str, ...] = ()
    zh: OptionText | None = None
    en: OptionText | None = None

    def text_in(self, lang: Lang) -> OptionText:
        """The option in `lang`, else in the other language."""
        first, second = (self.zh, self.en) if lang is Lang.ZH else (self.en, self.zh)
        return first or second or OptionText(text=self.id, why="")


@part
class Choice(Question):
    """A question with options; the order is shuffled at each asking."""

    type: Literal[Type.CHOICE]
    options: tuple[Option, ...] = field(metadata={"min_length": 3, "max_length": 6})


SHAPE = Choice


def draw(question: Choice, rng: random.Random) -> Draw:
    """The order in which the options are shown."""
    ids = [option.id for option in question.options]
    rng.shuffle(ids)
    return Draw(order=tuple(ids))


def shown(question: Choice, draw: Draw) -> tuple[Option, ...]:
    """The options in the drawn order; in file order without one, or when the file changed since."""
    by_id = {option.id: option for option in question.options}
    if set(draw.order) != set(by_id):
        return question.options
    return tuple(by_id[option_id] for option_id in draw.order)


def ask(question: Choice, draw: Draw, lang: Lang, words: "Messages") -> list[Section]:  # noqa: ARG001
    """Title, prompt and the numbered options."""
    lines = [
        f"{n}. {option.text_in(lang).text}" for n, option in enumerate(shown(question, draw), 1)
    ]
    return [*asked(question, lang), Section(Role.OPTIONS, "\n".join(lines))]


def solve(question: Choice, draw: Draw, lang: Lang, words: "Messages") -> list[Section]:
    """Each option with its verdict and reason."""
    lines = [
        f"{n}. **{words.right if option.right else words.wrong}**{words.colon}{option.text_in(lang).why}"
        for n, option in enumerate(shown(question, draw), 1)
    ]
    return [Section(Role.SOLVED, "\n".join(lines))]


def grade(question: Choice, draw: Draw, text: str) -> Graded:
    """All right options and no other is right; some and none wrong is partly right."""
    options = shown(question, draw)
    numbers = read_numbers(text)
    if numbers and len(numbers) == 1 and numbers[0] > len(options):
        numbers = tuple(int(digit) for digit in str(numbers[0]))
    expected = {n for n, option in enumerate(options, 1) if option.right}
    expected_text = " ".join(str(n) for n in sorted(expected))
    if numbers is None or not set(numbers) <= set(range(1, len(options) + 1)):
        return Graded(Outcome.UNREADABLE, "options-unreadable", text, expected_text)
    said = set(numbers)
    understood = " ".join(str(n) for n in sorted(said))
    if said == expected:
        return Graded(Outcome.RIGHT, "right", understood, expected_text)
    if said < expected:
        return Graded(Outcome.PARTLY, "some-right", understood, expected_text)
    return Graded(Outcome.WRONG, "wrong", understood, expected_text)
