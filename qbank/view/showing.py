"""One question in full: for people, for scripts, and as a rubric to pipe elsewhere."""

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from qbank.bank.catalog import Entry
from qbank.content.grading import Draw
from qbank.content.sections import Role, Section, pitfall_texts, point_line
from qbank.content.types import ops_of, sections
from qbank.messages import Messages, messages
from qbank.terms import Lang
from qbank.view.code import FENCE_INDENT
from qbank.view.markdown import render
from qbank.view.text import clean, flow, wrap

if TYPE_CHECKING:
    from qbank.cli.context import App
    from qbank.view.screen import Screen

_WITHOUT_HEADING = {Role.TITLE, Role.PROMPT, Role.OPTIONS, Role.SNIPPET}


def drawn(app: "Screen", entry: Entry) -> Draw:
    """A draw that is the same whenever the question is shown."""
    question = app.bank.get(entry.id)
    return ops_of(question).draw(question, random.Random(entry.id))  # noqa: S311  # same numbers each time


def show_text(app: "Screen", entry: Entry) -> str:
    """The question in the wanted languages."""
    blocks = [_in_language(app, entry, lang) for lang in app.settings.shown.langs()]
    return "\n\n\n".join(blocks)


def _in_language(app: "Screen", entry: Entry, lang: Lang) -> str:
    words, question = messages(lang), app.bank.get(entry.id)
    found = sections(question, drawn(app, entry), lang, words)
    if question.figures:
        from qbank.figures.showing import with_figures

        found = with_figures(found, question, lang, app.cells - len(FENCE_INDENT))
    lines = [_facts(app, entry, lang)]
    lines.extend(_section(app, section, lang) for section in found)
    return "\n\n".join(lines)


def _facts(app: "Screen", entry: Entry, lang: Lang) -> str:
    """Id, what the question is, and what it was verified with."""
    words = messages(lang)
    names = [
        app.bank.frameworks[f].name if f in app.bank.frameworks else f for f in entry.frameworks
    ]
    topics = [app.bank.topics[t].title(lang) if t in app.bank.topics else t for t in entry.topics]
    facts = [
        words.comma.join(names),
        words.levels[entry.level],
        words.kinds[entry.kind],
        words.types[entry.type],
        words.comma.join(topics),
        words.statuses[entry.status],
        words.revision.format(n=entry.revision),
        *([words.yours] if entry.is_yours else []),
    ]
    with_ = ", ".join(f"{name} {version}" for name, version in entry.verified_with.items())
    lines = [entry.id, *flow(facts, app.cells, "  ").split("\n")]
    if with_:
        lines += wrap(clean(words.verified_with + words.colon + with_), app.cells, "  ")
    lines += _mark_lines(app, entry.id, words)
    return "\n".join(app.style.paint(line, "dim") for line in lines)


def _mark_lines(app: "Screen", question_id: str, words: Messages) -> list[str]:
    """That the question is marked, and the note that was written with the mark."""
    card = app.cards.get(question_id)
    if card is None or not card.is_marked:
        return []
    note = words.colon + " ".join(card.mark_note.split()) if card.mark_note else ""
    return wrap(clean(words.marked + note), app.cells, "  ")


def _section(app: "Screen", section: Section, lang: Lang) -> str:
    if section.role is Role.TITLE:
        lines = wrap(clean(section.markdown), app.cells)
        return "\n".join(app.style.paint(line, "bold") for line in lines)
    text = render(section.markdown, app.cells, color=app.style.enabled)
    if section.role in _WITHOUT_HEADING:
        return text
    heading = app.style.paint(messages(lang).roles[section.role], "bold", "cyan")
    return f"{heading}\n{text}"


def show_data(app: "Screen", entry: Entry) -> dict[str, Any]:
    """The question as an object: its list columns, its state, and the whole body."""
    from qbank.view.data import list_data

    body = app.bank.index.body(entry.key)
    card = app.cards.get(entry.id)
    return {
        **list_data(entry, app.cards, app.today),
        "marked": card is not None and card.is_marked,
        "note": card.mark_note if card else "",
        "suspended": card is not None and card.is_suspended,
        "path": str(app.bank.path(entry)),
        "hash": entry.hash,
        "body": body,
    }


def rubric(app: "App", entry: Entry) -> str:
    """Title, points, pitfalls and the last typed answer as plain Markdown."""
    lang, words = app.settings.lang, app.words
    question = app.bank.get(entry.id)
    parts = [f"# {question.prose(lang).title}"]
    prompt = [s.markdown for s in ops_of(question).ask(question, drawn(app, entry), lang, words)][
        1:
    ]
    parts += [clean(one) for one in prompt]
    parts.append(_listed(words.did_you_say, [point_line(p, lang, words) for p in question.points]))
    pitfalls = [f"- {words.wrong_prefix}{pitfall_texts(p, lang)[0]}" for p in question.pitfalls]
    if pitfalls:
        parts.append(_listed(words.or_did_you_say, pitfalls))
    typed = last_typed(app, entry.id)
    parts.append(_listed(words.your_answer, [typed or "-"]))
    return "\n\n".join(parts)


def _listed(heading: str, lines: Sequence[str]) -> str:
    return "\n".join([f"## {heading}", "", *lines])


def last_typed(app: "App", question_id: str) -> str:
    """The newest typed answer to a question; empty without one."""
    rows = app.journal().rows(kinds=("answer", "practice"), question_id=question_id)
    typed = [str(row.payload.get("typed", "")) for row in rows]
    return next((text for text in reversed(typed) if text), "")


def report_text(app: "Screen", entry: Entry, words: Messages | None = None) -> str:
    """A ready text about a mistake: id, revision, hash, versions. Nothing is sent."""
    from qbank import __version__

    words = words or app.words
    question = app.bank.get(entry.id)
    versions = ", ".join(f"{k} {v}" for k, v in entry.verified_with.items())
    titles = [clean(p.title) for p in (question.zh, question.en) if p]
    return "\n".join(
        [
            words.report_intro,
            "",
            f"question: {entry.id}",
            *(f"title: {title}" for title in titles),
            f"revision: {entry.revision}  hash: {entry.hash}  status: {entry.status.value}",
            f"verified with: {versions or '-'}",
            f"qbank: {__version__}" + ("  (your own file)" if entry.is_yours else ""),
            "",
            *words.report_ask,
        ]
    )


def sources_text(app: "Screen", entry: Entry) -> str:
    """The sources of a question, one a line."""
    from qbank.content.sections import source_line

    listed = "\n".join(f"- {source_line(source)}" for source in app.bank.get(entry.id).sources)
    return render(listed.replace("`", ""), app.cells, color=False)


def watch(app: "App", entry: Entry) -> None:
    """Show the question again whenever its file is saved, until interrupted."""
    import time

    path = app.bank.path(entry)
    seen = None
    try:
        while True:
            mark = path.stat().st_mtime_ns if path.exists() else None
            if mark != seen:
                seen = mark
                app.reload_bank()
                found = app.bank.entries.get(entry.id)
                app.say(show_text(app, found) if found else app.words.broken_file.format(path=path))
                app.say("-" * 20)
                app.out.flush()
            time.sleep(0.3)
    except KeyboardInterrupt:
        return
