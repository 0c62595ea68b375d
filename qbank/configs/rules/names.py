"""Names that a release does not know, or knows no longer, and names given twice."""

from collections.abc import Iterator
from difflib import SequenceMatcher, get_close_matches

from qbank.configs.exceptions import IGNORES_UNKNOWN, PASSES_ON
from qbank.configs.lookup import plugin_of
from qbank.configs.rule import ConfigRule, Finding, Source
from qbank.configs.setting import Setting
from qbank.configs.subject import Subject
from qbank.vocab import Change, ChangeKind

_GONE = (ChangeKind.RENAMED, ChangeKind.REMOVED, ChangeKind.DEPRECATED)
_CLOSE = 0.87


def gone(subject: Subject, name: str) -> Change | None:
    """What became of a name that means no option: renamed, removed, or passed over with a warning."""
    if subject.is_free(name):
        return None
    for group in subject.block.groups or ("",):
        for change in subject.history.of(name, group):
            if change.kind in _GONE:
                return change
    return None


def _renamed(subject: Subject) -> Iterator[Finding]:
    for setting in subject.unknown:
        change = gone(subject, setting.name)
        if change and change.kind is ChangeKind.RENAMED:
            new = " or ".join(f"`{_spelled(setting, each)}`" for each in change.to)
            message = f"`{setting.name}` was renamed to {new} ({_when(change)})"
            yield Finding(setting.place, message, f"write {new}")


def _removed(subject: Subject) -> Iterator[Finding]:
    for setting in subject.unknown:
        change = gone(subject, setting.name)
        if change and change.kind is not ChangeKind.RENAMED:
            gone_how = (
                "was removed" if change.kind is ChangeKind.REMOVED else "has no effect any more"
            )
            yield Finding(setting.place, *_said(setting, change, f"`{setting.name}` {gone_how}"))
    for setting, option in subject.given:
        for change in subject.history.of(option.name) if option else ():
            if change.kind is ChangeKind.REMOVED_VALUE and _word(setting) == change.value.lower():
                head = f"`{setting.value}` is no longer a value of `{setting.name}`"
                yield Finding(setting.value_place, *_said(setting, change, head))


def _word(setting: Setting) -> str:
    return setting.value.lower() if isinstance(setting.value, str) else ""


def _said(setting: Setting, change: Change, head: str) -> tuple[str, str]:
    new = " or ".join(f"`{_spelled(setting, each)}`" for each in change.to)
    note = f": {change.note}" if change.note else ""
    return f"{head} ({_when(change)}){note}", f"use {new}" if new else "remove it"


def _when(change: Change) -> str:
    return f"{change.framework}, {change.when}"


def _spelled(setting: Setting, name: str) -> str:
    """A name as it is typed in the place of `setting`."""
    if not setting.name.startswith("--"):
        return name
    word, equals, value = name.partition("=")
    dashed = word.replace("_", "-") if "-" in setting.name[2:] else word
    return f"--{dashed}{' ' if equals else ''}{value}"


def _unknown(subject: Subject) -> Iterator[Finding]:
    for setting in subject.unknown:
        name = setting.name
        if gone(subject, name) or subject.is_free(name):
            continue
        if subject.block.takes_more:
            continue
        near = _nearest(subject, name)
        swallowed = any(group.takes_any for group in subject.groups)
        if swallowed and (subject.framework, subject.place_name) not in IGNORES_UNKNOWN:
            # the rest goes to a library of its own, so only a slip of the pen is one for certain
            near = tuple(each for each in near if _is_slip(name, each))
            if not near:
                continue
        yield Finding(setting.place, _not_known(subject, name), _advice(subject, name, near))


def _nearest(subject: Subject, name: str) -> tuple[str, ...]:
    """Names to suggest, best first: of those in the same block by their last part, or of the whole."""
    parent, dot, last = name.rpartition(".")
    found: list[str] = []
    for group in subject.groups:
        if dot:
            beside = [each.name.rpartition(".")[2] for each in group.children(parent)]
            found += [f"{parent}.{each}" for each in get_close_matches(last, beside, 3, 0.7)]
        else:
            found += group.nearest(name)
    return tuple(sorted(dict.fromkeys(found), key=lambda each: -_likeness(name, each)))


def _likeness(name: str, other: str) -> float:
    return SequenceMatcher(None, name, other).ratio()


def _is_slip(name: str, other: str) -> bool:
    return _likeness(name, other) >= _CLOSE and name not in PASSES_ON


def _not_known(subject: Subject, name: str) -> str:
    vocabulary = subject.vocabulary
    release = f"{vocabulary.package} {vocabulary.version}"
    if len(subject.block.groups) == 1 and "." not in subject.place_name:
        release = f"{subject.place_name} ({release})"
    return f"`{name}` is not an option of {release}{_consequence(subject, name)}"


def _consequence(subject: Subject, name: str) -> str:
    """What the framework itself does, where it says nothing."""
    if subject.too_new(name):
        return f": {subject.too_new(name)}"
    plugin = plugin_of(name) if subject.framework == "axolotl" else ""
    if plugin:
        return f" without its plugin {plugin}"
    if (subject.block.through, subject.framework) == ("unsloth", "trl"):
        return "; Unsloth drops it, and prints a line"
    told = IGNORES_UNKNOWN.get((subject.framework, subject.place_name), "")
    if subject.framework == "deepspeed" and name.startswith(_STRICT_BLOCKS):
        return ""
    return f"; {told}" if told else ""


# blocks of DeepSpeed that refuse unknown keys themselves; elsewhere they are passed over
_STRICT_BLOCKS = (
    "zero_optimization.",
    "fp16.",
    "bf16.",
    "bfloat16.",
    "comms_logger.",
    "tensorboard.",
    "wandb.",
    "comet.",
    "csv_monitor.",
    "hybrid_engine.",
    "compile.",
    "tensor_parallel.",
    "weight_quantization.",
)


def _advice(subject: Subject, name: str, near: tuple[str, ...]) -> str:
    plugin = plugin_of(name) if subject.framework == "axolotl" else ""
    if plugin:
        return f"add the plugin of axolotl.integrations.{plugin} to `plugins`"
    return f"did you mean `{near[0]}`?" if near else "remove it"


def _twice(subject: Subject) -> Iterator[Finding]:
    seen: dict[tuple[str, str], Setting] = {}
    for setting, option in subject.given:
        key = (setting.scope, option.name if option else setting.name)
        first = seen.setdefault(key, setting)
        if first is not setting and first.is_sure and setting.is_sure:
            message = f"`{setting.name}` is already given in line {first.place.line}"
            yield Finding(setting.place, message, "keep one of them")


_DS = '{\n  "train_batch_size": 16,\n  %s\n}\n'

RULES = (
    ConfigRule(
        "unknown-option",
        "every option is one that the pinned release knows",
        "A misspelt option is often ignored without a word, and the run then trains with the default. Where a framework "
        "ignores what it does not know, this check is stricter than the framework.",
        "deepspeed",
        "json",
        _DS % '"zero_optimisation": {"stage": 2}',
        _DS % '"zero_optimization": {"stage": 2}',
        "Write the name as the release spells it.",
        _unknown,
        (
            Source(
                "deepspeed", "0.19.8", "deepspeed/runtime/config_utils.py", "DeepSpeedConfigModel"
            ),
        ),
        flagged=3,
    ),
    ConfigRule(
        "renamed-option",
        "options are given by their present name",
        "Frameworks drop an old spelling a few releases after they rename an option; blog posts keep it for years.",
        "llama-factory",
        "yaml",
        "stage: sft\nevaluation_strategy: steps\n",
        "stage: sft\neval_strategy: steps\n",
        "Write the new name; the finding says since which release.",
        _renamed,
        (Source("transformers", "5.23.0", "transformers/training_args.py", "TrainingArguments"),),
        flagged=2,
    ),
    ConfigRule(
        "removed-option",
        "no option is given that the pinned release has removed",
        "DeepSpeed raises DeepSpeedConfigError at the mere presence of a removed block; others ignore it, so that a run "
        "is not what its config says.",
        "deepspeed",
        "json",
        _DS % '"elasticity": {"enabled": false}',
        _DS % '"gradient_accumulation_steps": 4',
        "Remove it, or use what the finding names in its place.",
        _removed,
        (
            Source(
                "deepspeed", "0.19.8", "deepspeed/runtime/config.py", "_reject_removed_config_keys"
            ),
        ),
        flagged=3,
    ),
    ConfigRule(
        "duplicate-option",
        "no option is given twice",
        "DeepSpeed refuses a key that stands twice. Others let the last one win, and nobody sees which was meant.",
        "deepspeed",
        "json",
        _DS % '"train_batch_size": 32',
        _DS % '"gradient_accumulation_steps": 2',
        "Keep one of them.",
        _twice,
        (
            Source(
                "deepspeed",
                "0.19.8",
                "deepspeed/runtime/config_utils.py",
                "dict_raise_error_on_duplicate_keys",
            ),
        ),
        flagged=3,
    ),
)
