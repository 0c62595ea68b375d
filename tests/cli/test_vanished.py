"""The files of qbank are replaced while it runs: one line says what to do, whatever is missing by then."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import qbank

PACKAGE = Path(qbank.__file__).parent
RUN = """
import shutil, sys
sys.path.insert(0, {root!r})
from qbank.cli.app import run
{before}
shutil.rmtree({root!r} + "/qbank{part}")
sys.exit(run({arguments!r}))
"""


def ran(tmp_path, arguments, *, before="", part=""):
    """A run of a copy of qbank of which `part` is gone once it has started."""
    root = tmp_path / "installed"
    shutil.copytree(PACKAGE, root / "qbank", ignore=shutil.ignore_patterns("__pycache__"))
    script = RUN.format(root=str(root), before=before, part=part, arguments=arguments)
    return subprocess.run(
        [sys.executable, "-I", "-c", script], capture_output=True, text=True, cwd=tmp_path
    )


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["list"], ""),
        (["list"], "/bank"),
        (["nosuch"], "/view"),
        (["show", "x", "--json"], "/cli"),
        (["config", "set", "minutes", "0"], "/view"),
    ],
)
def test_files_that_are_gone_are_one_line_and_exit_3(tmp_path, arguments, part):
    done = ran(tmp_path, arguments, part=part)
    assert done.returncode == 3
    assert done.stdout == ""
    [line] = done.stderr.splitlines()
    assert line.startswith("qbank: this run cannot go on")
    assert line.endswith("restart qbank: saved answers are safe")


def test_what_is_loaded_ahead_in_a_sitting_fails_in_silence(tmp_path):
    before = (
        "import threading; from qbank.view import play, markdown; from qbank.schedule import memory\n"
        "def gone(): raise ModuleNotFoundError('no fsrs')\n"
        "memory.load = gone\n"
        "thread = threading.Thread(target=play._load); thread.start(); thread.join()"
    )
    done = ran(tmp_path, ["--help"], before=before)
    assert "Traceback" not in done.stderr
    assert "no fsrs" not in done.stderr


def test_a_bug_is_still_reported_as_one(tmp_path):
    before = "import qbank.cli.app as app\ndef bug(*_): raise ValueError('odd')\napp._invoke = bug"
    done = ran(tmp_path, ["list"], before=before, part="/formulas")
    assert done.returncode == 3
    assert "this is a bug: ValueError: odd" in done.stderr
