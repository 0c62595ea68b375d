"""The lock file: where each cited symbol stands, and what changed in newer releases. One symbol is one line."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from qbank.errors import QbankError
from qbank.sources.citations import Citation

NAME = "sources.lock"


class LockError(QbankError):
    """A lock file that cannot be read."""

    code = "sources-lock"


class Locked(NamedTuple):
    """A cited symbol in its release: the hash of the file, its lines such as `12-40`, the hash of the symbol's text."""

    file: str
    lines: str
    hash: str


class ChangedSymbol(NamedTuple):
    """A cited symbol in the newer release; without `lines` it is gone. `diff` has the lines that differ."""

    path: str
    symbol: str
    lines: str
    diff: tuple[str, ...]


@dataclass(frozen=True)
class Newer:
    """What a newer release changed among what is cited of an older one; `options` says how each changed."""

    name: str
    old: str
    new: str
    symbols: tuple[ChangedSymbol, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)

    def symbol(self, citation: Citation) -> ChangedSymbol | None:
        """What became of a citation; None when it did not change, or is of another release."""
        if (citation.name, citation.version) != (self.name, self.old):
            return None
        wanted = (citation.path, citation.symbol)
        return next((each for each in self.symbols if each[:2] == wanted), None)


@dataclass(frozen=True)
class Lock:
    """All of a lock file. `newer` has one comparison a package."""

    locked: Mapping[Citation, Locked] = field(default_factory=dict)
    newer: Mapping[str, Newer] = field(default_factory=dict)


def read_lock(folder: Path) -> Lock | None:
    """The lock of a folder of questions; None when it has none. Raises LockError."""
    path = folder / NAME
    try:
        return parsed(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        hint = "take it from version control, or delete it and run python -m qbank.sources verify"
        raise LockError(f"{path} is not a lock file: {error}", hint=hint) from error


def read_locks(folders: Iterable[Path]) -> Lock:
    """The locks of several folders as one. Raises LockError."""
    locked: dict[Citation, Locked] = {}
    newer: dict[str, Newer] = {}
    for folder in folders:
        lock = read_lock(folder)
        if lock:
            locked |= lock.locked
            newer |= lock.newer
    return Lock(locked, newer)


def parsed(text: str) -> Lock:
    """A lock from the text of its file."""
    data = json.loads(text)
    locked = {
        Citation(package, path, symbol): Locked(each["file"], *place)
        for package, files in data["locked"].items()
        for path, each in files.items()
        for symbol, place in each["symbols"].items()
    }
    return Lock(locked, {name: _newer(name, each) for name, each in data["newer"].items()})


def _newer(name: str, data: Mapping[str, Any]) -> Newer:
    symbols = (
        ChangedSymbol(path, symbol, each["lines"], tuple(each["diff"]))
        for path, found in data["symbols"].items()
        for symbol, each in found.items()
    )
    return Newer(name, data["old"], data["new"], tuple(symbols), data["options"])


def as_text(lock: Lock) -> str:
    """The text of the file, in an order that does not depend on who wrote it."""
    locked: dict[str, Any] = {}
    for citation, place in sorted(lock.locked.items()):
        files = locked.setdefault(citation.package, {})
        file = files.setdefault(citation.path, {"file": place.file, "symbols": {}})
        file["symbols"][citation.symbol] = [place.lines, place.hash]
    newer: dict[str, Any] = {}
    for name, each in sorted(lock.newer.items()):
        symbols: dict[str, Any] = {}
        for changed in sorted(each.symbols):
            data = {"lines": changed.lines, "diff": [*changed.diff]}
            symbols.setdefault(changed.path, {})[changed.symbol] = data
        options = dict(sorted(each.options.items()))
        newer[name] = {"old": each.old, "new": each.new, "symbols": symbols, "options": options}
    return _written({"locked": locked, "newer": newer}, 0) + "\n"


def _written(value: Any, depth: int) -> str:
    """JSON with an entry of a mapping a line, and lists on one line unless they are long."""
    inner = " " * (depth + 1)
    if isinstance(value, dict) and value:
        rows = (f"{inner}{_json(key)}: {_written(each, depth + 1)}" for key, each in value.items())
        return "{\n" + ",\n".join(rows) + f"\n{' ' * depth}}}"
    if isinstance(value, list) and len(value) > 2:
        rows = (f"{inner}{_json(each)}" for each in value)
        return "[\n" + ",\n".join(rows) + f"\n{' ' * depth}]"
    return _json(value)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
