"""Entry point. `--version` is answered before anything else is imported."""

import sys


def main() -> None:
    """Run qbank with the arguments of this process and leave with its exit code."""
    arguments = sys.argv[1:]
    if arguments in (["--version"], ["-V"]):
        from qbank import __version__  # noqa: PLC0415

        try:
            print(f"qbank {__version__}", flush=True)  # noqa: T201  # also where stdout was closed
        except OSError:  # nobody reads, or no room
            import os  # noqa: PLC0415

            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return
    from qbank.cli.app import run  # noqa: PLC0415

    sys.exit(run(arguments))


if __name__ == "__main__":
    main()
