"""Keys, lines and longer texts from the terminal.

The only importer of prompt_toolkit, and only after the first question is drawn.

A paste or an unknown key is never a key that does something. What was typed ahead is dropped when
an answer is revealed.
"""

import contextlib
import select
import sys
import unicodedata
from collections import deque
from collections.abc import Iterator
from types import TracebackType
from typing import TYPE_CHECKING, Any, Protocol, Self

from qbank.view.signals import Signals, noted_signals

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.input import Input
    from prompt_toolkit.output import Output

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


class _Terminated(Exception):  # noqa: N818  # never seen outside this module
    """A signal ended a prompt; `code` is the exit code. An event loop must not see SystemExit."""

    def __init__(self, code: object) -> None:
        super().__init__(code)
        self.code = code


class TerminalKeys:
    """Keys of a real terminal. Restores the terminal however the sitting ends."""

    def __init__(self) -> None:
        self._stack = contextlib.ExitStack()
        self._waiting: deque[str] = deque()
        self._input: Input | None = None
        self._signals: Signals | None = None

    def __enter__(self) -> Self:
        self._stack.enter_context(_quiet_terminal())
        self._signals = self._stack.enter_context(noted_signals())
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
            if not _ready(source, timeout, self._signals):
                return None
            if self._signals is not None and self._signals.came():
                return RESIZED
            presses = source.read_keys()
            if not presses and not _ready(source, _ESCAPE_WAIT):
                presses = source.flush_keys()
            self._waiting.extend(key_name(press.key, press.data) for press in presses)
            if source.closed:
                return END_OF_INPUT
        return self._waiting.popleft()

    def line(self, prompt: str) -> str:
        """A line, edited with the usual keys."""
        from prompt_toolkit import PromptSession

        self._waiting.clear()
        source = self._source()
        session: PromptSession[str] = PromptSession(input=source, output=_output())
        return self._prompted(session, prompt)

    def text(self, prompt: str) -> str | None:
        """Several lines; Esc then Enter or Ctrl-D ends, Ctrl-C gives up."""
        from prompt_toolkit import PromptSession
        from prompt_toolkit.key_binding import KeyBindings

        bindings = KeyBindings()
        bindings.add("c-d")(lambda event: event.current_buffer.validate_and_handle())
        self._waiting.clear()
        session: PromptSession[str] = PromptSession(
            input=self._source(), output=_output(), multiline=True, key_bindings=bindings
        )
        try:
            return self._prompted(session, prompt)
        except (KeyboardInterrupt, EOFError):
            return None

    def _prompted(self, session: "PromptSession[str]", prompt: str) -> str:
        """What was typed. Raises SystemExit when a signal ends the sitting meanwhile."""
        import asyncio

        signals = self._signals

        def watch() -> None:
            if signals is not None:
                asyncio.get_running_loop().add_reader(signals.descriptor, leave, signals)

        def leave(signals: Signals) -> None:
            try:
                signals.came()
            except SystemExit as end:
                session.app.exit(exception=_Terminated(end.code))

        try:
            return session.prompt(prompt, pre_run=watch)
        except _Terminated as end:
            raise SystemExit(end.code) from None

    def drop_typed_ahead(self) -> None:
        """Forget what was typed before the answer came up; what ends the sitting still does."""
        source = self._source()
        forgotten = list(self._waiting)
        while not source.closed and _ready(source, 0):
            forgotten += [key_name(press.key, press.data) for press in source.read_keys()]
        forgotten += [key_name(press.key, press.data) for press in source.flush_keys()]
        self._waiting = deque(key for key in forgotten if key in {INTERRUPT, END_OF_INPUT})

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


def _ready(source: "Input", timeout: float | None, signals: Signals | None = None) -> bool:
    """Whether there is input, or a signal, within `timeout` seconds."""
    if sys.platform == "win32":
        from prompt_toolkit.eventloop.win32 import wait_for_handles

        milliseconds = -1 if timeout is None else int(timeout * 1000)
        return wait_for_handles([source.handle], milliseconds) is not None  # type: ignore[attr-defined]
    watched = [source.fileno(), *([signals.descriptor] if signals else [])]
    return bool(select.select(watched, [], [], timeout)[0])


def _output() -> "Output | None":
    """Never asks the terminal where the cursor is: one that does not answer gets a warning on its screen."""
    if sys.platform == "win32":
        return None
    from prompt_toolkit.output.vt100 import Vt100_Output

    output = Vt100_Output.from_pty(sys.stdout)
    output.enable_cpr = False
    return output


def _write_now(text: str) -> None:
    """Write to the terminal, if it is still there."""
    with contextlib.suppress(OSError):
        sys.stdout.write(text)
        sys.stdout.flush()


@contextlib.contextmanager
def _quiet_terminal() -> Iterator[None]:
    """No echo, no line buffering and no signals from the start: keys pressed while libraries load wait.

    Ctrl-C is a key from here on. As a signal it could hit an import, where Python ignores it or is
    left with a lock that nobody gives back.
    """
    if sys.platform == "win32":
        yield
        return
    import termios

    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    quiet = termios.tcgetattr(descriptor)
    quiet[3] &= ~(termios.ECHO | termios.ICANON | termios.ISIG)
    termios.tcsetattr(descriptor, termios.TCSANOW, quiet)
    try:
        yield
    finally:
        with contextlib.suppress(termios.error):  # the terminal may be gone
            termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
