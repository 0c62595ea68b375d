"""Megatron's flags that need another one."""

from collections.abc import Iterator

from qbank.configs.megatron import TENSOR, is_megatron, is_own
from qbank.configs.rule import ConfigRule, Finding, Source
from qbank.configs.subject import Subject
from qbank.problem import Severity


def _gather(subject: Subject) -> Iterator[Finding]:
    if not is_own(subject) or not subject.is_on("overlap_param_gather"):
        return
    where = subject.place("overlap_param_gather").place
    sharded = ("use_distributed_optimizer", "use_megatron_fsdp")
    is_muon = subject.value("optimizer") == "dist_muon"
    if (
        all(map(subject.is_off, sharded))
        and not is_muon
        and not subject.is_given("use_custom_fsdp")
    ):
        message = "`--overlap-param-gather` needs `--use-distributed-optimizer`"
        yield Finding(where, message, "add it, or use Megatron-FSDP or dist_muon")
    elif subject.is_off("overlap_grad_reduce"):
        message = "`--overlap-param-gather` needs `--overlap-grad-reduce`"
        yield Finding(where, message, "add it")


def _alone(subject: Subject) -> Iterator[Finding]:
    setting = subject.setting("sequence_parallel")
    on = is_megatron(subject) and setting and subject.is_on("sequence_parallel")
    if on and setting and subject.number(TENSOR) == 1:
        message = f"`{setting.name}` is switched off: the tensor parallel size is 1"
        yield Finding(setting.place, message, "remove it, or raise the tensor parallel size")


def _communication(subject: Subject) -> Iterator[Finding]:
    setting = subject.setting("tp_comm_overlap")
    if not is_megatron(subject) or not setting or not subject.is_on("tp_comm_overlap"):
        return
    if subject.is_off("sequence_parallel") or subject.number(TENSOR) == 1:
        message = (
            f"`{setting.name}` needs sequence parallelism on more than one tensor parallel rank"
        )
        yield Finding(setting.place, message, "add sequence parallelism, or remove it")


def _recompute(subject: Subject) -> Iterator[Finding]:
    if not is_megatron(subject):
        return
    method = subject.setting("recompute_method")
    short = subject.is_on("recompute_activations")
    granularity = "selective" if short else subject.value("recompute_granularity")
    if (
        method
        and method.is_sure
        and granularity == "selective"
        and subject.is_on("recompute_method")
    ):
        message = f"`{method.name}` goes with full recomputation, the granularity is selective"
        yield Finding(method.place, message, "remove it, or recompute in full")
    spread = subject.setting("distribute_saved_activations")
    if spread and subject.is_on("distribute_saved_activations"):
        lacking = [
            name
            for name, is_missing in (
                ("tensor parallelism", subject.number(TENSOR) == 1),
                ("`--recompute-granularity full`", granularity in ("selective", None)),
                ("`--recompute-method`", subject.is_off("recompute_method")),
            )
            if is_missing
        ]
        if lacking:
            message = f"`{spread.name}` needs {' and '.join(lacking)}"
            yield Finding(spread.place, message, "add what it needs, or remove it")


_ARGUMENTS = Source("megatron-core", "0.19.2", "megatron/training/arguments.py", "validate_args")
_SWIFT = Source(
    "ms-swift",
    "4.6.0",
    "swift/megatron/arguments/megatron_args.py",
    "MegatronArguments.__post_init__",
)
_SH = "torchrun --nproc_per_node 8 pretrain_gpt.py \\\n"

RULES = (
    ConfigRule(
        "overlap-param-gather",
        "overlap of the parameter gather comes with the distributed optimizer and overlap of the gradients",
        "There is nothing to gather without a sharded optimizer, so the flag is asserted against it.",
        "megatron-lm",
        "sh",
        _SH + "    --overlap-grad-reduce \\\n    --overlap-param-gather\n",
        _SH
        + "    --use-distributed-optimizer --overlap-grad-reduce \\\n    --overlap-param-gather\n",
        "Add `--use-distributed-optimizer` and `--overlap-grad-reduce`.",
        _gather,
        (_ARGUMENTS,),
        flagged=3,
    ),
    ConfigRule(
        "sequence-parallel-alone",
        "sequence parallelism comes with tensor parallelism",
        "With one tensor parallel rank the command line switches it off: Megatron-LM with a warning, "
        "ms-swift without one. A config made in Python raises.",
        "megatron-lm",
        "sh",
        _SH + "    --tensor-model-parallel-size 1 \\\n    --sequence-parallel\n",
        _SH + "    --tensor-model-parallel-size 2 \\\n    --sequence-parallel\n",
        "Remove the flag, or use tensor parallelism.",
        _alone,
        (_ARGUMENTS, _SWIFT),
        Severity.WARNING,
        flagged=3,
    ),
    ConfigRule(
        "tp-comm-overlap",
        "overlap of tensor parallel communication comes with sequence parallelism",
        "It is asserted after sequence parallelism was switched off for a single tensor parallel rank.",
        "megatron-lm",
        "sh",
        _SH + "    --tensor-model-parallel-size 2 \\\n    --tp-comm-overlap\n",
        _SH + "    --tensor-model-parallel-size 2 --sequence-parallel \\\n    --tp-comm-overlap\n",
        "Add `--sequence-parallel`, or remove the flag.",
        _communication,
        (_ARGUMENTS, _SWIFT),
        flagged=3,
    ),
    ConfigRule(
        "recompute",
        "options of full recomputation come with full recomputation",
        "`--recompute-activations` means selective, also beside `--recompute-granularity full`. A method "
        "goes with full only; spreading saved activations needs tensor parallelism, full recomputation and a method.",
        "megatron-lm",
        "sh",
        _SH + "    --recompute-activations \\\n    --recompute-method uniform\n",
        _SH + "    --recompute-granularity full \\\n    --recompute-method uniform\n",
        "Remove one of them, or recompute in full.",
        _recompute,
        (_ARGUMENTS, _SWIFT),
        flagged=3,
    ),
)
