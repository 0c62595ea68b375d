"""A drill as text and as data: questions, verdicts with the working, and how it ended."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from qbank.content.grading import Draw, Graded, Outcome
from qbank.content.sections import Role, Section
from qbank.content.types import ops_of, type_of
from qbank.messages.numbers import NumberMessages, number_messages
from qbank.view.frames import text_of
from qbank.view.text import clean, flow, wrap

if TYPE_CHECKING:
    from qbank.content.base import Question
    from qbank.session.drilling import Asking, Drilled
    from qbank.view.screen import Screen

_COLOURS = {Outcome.RIGHT: "green", Outcome.PARTLY: "yellow"}


def question_text(
    app: "Screen", asking: "Asking", question: "Question", draw: Draw, place: tuple[int, int]
) -> str:
    """A question with its values; `place` is its number and how many there are."""
    words = number_messages(app.settings.lang)
    head = words.asking.format(n=place[0], total=place[1], id=asking.id)
    parts = [app.style.paint(head, "dim")]
    for section in _asked(app, question, draw):
        if section.role is Role.TITLE:
            lines = wrap(clean(section.markdown), app.cells)
            parts.append("\n".join(app.style.paint(line, "bold") for line in lines))
        else:
            parts.append(text_of(app, section.markdown))
    return "\n".join(parts[:2]) + "".join(f"\n\n{part}" for part in parts[2:]) + "\n"


def _asked(app: "Screen", question: "Question", draw: Draw) -> Sequence[Section]:
    return ops_of(question).ask(question, draw, app.settings.lang, app.words)


def _solved(app: "Screen", drilled: "Drilled") -> Sequence[Section]:
    question = drilled.question
    return ops_of(question).solve(question, drilled.draw, app.settings.lang, app.words)


def verdict_text(app: "Screen", drilled: "Drilled", *, is_timed: bool) -> str:
    """Right or not, what was understood, the right answer, and the working."""
    words, graded = number_messages(app.settings.lang), drilled.graded
    mark = words.ok if drilled.is_right else words.not_ok
    facts = [
        f"{mark}  {_said(words, graded)}",
        *_understood(words, graded),
        "" if drilled.is_right else words.expected.format(text=graded.expected),
        words.seconds.format(n=round(drilled.seconds)) if is_timed else "",
    ]
    first, *rest = flow(facts, app.cells, "   ", "    ").split("\n")
    colour = _COLOURS.get(graded.outcome, "red")
    verdict = "\n".join([app.style.paint(first, "bold", colour), *rest])
    solved = [text_of(app, each.markdown) for each in _solved(app, drilled)]
    repeated = wrap(words.repeated, app.cells, "  ") if drilled.is_practice else []
    return "\n".join([verdict, *solved, *repeated])


def _said(words: NumberMessages, graded: Graded) -> str:
    said = {
        "right": words.right,
        "wrong-unit": words.wrong_unit,
        "some-right": words.some_right,
        "wrong": words.wrong,
        "revealed": words.revealed,
    }
    return said[graded.reason]


def _understood(words: NumberMessages, graded: Graded) -> list[str]:
    if not graded.understood:
        return []
    form = words.taken_as if graded.assumed else words.taken
    meant = [words.meant.format(unit=graded.meant)] if graded.meant else []
    return [form.format(text=graded.understood), *meant]


def unreadable_text(app: "Screen", graded: Graded) -> str:
    """Why an answer cannot be read, and what to type."""
    said = app.words.grading[graded.reason]
    lines = [f"! {graded.problem}", said] if graded.problem else [f"! {said}"]
    return "\n".join(row for line in lines for row in wrap(clean(line), app.cells, "  "))


def sheet_text(
    app: "Screen", questions: Sequence[tuple["Asking", "Question", Draw]], seed: int
) -> str:
    """All questions of a drill, to be answered elsewhere."""
    words, total = number_messages(app.settings.lang), len(questions)
    head = words.sheet.format(n=total, seed=seed)
    texts = [
        question_text(app, asking, question, draw, (n, total))
        for n, (asking, question, draw) in enumerate(questions, 1)
    ]
    return "\n".join([head, "", *texts]).rstrip()


def summary_text(app: "Screen", done: Sequence["Drilled"], seed: int) -> str:
    """How many were right, which to repeat, and the seed that asks the same again."""
    words = number_messages(app.settings.lang)
    again = dict.fromkeys(one.asking.id for one in done if not one.is_right)
    total = words.total.format(**_counts(done))
    practice = sum(one.is_practice for one in done)
    lines = [flow([total, words.seed.format(seed=seed)], app.cells, "   ", "  ")]
    if practice:
        lines += wrap(words.practised.format(n=practice), app.cells, "  ")
    if again:
        lines += wrap(words.again.format(ids=" ".join(again)), app.cells, "  ")
    return "\n".join(lines)


def _counts(done: Sequence["Drilled"]) -> Mapping[str, int]:
    right = sum(one.is_right for one in done)
    partly = sum(one.graded.outcome is Outcome.PARTLY for one in done)
    wrong = len(done) - right - partly
    return {"asked": len(done), "right": right, "partly": partly, "wrong": wrong}


def sheet_data(
    app: "Screen", questions: Sequence[tuple["Asking", "Question", Draw]], seed: int
) -> dict[str, Any]:
    """All questions of a drill as an object."""
    return {
        "seed": seed,
        "questions": [
            {
                "id": asking.id,
                "round": asking.round,
                "type": type_of(question).value,
                **{s.role.value: s.markdown for s in _asked(app, question, draw)},
            }
            for asking, question, draw in questions
        ],
    }


def done_data(app: "Screen", done: Sequence["Drilled"], seed: int) -> dict[str, Any]:
    """A finished drill as an object."""
    counts = _counts(done)
    return {
        "seed": seed,
        "answered": counts["asked"],
        "right": counts["right"],
        "partly": counts["partly"],
        "wrong": counts["wrong"],
        "answers": [_answer_data(app, one) for one in done],
    }


def _answer_data(app: "Screen", one: "Drilled") -> dict[str, Any]:
    graded = one.graded
    return {
        "id": one.asking.id,
        "round": one.asking.round,
        **({"line": one.line} if one.line else {}),
        "typed": one.typed,
        "understood": graded.understood,
        "unit_assumed": graded.assumed,
        "unit_meant": graded.meant,
        "outcome": "wrong" if graded.reason == "revealed" else graded.outcome.value,
        "reason": graded.reason,
        "expected": graded.expected,
        "working": "\n".join(each.markdown for each in _solved(app, one)),
        "rating": int(one.suggestion.rating),
        "seconds": one.seconds,
        "due": one.due or None,
        "practice": one.is_practice,
    }
