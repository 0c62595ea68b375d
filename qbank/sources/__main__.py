"""The command `python -m qbank.sources`."""

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from qbank.archives import open_archives
from qbank.bank.catalog import Bank, Root
from qbank.bank.opening import open_index
from qbank.errors import BankError, QbankError
from qbank.settings import packaged_bank
from qbank.sources.citations import Cited, of_bank
from qbank.sources.lock import NAME, Lock, as_text, read_lock
from qbank.sources.verify import needed, verify


def main(arguments: Sequence[str] | None = None) -> int:
    """0 when all is locked, 1 when a citation could not be opened, 2 when nothing could be done."""
    given = _parser().parse_args(arguments)
    try:
        cited = _cited(given.bank)
        return _list(cited) if given.command == "list" else _verify(given, cited)
    except QbankError as error:
        _say(f"error: {error.message}" + (f"\nhint: {error.hint}" if error.hint else ""))
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m qbank.sources",
        description="Open the cited source code again, and lock where it stands.",
    )
    commands = parser.add_subparsers(dest="command", required=True)
    check = commands.add_parser("verify", help=f"write {NAME} from released archives")
    check.add_argument(
        "archive", nargs="+", type=Path, help="wheels, sdists, git archives, or folders of them"
    )
    listing = commands.add_parser("list", help="print the cited packages, one a line")
    for command in (check, listing):
        command.add_argument(
            "--bank", type=Path, default=packaged_bank(), help="the folder of questions"
        )
    return parser


def _cited(folder: Path) -> list[Cited]:
    """The citations of one folder. Raises BankError when it has no questions, or some cannot be read."""
    with tempfile.TemporaryDirectory() as cache:
        index = open_index(Path(cache), [folder], time.time_ns())
        bank = Bank(index, [Root(folder, is_packaged=True)])
        try:
            if bank.problems:
                raise BankError(f"{bank.problems[0].path} cannot be read", hint="qbank check")
            if not bank.entries:
                raise BankError(f"no questions in {folder}")
            return [*of_bank(bank)]
        finally:
            index.close()


def _list(cited: Sequence[Cited]) -> int:
    sys.stdout.writelines(f"{package}\n" for package in needed(cited))
    return 0


def _verify(given: argparse.Namespace, cited: Sequence[Cited]) -> int:
    before = read_lock(given.bank) or Lock()
    result = verify(cited, open_archives(given.archive), before)
    for failure in result.failures:
        package, path, _ = failure.cited.citation
        _say(f"{failure.cited.by}: {package} {path}: {failure.reason}")
    (given.bank / NAME).write_text(as_text(result.lock), encoding="utf-8", newline="\n")
    for newer in result.lock.newer.values():
        counts = f"{len(newer.symbols)} cited symbols and {len(newer.options)} options changed"
        _say(f"{newer.name} {newer.old} -> {newer.new}: {counts}; see qbank list --stale")
    total, failed = len(result.lock.locked), len(result.failures)
    sys.stdout.write(f"{total} symbols locked, {result.opened} opened now, {failed} not found\n")
    return 1 if failed else 0


def _say(text: str) -> None:
    sys.stderr.write(text + "\n")


if __name__ == "__main__":
    sys.exit(main())
