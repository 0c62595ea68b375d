"""Groups of PEFT, Transformers, Accelerate and TRL."""

import ast
from collections.abc import Iterator

from qbank.vocab.extract.classes import enum_values, find_class, is_dataclass
from qbank.vocab.extract.fields import group_of
from qbank.vocab.extract.flags import flags_of
from qbank.vocab.extract.found import Found, Key, Reading
from qbank.vocab.extract.signatures import signature
from qbank.vocab.extract.universe import Module, Universe
from qbank.vocab.extract.values import value

_PLUGINS = (
    "FullyShardedDataParallelPlugin",
    "DeepSpeedPlugin",
    "MegatronLMPlugin",
    "TorchTensorParallelPlugin",
    "GradientAccumulationPlugin",
    "DataLoaderConfiguration",
    "ProjectConfiguration",
    "TorchDynamoPlugin",
    "TERecipeKwargs",
    "AORecipeKwargs",
    "GradScalerKwargs",
    "DistributedDataParallelKwargs",
    "InitProcessGroupKwargs",
)
_BLOCKS = (
    "fsdp_config",
    "deepspeed_config",
    "megatron_lm_config",
    "parallelism_config",
    "dynamo_config",
    "fp8_config",
    "ipex_config",
    "mpirun_config",
    "tpu_config",
)
_READ_CALLS = {"get", "setdefault", "pop"}


def peft(universe: Universe) -> Reading:
    """Every configuration dataclass, and the calls that take one."""
    groups = {}
    for module in universe.within("peft"):
        for name, node in module.classes():
            if name.endswith("Config") and is_dataclass(node):
                groups[name] = group_of(universe, f"{module.name}.{name}")
    for found in groups.values():
        for key in found.keys:
            if key.name == "init_lora_weights":  # pissa_niter_16 and the like are accepted as well
                key.choices = []
    for call in ("mapping_func.get_peft_model", "utils.other.prepare_model_for_kbit_training"):
        groups[call.rpartition(".")[2]] = signature(universe, f"peft.{call}")
    enums = _enums(universe, "peft.utils.peft_types", "PeftType", "TaskType")
    return Reading(groups, enums)


def transformers(universe: Universe) -> Reading:
    """Training arguments, the trainers, and the configurations of quantization."""
    arguments = "transformers.training_args"
    groups = {
        "TrainingArguments": group_of(universe, f"{arguments}.TrainingArguments"),
        "Seq2SeqTrainingArguments": group_of(
            universe, "transformers.training_args_seq2seq.Seq2SeqTrainingArguments"
        ),
        "fsdp_config": Found(
            f"{arguments}.TrainingArguments._process_fsdp_args",
            [*_attribute_reads(universe, universe.modules[arguments], "fsdp_config")],
        ),
        "Trainer": signature(universe, "transformers.trainer.Trainer.__init__"),
    }
    quantization = universe.modules["transformers.utils.quantization_config"]
    for name, node in quantization.classes():
        if name.endswith("Config"):
            groups[name] = _constructed(universe, f"{quantization.name}.{name}", node)
    enums = _enums(universe, arguments, "OptimizerNames")
    names = ("SchedulerType", "IntervalStrategy", "SaveStrategy", "HubStrategy")
    return Reading(groups, enums | _enums(universe, "transformers.trainer_utils", *names))


def _constructed(universe: Universe, dotted: str, node: ast.ClassDef) -> Found:
    if _has_constructor(node):
        return signature(universe, f"{dotted}.__init__")
    return group_of(universe, dotted)


def _enums(universe: Universe, module: str, *names: str) -> dict[str, list[str]]:
    found = ((name, find_class(universe, f"{module}.{name}")) for name in names)
    return {name: enum_values(universe, cls) for name, cls in found if cls}


def accelerate(universe: Universe) -> Reading:
    """The plugins, the configuration file, and the flags of `accelerate launch`."""
    groups = {}
    for name in _PLUGINS:
        dotted = f"accelerate.utils.dataclasses.{name}"
        if find_class(universe, dotted):
            groups[name] = group_of(universe, dotted)
    parallelism = "accelerate.parallelism_config.ParallelismConfig"
    if find_class(universe, parallelism):
        groups["ParallelismConfig"] = group_of(universe, parallelism)
    groups["Accelerator"] = signature(universe, "accelerate.accelerator.Accelerator.__init__")
    file = "accelerate.commands.config.config_args.ClusterConfig"
    groups["config.yaml"] = group_of(universe, file)
    questions = universe.modules["accelerate.commands.config.cluster"]
    groups["config.yaml blocks"] = Found(questions.name, [*_written_keys(questions)])
    launch = "accelerate.commands.launch"
    groups["launch"] = Found(launch, flags_of(universe, launch))
    return Reading(groups)


def _written_keys(module: Module) -> Iterator[Key]:
    """Keys that the questionnaire writes: `fsdp_config["fsdp_version"] = ...`."""
    seen = set()
    for node in ast.walk(module.tree):
        match node:
            case ast.Subscript(value=ast.Name(id=block), slice=ast.Constant(value=str(word))):
                name = f"{block}.{word}"
                if block in _BLOCKS and name not in seen:
                    yield Key(name, module.dist, f"{module.path}:{node.lineno}")
                seen.add(name)


def _attribute_reads(universe: Universe, module: Module, attribute: str) -> Iterator[Key]:
    """Keys that are read from a free dictionary: `self.fsdp_config["x"]`, `.get("x", default)` and so on."""
    found: dict[str, Key] = {}
    for node in ast.walk(module.tree):
        word, default = _key_read(node, attribute)
        if isinstance(word, ast.Constant) and isinstance(word.value, str):
            where = f"{module.path}:{getattr(node, 'lineno', 0)}"
            key = found.setdefault(word.value, Key(word.value, module.dist, where))
            if default is not None and key.default is None:
                key.default = value(universe, module, default)
    yield from found.values()


def _key_read(node: ast.AST, attribute: str) -> tuple[ast.expr | None, ast.expr | None]:
    if isinstance(node, ast.Subscript) and getattr(node.value, "attr", "") == attribute:
        return node.slice, None
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
        is_read = node.func.attr in _READ_CALLS
        if is_read and getattr(node.func.value, "attr", "") == attribute:
            return node.args[0], node.args[1] if len(node.args) > 1 else None
    return None, None


def trl(universe: Universe) -> Reading:
    """Every configuration dataclass, the experimental ones under their folder, and the trainers."""
    groups = {}
    for module in universe.within("trl"):
        parts = module.name.split(".")
        prefix = ".".join([*parts[1:3], ""]) if parts[1:2] == ["experimental"] else ""
        for name, node in module.classes():
            if name.endswith("Config") and is_dataclass(node):
                groups[f"{prefix}{name}"] = group_of(universe, f"{module.name}.{name}")
    for name in ("trl.scripts.utils", "trl.scripts._utils"):
        if find_class(universe, f"{name}.ScriptArguments"):
            groups.setdefault("ScriptArguments", group_of(universe, f"{name}.ScriptArguments"))
    groups |= _trainers(universe)
    requires = universe.requires("trl", ("transformers", "accelerate"))
    return Reading(groups, requires=tuple(requires))


def _trainers(universe: Universe) -> dict[str, Found]:
    return {
        name: signature(universe, f"{module.name}.{name}.__init__")
        for module in universe.within("trl.trainer")
        for name, node in module.classes()
        if name.endswith("Trainer") and not name.startswith("_") and _has_constructor(node)
    }


def _has_constructor(node: ast.ClassDef) -> bool:
    return any(isinstance(each, ast.FunctionDef) and each.name == "__init__" for each in node.body)
