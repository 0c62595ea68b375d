"""Small releases for the tests: wheels and sdists with a few files."""

import io
import tarfile
import zipfile


def wheel(folder, name, version, files, requires=()):
    """Writes a wheel and gives its path."""
    folder.mkdir(exist_ok=True)
    path = folder / f"{name}-{version}-py3-none-any.whl"
    lines = [f"Name: {name}", f"Version: {version}", *(f"Requires-Dist: {one}" for one in requires)]
    with zipfile.ZipFile(path, "w") as opened:
        for inside, text in files.items():
            opened.writestr(inside, text)
        opened.writestr(f"{name}-{version}.dist-info/METADATA", "\n".join(lines))
    return path


def tarball(folder, name, version, files):
    """Writes an sdist, or with a commit as version a git archive, and gives its path."""
    folder.mkdir(exist_ok=True)
    path = folder / f"{name}-{version}.tar.gz"
    with tarfile.open(path, "w:gz") as opened:
        for inside, text in files.items():
            raw = text.encode()
            member = tarfile.TarInfo(f"{name}-{version}/{inside}")
            member.size = len(raw)
            opened.addfile(member, io.BytesIO(raw))
    return path
