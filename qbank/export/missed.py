"""What the learner missed when he last ticked a question: the points left out, and the pitfalls he said."""

from collections.abc import Iterable
from typing import NamedTuple

from qbank.content.base import Question
from qbank.content.sections import Role, Section, pitfalls, points
from qbank.messages import Messages
from qbank.schedule.payloads import payload_of
from qbank.schedule.rows import Answer, Row
from qbank.terms import Lang


class Missed(NamedTuple):
    """The last judgement of one question: ids of points, numbers of pitfalls from 0."""

    points: frozenset[str]
    pitfalls: frozenset[int]


def missed_by_question(rows: Iterable[Row]) -> dict[str, Missed]:
    """What was missed by question id, newest first, from answers oldest first.

    Only the last answer of a question counts that was ticked, so a point said since is no longer missed. A short form asks
    some of the points: the others stand as they stood.
    """
    open_: dict[str, Missed] = {}
    for row in rows:
        answer = payload_of(row)
        if not isinstance(answer, Answer) or answer.points is None or row.question_id is None:
            continue
        before = open_.pop(row.question_id, Missed(frozenset(), frozenset()))
        not_said = {id_ for id_, said in answer.points.items() if not said}
        left = Missed(before.points - answer.points.keys() | not_said, frozenset(answer.pitfalls))
        if left.points or left.pitfalls:
            open_[row.question_id] = left
    return dict(reversed(open_.items()))


def missed_sections(
    question: Question, missed: Missed, lang: Lang, words: Messages
) -> list[Section]:
    """The points missed and the pitfalls said, as sections; a point that is gone from the question is left out."""
    left = [point for point in question.points if point.id in missed.points]
    said = [(n, one) for n, one in enumerate(question.pitfalls) if n in missed.pitfalls]
    return [
        points(Role.MISSED, left, lang, words),
        pitfalls(Role.SAID, said, lang, words),
    ]
