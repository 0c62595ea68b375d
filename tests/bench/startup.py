"""Start-up as a ratio to a bare `python -I -c pass` of the same interpreter: `python tests/bench/startup.py`.

Medians of shuffled rounds with a warm index; wall time and processor time. Nothing is asserted.
"""

import functools
import os
import pty
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time

ROUNDS = 15
CASES = {
    "floor": ["-I", "-c", "pass"],
    "--version": ["-m", "qbank", "--version"],
    "--help": ["-m", "qbank", "--help"],
    "list --json": ["-m", "qbank", "list", "--json"],
    "show --json": ["-m", "qbank", "show", "zero-stages", "--json"],
    "stats --json": ["-m", "qbank", "stats", "--json"],
}
QUIZ = ["-m", "qbank", "quiz", "--seed", "1", "--lang", "en"]
FOOTER = b"reveal"


def measure(arguments, environment):
    """Wall and processor seconds of one run."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    subprocess.run(
        [sys.executable, *arguments], stdout=subprocess.DEVNULL, env=environment, check=True
    )
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure_first_question(environment):
    """Wall seconds until the footer of the first question is on the screen; processor time up to then."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    ours, theirs = pty.openpty()
    start = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, *QUIZ], stdin=theirs, stdout=theirs, stderr=theirs, env=environment
    )
    os.close(theirs)
    seen = b""
    while FOOTER not in seen:
        seen += os.read(ours, 65536)
    wall = time.perf_counter() - start
    process.kill()
    process.wait()
    os.close(ours)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    with tempfile.TemporaryDirectory() as home:
        # Without compiled modules every start would compile the program anew, which no installation does.
        inherited = {n: v for n, v in os.environ.items() if n != "PYTHONDONTWRITEBYTECODE"}
        environment = {**inherited, "HOME": home, "XDG_CACHE_HOME": home, "XDG_DATA_HOME": home}
        measure(CASES["list --json"], environment)
        tasks = {
            name: functools.partial(measure, case, environment) for name, case in CASES.items()
        }
        tasks["first question"] = functools.partial(measure_first_question, environment)
        times = {name: [] for name in tasks}
        for number in range(ROUNDS):
            names = [*tasks]
            random.Random(number).shuffle(names)
            for name in names:
                times[name].append(tasks[name]())
    medians = {
        n: [statistics.median(column) for column in zip(*t, strict=True)] for n, t in times.items()
    }
    wall, cpu = medians["floor"]
    sys.stdout.write(f"{'command':14} {'wall':>6} {'cpu':>6}   (floor {wall * 1000:.0f} ms)\n")
    for name, (one_wall, one_cpu) in medians.items():
        sys.stdout.write(f"{name:14} {one_wall / wall:6.1f} {one_cpu / cpu:6.1f}\n")


if __name__ == "__main__":
    main()
