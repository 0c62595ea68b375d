"""Entry point. `--version` is answered before anything else is imported."""

import sys


def main() -> None:
    """Run qbank with the arguments of this process and leave with its exit code."""
    arguments = sys.argv[1:]
    if arguments in (["--version"], ["-V"]):
        from qbank import __version__  # noqa: PLC0415

        print(f"qbank {__version__}")  # noqa: T201  # also where stdout was closed
        return
    from qbank.cli.app import run  # noqa: PLC0415

    sys.exit(run(arguments))


if __name__ == "__main__":
    main()
