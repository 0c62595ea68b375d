"""Quantized base models in combinations that a framework refuses."""

from collections.abc import Iterator

from qbank.configs.rule import ConfigRule, Finding, Source, at
from qbank.configs.setting import UNKNOWN
from qbank.configs.subject import Subject

_WIDTHS = ("load_in_4bit", "load_in_8bit", "load_in_16bit", "load_in_fp8")


def _combinations(subject: Subject) -> Iterator[Finding]:
    match subject.framework:
        case "llama-factory":
            yield from _llama_factory(subject)
        case "axolotl":
            yield from _axolotl(subject)
        case "unsloth":
            yield from _unsloth(subject)
        case "transformers":
            yield from _transformers(subject)


def _llama_factory(subject: Subject) -> Iterator[Finding]:
    bits = subject.setting("quantization_bit")
    if not bits or not subject.is_on("quantization_bit"):
        return
    tuning = subject.value("finetuning_type")
    if tuning in ("full", "freeze"):
        where = subject.place("quantization_bit", "finetuning_type")
        yield at(
            where,
            f"`finetuning_type: {tuning}` does not train a quantized model",
            "use lora or oft",
        )
    width, method = subject.number("quantization_bit"), subject.value("quantization_method")
    if method == "bnb" and width is not None and width not in (4, 8):
        yield at(bits, f"bitsandbytes quantizes to 4 or 8 bits, not {width}", "give 4 or 8")
    for name, why in (
        ("pissa_init", "PiSSA of a quantized model is initialized by scripts/pissa_init.py"),
        ("resize_vocab", "the embeddings of a quantized model cannot be resized"),
    ):
        if subject.is_given(name) and subject.is_on(name):
            yield at(
                subject.place("quantization_bit", name), f"`{name}`: {why}", "remove one of them"
            )


def _axolotl(subject: Subject) -> Iterator[Finding]:
    adapter = subject.value("adapter")
    given = [name for name in _WIDTHS[:2] if subject.is_given(name) and subject.is_on(name)]
    if adapter is None and given and not subject.is_given("inference"):
        message = f"`{given[0]}` without an adapter: a quantized model is not trained in full"
        yield at(subject.place(given[0]), message, "set `adapter`, or turn it off")
    if adapter != "qlora" or subject.is_on("merge_lora"):
        return
    where = subject.place("adapter")
    if subject.is_on("load_in_8bit") or subject.is_on("gptq"):
        yield at(
            where, "qlora does not load the model in 8 bit or as GPTQ", "set `load_in_4bit: true`"
        )
    elif subject.is_off("load_in_4bit"):
        yield at(where, "qlora needs `load_in_4bit: true`", "add it, or use `adapter: lora`")


def _unsloth(subject: Subject) -> Iterator[Finding]:
    is_loading = subject.place_name.endswith(".from_pretrained")
    decided = not subject.is_given("quantization_config") and subject.is_off("full_finetuning")
    if not is_loading or not decided:
        return
    known = [name for name in _WIDTHS if subject.find(name)]
    on = [name for name in known if subject.is_on(name)]
    given = [name for name in on if subject.is_given(name)]
    if len(on) > 1 and given:
        silent = [name for name in on if name not in given]
        note = f"; `{silent[0]}` is on unless it is turned off" if silent else ""
        message = f"{' and '.join(f'`{name}`' for name in on)} are both on{note}"
        yield at(
            subject.place(*given),
            message,
            "leave one on, and set `load_in_4bit=False` for the others",
        )


def _transformers(subject: Subject) -> Iterator[Finding]:
    if subject.place_name != "BitsAndBytesConfig":
        return
    if all(subject.value(name) is not UNKNOWN and subject.is_on(name) for name in _WIDTHS[:2]):
        message = "`load_in_4bit` and `load_in_8bit` are both true"
        yield at(subject.place(*_WIDTHS[:2]), message, "keep one of them")


RULES = (
    ConfigRule(
        "quantized-base",
        "a quantized base model is trained in a way that the framework supports",
        "LLaMA-Factory quantizes for lora and oft only, and not with PiSSA or a resized vocabulary; Axolotl "
        "wants an adapter, and load_in_4bit for qlora; Unsloth loads in 4 bit unless told otherwise and "
        "refuses a second width; BitsAndBytesConfig refuses 4 and 8 bit together.",
        "llama-factory",
        "yaml",
        "stage: sft\nfinetuning_type: full\nquantization_bit: 4\n",
        "stage: sft\nfinetuning_type: lora\nquantization_bit: 4\n",
        "Train an adapter, or leave the model unquantized.",
        _combinations,
        (
            Source("llamafactory", "0.9.5", "llamafactory/hparams/parser.py", "_verify_model_args"),
            Source(
                "axolotl", "0.21.0", "axolotl/utils/schemas/peft.py", "LoraConfig.validate_qlora"
            ),
            Source("unsloth", "2026.10.9", "unsloth/models/loader.py", "_precision_flags_conflict"),
            Source(
                "transformers",
                "5.23.0",
                "transformers/utils/quantization_config.py",
                "BitsAndBytesConfig",
            ),
        ),
        flagged=3,
    ),
)
