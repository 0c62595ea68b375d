"""Bring the index to what stands on disk: only what changed is read, only changed bytes are parsed."""

import errno
import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from qbank.bank.index import FileKey, Fingerprint, Index, Parsed, Stored

SIDE_FILES = ("frameworks.yaml", "topics.yaml", "tracks.yaml", "glossary.yaml")
_RACY_NS = 2_000_000_000
_RACY = -1


class Refreshed(NamedTuple):
    """How much work a refresh was."""

    seen: int
    hashed: int
    parsed: int


def refresh(index: Index, roots: Sequence[Path], now_ns: int) -> Refreshed:
    """Compare every file with its fingerprint and update what differs.

    `now_ns` is the wall clock: a file younger than two seconds may still change within the
    resolution of its time stamp, so it is hashed again next time.
    """
    stored = index.stored()
    changed: list[tuple[FileKey, Fingerprint, Path]] = []
    seen: set[FileKey] = set()
    for number, root in enumerate(roots):
        for path, status in _files(root):
            key = FileKey(number, path)
            seen.add(key)
            mark = Fingerprint(
                status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino
            )
            known = stored.get(key)
            if known is None or known.fingerprint != mark:
                changed.append((key, mark, root / path))
    gone = [key for key in stored if key not in seen]
    if not changed and not gone:
        return Refreshed(len(seen), 0, 0)
    parsed, touched = _read(changed, stored, now_ns)
    index.apply(parsed, touched, gone)
    return Refreshed(len(seen), len(changed), len(parsed))


def _files(root: Path) -> Iterator[tuple[str, os.stat_result]]:
    """Question files one folder deep, and the side files, as `(path inside root, status)`."""
    try:
        top = sorted(os.scandir(root), key=lambda item: item.name)
    except OSError:
        return
    for item in top:
        try:
            if item.name in SIDE_FILES and item.is_file():
                yield item.name, item.stat()
            elif item.is_dir() and not item.name.startswith((".", "_")):
                yield from _folder(item)
        except OSError:
            continue  # vanished, or a link that leads to itself


def _folder(folder: os.DirEntry[str]) -> Iterator[tuple[str, os.stat_result]]:
    try:
        items = sorted(os.scandir(folder.path), key=lambda item: item.name)
    except OSError:
        return
    for item in items:
        if item.name.endswith((".yaml", ".yml")) and not item.name.startswith("."):
            try:
                yield _storable(f"{folder.name}/{item.name}"), item.stat()
            except OSError:
                continue  # vanished between scandir and stat


def _storable(path: str) -> str:
    """A name that is no text is escaped: its file is not found then, which becomes a problem."""
    return path.encode(errors="backslashreplace").decode()


def _read(
    changed: Sequence[tuple[FileKey, Fingerprint, Path]],
    stored: dict[FileKey, Stored],
    now_ns: int,
) -> tuple[list[Parsed], list[tuple[FileKey, Fingerprint]]]:
    """Read and hash what may have changed; parse only other bytes."""
    import gc  # noqa: PLC0415

    from qbank.bank.parsing import byte_hash, parse_file  # noqa: PLC0415

    parsed: list[Parsed] = []
    touched: list[tuple[FileKey, Fingerprint]] = []
    was_enabled = gc.isenabled()
    gc.disable()  # many small objects that all stay: collecting them doubles the time
    try:
        for key, mark, path in changed:
            try:
                raw = _bytes(path)
            except OSError as error:
                parsed.append(_unreadable(key, mark, path, error))
                continue
            mark_now = _settled(mark, len(raw), now_ns)
            known = stored.get(key)
            if known is not None and known.hash == byte_hash(raw):
                touched.append((key, mark_now))
            else:
                parsed.append(parse_file(key, mark_now, path, raw))
    finally:
        if was_enabled:
            gc.enable()
    return parsed, touched


def _bytes(path: Path) -> bytes:
    """What a file holds. Raises OSError; a pipe or a device would be read for ever."""
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "not a regular file")
    return path.read_bytes()


def _settled(mark: Fingerprint, length: int, now_ns: int) -> Fingerprint:
    """A racy or half-written file gets a time stamp that never matches."""
    if length != mark.size or now_ns - mark.mtime_ns < _RACY_NS:
        return mark._replace(mtime_ns=_RACY)
    return mark


def _unreadable(key: FileKey, mark: Fingerprint, path: Path, error: OSError) -> Parsed:
    reason = error.strerror or "cannot be read"
    values = [
        [
            os.fspath(path),
            [1, 1, 0],
            "unreadable",
            reason.lower(),
            "check its permissions",
            "error",
            "",
        ]
    ]
    return Parsed(key, mark._replace(mtime_ns=_RACY), "", json.dumps(values))
