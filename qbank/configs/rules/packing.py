"""Packing without an attention that keeps the samples apart, or in a stage that does not pack."""

from collections.abc import Iterator

from qbank.configs.rule import ConfigRule, Finding, Source, at
from qbank.configs.setting import UNKNOWN
from qbank.configs.subject import Subject
from qbank.problem import Severity

_FLASH = ("flash_attn", "flash_attention_2", "flash_attention_3", "flash_attention_4")
_SWIFT = ("swift sft", "swift pt", "swift rlhf")
_LEGACY = (
    "flash_attention",
    "flex_attention",
    "xformers_attention",
    "sage_attention",
    "sdp_attention",
    "eager_attention",
)


def _attention(subject: Subject) -> Iterator[Finding]:
    if subject.framework != "ms-swift" or subject.place_name not in _SWIFT:
        return
    features = [name for name in ("packing", "padding_free") if subject.is_given(name)]
    feature = next((name for name in features if subject.is_on(name)), "")
    chosen = subject.value("attn_impl")
    if not feature or chosen is UNKNOWN or chosen in _FLASH:
        return
    has = f"`--attn_impl {chosen}`" if chosen else "none is given"
    message = f"`--{feature}` needs a flash attention implementation, {has}"
    names = (feature, "attn_impl") if chosen else (feature,)
    yield at(subject.place(*names), message, f"give `--attn_impl` one of {', '.join(_FLASH)}")


def _lazy(subject: Subject) -> Iterator[Finding]:
    lazy = subject.setting("lazy_tokenize")
    both = subject.framework == "ms-swift" and subject.is_on("packing") and lazy
    if both and lazy and subject.is_on("lazy_tokenize"):
        yield at(
            lazy,
            f"`{lazy.name}` does not go with packing, which must know the lengths",
            "remove it",
        )


def _mixing(subject: Subject) -> Iterator[Finding]:
    setting = subject.setting("sample_packing")
    if subject.framework != "axolotl" or not setting or not subject.is_on("sample_packing"):
        return
    chosen = subject.value("attn_implementation")
    if (
        chosen is None
        and not any(map(subject.is_on, _LEGACY))
        and not subject.is_given("diffusion_lm")
    ):
        message = "packed samples may attend to each other: no attention implementation is chosen"
        yield at(
            setting, message, "set `attn_implementation: flash_attention_2`, or another that packs"
        )


def _stage(subject: Subject) -> Iterator[Finding]:
    if subject.framework == "llama-factory":
        stage, setting = subject.value("stage"), subject.setting("neat_packing")
        if setting and subject.is_on("neat_packing") and stage not in (UNKNOWN, "sft"):
            yield at(setting, f"`neat_packing` is for stage sft, the stage is {stage}", "remove it")
    if subject.framework == "axolotl":
        setting, method = subject.setting("sample_packing"), subject.value("rl")
        if setting and subject.is_on("sample_packing") and method not in (UNKNOWN, None):
            yield at(setting, f"`sample_packing` does not go with `rl: {method}`", "turn it off")


_SH = "swift sft --model Qwen/Qwen2.5-7B --dataset my.jsonl \\\n    --packing true \\\n"
_AX = "base_model: Qwen/Qwen2.5-7B\nadapter: lora\nsample_packing: true\n%s"

RULES = (
    ConfigRule(
        "packing-attention",
        "packing in ms-swift comes with a flash attention implementation",
        "packing and padding_free hand sample boundaries to variable-length kernels; ms-swift raises "
        "ValueError for any other implementation, and when none is named.",
        "ms-swift",
        "sh",
        _SH + "    --attn_impl sdpa\n",
        _SH + "    --attn_impl flash_attn\n",
        "Name a flash attention implementation.",
        _attention,
        (
            Source(
                "ms-swift",
                "4.6.0",
                "swift/arguments/sft_args.py",
                "SftArguments._check_padding_free",
            ),
        ),
        flagged=3,
    ),
    ConfigRule(
        "packing-lazy",
        "packing in ms-swift tokenizes first",
        "Packing needs the length of every sample before training, which lazy tokenization does not know: ValueError.",
        "ms-swift",
        "sh",
        _SH + "    --attn_impl flash_attn \\\n    --lazy_tokenize true\n",
        _SH + "    --attn_impl flash_attn \\\n    --lazy_tokenize false\n",
        "Turn one of them off.",
        _lazy,
        (
            Source(
                "ms-swift",
                "4.6.0",
                "swift/arguments/base_args/base_args.py",
                "BaseArguments._init_lazy_tokenize",
            ),
        ),
        flagged=4,
    ),
    ConfigRule(
        "packing-mixes-samples",
        "packing in Axolotl comes with a chosen attention implementation",
        "Axolotl only warns that without a chosen implementation nothing keeps packed samples apart: tokens may "
        "attend to the samples packed before theirs.",
        "axolotl",
        "yaml",
        _AX % "",
        _AX % "attn_implementation: flash_attention_2\n",
        "Choose `attn_implementation`.",
        _mixing,
        (
            Source(
                "axolotl",
                "0.21.0",
                "axolotl/utils/schemas/validation.py",
                "AttentionValidationMixin.check_sample_packing_without_attention",
            ),
        ),
        Severity.WARNING,
        flagged=3,
    ),
    ConfigRule(
        "packing-stage",
        "packing is for supervised fine-tuning",
        "LLaMA-Factory refuses neat_packing in another stage, Axolotl refuses sample_packing with reinforcement learning.",
        "llama-factory",
        "yaml",
        "stage: dpo\nneat_packing: true\n",
        "stage: sft\nneat_packing: true\n",
        "Turn packing off.",
        _stage,
        (
            Source("llamafactory", "0.9.5", "llamafactory/hparams/parser.py", "get_train_args"),
            Source(
                "axolotl",
                "0.21.0",
                "axolotl/utils/schemas/validation.py",
                "RLValidationMixin.check_sample_packing_w_rl",
            ),
        ),
        flagged=2,
    ),
)
