"""A held Enter in a drill: empty lines that follow each other at once answer one question, not all."""

from qbank.session.drilling import Asking
from qbank.view.drilling import Drill
from tests.view.stage import Paper, app_of


class Lines:
    """Empty lines at given seconds."""

    def __init__(self, clock, seconds):
        self._clock = clock
        self._seconds = list(seconds)

    def line(self, prompt):  # noqa: ARG002
        if not self._seconds:
            raise EOFError
        self._clock[0] = self._seconds.pop(0)
        return ""


def answered(*seconds):
    app = app_of(out=Paper())
    clock = [0.0]
    askings = [Asking("deepspeed/bytes", n) for n in range(9)]
    try:
        return len(Drill(app, Lines(clock, seconds), askings, 7, at=lambda: clock[0]).run().done)
    finally:
        app.close()


def test_repeats_of_a_held_key_count_once():
    assert answered(*(20 + n * 0.03 for n in range(200))) == 1


def test_lines_that_are_meant_count_each():
    assert answered(20, 31, 45) == 3
