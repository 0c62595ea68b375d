"""Released archives: wheels, sdists and archives of a git commit, read without installing them."""

import re
import tarfile
import zipfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from qbank.errors import QbankError

_WHEEL = re.compile(r"(?P<name>[^-]+)-(?P<version>[^-]+)(?:-.+)?\.whl")
_TARBALL = re.compile(r"(?P<name>.+)-(?P<version>[^-]+)\.(?:tar\.gz|tgz|zip)")

Asked = Callable[[str], bool]


class ArchiveError(QbankError):
    """An archive that cannot be opened, or whose name does not tell what it is."""

    code = "archive"


@dataclass(frozen=True)
class Archive:
    """One release. `version` is the commit, 40 hexadecimal digits, of a git archive."""

    path: Path
    name: str
    version: str

    def files(self, wanted: Iterable[str] = (), *suffixes: str) -> Iterator[tuple[str, bytes]]:
        """Paths and contents of the `wanted` files, and of all that end in one of `suffixes`.

        Paths are those inside a wheel, and in other archives those below the folder that holds everything.
        Raises ArchiveError when the archive is damaged.
        """
        names = frozenset(wanted)

        def is_asked(path: str) -> bool:
            return path in names or path.endswith(suffixes)

        try:
            is_tar = self.path.name.endswith(("gz", "tar"))
            yield from self._of_tar(is_asked) if is_tar else self._of_zip(is_asked)
        except (OSError, EOFError, tarfile.TarError, zipfile.BadZipFile) as error:
            raise ArchiveError(f"{self.path} cannot be read: {error}") from error

    def _of_zip(self, is_asked: Asked) -> Iterator[tuple[str, bytes]]:
        with zipfile.ZipFile(self.path) as opened:
            for name in opened.namelist():
                path = name if self.path.suffix == ".whl" else _below_top(name)
                if is_asked(path):
                    yield path, opened.read(name)

    def _of_tar(self, is_asked: Asked) -> Iterator[tuple[str, bytes]]:
        with tarfile.open(self.path) as opened:
            for member in opened:
                path = _below_top(member.name)
                content = opened.extractfile(member) if member.isfile() and is_asked(path) else None
                if content:
                    yield path, content.read()


def open_archives(paths: Iterable[Path]) -> tuple[Archive, ...]:
    """Archives by their file names; a folder stands for what lies in it. Raises ArchiveError."""
    found = []
    for path in paths:
        inside = sorted(path.iterdir()) if path.is_dir() else [path]
        found += [_named(each) for each in inside if path is each or _is_archive(each)]
    if not found:
        raise ArchiveError(
            "no archive was found", hint="pip download --no-deps -d DIR NAME==VERSION"
        )
    return tuple(found)


def _is_archive(path: Path) -> bool:
    return bool(_WHEEL.fullmatch(path.name) or _TARBALL.fullmatch(path.name))


def _named(path: Path) -> Archive:
    match = _WHEEL.fullmatch(path.name) or _TARBALL.fullmatch(path.name)
    if not match:
        hint = "keep the names that pip download gives; a git archive is NAME-COMMIT.tar.gz"
        raise ArchiveError(f"{path.name} does not tell package and version", hint=hint)
    if not path.is_file():
        raise ArchiveError(f"{path} does not exist")
    version = match["version"].partition("+")[0]
    return Archive(path, normal(match["name"]), version)


def _below_top(path: str) -> str:
    return path.partition("/")[2]


def normal(name: str) -> str:
    """A project name as package indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()
