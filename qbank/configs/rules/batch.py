"""Batch sizes that no number of GPUs can satisfy."""

from collections.abc import Iterator

from qbank.configs.megatron import is_megatron, ranks_of_data
from qbank.configs.rule import ConfigRule, Finding, Source, at
from qbank.configs.subject import Subject

_TOTAL = "train_batch_size"
_MICRO = "train_micro_batch_size_per_gpu"
_STEPS = "gradient_accumulation_steps"


def _identity(subject: Subject) -> Iterator[Finding]:
    if subject.framework != "deepspeed":
        return
    numbers = {name: subject.number(name) for name in (_TOTAL, _MICRO, _STEPS)}
    for name, number in numbers.items():
        setting = subject.setting(name)
        if setting and number is not None and number < 1:
            yield at(setting, f"`{name}` is {number}, and must be at least 1", "give 1 or more")
            return
    total = numbers[_TOTAL]
    given = [name for name in (_MICRO, _STEPS) if numbers[name]]
    product = 1
    for name in given:
        product *= numbers[name] or 1
    if total and given and total % product:
        factors = " x ".join(f"{name} {numbers[name]}" for name in given)
        message = f"`{_TOTAL}` {total} is no multiple of {factors} = {product}"
        advice = f"make it {product} x the number of GPUs, or leave one of the three out"
        yield at(subject.place(_TOTAL, *given), message, advice)


def _global(subject: Subject) -> Iterator[Finding]:
    if not is_megatron(subject):
        return
    schedule = subject.setting("step_batch_size_schedule")
    total, micro = subject.number("global_batch_size"), subject.number("micro_batch_size")
    setting = subject.setting("global_batch_size")
    if schedule and setting and setting.is_sure and schedule.is_sure:
        message = f"`{schedule.name}` and `{setting.name}` cannot be given together"
        yield Finding(
            subject.place("step_batch_size_schedule", "global_batch_size").place,
            message,
            "keep one",
        )
        return
    if not total or not micro or _has_own_evaluation(subject):
        return
    ranks = ranks_of_data(subject)
    if total % (micro * (ranks or 1)):
        told = (
            f"{micro} x {ranks} data-parallel ranks" if ranks else f"{micro}, the micro-batch size"
        )
        message = f"a global batch of {total} is no multiple of {told}"
        named = [n for n in ("global_batch_size", "micro_batch_size") if subject.is_given(n)]
        if named:
            yield at(subject.place(*named), message, "make it a multiple")


def _has_own_evaluation(subject: Subject) -> bool:
    """Whether a release lets the global batch of training be rounded, and another is evaluated with."""
    rounded = ("decrease_batch_size_if_needed", "rampup_batch_size")
    return subject.is_given("eval_global_batch_size") and any(map(subject.is_given, rounded))


_DS = '{\n  "train_batch_size": %d,\n  "train_micro_batch_size_per_gpu": 3,\n  "gradient_accumulation_steps": 4\n}\n'
_SH = """\
torchrun --nproc_per_node 8 pretrain_gpt.py \\
    --tensor-model-parallel-size 2 \\
    --micro-batch-size 2 \\
    --global-batch-size %d
"""

RULES = (
    ConfigRule(
        "batch-identity",
        "DeepSpeed's three batch sizes fit a whole number of GPUs",
        "train_batch_size = micro-batch x accumulation x data-parallel ranks is asserted at start. When one "
        "of the three is left out it comes from floor division, so a pair that does not divide fails in the same assertion.",
        "deepspeed",
        "json",
        _DS % 16,
        _DS % 24,
        "Choose two of the three, or make the first the product of the others and the number of GPUs.",
        _identity,
        (
            Source(
                "deepspeed",
                "0.19.8",
                "deepspeed/runtime/config.py",
                "DeepSpeedConfig._batch_assertion",
            ),
            Source(
                "deepspeed",
                "0.19.8",
                "deepspeed/runtime/config.py",
                "DeepSpeedConfig._set_batch_related_parameters",
            ),
        ),
        flagged=4,
    ),
    ConfigRule(
        "global-batch",
        "the global batch is a multiple of micro-batch size x data-parallel size",
        "Megatron-LM asserts it, also with --decrease-batch-size-if-needed: the evaluation batch, which is "
        "the global batch unless it is set, is asserted too. Megatron in ms-swift raises ValueError. Where "
        "the number of processes is not in the script, only the micro-batch size is compared.",
        "megatron-lm",
        "sh",
        _SH % 20,
        _SH % 24,
        "Make the global batch a multiple.",
        _global,
        (
            Source("megatron-core", "0.19.2", "megatron/training/arguments.py", "validate_args"),
            Source(
                "megatron-core",
                "0.19.2",
                "megatron/core/num_microbatches_calculator.py",
                "ConstantNumMicroBatchesCalculator",
            ),
            Source(
                "ms-swift",
                "4.6.0",
                "swift/megatron/arguments/megatron_args.py",
                "MegatronArguments._init_distributed",
            ),
        ),
        flagged=4,
    ),
)
