"""Rows to card states: pure, and the same for the same rows in whatever order they are given."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date, timedelta
from typing import assert_never

from qbank.schedule import memory
from qbank.schedule.card import CardState, FoldSettings
from qbank.schedule.payloads import payload_of
from qbank.schedule.rows import (
    Answer,
    Assess,
    Chain,
    EventKind,
    Interview,
    Mark,
    Note,
    Payload,
    Row,
    Sitting,
    Suspend,
    Void,
    Went,
)
from qbank.terms import Rating


def fold_order(row: Row) -> tuple[int, str]:
    """The order in which rows are folded."""
    return row.at_ms, row.id


def voided_ids(rows: Iterable[Row]) -> frozenset[str]:
    """The ids that void rows name. A void row itself cannot be cancelled."""
    return frozenset(str(row.payload.get("id")) for row in rows if row.kind == EventKind.VOID)


def live(rows: Iterable[Row]) -> list[Row]:
    """The rows that count, in the order of the fold."""
    rows = list(rows)
    voided = voided_ids(rows)
    kept = (row for row in rows if row.kind != EventKind.VOID and row.id not in voided)
    return sorted(kept, key=fold_order)


def fold(rows: Iterable[Row], settings: FoldSettings) -> dict[str, CardState]:
    """The state of every question that the rows touch, by its id of today, in order of id."""
    cards: dict[str, CardState] = {}
    for row in live(rows):
        payload = payload_of(row)
        for question_id in touched(row, payload, settings):
            cards[question_id] = apply(cards.get(question_id), row, question_id, settings, payload)
    return dict(sorted(cards.items()))


def touched(row: Row, payload: Payload, settings: FoldSettings) -> tuple[str, ...]:
    """The questions whose state a row changes, by their ids of today."""
    match payload:
        case Interview():
            bad = (one.question_id for one in payload.questions if one.went is Went.BADLY)
            return tuple(dict.fromkeys(settings.current(id_) for id_ in bad if id_))
        case Sitting() | Assess() | Void():
            return ()
        case Answer() | Chain() | Mark() | Note() | Suspend():
            return (settings.current(row.question_id),) if row.question_id else ()
        case _:
            assert_never(payload)


def apply(
    card: CardState | None,
    row: Row,
    question_id: str,
    settings: FoldSettings,
    payload: Payload | None = None,
) -> CardState:
    """The state of `question_id` after one more row, which comes later in the order of the fold."""
    card = card or CardState()
    payload = payload or payload_of(row)
    match payload:
        case Answer():
            card = _answered(card, row, payload, question_id, settings)
        case Chain():
            card = replace(card, last_depth=payload.depth)
        case Mark():
            note = payload.note if payload.on else ""
            card = replace(card, is_marked=payload.on, mark_note=note)
        case Note():
            card = replace(card, note=payload.text)
        case Suspend():
            card = replace(card, is_suspended=payload.on)
        case Interview():
            card = replace(card, wanted=date.fromisoformat(row.day))
        case Sitting() | Assess() | Void():
            pass
        case _:
            assert_never(payload)
    return card


def _answered(
    card: CardState, row: Row, answer: Answer, question_id: str, settings: FoldSettings
) -> CardState:
    day = date.fromisoformat(row.day)
    seen = replace(card, last_revision=answer.revision, last_hash=answer.hash, wanted=None)
    # A journey west can bring an earlier study day after a later one: it counts as the later one.
    if row.kind == EventKind.PRACTICE or not moves(card, day):
        return replace(seen, practices=card.practices + 1)
    return _moved(seen, answer, day, question_id, settings)


def moves(card: CardState | None, day: date) -> bool:
    """Whether an answer on `day` moves the card: only the first one of a study day does."""
    return card is None or card.last_day is None or day > card.last_day


def _moved(
    card: CardState, answer: Answer, day: date, question_id: str, settings: FoldSettings
) -> CardState:
    after = memory.answered(card.memory, answer.rating, day, settings.retention)
    is_miss = answer.rating is Rating.AGAIN
    days = memory.spread(after.interval_days, question_id, card.answers + 1)
    return replace(
        card,
        stability=after.memory.stability,
        difficulty=after.memory.difficulty,
        due=day + timedelta(days=days),
        last_day=day,
        answers=card.answers + 1,
        lapses=card.lapses + (is_miss and card.answers > 0),
        successes=0 if is_miss else card.successes + 1,
        last_rating=answer.rating,
        last_confidence=answer.confidence,
        # Sorted, since a payload does not keep the order of its keys.
        last_missed=tuple(sorted(id_ for id_, said in (answer.points or {}).items() if not said)),
        last_form=answer.form,
        last_mode=answer.mode,
    )


def preview(
    card: CardState | None, question_id: str, day: date, settings: FoldSettings
) -> Mapping[Rating, int]:
    """Days from `day` until the question is due, for each rating that could be given now."""
    if card and card.due and not moves(card, day):
        return dict.fromkeys(Rating, max(0, (card.due - day).days))
    number = (card.answers if card else 0) + 1
    known = card.memory if card else None
    return {
        rating: memory.spread(
            memory.answered(known, rating, day, settings.retention).interval_days,
            question_id,
            number,
        )
        for rating in Rating
    }
