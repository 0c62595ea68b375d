"""Keys, lines and longer texts from the terminal.

The only importer of prompt_toolkit, and only after the first question is drawn.

A paste or an unknown key is never a key that does something. What was typed ahead is dropped when
an answer is revealed.
"""

import contextlib
import os
import select
import signal
import sys
import unicodedata
from collections import deque
from collections.abc import Iterator
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Any, Protocol, Self

if TYPE_CHECKING:
    from prompt_toolkit.input import Input

INTERRUPT, END_OF_INPUT, PASTE, UNKNOWN = "c-c", "c-d", "paste", "unknown"
RESIZED = "resized"
_ESCAPE_WAIT = 0.05
_NAMES = {" ": "space", "\r": "enter", "\n": "enter", "c-m": "enter", "c-j": "enter"}


class Keys(Protocol):
    """Where a session's input comes from."""

    def key(self, timeout: float | None = None) -> str | None:
        """The next key, None when `timeout` seconds pass first."""

    def line(self, prompt: str) -> str:
        """A line. Raises KeyboardInterrupt, and EOFError at the end of input."""

    def text(self, prompt: str) -> str | None:
        """A longer text; None when it was given up."""

    def drop_typed_ahead(self) -> None:
        """Forget keys that were pressed but not read."""

    @contextlib.contextmanager
    def released(self) -> Iterator[None]:
        """Give the terminal to another program for a while."""


class TerminalKeys:
    """Keys of a real terminal. Restores the terminal however the sitting ends."""

    def __init__(self) -> None:
        self._stack = contextlib.ExitStack()
        self._waiting: deque[str] = deque()
        self._input: Input | None = None
        self._resizes: int | None = None

    def __enter__(self) -> Self:
        self._stack.enter_context(_quiet_terminal())
        self._stack.enter_context(_terminated_cleanly())
        self._resizes = self._stack.enter_context(_resizes_noted())
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.close()

    def _source(self) -> "Input":
        if self._input is None:
            from prompt_toolkit.input import create_input

            self._input = create_input()
            self._stack.callback(self._input.close)
            self._stack.enter_context(self._input.raw_mode())
            sys.stdout.write("\x1b[?2004h")  # bracketed paste, so that a paste is told from keys
            sys.stdout.flush()
            self._stack.callback(_write_now, "\x1b[?2004l")
        return self._input

    def key(self, timeout: float | None = None) -> str | None:
        """The next key, None when `timeout` seconds pass first."""
        source = self._source()
        while not self._waiting:
            if not _ready(source, timeout, self._resizes):
                return None
            if self._was_resized():
                return RESIZED
            presses = source.read_keys()
            if not presses and not _ready(source, _ESCAPE_WAIT):
                presses = source.flush_keys()
            self._waiting.extend(key_name(press.key, press.data) for press in presses)
            if source.closed:
                return END_OF_INPUT
        return self._waiting.popleft()

    def _was_resized(self) -> bool:
        """Whether the screen got another size since it was asked last."""
        noted = False
        while self._resizes is not None and select.select([self._resizes], [], [], 0)[0]:
            noted = bool(os.read(self._resizes, 1024)) or noted
        return noted

    def line(self, prompt: str) -> str:
        """A line, edited with the usual keys."""
        from prompt_toolkit import PromptSession

        self._waiting.clear()
        source = self._source()
        session: PromptSession[str] = PromptSession(input=source)
        return session.prompt(prompt)

    def text(self, prompt: str) -> str | None:
        """Several lines; Esc then Enter or Ctrl-D ends, Ctrl-C gives up."""
        from prompt_toolkit import PromptSession
        from prompt_toolkit.key_binding import KeyBindings

        bindings = KeyBindings()
        bindings.add("c-d")(lambda event: event.current_buffer.validate_and_handle())
        self._waiting.clear()
        session: PromptSession[str] = PromptSession(
            input=self._source(), multiline=True, key_bindings=bindings
        )
        try:
            return session.prompt(prompt)
        except (KeyboardInterrupt, EOFError):
            return None

    def drop_typed_ahead(self) -> None:
        """Forget what was typed before the answer came up."""
        source = self._source()
        self._waiting.clear()
        while _ready(source, 0):
            if not source.read_keys() and source.closed:
                return
        source.flush_keys()

    @contextlib.contextmanager
    def released(self) -> Iterator[None]:
        """The terminal as it was before, for the editor."""
        self._stack.close()
        self._input = None
        try:
            yield
        finally:
            self.__enter__()


def key_name(key: Any, data: str) -> str:
    """A key as the key map calls it: NFKC, so that a full-width digit is a digit."""
    name = str(getattr(key, "value", key))
    if name == "<bracketed-paste>":
        return PASTE
    if name in _NAMES:
        return _NAMES[name]
    if name in {INTERRUPT, END_OF_INPUT}:
        return name
    if len(name) == 1:
        folded = unicodedata.normalize("NFKC", name).lower()
        return _NAMES.get(folded, folded)
    return _NAMES.get(data, UNKNOWN)


def _ready(source: "Input", timeout: float | None, resizes: int | None = None) -> bool:
    """Whether input is there, or the screen was resized, within `timeout` seconds."""
    if sys.platform == "win32":
        from prompt_toolkit.eventloop.win32 import wait_for_handles

        milliseconds = -1 if timeout is None else int(timeout * 1000)
        return wait_for_handles([source.handle], milliseconds) is not None  # type: ignore[attr-defined]
    watched = [source.fileno()] if resizes is None else [source.fileno(), resizes]
    return bool(select.select(watched, [], [], timeout)[0])


def _write_now(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


@contextlib.contextmanager
def _quiet_terminal() -> Iterator[None]:
    """No echo and no line buffering from the start: keys pressed while libraries load stay unseen."""
    if sys.platform == "win32":
        yield
        return
    import termios

    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    quiet = termios.tcgetattr(descriptor)
    quiet[3] &= ~(termios.ECHO | termios.ICANON)
    termios.tcsetattr(descriptor, termios.TCSANOW, quiet)
    try:
        yield
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


@contextlib.contextmanager
def _resizes_noted() -> Iterator[int | None]:
    """A descriptor that can be read after the screen was resized; None where there is no such signal."""
    if not hasattr(signal, "SIGWINCH"):
        yield None
        return
    reading, writing = os.pipe()
    os.set_blocking(writing, False)

    def note(number: int, frame: FrameType | None) -> None:  # noqa: ARG001
        with contextlib.suppress(BlockingIOError):
            os.write(writing, b"r")

    before = signal.signal(signal.SIGWINCH, note)
    try:
        yield reading
    finally:
        signal.signal(signal.SIGWINCH, before)
        os.close(reading)
        os.close(writing)


@contextlib.contextmanager
def _terminated_cleanly() -> Iterator[None]:
    """SIGTERM and SIGHUP unwind like an exception, so that the terminal is restored."""

    def leave(number: int, frame: FrameType | None) -> None:  # noqa: ARG001
        raise SystemExit(128 + number)

    names = [name for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {name: signal.signal(getattr(signal, name), leave) for name in names}
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(getattr(signal, name), handler)
