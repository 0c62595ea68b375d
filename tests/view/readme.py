"""The `$ qbank …` blocks of both READMEs, as the program prints them: `python -m tests.view.readme` writes them anew.

A block of `qbank quiz` has a comment before it with the keys that were pressed: `<!-- keys: space 1 3 -->`.
The clock, the seed and the width are fixed, and nothing was answered before.
"""

import os
import re
import shlex
import tempfile
from pathlib import Path

from qbank.cli.app import run
from qbank.cli.context import App
from qbank.cli.filters import Filter, with_defaults
from qbank.cli.sitting import Wanted, config_of, label_of, plan
from qbank.settings import Flags, load
from qbank.view.live import Live
from qbank.view.play import Player
from tests.factories import NOW, Stream
from tests.view.stage import Keyboard, Paper

ROOT = Path(__file__).parent.parent.parent
LANGUAGES = {"README.md": "en_US.UTF-8", "README.zh-CN.md": "zh_CN.UTF-8"}
_BLOCK = re.compile(
    r"(?P<keys><!-- keys: (?P<pressed>[^>]*) -->\n)?```\n\$ qbank(?P<line>[^\n]*)\n.*?```",
    re.DOTALL,
)
_TO_ANSWER = 101.0


def screens(text: str) -> str:
    """A README with every block as the program prints it now."""
    return _BLOCK.sub(_block, text)


def _block(match: re.Match[str]) -> str:
    words = shlex.split(match["line"])
    if match["pressed"] is None:
        out = Stream()
        run(words, out=out, err=Stream(), now=lambda: NOW)
        shown = out.getvalue()
    else:
        shown = _quiz(match["pressed"].split())
    return f"{match['keys'] or ''}```\n$ qbank{match['line']}\n{shown.strip()}\n```"


def _quiz(keys: list[str]) -> str:
    """What stands on the screen after these keys of a first sitting."""
    paper = Paper()
    app = App(load(Flags()), paper, Stream(), lambda: NOW)
    keyboard = Keyboard(paper, *keys)
    wanted = Wanted(
        filter=Filter(), count=None, minutes=None, new=None, practice=False, ahead=0,
        pitch=False, confidence=False, seed=1, json=False,
    )  # fmt: skip
    chosen = with_defaults(app, wanted.filter)
    player = Player(
        app,
        keyboard,
        Live(paper, repaints=True, height=200),
        label=label_of(chosen),
        seed=wanted.seed,
        at=lambda: 0.0 if keyboard.is_untouched else _TO_ANSWER,
    )
    player.play(config_of(app, wanted), plan(app, chosen, wanted))
    app.close()
    return paper.shown()


def main() -> None:
    """Write both READMEs."""
    for name in [n for n in os.environ if n.startswith(("QBANK_", "XDG_"))]:
        del os.environ[name]
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update({"COLUMNS": "80", "NO_COLOR": "1", "XDG_CACHE_HOME": folder})
        os.environ.update({"QBANK_DATA": folder, "QBANK_CONFIG": f"{folder}/config.toml"})
        for name, locale in LANGUAGES.items():
            os.environ.update({"LC_ALL": locale})
            path = ROOT / name
            path.write_text(screens(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
