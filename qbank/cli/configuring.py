"""Show and change config.toml. Only the line of the changed key is touched."""

import json
import re
from pathlib import Path
from typing import Any

from qbank.cli.context import App
from qbank.errors import UsageError
from qbank.settings import KEYS, Key, checked, read_config

_TEMPLATE = "# Settings of qbank. `qbank config` lists them all with their meaning.\n"


def run_list(app: App, *, json: bool) -> None:
    """All settings, their values, and where these come from."""
    from qbank.view.tables import table

    origins = app.settings.origins
    if json:
        app.emit("config", [one._asdict() for one in origins])
        return
    says = {key.name: key.says for key in KEYS} | dict(app.words.settings)
    rows = [[one.name, one.value, one.source, says.get(one.name, "")] for one in origins]
    heads = [app.words.config_columns[name] for name in ("name", "value", "source", "says")]
    app.say(table(heads, rows, app.cells, app.style, cut_last=False))


def run_get(app: App, name: str, *, json: bool) -> None:
    """One setting. Raises UsageError for a name that does not exist."""
    key = key_of(name)
    value = app.settings.shown.value if name == "lang" else getattr(app.settings, key.name)
    if json:
        app.emit("config get", {"name": name, "value": value})
    else:
        app.say(",".join(value) if isinstance(value, tuple) else str(value))


def key_of(name: str) -> Key:
    """The key of that name. Raises UsageError."""
    for key in KEYS:
        if key.name == name:
            return key
    names = ", ".join(key.name for key in KEYS)
    raise UsageError(f"`{name}` is not a setting", hint=f"the settings are {names}")


def run_set(app: App, name: str, text: str, *, yes: bool) -> None:
    """Write one setting; a new retention first shows how due dates move."""
    key = key_of(name)
    value = checked(name, _typed(key, text), "command line")
    _check_known(app, name, value)
    if name == "retention" and app.settings.journal_file.exists():
        from qbank.cli.retention import apply_retention

        if not apply_retention(app, value, yes=yes):
            return
    _write(app.settings.config_file, name, value)
    app.note(app.words.config_written.format(name=name, path=app.settings.config_file))


def _typed(key: Key, text: str) -> Any:
    """Text of the command line in the type of the key. Raises UsageError."""
    try:
        if key.kind is bool:
            return {"true": True, "false": False}[text.lower()]
        if key.kind is list:
            return [one.strip() for one in text.split(",") if one.strip()]
        return key.kind(text)
    except (ValueError, KeyError) as error:
        raise UsageError(
            f"`{text}` cannot be `{key.name}`", hint=f"{key.name}: {key.says}"
        ) from error


def _check_known(app: App, name: str, value: Any) -> None:
    from qbank.cli.filters import Filter, select, track_ids

    if name == "track" and value:
        track_ids(app, value)
    if name == "frameworks":
        select(app, Filter(frameworks=value))


def _write(path: Path, name: str, value: Any) -> None:
    """Replace the key's line, or add one; written beside the file and renamed."""
    read_config(path)  # a file that cannot be read is not overwritten
    before = path.read_text(encoding="utf-8") if path.exists() else _TEMPLATE
    line = f"{name} = {json.dumps(value, ensure_ascii=False)}"
    pattern = re.compile(rf"^{re.escape(name)}\s*=.*$", re.MULTILINE)
    after, count = pattern.subn(lambda _: line, before, count=1)
    if not count:
        after = before.rstrip("\n") + f"\n{line}\n"
    temporary = path.with_name(path.name + ".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_text(after, encoding="utf-8")
        temporary.replace(path)
    except OSError as error:
        hint = "set QBANK_CONFIG to a file that can be written"
        raise UsageError(f"cannot write {path}: {error.strerror}", hint=hint) from error


def run_edit(app: App) -> None:
    """Open the file, and check it afterwards. Raises UsageError with the first mistake."""
    from qbank.view.editing import run_editor

    path = app.settings.config_file
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_TEMPLATE, encoding="utf-8")
    run_editor(app.settings.editor, path)
    read_config(path)
