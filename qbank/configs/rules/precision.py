"""Two numeric formats at once."""

from collections.abc import Iterator

from qbank.configs.rule import ConfigRule, Finding, Source, at
from qbank.configs.subject import Subject

_TRAINER = {"llama-factory", "transformers", "trl", "ms-swift"}


def _both(subject: Subject) -> Iterator[Finding]:
    for half, brain in _pairs(subject):
        given = subject.is_given(half) and subject.is_given(brain)
        if given and subject.is_on(half) and subject.is_on(brain):
            message = f"`{half}` and `{brain}` are both on"
            yield at(subject.place(half, brain), message, "turn one of them off")


def _pairs(subject: Subject) -> tuple[tuple[str, str], ...]:
    if subject.framework == "deepspeed":
        brain = "bf16" if subject.is_given("bf16") else "bfloat16"
        return (("fp16.enabled", f"{brain}.enabled"),)
    if subject.framework == "megatron-lm":
        return (("fp16", "bf16"),)
    of_trainer = subject.framework in _TRAINER and not subject.place_name.startswith("megatron")
    return (("fp16", "bf16"), ("fp16_full_eval", "bf16_full_eval")) if of_trainer else ()


_DS = '{\n  "train_batch_size": 16,\n  "fp16": {"enabled": %s},\n  "bf16": {"enabled": true}\n}\n'

RULES = (
    ConfigRule(
        "fp16-with-bf16",
        "fp16 and bf16 are not both on",
        "DeepSpeed and Megatron-LM assert it, Transformers raises ValueError; so do the tools that build on its "
        "TrainingArguments.",
        "deepspeed",
        "json",
        _DS % "true",
        _DS % "false",
        "Turn one of them off.",
        _both,
        (
            Source(
                "deepspeed",
                "0.19.8",
                "deepspeed/runtime/config.py",
                "DeepSpeedConfig._initialize_params",
            ),
            Source("megatron-core", "0.19.2", "megatron/training/arguments.py", "validate_args"),
            Source(
                "transformers",
                "5.23.0",
                "transformers/training_args.py",
                "TrainingArguments._validate_args",
            ),
        ),
        flagged=4,
    ),
)
