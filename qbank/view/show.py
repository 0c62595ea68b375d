"""What each `Show` effect prints, and what stands in the repainted block."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from qbank.messages import messages
from qbank.session.answering import hint_of
from qbank.session.effects import Show
from qbank.session.state import Phase, Session
from qbank.view import frames
from qbank.view.footer import all_keys
from qbank.view.plain import plain

if TYPE_CHECKING:
    from qbank.view.play import Player


def show(player: "Player", session: Session, what: Show) -> None:
    """Print one thing; what belongs to the repainted block is left to it."""
    text = _SHOWS[what](player, session)
    if text:
        player.live.put(text)


def block(player: "Player", session: Session) -> str:
    """The ticks while they are made; else nothing but the footer."""
    if session.phase is Phase.TICKING:
        return frames.ticks(player.app, session)
    if session.phase is Phase.CONFIDENCE:
        return messages(session.lang).confidence_ask
    return ""


def _question(player: "Player", session: Session) -> str:
    head = frames.header(player.app, session, player.label, player.at())
    return f"\n{head}\n\n{frames.question(player.app, session)}\n"


def _ticks(player: "Player", session: Session) -> str:
    """The line that closes the question. The list itself is in the repainted block."""
    if session.ticks.part:
        return ""
    return frames.rule(player.app.cells, frames.clock(session.seconds), player.app.style)


def _with_ticks(player: "Player", session: Session, text: str) -> str:
    """The list as it was confirmed stays on the screen, above what comes next."""
    if session.phase is Phase.RATING and session.is_judged and session.ticks.items:
        return f"{_confirmed(player, session)}\n\n{text}\n"
    return f"\n{text}\n"


def _confirmed(player: "Player", session: Session) -> str:
    from dataclasses import replace

    parts = [
        frames.ticks(player.app, replace(session, ticks=replace(session.ticks, part=part)))
        for part in range(len(session.ticks.parts))
    ]
    return "\n".join(parts)


def _verdict(player: "Player", session: Session) -> str:
    line = frames.rule(player.app.cells, frames.clock(session.seconds), player.app.style)
    return f"{line}\n{frames.verdict(player.app, session)}\n"


def _rating(player: "Player", session: Session) -> str:
    """Confirmed ticks, unless the answer that was printed before has them already."""
    if session.is_judged and not session.full_shown and session.ticks.items:
        return _confirmed(player, session) + "\n"
    return ""


def _sources(player: "Player", session: Session) -> str:
    from qbank.view.showing import sources_text

    entry = player.app.bank.entry(session.current().id)
    return f"{messages(session.lang).sources}\n{sources_text(player.app, entry)}"


def _report(player: "Player", session: Session) -> str:
    from qbank.view.showing import report_text

    return report_text(player.app, player.app.bank.entry(session.current().id))


def _hint(player: "Player", session: Session) -> str:
    words = messages(session.lang)
    return plain(f"{words.hint}{words.colon}{hint_of(session)}", player.app.cells) + "\n"


def _language(player: "Player", session: Session) -> str:
    question = session.current().question
    if question.zh is None or question.en is None:
        return messages(session.lang).no_other_language
    if session.phase in {Phase.CHAIN_ASK, Phase.CHAIN_EVIDENCE}:
        return frames.chain_ask(player.app, session)
    if session.phase is Phase.CHAIN_JUDGE:
        return frames.chain_answer(player.app, session)
    if session.phase is Phase.RATING:
        return frames.full(player.app, session)
    return _question(player, session)


def _unreadable(player: "Player", session: Session) -> str:  # noqa: ARG001
    return messages(session.lang).grading[session.graded.reason] if session.graded else ""


_SHOWS: Mapping[Show, Callable[["Player", Session], str]] = {
    Show.QUESTION: _question,
    Show.HINT: _hint,
    Show.NO_HINT: lambda player, session: messages(session.lang).no_hint,  # noqa: ARG005
    Show.UNREADABLE: _unreadable,
    Show.TICKS: _ticks,
    Show.TICKED: lambda player, session: "",  # noqa: ARG005
    Show.VERDICT: _verdict,
    Show.POINTS: lambda player, session: frames.points_to_read(player.app, session) + "\n",
    Show.PITCH: lambda player, session: _with_ticks(
        player, session, frames.pitch(player.app, session)
    ),
    Show.FULL: lambda player, session: _with_ticks(
        player, session, frames.full(player.app, session)
    ),
    Show.RATING: _rating,
    Show.CHAIN_ASK: lambda player, session: "\n" + frames.chain_ask(player.app, session) + "\n",
    Show.CHAIN_EVIDENCE: lambda player, session: frames.chain_evidence(player.app, session) + "\n",
    Show.CHAIN_HINT: lambda player, session: frames.chain_hint(player.app, session) + "\n",
    Show.CHAIN_ANSWER: lambda player, session: frames.chain_answer(player.app, session) + "\n",
    Show.SOURCES: _sources,
    Show.REPORT: _report,
    Show.KEYS: lambda player, session: all_keys(session),  # noqa: ARG005
    Show.LANGUAGE: _language,
    Show.TIME_UP: lambda player, session: "",  # noqa: ARG005
    Show.MARKED: lambda player, session: messages(session.lang).marked,  # noqa: ARG005
    Show.SUSPENDED: lambda player, session: messages(session.lang).suspended,  # noqa: ARG005
    Show.END: lambda player, session: "",  # noqa: ARG005
}
