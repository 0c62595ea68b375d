"""Opening the archives: a place for every citation, or the reason why it has none."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from qbank.archives import Archive
from qbank.sources.citations import Citation, Cited
from qbank.sources.lock import Lock, Locked
from qbank.sources.newer import compare_releases
from qbank.sources.symbols import SymbolError, digest, find


class Failure(NamedTuple):
    """A citation that could not be opened, who makes it, and why not."""

    cited: Cited
    reason: str


class Result(NamedTuple):
    """A new lock, what could not be locked, and how many symbols were opened in this run."""

    lock: Lock
    failures: tuple[Failure, ...]
    opened: int


def verify(cited: Iterable[Cited], archives: Sequence[Archive], lock: Lock) -> Result:
    """Locks every citation whose archive is given; those of other archives keep their place in `lock`.

    Raises ArchiveError when an archive is damaged.
    """
    by: dict[Citation, list[str]] = {}
    for each in cited:
        by.setdefault(each.citation, []).append(each.by)
    releases = {(archive.name, archive.version): archive for archive in archives}
    given = {each: releases.get((each.name, each.version)) for each in by}
    places: dict[Citation, Locked | str] = {}
    for archive in releases.values():
        wanted = [citation for citation, found in given.items() if found is archive]
        places |= _opened(archive, wanted)
    for citation, found in given.items():
        if found is None:
            known = lock.locked.get(citation)
            places[citation] = known or "no archive of this release was given"
    locked = {each: place for each, place in places.items() if isinstance(place, Locked)}
    failures = [
        Failure(Cited(each, name), place)
        for each, place in sorted(places.items(), key=lambda pair: pair[0])
        if isinstance(place, str)
        for name in by[each]
    ]
    newer = compare_releases(locked, releases, lock.newer)
    opened = sum(archive is not None for archive in given.values())
    return Result(Lock(locked, newer), tuple(failures), opened)


def _opened(archive: Archive, wanted: Sequence[Citation]) -> Mapping[Citation, Locked | str]:
    if not wanted:
        return {}
    files = dict(archive.files({each.path for each in wanted}))
    return {each: _place(files.get(each.path), each) for each in wanted}


def _place(raw: bytes | None, citation: Citation) -> Locked | str:
    if raw is None:
        return f"`{citation.path}` is not in the archive"
    try:
        found = find(citation.path, raw.decode("utf-8", "replace"), citation.symbol)
    except SymbolError as error:
        return f"`{citation.symbol}` {error}"
    return Locked(digest(raw), found.lines, found.hash)


def needed(cited: Iterable[Cited]) -> Iterator[str]:
    """The packages that are cited, once each."""
    yield from sorted({each.citation.package for each in cited})
