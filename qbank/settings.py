"""Settings and directories: flag over environment over config.toml over default. The only reader of the environment."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from qbank.errors import UsageError
from qbank.terms import Lang, Level, ShownLang

_YES = {"1", "true", "yes", "on"}


class Origin(NamedTuple):
    """Where the value of a setting came from."""

    name: str
    value: str
    source: str


class Flags(NamedTuple):
    """The options that every command takes; None where they were not given."""

    bank: tuple[str, ...] = ()
    lang: str | None = None
    color: str | None = None
    plain: bool = False
    pager: bool = True
    no_input: bool = False
    debug: bool = False


class Settings(NamedTuple):
    """Everything that is decided before a command runs."""

    lang: Lang
    shown: ShownLang
    banks: tuple[Path, ...]
    data_dir: Path
    config_file: Path
    cache_dir: Path
    state_dir: Path
    track: str = "core-60"
    frameworks: tuple[str, ...] = ()
    level: str = ""
    minutes: float = 15.0
    new: int = 3
    retention: float = 0.9
    rollover: int = 4
    color: str = "auto"
    plain: bool = False
    pager: bool = True
    pager_command: str = ""
    editor: str = ""
    no_input: bool = False
    debug: bool = False
    no_color: bool = False
    force_color: bool = False
    term: str = ""
    origins: tuple[Origin, ...] = ()

    @property
    def journal_file(self) -> Path:
        """The journal database."""
        return self.data_dir / "journal.db"

    @property
    def user_bank(self) -> Path:
        """The user's own questions."""
        return self.data_dir / "questions"


class Key(NamedTuple):
    """A key of config.toml: its type, its default, and what it is for."""

    name: str
    kind: type
    default: Any
    says: str


KEYS: tuple[Key, ...] = (
    Key("track", str, "core-60", "track practised without filters; empty is the whole bank"),
    Key("frameworks", list, [], "frameworks practised by default, such as deepspeed"),
    Key("level", str, "", "level practised by default: junior, mid or senior"),
    Key("lang", str, "", "language: zh, en or both; empty follows the system"),
    Key("minutes", float, 15.0, "minutes of a sitting, 1 to 600"),
    Key("new", int, 3, "new questions in a sitting, 0 to 100"),
    Key("retention", float, 0.9, "wanted recall when a question is due, 0.70 to 0.97"),
    Key("rollover", int, 4, "hour at which a study day begins, 0 to 12"),
    Key("color", str, "auto", "auto, always or never"),
    Key("plain", bool, default=False, says="no boxes, no repainting"),
    Key("pager", bool, default=True, says="page long output"),
)


def load(flags: Flags, environ: Mapping[str, str] | None = None) -> Settings:
    """Work out the settings. Raises UsageError for a value that cannot be used."""
    env = os.environ if environ is None else environ
    places = _places(env)
    config = read_config(places["config"].path)
    shown, lang_source = _lang(flags, env, config)
    values = {key.name: config.get(key.name, key.default) for key in KEYS if key.name != "lang"}
    values["frameworks"] = tuple(values["frameworks"])
    values["color"] = flags.color or values["color"]
    values["plain"] = flags.plain or values["plain"] or env.get("ACCESSIBLE", "") in _YES
    values["pager"] = flags.pager and values["pager"]
    origins = [Origin(f"{name} directory", str(p.path), p.source) for name, p in places.items()]
    origins.append(Origin("lang", shown.value, lang_source))
    origins += [_origin(key, values, config, flags) for key in KEYS if key.name != "lang"]
    return Settings(
        lang=_system_lang(env) if shown is ShownLang.BOTH else Lang(shown.value),
        shown=shown,
        banks=_banks(flags, env),
        data_dir=places["data"].path,
        config_file=places["config"].path,
        cache_dir=places["cache"].path,
        state_dir=places["state"].path,
        editor=env.get("VISUAL") or env.get("EDITOR") or "",
        pager_command=env.get("PAGER", ""),
        no_input=flags.no_input,
        debug=flags.debug,
        no_color=bool(env.get("NO_COLOR")),
        force_color=bool(env.get("FORCE_COLOR")),
        term=env.get("TERM", ""),
        origins=tuple(origins),
        **values,
    )


class Place(NamedTuple):
    """A directory or file, and what decided it."""

    path: Path
    source: str


def _places(env: Mapping[str, str]) -> dict[str, Place]:
    import platformdirs  # noqa: PLC0415

    def place(variable: str, default: Path) -> Place:
        given = env.get(variable, "")
        return Place(expanded(given, variable), variable) if given else Place(default, "default")

    return {
        "config": place("QBANK_CONFIG", platformdirs.user_config_path("qbank") / "config.toml"),
        "data": place("QBANK_DATA", platformdirs.user_data_path("qbank")),
        "cache": Place(platformdirs.user_cache_path("qbank"), "default"),
        "state": Place(platformdirs.user_state_path("qbank"), "default"),
    }


def expanded(text: str, source: str) -> Path:
    """A path as typed, `~` written out. Raises UsageError, which names `source`, where it cannot be."""
    if not text:
        raise UsageError(f"`{source}` is empty", hint="give a path; . is the folder you are in")
    try:
        return Path(text).expanduser()
    except RuntimeError as error:
        message = f"`{text}` ({source}): there is no such home directory"
        raise UsageError(message, hint="write the whole path") from error


def _banks(flags: Flags, env: Mapping[str, str]) -> tuple[Path, ...]:
    """Extra bank folders: the environment's, then the command line's. Raises UsageError for one that is missing."""
    listed = [("QBANK_BANK", one) for one in env.get("QBANK_BANK", "").split(os.pathsep) if one]
    given = [*listed, *(("--bank", one) for one in flags.bank)]
    folders = tuple(expanded(one, source).absolute() for source, one in given)
    for folder in folders:
        if not folder.is_dir():
            raise UsageError(
                f"no bank folder at {folder}", hint="check --bank and the variable QBANK_BANK"
            )
    return folders


def _lang(flags: Flags, env: Mapping[str, str], config: Mapping[str, Any]) -> tuple[ShownLang, str]:
    for value, source in (
        (flags.lang, "--lang"),
        (env.get("QBANK_LANG"), "QBANK_LANG"),
        (config.get("lang"), "config"),
    ):
        if value:
            try:
                return ShownLang(value), source
            except ValueError as error:
                message = f"`{value}` is not a language ({source})"
                raise UsageError(message, hint="use zh, en or both") from error
    return ShownLang(_system_lang(env).value), "locale"


def _system_lang(env: Mapping[str, str]) -> Lang:
    locale = env.get("LC_ALL") or env.get("LC_MESSAGES") or env.get("LANG") or ""
    return Lang.ZH if locale.lower().startswith("zh") else Lang.EN


def _origin(key: Key, values: Mapping[str, Any], config: Mapping[str, Any], flags: Flags) -> Origin:
    given = {"color": flags.color, "plain": flags.plain, "pager": not flags.pager}.get(key.name)
    source = "flag" if given else "config" if key.name in config else "default"
    return Origin(key.name, _shown(values[key.name]), source)


def _shown(value: Any) -> str:
    """A value as `config set` takes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return ",".join(value)
    return f"{value:g}" if isinstance(value, float) else str(value)


def read_config(path: Path) -> dict[str, Any]:
    """The keys of config.toml, checked. A missing file is empty. Raises UsageError that names the key."""
    try:
        raw = path.read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"cannot read {path}: {error}", hint="fix or remove the file") from error
    import tomllib  # noqa: PLC0415  # most people have no config.toml

    try:
        found = tomllib.loads(raw)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{path}: {error}", hint="qbank config edit") from error
    return {name: checked(name, value, str(path)) for name, value in found.items()}


def checked(name: str, value: Any, where: str) -> Any:
    """`value` for the key `name`, in its type. Raises UsageError when it cannot be."""
    key = next((key for key in KEYS if key.name == name), None)
    if key is None:
        names = ", ".join(key.name for key in KEYS)
        raise UsageError(f"`{name}` is not a setting ({where})", hint=f"the settings are {names}")
    if key.kind is float and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    is_right = isinstance(value, key.kind) and (key.kind is bool or not isinstance(value, bool))
    if not is_right:
        raise UsageError(f"`{name}` is {value!r} ({where})", hint=f"{name}: {key.says}")
    _check_range(name, value, where, key)
    return value


def _check_range(name: str, value: Any, where: str, key: Key) -> None:
    choices = {
        "level": ("", *Level),
        "lang": ("", *ShownLang),
        "color": ("auto", "always", "never"),
    }
    ranges = {"minutes": (1, 600), "new": (0, 100), "retention": (0.70, 0.97), "rollover": (0, 12)}
    wrong = name in choices and value not in choices[name]
    if name in ranges:
        low, high = ranges[name]
        wrong = not low <= value <= high
    if wrong:
        shown = f"{value:g}" if isinstance(value, float) else repr(value)
        raise UsageError(f"`{name}` is {shown} ({where})", hint=f"{name}: {key.says}")


def packaged_bank() -> Path:
    """The questions that came with qbank: in the wheel, or beside the source in an editable install."""
    here = Path(__file__).resolve().parent
    inside = here / "_bank"
    return inside if inside.is_dir() else here.parent / "questions"


def pager_environment() -> dict[str, str]:
    """The environment with `less` told that the text is UTF-8, whatever the locale; a setting of the user stays."""
    return {"LESSCHARSET": "utf-8", **os.environ}


def uses_color(settings: Settings, *, is_terminal: bool) -> bool:
    """`--color`, then NO_COLOR, then FORCE_COLOR, then whether stdout is a capable terminal."""
    if settings.color != "auto":
        return settings.color == "always"
    if settings.no_color:
        return False
    return settings.force_color or (is_terminal and settings.term != "dumb")
