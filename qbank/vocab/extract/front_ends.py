"""Groups of LLaMA-Factory, ms-swift, Unsloth and Axolotl."""

import ast
import re
from collections.abc import Iterator

from qbank.vocab.extract.classes import Class, find_class, is_pydantic
from qbank.vocab.extract.fields import group_of
from qbank.vocab.extract.found import Found, Reading
from qbank.vocab.extract.models import nested_group
from qbank.vocab.extract.signatures import signature
from qbank.vocab.extract.universe import Universe
from qbank.vocab.extract.values import value

_DEPENDENCIES = ("transformers", "trl", "peft", "accelerate")

_LLAMAFACTORY = {
    "ModelArguments": "model_args",
    "DataArguments": "data_args",
    "TrainingArguments": "training_args",
    "FinetuningArguments": "finetuning_args",
    "GeneratingArguments": "generating_args",
    "EvaluationArguments": "evaluation_args",
}
_SWIFT = {
    "swift sft": "SftArguments",
    "swift pt": "PretrainArguments",
    "swift rlhf": "RLHFArguments",
    "swift infer": "InferArguments",
    "swift deploy": "DeployArguments",
    "swift export": "ExportArguments",
    "swift eval": "EvalArguments",
    "swift rollout": "RolloutArguments",
    "swift sample": "SamplingArguments",
    "swift app": "AppArguments",
    "swift web-ui": "WebUIArguments",
}
_SWIFT_MEGATRON = {
    "megatron sft": "MegatronSftArguments",
    "megatron pt": "MegatronPretrainArguments",
    "megatron rlhf": "MegatronRLHFArguments",
    "megatron export": "MegatronExportArguments",
}
_UNSLOTH = (
    "models.loader.FastLanguageModel.from_pretrained",
    "models.loader.FastLanguageModel.get_peft_model",
    "models.loader.FastModel.from_pretrained",
    "models.loader.FastModel.get_peft_model",
    "models.llama.FastLlamaModel.from_pretrained",
    "models.llama.FastLlamaModel.get_peft_model",
    "models.vision.FastBaseModel.from_pretrained",
    "models.vision.FastBaseModel.get_peft_model",
    "models.sentence_transformer.FastSentenceTransformer.from_pretrained",
)
_UNSLOTH_SAVE = (
    "unsloth_save_pretrained_merged",
    "unsloth_save_pretrained_gguf",
    "unsloth_push_to_hub_merged",
)


def llamafactory(universe: Universe) -> Reading:
    """The argument classes that one YAML file fills, and the file that describes data sets."""
    groups = {
        name: group_of(universe, f"llamafactory.hparams.{module}.{name}")
        for name, module in _LLAMAFACTORY.items()
    }
    groups["dataset_info.json"] = group_of(universe, "llamafactory.data.parser.DatasetAttr")
    requires = universe.requires("llamafactory", _DEPENDENCIES)
    return Reading(groups, {"templates": sorted(_templates(universe))}, tuple(requires))


def _templates(universe: Universe) -> Iterator[str]:
    """Names of chat templates: `register_template(name=...)`."""
    module = universe.modules["llamafactory.data.template"]
    for call in ast.walk(module.tree):
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "register_template":
            for each in call.keywords:
                if each.arg == "name":
                    yield str(value(universe, module, each.value))


def ms_swift(universe: Universe) -> Reading:
    """The argument class of each command; older releases keep them elsewhere."""
    groups: dict[str, Found] = {}
    for package, commands in (
        ("swift.arguments", _SWIFT),
        ("swift.megatron.arguments", _SWIFT_MEGATRON),
        ("swift.llm.argument", {**_SWIFT, "swift sft": "TrainArguments"}),
    ):
        classes = {
            name: module.name
            for module in reversed([*universe.within(package)])
            for name, _ in module.classes()
        }
        for command, name in commands.items():
            if name in classes:
                groups[command] = group_of(universe, f"{classes[name]}.{name}")
    return Reading(groups, requires=tuple(universe.requires("ms-swift", _DEPENDENCIES)))


def unsloth(universe: Universe) -> Reading:
    """The calls of its models, its training arguments, saving, and the switches of its environment."""
    groups = {
        ".".join(dotted.split(".")[-2:]): signature(universe, f"unsloth.{dotted}")
        for dotted in _UNSLOTH
    }
    arguments = "unsloth.trainer.UnslothTrainingArguments"
    groups["UnslothTrainingArguments"] = signature(universe, f"{arguments}.__init__")
    for name in _UNSLOTH_SAVE:
        groups[f"save.{name}"] = signature(universe, f"unsloth.save.{name}")
    masking = "unsloth_zoo.dataset_utils.train_on_responses_only"
    groups["chat_templates.train_on_responses_only"] = signature(universe, masking)
    switches = {
        word
        for module in universe.within("unsloth")
        if module.name != "unsloth" and "._vendor" not in module.name
        for word in re.findall(r"""["'](UNSLOTH_[A-Z0-9_]+)["']""", module.source)
    }
    requires = universe.requires("unsloth", ("transformers", "trl", "unsloth_zoo"))
    return Reading(groups, {"environment": sorted(switches)}, tuple(requires))


def axolotl(universe: Universe) -> Reading:
    """The configuration file with everything inside it, and the keys of each plugin."""
    name = "axolotl.utils.schemas.config.AxolotlInputConfig"
    config = nested_group(universe, name)
    refused = {*_refused(universe)}
    kept = [key for key in config.keys if key.name not in refused]
    groups = {"config.yaml": config._replace(keys=kept)}
    for module in universe.within("axolotl.integrations"):
        match = re.fullmatch(r"axolotl\.integrations\.(\w+)\.args", module.name)
        for cls, node in module.classes() if match else ():
            if match and is_pydantic(universe, Class(module, node)):
                found = group_of(universe, f"{module.name}.{cls}", pydantic=True)
                groups[f"plugin {match[1]}.{cls}"] = found
    return Reading(groups, requires=tuple(universe.requires("axolotl", _DEPENDENCIES)))


def _refused(universe: Universe) -> Iterator[str]:
    """Parameters that are declared only so that a validator can raise, and the `fsdp` list."""
    yield "fsdp"
    cls = find_class(universe, "axolotl.utils.schemas.deprecated.DeprecatedParameters")
    for node in cls.node.body if cls else ():
        if isinstance(node, ast.FunctionDef) and any(
            isinstance(n, ast.Raise) for n in ast.walk(node)
        ):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and getattr(mark.func, "id", "") == "field_validator":
                    yield from (str(n.value) for n in mark.args if isinstance(n, ast.Constant))
