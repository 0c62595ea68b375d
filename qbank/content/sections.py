"""A question as an ordered list of `(role, markdown)`: what every type gives and every format takes."""

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from qbank.content.base import (
    CodeSource,
    DocsSource,
    IssueSource,
    MeasuredSource,
    PaperSource,
    Pitfall,
    Point,
    Question,
    Snippet,
    Source,
    Step,
)
from qbank.messages import Messages
from qbank.terms import Lang


class Role(StrEnum):
    """What a section is for."""

    TITLE = "title"
    PROMPT = "prompt"
    SNIPPET = "snippet"
    OPTIONS = "options"
    INTENT = "intent"
    SOLVED = "solved"
    ANSWER = "answer"
    PITCH = "pitch"
    MISSED = "missed"
    SAID = "said"
    POINTS = "points"
    CHAIN = "chain"
    PITFALLS = "pitfalls"
    ANGLES = "angles"
    SNIPPETS = "snippets"
    SOLUTION = "solution"
    SOURCES = "sources"


class Item(NamedTuple):
    """One entry of a list: its key within the question, what is seen first, and what may be hidden behind it."""

    key: str
    markdown: str
    more: str = ""


class Section(NamedTuple):
    """One part of a question as Markdown; the same as `items` where it is a list of points, pitfalls or follow-ups."""

    role: Role
    markdown: str
    items: tuple[Item, ...] = ()


def fenced(code: str, language: str) -> str:
    """A fenced code block whose fence is longer than any run of back-ticks inside."""
    fence = "```"
    while fence in code:
        fence += "`"
    return f"{fence}{language}\n{code.rstrip()}\n{fence}"


def numbered(code: str) -> str:
    """Code with line numbers, as learners name lines."""
    lines = code.rstrip().split("\n")
    width = len(str(len(lines)))
    return "\n".join(f"{n:>{width}}  {line}" for n, line in enumerate(lines, 1))


def asked(question: Question, lang: Lang) -> list[Section]:
    """Title and prompt: what is shown before the learner thinks."""
    prose = question.prose(lang)
    found = [Section(Role.TITLE, prose.title), Section(Role.PROMPT, prose.prompt.strip())]
    return [section for section in found if section.markdown]


def answered(question: Question, lang: Lang, words: Messages) -> list[Section]:
    """Everything behind the reveal, in reading order; empty parts are left out."""
    prose = question.prose(lang)
    found = [
        Section(Role.ANSWER, prose.answer.strip()),
        Section(Role.PITCH, prose.pitch.strip()),
        points(Role.POINTS, question.points, lang, words),
        pitfalls(Role.PITFALLS, enumerate(question.pitfalls), lang, words),
        _chain(question, lang, words),
        Section(Role.SNIPPETS, "\n\n".join(_snippet(s) for s in question.snippets)),
        Section(Role.INTENT, prose.intent.strip()),
        Section(Role.ANGLES, "\n".join(_angles(question, lang, words))),
        Section(Role.SOURCES, "\n".join(f"- {source_line(s)}" for s in question.sources)),
    ]
    return [section for section in found if section.markdown]


def points(role: Role, found: Iterable[Point], lang: Lang, words: Messages) -> Section:
    """A section of points."""
    found = tuple(found)
    items = tuple(
        Item(point.id, point_text(point, lang) + (words.core_tail if point.core else ""))
        for point in found
    )
    return Section(role, "\n".join(point_line(point, lang, words) for point in found), items)


def pitfalls(
    role: Role, found: Iterable[tuple[int, Pitfall]], lang: Lang, words: Messages
) -> Section:
    """A section of pitfalls, each with its number in the question, from 0."""
    found = tuple(found)
    items = tuple(Item(str(n), *pitfall_texts(pitfall, lang)) for n, pitfall in found)
    lines = (pitfall_line(pitfall, lang, words) for _, pitfall in found)
    return Section(role, "\n".join(lines), items)


def _chain(question: Question, lang: Lang, words: Messages) -> Section:
    steps = [(step.id, *_step(n, step, lang, words)) for n, step in enumerate(question.chain, 1)]
    items = tuple(Item(id_, ask, more) for id_, ask, more in steps if ask)
    markdown = "\n\n".join(f"{ask}\n\n{more}" for _, ask, more in steps)
    return Section(Role.CHAIN, markdown.strip(), items)


def point_text(point: Point, lang: Lang) -> str:
    """A point in `lang`, else in the other language."""
    first, second = (point.zh, point.en) if lang is Lang.ZH else (point.en, point.zh)
    return " ".join((first or second).split())


def point_line(point: Point, lang: Lang, words: Messages) -> str:
    """A point as a list item; core ones say so."""
    return f"- {point_text(point, lang)}{words.core_tail if point.core else ''}"


def pitfall_texts(pitfall: Pitfall, lang: Lang) -> tuple[str, str]:
    """`(wrong, right)` of a pitfall in `lang`, else in the other language."""
    first, second = (pitfall.zh, pitfall.en) if lang is Lang.ZH else (pitfall.en, pitfall.zh)
    text = first or second
    return (text.wrong, text.right) if text else ("", "")


def pitfall_line(pitfall: Pitfall, lang: Lang, words: Messages) -> str:
    """A pitfall as a list item: what is said, and what is true."""
    wrong, right = pitfall_texts(pitfall, lang)
    return f"- {words.wrong_prefix}{wrong}  \n  {words.right}{words.colon}{right}"


def _step(number: int, step: Step, lang: Lang, words: Messages) -> tuple[str, str]:
    """What is asked, and what follows when it was said."""
    text = (step.zh if lang is Lang.ZH else step.en) or step.zh or step.en
    if text is None:
        return "", ""
    evidence = step.evidence_in(lang)
    parts = [fenced(evidence, "text")] if evidence else []
    if text.hint:
        parts.append(f"{words.hint}{words.colon}{text.hint.strip()}")
    return f"{number}. {text.ask.strip()}", "\n\n".join([*parts, text.answer.strip()])


def _snippet(snippet: Snippet) -> str:
    return fenced(snippet.code, snippet.language)


def _angles(question: Question, lang: Lang, words: Messages) -> list[str]:
    return [
        f"- {words.angles.get(angle.for_, angle.for_)}{words.colon}"
        f"{(angle.zh if lang is Lang.ZH else angle.en) or angle.zh or angle.en}"
        for angle in question.angles
    ]


def source_line(source: Source) -> str:
    """A source in one line, in the language it was published in."""
    match source:
        case PaperSource():
            return f"{source.title}, {source.where}. <{source.url}>"
        case CodeSource():
            return f"{source.package} `{source.path}` `{source.symbol}`"
        case DocsSource():
            return f"{source.title} ({source.date}). <{source.url}>"
        case IssueSource():
            return f"{source.repo}#{source.number} ({source.says})"
        case MeasuredSource():
            return f"`{source.command}` ({source.version})"
