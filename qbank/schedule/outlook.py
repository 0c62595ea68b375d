"""What is due now and on the days to come."""

from collections import Counter
from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from qbank.schedule.select import Candidate, Why, why_now


class Outlook(NamedTuple):
    """Counts for the first screen and the end of a sitting.

    `due` includes the `changed` ones; `minutes` is what the due ones take; `next_due` are the next
    days on which something is due, with how many, soonest first.
    """

    due: int
    changed: int
    new: int
    minutes: float
    next_due: tuple[tuple[date, int], ...]


def outlook(candidates: Iterable[Candidate], today: date) -> Outlook:
    """The outlook on `today`; suspended questions are left out."""
    active = [one for one in candidates if not (one.card and one.card.is_suspended)]
    whys = [(one, why_now(one, today)) for one in active]
    due = [(one, why) for one, why in whys if why in {Why.DUE, Why.CHANGED}]
    later = Counter(one.card.due for one, why in whys if why is None and one.card and one.card.due)
    return Outlook(
        due=len(due),
        changed=sum(why is Why.CHANGED for _, why in due),
        new=sum(why is Why.NEW for _, why in whys),
        minutes=sum(one.cost for one, _ in due),
        next_due=tuple(sorted(later.items())),
    )
