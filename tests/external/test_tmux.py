"""A session inside tmux, narrow, as many people run it. Needs the program tmux."""

import os
import shutil
import subprocess
import sys
import time

import pytest

from tests.factories import question, write


@pytest.fixture
def tmux(tmp_path):
    """A function that runs tmux commands on a server of its own."""
    assert shutil.which("tmux"), "install tmux (Debian: apt-get install tmux)"
    socket = str(tmp_path / "tmux.sock")

    def run(*arguments):
        done = subprocess.run(
            ["tmux", "-S", socket, *arguments], capture_output=True, text=True, check=True
        )
        return done.stdout

    yield run
    subprocess.run(["tmux", "-S", socket, "kill-server"], capture_output=True)


def wait_for(tmux, text):
    """Poll the pane until `text` is on it; the pane."""
    limit = time.monotonic() + 30
    while time.monotonic() < limit:
        pane = tmux("capture-pane", "-p", "-t", "q")
        if text in pane:
            return pane
        subprocess.run(["tmux", "-V"], capture_output=True)
    pytest.fail(f"{text!r} never came:\n{pane}")


@pytest.fixture
def session(tmux, tmp_path):
    """A function that starts a sitting of one question in a pane."""
    bank = tmp_path / "bank"
    write(
        bank,
        "peft/alpha",
        question(en="What is alpha?", zh="阿尔法是什么？", framework="peft", topic="trend"),
    )
    command = (
        f"env -u COLUMNS -u LINES {sys.executable} -m qbank quiz --bank {bank} "
        "-f peft --topic trend -n 1 --lang zh; echo left with $?; sleep 60"
    )
    environment = [
        item
        for k in os.environ
        for item in ("-e", f"{k}={os.environ[k]}")
        if k.startswith(("XDG_", "HOME", "LANG"))
    ]

    def start(columns, lines=30):
        size = ("-x", str(columns), "-y", str(lines))
        tmux("-u", "new-session", "-d", "-s", "q", *size, *environment, command)
        wait_for(tmux, "看答案")

    return start


def test_a_narrow_session_in_chinese_keeps_inside_the_pane(tmux, session):
    session(40)
    tmux("send-keys", "-t", "q", "Space")
    pane = wait_for(tmux, "这些点说到了吗？")
    assert "1 [ ] 第一点" in pane
    tmux("send-keys", "-t", "q", "1")
    pane = wait_for(tmux, "1 [x] 第一点")
    assert pane.count("这些点说到了吗？") == 1
    assert not [
        line for line in pane.split("\n") if line.strip().startswith(("，", "。", "；", "："))
    ]


def test_a_pane_that_folds_its_lines_keeps_question_and_ticks_when_it_is_resized(tmux, session):
    session(80)
    tmux("send-keys", "-t", "q", "Space")
    wait_for(tmux, "1 [ ] 第一点")
    tmux("send-keys", "-t", "q", "1")
    wait_for(tmux, "1 [x] 第一点")
    tmux("resize-window", "-t", "q", "-x", "40", "-y", "40")
    wait_for(tmux, "回车 继续   v 完整答案   q 退出")
    tmux("resize-window", "-t", "q", "-x", "80", "-y", "40")
    wait_for(tmux, "1-5 勾选   a 全说到了   0 都没说到   回车 继续")
    tmux("send-keys", "-t", "q", "2")
    pane = wait_for(tmux, "2 [x] 第二点")
    assert "阿尔法是什么？" in pane
    assert pane.rindex("1 [x] 第一点") < pane.rindex("2 [x] 第二点")
    tmux("send-keys", "-t", "q", "q")
    wait_for(tmux, "left with 0")
