"""Payloads to JSON and back. Keys that a newer qbank added are kept in the row and ignored here."""

import dataclasses
from collections.abc import Callable, Mapping
from datetime import date
from enum import Enum
from typing import assert_never

from qbank.content.grading import Outcome
from qbank.errors import JournalError
from qbank.schedule.fields import Fields
from qbank.schedule.rows import (
    Answer,
    AskedQuestion,
    Assess,
    Chain,
    EventKind,
    Interview,
    Mark,
    Note,
    Payload,
    Row,
    Sitting,
    Stage,
    Suspend,
    Void,
    Went,
)
from qbank.terms import Confidence, Form, Lang, Mode, Rating


def to_json(payload: Payload) -> dict[str, object]:
    """The payload as JSON values, every field by its name."""
    return _object(payload)


def _object(value: object) -> dict[str, object]:
    fields = dataclasses.fields(value)  # type: ignore[arg-type]  # payloads and AskedQuestion only
    return {one.name: _plain(getattr(value, one.name)) for one in fields}


def _plain(value: object) -> object:
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return {str(key): _plain(one) for key, one in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(one) for one in value]
    return _object(value) if dataclasses.is_dataclass(value) else value


def from_json(kind: EventKind | str, values: Mapping[str, object]) -> Payload:
    """The payload of a row of `kind`. Raises JournalError that names the first wrong value."""
    return _READERS[known_kind(kind)](Fields(f"a row of kind {kind}", values))


def payload_of(row: Row) -> Payload:
    """The payload of a row. Raises JournalError that names the row and its first wrong value."""
    try:
        return from_json(row.kind, row.payload)
    except JournalError as error:
        raise JournalError(f"row {row.id}: {error.message}", hint=error.hint) from error


def known_kind(kind: str) -> EventKind:
    """The kind by its name. Raises JournalError for one that this qbank does not know."""
    try:
        return EventKind(kind)
    except ValueError as error:
        hint = "a newer qbank wrote it: upgrade qbank"
        message = f"`{kind}` is not a kind of row"
        raise JournalError(message, hint=hint) from error


def refuse_unknown_keys(row: Row) -> None:
    """Raises JournalError for a key that this qbank does not know: its meaning would be lost."""
    _refuse_unknown(row, row.payload, _class_of(known_kind(row.kind)))
    if row.kind == EventKind.INTERVIEW:
        for one in Fields(f"row {row.id}", row.payload).items("questions"):
            if isinstance(one, Mapping):
                _refuse_unknown(row, one, AskedQuestion)


def _refuse_unknown(
    row: Row, values: Mapping[str, object], known: type[Payload | AskedQuestion]
) -> None:
    names = {field.name for field in dataclasses.fields(known)}
    for name in sorted(values.keys() - names):
        message = f"row {row.id}: `{name}` is not a part of a row of kind {row.kind}"
        raise JournalError(message, hint="a newer qbank wrote it: upgrade qbank")


def fits(kind: EventKind, payload: Payload) -> bool:
    """Whether a row of `kind` holds such a payload."""
    return type(payload) is _class_of(kind)


def _answer(read: Fields) -> Answer:
    return Answer(
        rating=read.choice("rating", Rating),
        suggested=read.optional("suggested", Rating),
        reason=read.text("reason", ""),
        points=read.flags("points"),
        pitfalls=read.indexes("pitfalls"),
        confidence=read.optional("confidence", Confidence),
        seconds=read.number("seconds", 0.0),
        typed=read.text("typed", ""),
        draw=read.mapping("draw", {}),
        revision=read.whole("revision", 1, least=1),
        hash=read.text("hash", ""),
        lang=read.choice("lang", Lang, Lang.EN),
        form=read.choice("form", Form, Form.FULL),
        mode=read.choice("mode", Mode, Mode.QUIZ),
        outcome=read.optional("outcome", Outcome),
        hint=read.flag("hint", default=False),
    )


def _chain(read: Fields) -> Chain:
    return Chain(
        answer_id=read.text("answer_id"),
        depth=read.whole("depth"),
        seconds=read.number("seconds", 0.0),
    )


def _sitting(read: Fields) -> Sitting:
    return Sitting(
        id=read.text("id"),
        script=read.text("script"),
        plan=read.mapping("plan", {}),
        step=read.mapping("step") if read.has("step") else None,
        end=read.mapping("end") if read.has("end") else None,
    )


def _interview(read: Fields) -> Interview:
    day = read.text("date")
    try:
        date.fromisoformat(day)
    except ValueError as error:
        message = f"`date` of an interview is {day!r}, not a date"
        raise JournalError(message) from error
    return Interview(
        date=day,
        stage=read.choice("stage", Stage, Stage.PLANNED),
        company=read.text("company", ""),
        role=read.text("role", ""),
        round=read.text("round", ""),
        lang=read.optional("lang", Lang),
        note=read.text("note", ""),
        questions=tuple(_asked(one) for one in read.items("questions")),
    )


def _asked(value: object) -> AskedQuestion:
    if not isinstance(value, Mapping):
        message = f"a question asked in an interview is {value!r}, not an object"
        raise JournalError(message)
    read = Fields("a question asked in an interview", value)
    return AskedQuestion(
        text=read.text("text"),
        question_id=read.text("question_id") if read.has("question_id") else None,
        went=read.optional("went", Went),
    )


def _mark(read: Fields) -> Mark:
    return Mark(on=read.flag("on", default=True), note=read.text("note", ""))


def _note(read: Fields) -> Note:
    return Note(text=read.text("text"))


def _suspend(read: Fields) -> Suspend:
    return Suspend(on=read.flag("on", default=True))


def _assess(read: Fields) -> Assess:
    return Assess(
        scores=read.numbers("scores"),
        framework=read.text("framework", ""),
        track=read.text("track", ""),
    )


def _void(read: Fields) -> Void:
    return Void(id=read.text("id"), note=read.text("note", ""))


_READERS: Mapping[EventKind, Callable[[Fields], Payload]] = {
    EventKind.ANSWER: _answer,
    EventKind.PRACTICE: _answer,
    EventKind.CHAIN: _chain,
    EventKind.SITTING: _sitting,
    EventKind.INTERVIEW: _interview,
    EventKind.MARK: _mark,
    EventKind.NOTE: _note,
    EventKind.SUSPEND: _suspend,
    EventKind.ASSESS: _assess,
    EventKind.VOID: _void,
}


def _class_of(kind: EventKind) -> type[Payload]:  # noqa: C901, PLR0911  # one line per kind
    match kind:
        case EventKind.ANSWER | EventKind.PRACTICE:
            return Answer
        case EventKind.CHAIN:
            return Chain
        case EventKind.SITTING:
            return Sitting
        case EventKind.INTERVIEW:
            return Interview
        case EventKind.MARK:
            return Mark
        case EventKind.NOTE:
            return Note
        case EventKind.SUSPEND:
            return Suspend
        case EventKind.ASSESS:
            return Assess
        case EventKind.VOID:
            return Void
        case _:
            assert_never(kind)
