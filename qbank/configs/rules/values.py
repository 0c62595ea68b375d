"""Values of the wrong kind, and values that are none of those a release takes."""

import re
from collections.abc import Iterator
from typing import Any

from qbank.configs.exceptions import CHOICES
from qbank.configs.rule import ConfigRule, Finding, Source, at
from qbank.configs.setting import UNKNOWN, Setting
from qbank.configs.subject import Subject, read
from qbank.vocab import Option

_NAMES = {
    "bool": "true or false",
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "list": "a list",
    "dict": "a mapping",
    "none": "null",
}
_PLACEHOLDER = re.compile(r"<[^<>]+>|\$\{.*\}|\{\{.*\}\}")
_FLAGS = {"store_true", "store_false", "BooleanOptionalAction"}
# blocks of Axolotl that are one of several classes; the vocabulary has the keys of all under one name
_UNIONS = ("datasets.", "test_datasets.", "pretraining_dataset.")
_PYDANTIC = {"deepspeed", "axolotl"}


def _wrong_type(subject: Subject) -> Iterator[Finding]:
    for setting, option in subject.given:
        if option is None or _is_unread(setting.value) or setting.name.startswith(_UNIONS):
            continue
        miscounted = _miscounted(setting, option, subject)
        if miscounted:
            yield at(setting, f"`{setting.name}` takes {miscounted}", f"give {miscounted}")
        elif option.kinds and not _fits(setting, option, subject):
            wanted = " or ".join(_NAMES[kind] for kind in _NAMES if kind in option.kinds)
            shown = _short(setting.text or repr(setting.value))
            yield at(setting, f"`{setting.name}` takes {wanted}, not `{shown}`", f"give {wanted}")


def _miscounted(setting: Setting, option: Option, subject: Subject) -> str:
    """How many values an option of a command line takes, where it is given another number of them."""
    if not subject.block.is_command or not setting.is_sure:
        return ""
    if option.action in _FLAGS:
        return "" if setting.value is True else "no value"
    if setting.value is True and not setting.text and "bool" not in option.kinds:
        return "" if option.nargs in ("*", "?") or "list" in option.kinds else "a value"
    takes_many = option.nargs is not None or "list" in option.kinds or not option.kinds
    return "one value" if isinstance(setting.value, list) and not takes_many else ""


def _fits(setting: Setting, option: Option, subject: Subject) -> bool:
    """Whether the value, or with an option of a command line each of its values, is of a kind it takes."""
    if setting.value is True and subject.block.is_command and not setting.text:
        return True
    each_alone = subject.block.is_command and isinstance(setting.value, list) and option.nargs
    values = setting.value if each_alone else [setting.value]
    parts = [setting._replace(value=value, text=str(value)) for value in values]
    return all(any(_admits(kind, part, subject) for kind in option.kinds) for part in parts)


def _is_unread(value: Any) -> bool:
    """Values that stand for something else: variables, `"auto"`, `<to be filled in>`, and nothing at all."""
    if isinstance(value, str):
        return value == "auto" or bool(_PLACEHOLDER.fullmatch(value))
    return value is UNKNOWN or value is None


def _admits(kind: str, setting: Setting, subject: Subject) -> bool:
    value = setting.value
    seen = read(setting) if isinstance(value, str) else value
    validates = subject.framework in _PYDANTIC
    admitted = {
        "none": seen is None,
        "bool": isinstance(seen, bool) or seen in (0, 1) or value in ("y", "n", "t", "f"),
        "int": _is_whole(value, seen, subject),
        "float": isinstance(seen, int | float),
        "str": _is_text(value, subject),
        "list": isinstance(value, list | tuple | set) or not validates,
        "dict": isinstance(value, dict) or (isinstance(value, str) and not validates),
    }
    return admitted[kind]


def _is_whole(value: Any, read_value: Any, subject: Subject) -> bool:
    if isinstance(read_value, float) and isinstance(value, str) and subject.block.is_command:
        return False  # int("1e6") and int("1.0") raise
    return isinstance(read_value, int) or (
        isinstance(read_value, float) and (read_value.is_integer() or not _strict(subject))
    )


def _strict(subject: Subject) -> bool:
    return subject.framework in _PYDANTIC


def _is_text(value: Any, subject: Subject) -> bool:
    """Text; frameworks that do not validate take a number or a list of words in its place."""
    return isinstance(value, str) or (not _strict(subject) and not isinstance(value, dict))


def _wrong_choice(subject: Subject) -> Iterator[Finding]:
    for setting, option in subject.given:
        if option is None or _is_unread(setting.value) or option.action in _FLAGS:
            continue
        for part in _parts(setting.value, option):
            if not _is_choice(part, setting, option, subject):
                wanted = ", ".join(str(each) for each in option.choices if each is not None)
                head = f"`{_short(str(part))}` is not a value of `{setting.name}`"
                note = CHOICES.get(_key(subject, option))
                yield at(setting, head, f"one of {wanted}" if wanted else (note[1] if note else ""))


def _parts(value: Any, option: Option) -> tuple[Any, ...]:
    """The values to look at: each of a list, where the option takes a list."""
    if isinstance(value, dict):
        return ()
    if isinstance(value, list | tuple | set):
        return tuple(value) if option.choices and "list" in option.kinds else ()
    return (value,)


def _key(subject: Subject, option: Option) -> tuple[str, str]:
    return subject.framework, option.name


def _is_choice(part: Any, setting: Setting, option: Option, subject: Subject) -> bool:
    more = CHOICES.get(_key(subject, option))
    if more and re.fullmatch(more[0], str(part)):
        return True
    if not option.choices:
        return not more
    spelled = {_word(each) for each in option.choices}
    if part is UNKNOWN or _word(part) in spelled or setting.text.strip("\"'").lower() in spelled:
        return True
    if part == "auto" or (isinstance(part, str) and not part):
        return True
    return isinstance(part, bool) and "bool" in option.kinds


def _word(value: Any) -> str:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value).lower()


def _short(text: str) -> str:
    line = text.split("\n", maxsplit=1)[0]
    return line if len(line) <= 40 else f"{line[:37]}..."


RULES = (
    ConfigRule(
        "wrong-type",
        "a value is of the kind that the option takes",
        "Validated blocks refuse it; elsewhere it fails in the middle of a run, or a non-empty string counts as true.",
        "deepspeed",
        "json",
        '{\n  "zero_optimization": {\n    "stage": 2,\n    "overlap_comm": "sometimes"\n  }\n}\n',
        '{\n  "zero_optimization": {\n    "stage": 2,\n    "overlap_comm": true\n  }\n}\n',
        "Give a value of the kind that the finding names.",
        _wrong_type,
        (Source("deepspeed", "0.19.8", "deepspeed/runtime/zero/config.py", "DeepSpeedZeroConfig"),),
        flagged=4,
    ),
    ConfigRule(
        "wrong-choice",
        "a value is one of those that the release takes",
        "The set changes between releases, and some well-known values never were options: `qlora` is no "
        "finetuning_type of LLaMA-Factory.",
        "llama-factory",
        "yaml",
        "stage: sft\nfinetuning_type: qlora\n",
        "stage: sft\nfinetuning_type: lora\nquantization_bit: 4\n",
        "Use one of the values that the finding lists.",
        _wrong_choice,
        (
            Source(
                "llamafactory",
                "0.9.5",
                "llamafactory/hparams/finetuning_args.py",
                "FinetuningArguments.__post_init__",
            ),
        ),
        flagged=2,
    ),
)
