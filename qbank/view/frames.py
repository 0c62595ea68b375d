"""What each moment of a sitting looks like, as text. Pure: from the session's state to strings."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from qbank.content.grading import Outcome
from qbank.content.sections import Role, pitfall_texts, point_text
from qbank.content.types import ops_of
from qbank.messages import Messages, counted, messages
from qbank.schedule.select import Why
from qbank.session.chaining import follow_up
from qbank.session.state import Session
from qbank.terms import Form, Lang, Rating
from qbank.view.code import FENCE_INDENT, code_lines
from qbank.view.inline import marked, painted, unmarked
from qbank.view.markdown import render
from qbank.view.style import Style
from qbank.view.text import clean, flow, pad, width, wrap

if TYPE_CHECKING:
    from qbank.view.screen import Screen

RULE = "-"


def text_of(app: "Screen", markdown: str) -> str:
    """Markdown in the width and colours of the screen."""
    return render(markdown, app.cells, color=app.style.enabled)


def rule(cells: int, label: str, style: Style) -> str:
    """A line across the screen that carries a label, such as the time taken."""
    start = f"--- {label} "
    return style.paint(start + RULE * max(3, min(cells, 60) - width(start)), "dim")


def clock(seconds: float) -> str:
    """Seconds as minutes and seconds."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


def header(app: "Screen", session: Session, label: str, at: float) -> str:
    """Track, minutes left, and what kind of question this is."""
    asked = session.current()
    words = messages(session.lang)
    entry = app.bank.entries.get(asked.id)
    left = session.minutes_left(at)
    facts = [label, words.minutes_left.format(n=left) if left is not None else ""]
    if entry is not None:
        names = app.bank.frameworks
        topics = app.bank.topics
        facts += [
            words.comma.join(names[f].name if f in names else f for f in entry.frameworks),
            words.levels[entry.level],
            words.kinds[entry.kind],
            words.comma.join(
                topics[t].title(session.lang) if t in topics else t for t in entry.topics
            ),
        ]
    facts += _remarks(session, words)
    lines = flow(facts, app.cells, "  ").split("\n")
    return "\n".join(app.style.paint(line, "dim") for line in lines)


def _remarks(session: Session, words: Messages) -> list[str]:
    pick = session.current().pick
    remarks = []
    if pick.why is Why.CHANGED:
        remarks.append(words.header_changed)
    if pick.why is Why.AGAIN:
        remarks.append(words.header_again)
    if pick.form is not Form.FULL:
        remarks.append(words.header_short)
    return remarks


def question(app: "Screen", session: Session) -> str:
    """Title in bold, then prompt, options or snippet as plain text."""
    asked = session.current()
    words = messages(session.lang)
    parts: list[str] = []
    for section in ops_of(asked.question).ask(asked.question, asked.draw, session.lang, words):
        if section.role is Role.TITLE:
            lines = wrap(clean(section.markdown), app.cells)
            parts.append("\n".join(app.style.paint(line, "bold") for line in lines))
        else:
            parts.append(text_of(app, section.markdown))
    if asked.form is Form.PITCH and not asked.graded_by_machine:
        parts.append(words.say_pitch)
    return "\n\n".join(parts)


def ticks(app: "Screen", session: Session) -> str:
    """The part of the list that is shown, numbered from 1, with `[x]` and `[ ]`.

    In plain mode without the marks: what is ticked is said in words, by `ticked`.
    """
    words = messages(session.lang)
    lines: list[str] = []
    heading = ""
    for number, index in enumerate(session.ticks.shown, 1):
        item = session.ticks.items[index]
        wanted = words.or_did_you_say if item.is_pitfall else words.did_you_say
        if item.group:
            wanted += f"  {words.groups.get(item.group, item.group)}"
        if wanted != heading:
            heading = wanted
            lines.append(app.style.paint(clean(wanted), "bold"))
        lines += _tick_line(app, session, number, index)
    return "\n".join(lines)


def ticked(session: Session) -> str:
    """The numbers that are ticked in the part shown, in words."""
    words = messages(session.lang)
    numbers = [
        str(number)
        for number, index in enumerate(session.ticks.shown, 1)
        if index in session.ticks.ticked
    ]
    return words.ticked.format(numbers=" ".join(numbers) or words.none_ticked)


def _tick_line(app: "Screen", session: Session, number: int, index: int) -> list[str]:
    words = messages(session.lang)
    asked, item = session.current().question, session.ticks.items[index]
    is_ticked = index in session.ticks.ticked
    if item.is_pitfall:
        text = words.wrong_prefix + pitfall_texts(asked.pitfalls[item.number], session.lang)[0]
    else:
        text = point_text(asked.points[item.number], session.lang)
    tail = words.core_tail if item.core else ""
    box = "" if app.settings.plain else f"[{'x' if is_ticked else ' '}] "
    start = f"  {number} {box}"
    text = marked(clean(text), color=app.style.enabled)
    lines = wrap(start + text + tail, app.cells, " " * width(start))
    if not is_ticked:
        return painted(lines)
    return [
        app.style.paint(unmarked(line), "red" if item.is_pitfall else "green") for line in lines
    ]


def full(app: "Screen", session: Session) -> str:
    """The answer, the pitch, and what stands beside them, through the Markdown renderer."""
    from qbank.content.sections import answered

    asked, words = session.current(), messages(session.lang)
    ops = ops_of(asked.question)
    shown = [
        *ops.solve(asked.question, asked.draw, session.lang, words),
        *answered(asked.question, session.lang, words),
    ]
    if asked.question.figures:
        from qbank.figures.showing import with_figures

        room = app.cells - len(FENCE_INDENT)
        shown = with_figures(shown, asked.question, session.lang, room)
    wanted = {Role.SOLUTION, Role.ANSWER, Role.PITCH, Role.PITFALLS, Role.SNIPPETS}
    blocks = [
        f"{app.style.paint(words.roles[s.role], 'bold', 'cyan')}\n{text_of(app, s.markdown)}"
        for s in shown
        if s.role in wanted
    ]
    return "\n\n".join(blocks)


def pitch(app: "Screen", session: Session) -> str:
    """The answer as speech."""
    words = messages(session.lang)
    heading = app.style.paint(words.roles[Role.PITCH], "bold", "cyan")
    return f"{heading}\n{text_of(app, session.current().question.prose(session.lang).pitch)}"


def verdict(app: "Screen", session: Session) -> str:
    """What the machine says, what it understood, and the working."""
    asked, words, graded = session.current(), messages(session.lang), session.graded
    if graded is None:
        return ""
    colours = {Outcome.RIGHT: "green", Outcome.PARTLY: "yellow"}
    said = words.grading.get(graded.reason) or words.reasons.get(graded.reason, "")
    lines = [app.style.paint(said, "bold", colours.get(graded.outcome, "red"))]
    if graded.understood:
        lines += wrap(words.answered_with.format(text=clean(graded.understood)), app.cells, "  ")
    expected = (
        graded.expected or ops_of(asked.question).grade(asked.question, asked.draw, "1").expected
    )
    if graded.outcome is not Outcome.RIGHT:
        lines += wrap(words.expected.format(text=clean(expected)), app.cells, "  ")
    solved = ops_of(asked.question).solve(asked.question, asked.draw, session.lang, words)
    working = "\n\n".join(text_of(app, section.markdown) for section in solved)
    return "\n".join(lines) + f"\n\n{working}"


def points_to_read(app: "Screen", session: Session) -> str:
    """The points of a machine-graded question, to read."""
    words = messages(session.lang)
    points = session.current().question.points
    listed = "\n".join(f"- {point_text(point, session.lang)}" for point in points)
    return f"{app.style.paint(words.read_points, 'bold')}\n{text_of(app, listed)}"


def suggestion(session: Session) -> str:
    """Why a rating is suggested, and which."""
    words, suggested = messages(session.lang), session.suggestion
    if suggested is None:
        return ""
    reason = counted(words.reasons.get(suggested.reason, ""), n=suggested.number)
    return f"{reason}{words.colon}{words.ratings[suggested.rating]}"


def rating_choices(session: Session, days: Mapping[Rating, int]) -> list[str]:
    """`Enter partly 1 d`, then the other ratings by their digit."""
    words, suggested = messages(session.lang), session.suggestion
    choices: list[str] = []
    for rating in Rating:
        text = words.ratings[rating]
        if rating in days:
            text += f" {words.days.format(n=days[rating])}"
        if suggested is not None and rating is suggested.rating:
            key = words.enter_accepts if session.enter_rates else rating.value
            choices.insert(0, f"{key} {text}")
        else:
            choices.append(f"{rating.value} {text}")
    return choices


def chain_ask(app: "Screen", session: Session) -> str:
    """A follow-up, numbered."""
    words = messages(session.lang)
    total = len(session.current().question.chain)
    heading = words.chain_heading.format(n=session.chain.number + 1, total=total)
    text = _step_text(session)
    return f"{app.style.paint(heading, 'bold', 'cyan')}\n{text_of(app, text[0])}"


def chain_evidence(app: "Screen", session: Session) -> str:
    """The evidence of a debugging step, as typed."""
    words = messages(session.lang)
    body = "\n".join(code_lines(follow_up(session).evidence_in(session.lang), app.cells))
    return f"{app.style.paint(words.evidence, 'bold')}\n{body}"


def chain_hint(app: "Screen", session: Session) -> str:
    """The hint of a follow-up."""
    words = messages(session.lang)
    text = _step_text(session)[1]
    return text_of(app, f"{words.hint}{words.colon}{text}" if text else words.no_hint)


def chain_answer(app: "Screen", session: Session) -> str:
    """The answer to a follow-up."""
    return text_of(app, _step_text(session)[2])


def _step_text(session: Session) -> tuple[str, str, str]:
    """`(ask, hint, answer)` of the follow-up in the session's language, else in the other."""
    step = follow_up(session)
    text = (step.zh if session.lang is Lang.ZH else step.en) or step.zh or step.en
    return (text.ask, text.hint, text.answer) if text else ("", "", "")


def aligned(pairs: list[tuple[str, str]]) -> str:
    """Two columns: keys and what they do."""
    size = max((width(left) for left, _ in pairs), default=0)
    return "\n".join(f"  {pad(left, size)}  {right}" for left, right in pairs)
