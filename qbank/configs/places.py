"""Offsets into a text as lines and columns."""

from bisect import bisect_right
from itertools import accumulate

from qbank.problem import Span


class Places:
    """The lines of one text."""

    def __init__(self, text: str) -> None:
        self._starts = list(accumulate((len(line) + 1 for line in text.split("\n")), initial=0))

    def span(self, start: int, end: int) -> Span:
        """The place of `text[start:end]`; of what goes over several lines, the first character."""
        line = bisect_right(self._starts, start)
        column = start - self._starts[line - 1] + 1
        is_one_line = bisect_right(self._starts, max(start, end - 1)) == line
        return Span(line, column, column + end - start if is_one_line else 0)
