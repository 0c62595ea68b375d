"""Options that every command takes, before or after the command's own arguments."""

from collections.abc import Sequence

from qbank.errors import UsageError
from qbank.settings import Flags

_WITH_VALUE = {"--bank": "a folder", "--lang": "zh, en or both", "--color": "auto, always or never"}
_SWITCHES = {"--plain", "--no-pager", "--no-input", "--debug"}
COLORS = ("auto", "always", "never")

EVERYWHERE = (
    "Everywhere: --lang zh|en|both  --bank DIR  --color auto|always|never  --plain  --no-pager  "
    "--no-input  --debug"
)


def split(arguments: Sequence[str]) -> tuple[Flags, list[str]]:
    """`(global flags, the rest)`. What follows `--` is never a flag. Raises UsageError without a value."""
    values: dict[str, list[str]] = {name: [] for name in _WITH_VALUE}
    switches: set[str] = set()
    rest: list[str] = []
    remaining = list(arguments)
    while remaining:
        one = remaining.pop(0)
        name, has_value, value = one.partition("=")
        if one == "--":
            rest.extend([one, *remaining])
            break
        if name in _WITH_VALUE:
            if not has_value and not remaining:
                raise UsageError(f"`{name}` needs {_WITH_VALUE[name]}", hint="qbank --help")
            values[name].append(value if has_value else remaining.pop(0))
        elif one in _SWITCHES:
            switches.add(one)
        else:
            rest.append(one)
    return _flags(values, switches), rest


def _flags(values: dict[str, list[str]], switches: set[str]) -> Flags:
    color = values["--color"][-1] if values["--color"] else None
    if color is not None and color not in COLORS:
        raise UsageError(f"`{color}` is not a way to use colour", hint="use auto, always or never")
    return Flags(
        bank=tuple(values["--bank"]),
        lang=values["--lang"][-1] if values["--lang"] else None,
        color=color,
        plain="--plain" in switches,
        pager="--no-pager" not in switches,
        no_input="--no-input" in switches,
        debug="--debug" in switches,
    )
