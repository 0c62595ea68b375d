"""Check config files, launch scripts and Python examples that upstream ships, and print the findings per rule.

    python -m tests.bench.lint_upstream NAME=FOLDER... [--findings]

Every file below a folder whose ending is known is checked as whatever it is guessed to be; those that are for nothing
are counted and left out. Unpack the sdists of the pinned releases (`pip download --no-deps --no-binary :all:`) and clone
the repositories first. Each finding is opened by hand: upstream files contain stale options, and these are true.
"""

import sys
from collections import Counter
from pathlib import Path

from qbank.configs import RULES, check_config
from qbank.configs.guessing import FORMS
from qbank.errors import QbankError
from qbank.problem import Problem
from qbank.view.findings import concise


def lint(folder: Path) -> tuple[Counter[str], list[Problem], int]:
    """`(files by framework, findings, files that are for nothing)` below a folder, or of one file."""
    files: Counter[str] = Counter()
    found: list[Problem] = []
    skipped = 0
    paths = [folder] if folder.is_file() else sorted(folder.rglob("*"))
    for path in paths:
        if path.suffix not in FORMS or not path.is_file():
            continue
        try:
            checked = check_config(
                str(path), path.read_text(encoding="utf-8-sig", errors="replace")
            )
        except QbankError:
            skipped += 1
            continue
        files["+".join(checked.frameworks)] += 1
        found += checked.problems
    return files, found, skipped


def say(line: str) -> None:
    """One line on stdout."""
    sys.stdout.write(line + "\n")


def main(arguments: list[str]) -> None:
    """Print the table, and with --findings every finding."""
    sets = [word.partition("=") for word in arguments if not word.startswith("--")]
    total, columns = Counter[str](), {}
    for name, _, folder in sets:
        files, found, skipped = lint(Path(folder))
        columns[name] = Counter(problem.rule for problem in found)
        total.update(columns[name])
        count = files.total()
        say(f"{name}: {count} files, {skipped} left out, {len(found)} findings {dict(files)}")
        if "--findings" in arguments:
            for problem in found:
                say(concise(problem, Path(folder)))
    names = [*columns]
    say(f"\n| rule | {' | '.join(names)} | all |")
    say("|---|" + "---|" * (len(names) + 1))
    for rule in RULES:
        if total[rule]:
            cells = " | ".join(str(columns[name][rule] or "") for name in names)
            say(f"| {rule} | {cells} | {total[rule]} |")


if __name__ == "__main__":
    main(sys.argv[1:])
