"""Open the index of a set of folders, brought up to date."""

import contextlib
import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from qbank import __version__
from qbank.bank.index import Index
from qbank.bank.index_file import build_name
from qbank.bank.refresh import refresh


def open_index(cache_dir: Path, roots: Sequence[Path], now_ns: int) -> Index:
    """The index for `roots` in `cache_dir`; in memory where that cannot be used."""
    mark = _model_mark()
    path = cache_dir / build_name(__version__, roots, mark)
    if len(roots) > 1:
        _begin_with(path, cache_dir / build_name(__version__, roots[:1], mark))
    index = Index.open(path)
    index.refill = lambda: refresh(index, roots, now_ns)
    refresh(index, roots, now_ns)
    return index


def _begin_with(path: Path, first: Path) -> None:
    """A new index begins as a copy of the first folder's alone: only what the other folders add is parsed."""
    wal = first.with_name(f"{first.name}-wal")
    if path.exists() or not first.exists() or (wal.exists() and wal.stat().st_size):
        return
    part = path.with_name(f"{path.name}.{os.getpid()}")
    with contextlib.suppress(OSError):  # then it is built from the files
        shutil.copyfile(first, part)
        part.replace(path)


def _model_mark() -> str:
    """Changes whenever the code that shapes the rows does, so that a source checkout never reads stale rows."""
    package = Path(__file__).resolve().parent.parent
    marks = []
    for folder in ("bank", "content", "content/types"):
        for item in os.scandir(package / folder):
            if item.name.endswith(".py"):
                status = item.stat()
                marks.append(f"{item.name}:{status.st_size}:{status.st_mtime_ns}")
    return ",".join(sorted(marks))
