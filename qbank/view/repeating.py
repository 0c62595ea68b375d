"""Whether a drill asks today what it asked today already, with the same values: that is practice."""

import json
from typing import TYPE_CHECKING

from qbank.schedule.rows import EventKind
from qbank.terms import Mode

if TYPE_CHECKING:
    from qbank.cli.context import App
    from qbank.session.drilling import Drilled


class Repeats:
    """What was drilled on this study day. The order of a choice belongs to its values."""

    def __init__(self, app: "App") -> None:
        kinds = (EventKind.ANSWER, EventKind.PRACTICE)
        self._seen = {
            _mark(str(row.question_id), row.payload.get("draw"))
            for row in app.journal().rows(kinds=kinds, since_day=app.today)
            if row.payload.get("mode") == Mode.DRILL
        }

    def is_new(self, drilled: "Drilled") -> bool:
        """Whether it was not answered with these values today; from now on it was."""
        mark = _mark(drilled.asking.id, drilled.draw.to_json())
        is_new = mark not in self._seen
        self._seen.add(mark)
        return is_new


def _mark(question_id: str, draw: object) -> tuple[str, str]:
    return question_id, json.dumps(draw or {}, sort_keys=True)
