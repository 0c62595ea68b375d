"""Prints the lowest version of each run-time dependency that pyproject.toml allows, for pip."""

import re
import sys
import tomllib
from pathlib import Path

project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
for requirement in project["dependencies"]:
    found = re.fullmatch(r"([\w-]+)>=([\d.]+)(,.*)?", requirement)
    if found is None:
        sys.exit(f"no lower bound in {requirement!r}")
    sys.stdout.write(f"{found[1]}=={found[2]}\n")
