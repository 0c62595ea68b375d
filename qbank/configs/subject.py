"""A block with its settings looked up in the vocabulary: what the rules ask questions of."""

from collections.abc import Iterator
from difflib import SequenceMatcher
from functools import cached_property
from typing import Any, NamedTuple

from qbank.configs.exceptions import ADDED, READ_ELSEWHERE, TOO_NEW
from qbank.configs.lookup import LAUNCH_BLOCKS, launch_option
from qbank.configs.setting import UNKNOWN, Block, Setting
from qbank.vocab import Changes, Group, Option, Vocabulary, changes

_LIKE = 0.7
_TRUE = {"true", "yes", "on", "1"}
_FALSE = {"false", "no", "off", "0"}


class Given(NamedTuple):
    """A setting, and the option it means; None where the vocabulary knows none."""

    setting: Setting
    option: Option | None


class Subject:
    """One block. Values are UNKNOWN where a variable, a branch or `"auto"` decides."""

    def __init__(self, block: Block, vocabulary: Vocabulary) -> None:
        self.block = block
        self.vocabulary = vocabulary
        found = [vocabulary.group(name) for name in block.groups]
        self.groups: tuple[Group, ...] = tuple(group for group in found if group)

    @property
    def framework(self) -> str:
        """The framework whose options these are."""
        return self.block.framework

    @property
    def place_name(self) -> str:
        """The first group that options are looked up in, such as `swift sft`; empty for a name alone."""
        return next(iter(self.block.groups), "")

    @cached_property
    def given(self) -> tuple[Given, ...]:
        """Every setting with its option, in the order of the file."""
        return tuple(Given(each, self.find(each.name)) for each in self.block.settings)

    @cached_property
    def unknown(self) -> tuple[Setting, ...]:
        """Settings that mean no option; not what stands below one of them, or below an option that is no block."""
        leaves: set[str] = set()
        found: list[Setting] = []
        for setting, option in self.given:
            parts = setting.name.split(".")
            parents = {".".join(parts[:count]) for count in range(1, len(parts))}
            if parents & leaves or self._says_nothing(setting):
                continue
            if option is None:
                found.append(setting)
            if option is None or (option.kinds and option.name not in self._parents):
                leaves.add(setting.name)
        return tuple(found)

    @cached_property
    def _parents(self) -> frozenset[str]:
        """Names that have others below them."""
        names = (name for group in self.groups for name in group.options if "." in name)
        return frozenset(name.rpartition(".")[0] for name in names)

    def _says_nothing(self, setting: Setting) -> bool:
        """Keys without a value in Axolotl's files, whose validators run for values alone, and comments in JSON."""
        if self.framework == "axolotl":
            return setting.value is None
        last = setting.name.rpartition(".")[2]
        return self.framework == "deepspeed" and last.startswith(("_", "//"))

    @cached_property
    def history(self) -> Changes:
        """What became of older options, up to the releases of the vocabulary."""
        return changes(self.vocabulary)

    def find(self, name: str) -> Option | None:
        """The option that a name or a flag means in this place."""
        if self.too_new(name):
            return None
        for group in self.groups:
            if self.block.is_command:
                found = group.find_flag(name)
            else:
                found = group.find(name) or group.find(self._canonical(group, name))
            if found:
                return found
        return launch_option(self.vocabulary, name) if self.framework == "accelerate" else None

    @staticmethod
    def _canonical(group: Group, name: str) -> str:
        """A dotted name with the blocks it stands in as the vocabulary spells them."""
        # axolotl 0.21.0 axolotl/utils/schemas/validation.py check_fsdp_config_kwargs_prefix
        name = name.replace("fsdp_config.fsdp_", "fsdp_config.")
        parent, _, last = name.rpartition(".")
        option = group.find(parent) if parent else None
        return f"{option.name}.{last}" if option else name

    def too_new(self, name: str) -> str:
        """Why the release below the framework of this file has no such option yet; empty when it has."""
        why, names = TOO_NEW.get((self.block.through, self.framework), ("", frozenset()))
        return why if name in names else ""

    def is_free(self, name: str) -> bool:
        """Whether any key may stand there."""
        if self.block.through == "unsloth" and self.place_name.endswith("Trainer"):
            return True  # unsloth 2026.10.9 unsloth/trainer.py _backwards_compatible_trainer
        nothing: frozenset[str] = frozenset()
        if self.framework == "accelerate" and name.partition(".")[0] in LAUNCH_BLOCKS:
            return False
        elsewhere = READ_ELSEWHERE.get(self.framework, nothing)
        added = ADDED.get((self.block.through, self.framework), nothing)
        return (
            name in elsewhere or name in added or any(group.is_free(name) for group in self.groups)
        )

    @cached_property
    def _by_option(self) -> dict[str, list[Given]]:
        found: dict[str, list[Given]] = {}
        for each in self.given:
            name = each.option.name if each.option else each.setting.name
            found.setdefault(name, []).append(each)
        return found

    def setting(self, name: str) -> Setting | None:
        """The last setting of an option."""
        held = self._by_option.get(name)
        return held[-1].setting if held else None

    def settings(self, *names: str) -> Iterator[Setting]:
        """Those of the options that are given, in the order of the names."""
        for name in names:
            found = self.setting(name)
            if found:
                yield found

    def place(self, *names: str) -> Setting:
        """The last given of these options in the file: where a finding about them belongs. One must be given."""
        return max(self.settings(*names), key=lambda each: each.place)

    def value(self, name: str) -> Any:
        """What an option is set to, else its default; UNKNOWN where that cannot be told."""
        held = self._by_option.get(name)
        if held:
            is_sure = all(each.setting.is_sure for each in held)
            return _meaning(*held[-1]) if is_sure else UNKNOWN
        return UNKNOWN if self.block.is_open or self._is_misspelt(name) else self._default(name)

    def _is_misspelt(self, name: str) -> bool:
        """Whether an unknown option of the block may be meant for this one."""
        wanted = name.rpartition(".")[2]
        return any(
            SequenceMatcher(None, wanted, each).ratio() >= _LIKE for each in self._unknown_words
        )

    @cached_property
    def _unknown_words(self) -> tuple[str, ...]:
        names = [each.setting.name for each in self.given if each.option is None]
        return tuple(name.rpartition(".")[2].lstrip("-").replace("-", "_") for name in names)

    def _default(self, name: str) -> Any:
        for group in self.groups:
            option = group.options.get(name)
            if option:
                unsure = option.required or option.default_text
                return UNKNOWN if unsure else option.default
        return UNKNOWN

    def number(self, name: str) -> int | None:
        """A whole number, None where it is none or not known."""
        value = self.value(name)
        if isinstance(value, float) and value.is_integer():
            return int(value)
        return value if isinstance(value, int) and not isinstance(value, bool) else None

    def is_on(self, name: str) -> bool:
        """Whether an option is certainly on: true, or set to something that is not off."""
        value = self.value(name)
        return value is not UNKNOWN and bool(value)

    def is_off(self, name: str) -> bool:
        """Whether an option is certainly off or not set."""
        value = self.value(name)
        return value is not UNKNOWN and not value

    def is_given(self, name: str) -> bool:
        """Whether the file sets an option, to whatever value."""
        return name in self._by_option


def _meaning(setting: Setting, option: Option | None) -> Any:
    """What a setting makes of its option: a flag without a value turns it on, or off."""
    if setting.value is not True or setting.text or option is None:
        return read(setting)
    if option.action.startswith("store_"):
        return not option.default
    return not setting.name.startswith(("--no-", "--no_")) or option.name.startswith("no_")


def read(setting: Setting) -> Any:
    """A setting's value; a word that spells a number or a truth value as that."""
    value = setting.value
    if not isinstance(value, str):
        return value
    word = value.strip().lower()
    if word == "auto":
        return UNKNOWN
    if word in {"none", "null", ""}:
        return None
    for number in (int, float):
        try:
            return number(word)
        except ValueError:
            continue
    if word in _TRUE or word in _FALSE:
        return word in _TRUE
    return value
