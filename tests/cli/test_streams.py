"""Streams that are closed, full, or read by nobody; and errors as JSON."""

import json
import os
import subprocess
import sys

import pytest

from qbank.cli.app import run
from tests.factories import Stream, qbank


def shell(text):
    done = subprocess.run(
        ["sh", "-c", text.format(qbank=f"{sys.executable} -m qbank")],
        capture_output=True,
        text=True,
    )
    return done.stdout, done.stderr


@pytest.mark.parametrize("command", ["show nope --json", "config", "show nope", "--version", "-V"])
def test_a_closed_pipe_ends_quietly(command):
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "qbank", *command.split()],
        stdout=writer,
        stderr=subprocess.PIPE,
        text=True,
    )
    os.close(writer)
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr
    assert done.returncode in {0, 1, 2}


@pytest.mark.parametrize("redirect", [">&-", "<&-", ">&- 2>&-", "> /dev/full", "> /dev/full 2>&1"])
@pytest.mark.parametrize(
    "command", ["config", "show nope --json", "drill --seed 1 --answers -", "assess", "--version"]
)
def test_a_closed_or_full_stream_is_no_bug(command, redirect):
    out, err = shell(f"{{qbank}} {command} {redirect} < /dev/null; echo $?")
    assert "bug" not in err
    assert "Traceback" not in err
    assert int(out.split()[-1]) in {0, 1, 2}


@pytest.mark.parametrize(
    ("arguments", "command"),
    [
        (("--lang", "zh", "show", "nope", "--json"), "show"),
        (("backup", "restore", "--json"), "backup restore"),
    ],
)
def test_an_error_names_the_command(arguments, command):
    _, out, _ = qbank(*arguments)
    assert json.loads(out)["command"] == command


def test_a_bug_is_json_too():
    def broken():
        raise ZeroDivisionError

    out, err = Stream(), Stream()
    assert run(["stats", "--json"], out=out, err=err, now=broken) == 3
    assert json.loads(out.getvalue())["error"]["code"] == "bug"
