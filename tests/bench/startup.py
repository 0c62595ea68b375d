"""Start-up as a ratio to a bare `python -I -c pass` of the same interpreter: `python tests/bench/startup.py`.

Medians of shuffled rounds with a warm index; wall time and processor time. Nothing is asserted.
"""

import os
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


def main():
    with tempfile.TemporaryDirectory() as home:
        # Without compiled modules every start would compile the program anew, which no installation does.
        inherited = {n: v for n, v in os.environ.items() if n != "PYTHONDONTWRITEBYTECODE"}
        environment = {**inherited, "HOME": home, "XDG_CACHE_HOME": home, "XDG_DATA_HOME": home}
        measure(CASES["list --json"], environment)
        times = {name: [] for name in CASES}
        for number in range(ROUNDS):
            names = [*CASES]
            random.Random(number).shuffle(names)
            for name in names:
                times[name].append(measure(CASES[name], environment))
    medians = {
        n: [statistics.median(column) for column in zip(*t, strict=True)] for n, t in times.items()
    }
    wall, cpu = medians["floor"]
    sys.stdout.write(f"{'command':14} {'wall':>6} {'cpu':>6}   (floor {wall * 1000:.0f} ms)\n")
    for name, (one_wall, one_cpu) in medians.items():
        sys.stdout.write(f"{name:14} {one_wall / wall:6.1f} {one_cpu / cpu:6.1f}\n")


if __name__ == "__main__":
    main()
