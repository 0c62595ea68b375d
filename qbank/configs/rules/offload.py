"""ZeRO offload and clipping that a stage or an optimizer does not take."""

from collections.abc import Iterator

from qbank.configs.rule import ConfigRule, Finding, Source, at
from qbank.configs.setting import UNKNOWN
from qbank.configs.subject import Subject
from qbank.problem import Severity

_STAGE = "zero_optimization.stage"
_OPTIMIZER = "zero_optimization.offload_optimizer"
_PARAM = "zero_optimization.offload_param"
_RATIO = f"{_OPTIMIZER}.ratio"


def _partial(subject: Subject) -> Iterator[Finding]:
    if subject.framework != "deepspeed":
        return
    ratio, stage = subject.value(_RATIO), subject.number(_STAGE)
    setting = subject.setting(_RATIO)
    if setting and isinstance(ratio, int | float) and ratio < 1 and stage in (0, 1, 2):
        message = f"`ratio` {setting.text} needs ZeRO stage 3, the stage is {stage}"
        yield at(setting, message, "use stage 3, or remove `ratio`")


def _ignored(subject: Subject) -> Iterator[Finding]:
    if subject.framework != "deepspeed":
        return
    stage = subject.number(_STAGE)
    if stage in (0, 1, 2) and _is_used(subject, _PARAM):
        message = f"`offload_param` has no effect at ZeRO stage {stage}, only at 3"
        yield Finding(subject.place(_PARAM).place, message, "use stage 3, or remove it")
    if stage == 0 and _is_used(subject, _OPTIMIZER):
        message = "`offload_optimizer` offloads nothing at ZeRO stage 0"
        yield Finding(subject.place(_OPTIMIZER).place, message, "use stage 1, 2 or 3, or remove it")


def _is_used(subject: Subject, block: str) -> bool:
    device = subject.value(f"{block}.device")
    return subject.is_given(f"{block}.device") and device not in (UNKNOWN, None, "none")


def _clipping(subject: Subject) -> Iterator[Finding]:
    setting = subject.setting("optimizer.params.max_grad_norm")
    if subject.framework == "deepspeed" and setting:
        message = "`max_grad_norm` is not a parameter of an optimizer that DeepSpeed builds"
        yield Finding(setting.place, message, "use `gradient_clipping` at the top level")


_DS = """\
{
  "train_batch_size": 16,
  "zero_optimization": {
    "stage": %d,
    "offload_%s": {"device": "cpu"%s}
  }
}
"""
_CLIP = '{\n  "train_batch_size": 16,\n  "optimizer": {\n    "type": "AdamW",\n    "params": {"lr": 1e-4%s}\n  }%s\n}\n'

RULES = (
    ConfigRule(
        "partial-offload",
        "partial offload of the optimizer goes with ZeRO stage 3",
        "A ratio below 1 at another stage fails in the validation of the block.",
        "deepspeed",
        "json",
        _DS % (2, "optimizer", ', "ratio": 0.3'),
        _DS % (3, "optimizer", ', "ratio": 0.3'),
        "Use stage 3, or remove `ratio`.",
        _partial,
        (
            Source(
                "deepspeed",
                "0.19.8",
                "deepspeed/runtime/zero/config.py",
                "DeepSpeedZeroConfig.offload_ratio_check",
            ),
        ),
        flagged=5,
    ),
    ConfigRule(
        "offload-stage",
        "offload goes with a stage that can do it",
        "Nothing checks it: only the stage-3 optimizer is given offload_param, and without ZeRO nothing is "
        "given either, so the memory that was to be saved is not saved.",
        "deepspeed",
        "json",
        _DS % (2, "param", ""),
        _DS % (3, "param", ""),
        "Use stage 3 for parameters, or remove the block.",
        _ignored,
        (
            Source(
                "deepspeed",
                "0.19.8",
                "deepspeed/runtime/engine.py",
                "DeepSpeedEngine._configure_zero_optimizer",
            ),
        ),
        Severity.WARNING,
        flagged=5,
    ),
    ConfigRule(
        "optimizer-clipping",
        "gradient clipping of DeepSpeed stands at the top level",
        "DeepSpeed raises ValueError for max_grad_norm among the parameters of an optimizer that it builds.",
        "deepspeed",
        "json",
        _CLIP % (', "max_grad_norm": 1.0', ""),
        _CLIP % ("", ',\n  "gradient_clipping": 1.0'),
        "Use `gradient_clipping`.",
        _clipping,
        (
            Source(
                "deepspeed",
                "0.19.8",
                "deepspeed/runtime/engine.py",
                "DeepSpeedEngine._configure_basic_optimizer",
            ),
        ),
        flagged=5,
    ),
)
