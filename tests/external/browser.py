"""A headless Chromium, spoken to over two pipes: no port, no driver, no network."""

import base64
import itertools
import json
import os
import select
import shutil
import subprocess
from pathlib import Path

_PATIENCE_SECONDS = 60
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


class Browser:
    """A running browser with one page. `events` is everything the page reported, in order."""

    def __init__(self, profile):
        program = next(filter(None, map(shutil.which, NAMES)), None)
        assert program, "install Chromium (Debian: apt-get install chromium)"
        (theirs_in, self._out), (self._in, theirs_out) = os.pipe(), os.pipe()
        # Chromium reads descriptor 3 and writes descriptor 4; a shell puts them there
        command = (
            f'exec 3<&{theirs_in} 4>&{theirs_out}; exec "$0" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage '
            f'--no-first-run --user-data-dir="$1" --remote-debugging-pipe --lang=en about:blank'
        )
        environment = {**os.environ, "HOME": str(profile), "DBUS_SESSION_BUS_ADDRESS": "disabled:"}
        self._process = subprocess.Popen(
            ["/bin/bash", "-c", command, program, str(profile)],
            pass_fds=(theirs_in, theirs_out),
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(theirs_in)
        os.close(theirs_out)
        self._buffer = b""
        self._numbers = itertools.count(1)
        self._session = None
        self.events = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)[
            "sessionId"
        ]
        for domain in ("Page", "Runtime", "Log", "Network", "Accessibility", "DOM"):
            self.call(f"{domain}.enable")

    def call(self, method, **parameters):
        """The result of one command; what the page reports meanwhile goes to `events`."""
        number = next(self._numbers)
        message = {"id": number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._read()
            if answer.get("id") == number:
                assert "error" not in answer, (method, answer["error"])
                return answer["result"]
            self.events.append(answer)

    def _read(self):
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._in], [], [], _PATIENCE_SECONDS)
            assert ready, "Chromium does not answer"
            chunk = os.read(self._in, 1 << 16)
            assert chunk, "Chromium went away"
            self._buffer += chunk
        message, _, self._buffer = self._buffer.partition(b"\0")
        return json.loads(message)

    def open(self, path: Path):
        """Load a file and wait until it is loaded."""
        self.events.clear()
        assert "errorText" not in self.call("Page.navigate", url=path.as_uri())
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self._read())

    def run(self, script):
        """The value of a JavaScript expression; promises are waited for."""
        done = self.call(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True
        )
        assert "exceptionDetails" not in done, done["exceptionDetails"]
        return done["result"].get("value")

    def size(self, wide, high, *, dark=False, phone=False):
        """The size of the screen in pixels, and its theme."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=wide,
            height=high,
            deviceScaleFactor=1,
            mobile=phone,
        )
        theme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[theme])

    def click(self, selector):
        """A real click of the mouse in the middle of an element."""
        x, y = self.run(
            f"(() => {{ const one = document.querySelector({json.dumps(selector)}); one.scrollIntoView({{block: 'center', behavior: 'instant'}}); "
            "const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; })()"
        )
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def press(self, key, code="", text=""):
        """One key down and up."""
        self.call(
            "Input.dispatchKeyEvent",
            type="keyDown",
            key=key,
            code=code,
            text=text,
            windowsVirtualKeyCode=ord(text) if text else 0,
        )
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, code=code)

    def type(self, text):
        """Text as an input method gives it."""
        self.call("Input.insertText", text=text)

    def screenshot(self, path: Path):
        """What the screen shows, as PNG."""
        path.write_bytes(
            base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])
        )

    def complaints(self):
        """Errors and warnings of the console, exceptions, and refusals by the page's policy."""
        kinds = {"Log.entryAdded", "Runtime.consoleAPICalled", "Runtime.exceptionThrown"}
        return [event["params"] for event in self.events if event.get("method") in kinds]

    def requests(self):
        """Addresses that were asked for."""
        sent = (
            event for event in self.events if event.get("method") == "Network.requestWillBeSent"
        )
        return [event["params"]["request"]["url"] for event in sent]

    def accessible(self):
        """`(role, name)` of everything that a screen reader meets."""
        nodes = self.call("Accessibility.getFullAXTree")["nodes"]
        return [
            (node["role"]["value"], node.get("name", {}).get("value", ""))
            for node in nodes
            if not node["ignored"]
        ]

    def close(self):
        """End the browser and what it started."""
        os.close(self._out)
        os.close(self._in)
        self._process.terminate()
        self._process.wait(timeout=30)
