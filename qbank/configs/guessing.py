"""Which framework a file is for, from its name and its text."""

import re
from collections.abc import Mapping

FORMS: Mapping[str, str] = {
    ".json": "json",
    ".yaml": "yaml",
    ".yml": "yaml",
    ".sh": "sh",
    ".py": "py",
}
"""Endings of file names, to the way a file is read."""

_TELLING: Mapping[str, tuple[tuple[str, str], ...]] = {
    "json": (
        (
            "deepspeed",
            r'"(zero_optimization|train_micro_batch_size_per_gpu|train_batch_size)"\s*:|"(?:bf16|fp16)"\s*:\s*\{',
        ),
    ),
    "yaml": (
        ("accelerate", r"^(compute_environment|distributed_type)\s*:"),
        (
            "llama-factory",
            r"^(finetuning_type|stage|template|lora_target|cutoff_len|dataset_dir|train_dataset|dist_config)\s*:",
        ),
        (
            "axolotl",
            r"^(base_model|sequence_len|val_set_size|adapter|num_epochs)\s*:",
        ),
    ),
    "sh": (
        (
            "ms-swift",
            r"\b(swift|megatron)\s+(sft|pt|rlhf|infer|deploy|export|eval|rollout|sample|app)\b|swift/cli/",
        ),
        ("megatron-lm", r"\bpretrain_\w+\.py\b|--tensor-model-parallel-size\b"),
    ),
}
_IMPORT = re.compile(r"^\s*(?:from|import)\s+(\w+)", re.MULTILINE)
_PYTHON = ("unsloth", "trl", "peft", "transformers", "bitsandbytes", "accelerate")


def form_of(path: str, text: str, framework: str) -> str:
    """json, yaml, sh or py: by the file's name, else by the framework, else by the text."""
    for ending, form in FORMS.items():
        if path.endswith(ending):
            return form
    if framework in _PYTHON and (framework != "accelerate" or _IMPORT.search(text)):
        return "py"
    by_framework = {"deepspeed": "json", "ms-swift": "sh", "megatron-lm": "sh"}
    if framework:
        return by_framework.get(framework, "yaml")
    return _form_of_text(text)


def _form_of_text(text: str) -> str:
    if text.lstrip().startswith("{"):
        return "json"
    if _IMPORT.search(text):
        return "py"
    return "sh" if any(re.search(tell, text) for _, tell in _TELLING["sh"]) else "yaml"


def guess(form: str, text: str) -> str:
    """The framework whose keys or commands the text has most of; empty when it has none."""
    counts = {
        framework: len(set(re.findall(tell, text, re.MULTILINE)))
        for framework, tell in _TELLING.get(form, ())
    }
    best = max(counts, key=lambda each: counts[each], default="")
    return best if counts.get(best) else ""
