"""What each `Show` effect prints, and what stands in the repainted block."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from qbank.messages import counted, messages
from qbank.session.answering import hint_of
from qbank.session.effects import Show
from qbank.session.state import Phase, Session
from qbank.session.ticks import ticks_for
from qbank.view import frames
from qbank.view.footer import all_keys
from qbank.view.text import flow, wrap

if TYPE_CHECKING:
    from qbank.view.play import Player

_FOOTER = 4
"""Lines kept free for the footer where it is decided whether a block fits the screen."""


def show(player: "Player", session: Session, what: Show) -> None:
    """Print one thing; what belongs to the repainted block is left to it."""
    text = _SHOWS[what](player, session)
    if text:
        player.live.put(text)


def _wrapped(player: "Player", text: str) -> str:
    rows = (row for line in text.split("\n") for row in wrap(line, player.app.cells, "  "))
    return "\n".join(rows)


def block(player: "Player", session: Session) -> str:
    """The ticks while they are made; else nothing but the footer."""
    if session.phase is Phase.TICKING:
        is_listed = lists_below(player, session)
        return frames.ticked(session) if is_listed else frames.ticks(player.app, session)
    if session.phase is Phase.CONFIDENCE:
        return messages(session.lang).confidence_ask
    return ""


def lists_below(player: "Player", session: Session) -> bool:
    """Whether the list stands in the scrollback, since a block of its height is not redrawn."""
    lines = frames.ticks(player.app, session).count("\n") + 1
    return not player.live.fits(lines + _FOOTER)


def _question(player: "Player", session: Session) -> str:
    head = frames.header(player.app, session, player.label, player.at())
    return f"\n{head}\n\n{frames.question(player.app, session)}\n"


def _ticks(player: "Player", session: Session) -> str:
    """The line that closes the question; and the list, unless it is in the repainted block."""
    parts = [] if session.ticks.part or session.full_shown else [_time(player, session)]
    if lists_below(player, session):
        parts.append(frames.ticks(player.app, session))
    return "\n".join(parts)


def _time(player: "Player", session: Session) -> str:
    time = frames.clock(session.seconds)
    if player.app.settings.plain:
        return messages(session.lang).time_taken.format(time=time)
    return frames.rule(player.app.cells, time, player.app.style)


def _confirmed(player: "Player", session: Session) -> str:
    """The list as it was confirmed stays on the screen, above what comes next."""
    if not player.live.repaints:
        return ""
    parts = [
        frames.ticks(player.app, replace(session, ticks=replace(session.ticks, part=part)))
        for part in range(len(session.ticks.parts))
    ]
    return "\n".join(parts)


def _verdict(player: "Player", session: Session) -> str:
    return f"{_time(player, session)}\n{frames.verdict(player.app, session)}\n"


def _rated(player: "Player", session: Session) -> str:
    """What was saved, and when the question comes back."""
    from qbank.view.listing import day_text

    done, words = session.done[-1], messages(session.lang)
    rating = words.ratings[done.rating]
    card = None if session.config.is_practice else player.app.journal().card(done.id)
    if card is None or card.due is None:
        return _wrapped(player, words.saved.format(rating=rating))
    when = day_text((card.due - player.app.today).days, words)
    return _wrapped(player, words.saved_until.format(rating=rating, when=when))


def _held(player: "Player", session: Session) -> str:
    words, depth = messages(session.lang), session.chain.depth
    return _wrapped(player, words.chain_held.format(n=depth) if depth else words.chain_not_held)


def _sources(player: "Player", session: Session) -> str:
    from qbank.view.showing import sources_text

    entry = player.app.bank.entry(session.current().id)
    heading = player.app.style.paint(messages(session.lang).sources, "bold")
    return f"\n{heading}\n{sources_text(player.app, entry)}\n"


def _report(player: "Player", session: Session) -> str:
    from qbank.view.showing import report_text

    text = report_text(
        player.app, player.app.bank.entry(session.current().id), messages(session.lang)
    )
    return f"\n{_wrapped(player, text)}\n"


def _hint(player: "Player", session: Session) -> str:
    words = messages(session.lang)
    hint = frames.text_of(player.app, f"{words.hint}{words.colon}{hint_of(session)}")
    if session.current().graded_by_machine:
        return hint + "\n"
    ticks = ticks_for(session.current().question, session.current().form, session.current().missed)
    points = ticks.points()
    count = counted(words.hint_points, n=len(points), core=sum(point.core for point in points))
    return f"{hint}\n{flow([count], player.app.cells)}\n"


def _language(player: "Player", session: Session) -> str:
    question = session.current().question
    if question.zh is None or question.en is None:
        return _wrapped(player, messages(session.lang).no_other_language)
    if session.phase in {Phase.CHAIN_ASK, Phase.CHAIN_EVIDENCE}:
        return frames.chain_ask(player.app, session)
    if session.phase is Phase.CHAIN_JUDGE:
        return frames.chain_answer(player.app, session)
    if session.phase is Phase.RATING:
        return frames.full(player.app, session)
    return _question(player, session)


def _unreadable(player: "Player", session: Session) -> str:
    words = messages(session.lang)
    return _wrapped(player, words.grading[session.graded.reason]) if session.graded else ""


_SHOWS: Mapping[Show, Callable[["Player", Session], str]] = {
    Show.QUESTION: _question,
    Show.HINT: _hint,
    Show.NO_HINT: lambda player, session: _wrapped(player, messages(session.lang).no_hint),
    Show.UNREADABLE: _unreadable,
    Show.TICKS: _ticks,
    Show.TICKED: lambda player, session: "",  # noqa: ARG005
    Show.CONFIRMED: _confirmed,
    Show.VERDICT: _verdict,
    Show.POINTS: lambda player, session: frames.points_to_read(player.app, session) + "\n",
    Show.PITCH: lambda player, session: f"\n{frames.pitch(player.app, session)}\n",
    Show.FULL: lambda player, session: f"\n{frames.full(player.app, session)}\n",
    Show.RATING: lambda player, session: "",  # noqa: ARG005
    Show.RATED: _rated,
    Show.CHAIN_ASK: lambda player, session: "\n" + frames.chain_ask(player.app, session) + "\n",
    Show.CHAIN_EVIDENCE: lambda player, session: frames.chain_evidence(player.app, session) + "\n",
    Show.CHAIN_HINT: lambda player, session: frames.chain_hint(player.app, session) + "\n",
    Show.CHAIN_ANSWER: lambda player, session: frames.chain_answer(player.app, session) + "\n",
    Show.CHAIN_HELD: _held,
    Show.SOURCES: _sources,
    Show.REPORT: _report,
    Show.KEYS: lambda player, session: f"\n{all_keys(session)}\n",  # noqa: ARG005
    Show.LANGUAGE: _language,
    Show.TIME_UP: lambda player, session: "",  # noqa: ARG005
    Show.END: lambda player, session: "",  # noqa: ARG005
}
