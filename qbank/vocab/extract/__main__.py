"""The command `python -m qbank.vocab.extract`."""

import argparse
import sys
from pathlib import Path

from qbank.archives import open_archives
from qbank.errors import QbankError
from qbank.vocab.extract import READERS, extract
from qbank.vocab.extract.output import as_text
from qbank.vocab.reader import DATA


def main(arguments: list[str] | None = None) -> int:
    """Writes the vocabulary files; 0 when done, 2 when an archive could not be read."""
    parser = argparse.ArgumentParser(
        prog="python -m qbank.vocab.extract",
        description="Write vocabulary files from released wheels and sdists.",
    )
    parser.add_argument(
        "archive",
        nargs="+",
        type=Path,
        help="archives, or folders of them; of one project the last counts",
    )
    parser.add_argument("--only", default="", metavar="NAME,NAME", help=", ".join(READERS))
    parser.add_argument("--out", type=Path, default=DATA, help="the folder to write to")
    given = parser.parse_args(arguments)
    try:
        for data in extract(open_archives(given.archive), filter(None, given.only.split(","))):
            path = given.out / f"{data['package']}-{data['version']}.json"
            path.write_text(as_text(data), encoding="utf-8")
            sys.stdout.write(
                f"{path.name}: {len(data['groups'])} groups, {len(data['options'])} options\n"
            )
    except QbankError as error:
        sys.stderr.write(
            f"error: {error.message}\n" + (f"hint: {error.hint}\n" if error.hint else "")
        )
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
