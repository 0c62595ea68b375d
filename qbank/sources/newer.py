"""A release that nobody cites yet, against the one that is cited: which symbols and options changed."""

import difflib
from collections.abc import Iterator, Mapping

from qbank.archives import Archive
from qbank.sources.citations import Citation
from qbank.sources.lock import ChangedSymbol, Locked, Newer
from qbank.sources.symbols import SymbolError, find
from qbank.vocab.compare import compare
from qbank.vocab.extract import READERS, ExtractError, extract
from qbank.vocab.reader import read, release_key

Releases = Mapping[tuple[str, str], Archive]

_LONGEST_DIFF = 40
_COMPANIONS = {"unsloth": "unsloth-zoo"}
"""Packages whose options stand in another package's files as well."""


def compare_releases(
    locked: Mapping[Citation, Locked], releases: Releases, before: Mapping[str, Newer]
) -> dict[str, Newer]:
    """One comparison a package: made anew when the newer archive is given, else kept as it was before.

    A release newer than all that are cited is compared with the last of those. A comparison lasts as long as the older
    one is cited, also when some questions cite the newer one already.
    """
    cited: dict[str, set[str]] = {}
    for citation in locked:
        cited.setdefault(citation.name, set()).add(citation.version)
    found = {}
    for name, versions in cited.items():
        kept = before.get(name)
        pair = _pair(name, versions, releases, kept)
        if pair:
            found[name] = _compared(name, pair, locked, releases)
        elif kept and kept.old in versions:
            found[name] = kept
    return found


def _pair(
    name: str, versions: set[str], releases: Releases, kept: Newer | None
) -> tuple[str, str] | None:
    """The older and the newer release to compare, when the newer one is given."""
    last = max(versions, key=release_key)
    newest = max((new for each, new in releases if each == name), key=release_key, default=last)
    if kept and kept.old in versions:
        return (kept.old, newest) if release_key(newest) >= release_key(kept.new) else None
    return (last, newest) if release_key(newest) > release_key(last) else None


def _compared(
    name: str, pair: tuple[str, str], locked: Mapping[Citation, Locked], releases: Releases
) -> Newer:
    old, new = pair
    mine = {
        each: place for each, place in locked.items() if (each.name, each.version) == (name, old)
    }
    paths = {each.path for each in mine}
    after = dict(releases[name, new].files(paths))
    archive = releases.get((name, old))
    files = dict(archive.files(paths)) if archive else {}
    symbols = [_changed(each, place, files, after) for each, place in sorted(mine.items())]
    options = dict(_options(name, pair, releases)) if archive else {}
    return Newer(name, old, new, tuple(filter(None, symbols)), options)


def _changed(
    citation: Citation, place: Locked, before: Mapping[str, bytes], after: Mapping[str, bytes]
) -> ChangedSymbol | None:
    now = _text(citation, after)
    if now and now[1] == place.hash:
        return None
    was = _text(citation, before)
    lines = now[0] if now else ""
    diff = _difference(was[2] if was else "", now[2]) if now and was else ()
    return ChangedSymbol(citation.path, citation.symbol, lines, tuple(diff))


def _text(citation: Citation, files: Mapping[str, bytes]) -> tuple[str, str, str] | None:
    raw = files.get(citation.path)
    if raw is None:
        return None
    try:
        found = find(citation.path, raw.decode("utf-8", "replace"), citation.symbol)
    except SymbolError:
        return None
    return found.lines, found.hash, found.text


def _difference(was: str, now: str) -> Iterator[str]:
    lines = [*difflib.unified_diff(was.split("\n"), now.split("\n"), n=0, lineterm="")][2:]
    yield from lines[:_LONGEST_DIFF]
    if len(lines) > _LONGEST_DIFF:
        yield f"... {len(lines) - _LONGEST_DIFF} lines more"


def _options(name: str, pair: tuple[str, str], releases: Releases) -> Iterator[tuple[str, str]]:
    """The package's own options that changed, with how; none for a package whose options are not read."""
    if name not in READERS:
        return
    beside = [each for (other, _), each in releases.items() if other == _COMPANIONS.get(name)]
    try:
        old, new = (
            read(next(extract([*beside, releases[name, version]], [name]))) for version in pair
        )
    except ExtractError as error:
        yield "*", f"not compared: {error.message}"
        return
    whats: dict[str, dict[str, None]] = {}
    for each in compare(old, new):
        whats.setdefault(each.option or "*", {})[each.what] = None
    yield from ((option, "; ".join(what)) for option, what in whats.items())
