"""Groups of DeepSpeed, Megatron-LM and bitsandbytes."""

import ast
from collections.abc import Iterator

from qbank.vocab.extract.classes import find_class
from qbank.vocab.extract.dictflow import DictFlow, Scope, whole
from qbank.vocab.extract.fields import group_of
from qbank.vocab.extract.flags import flags_of
from qbank.vocab.extract.found import Found, Reading
from qbank.vocab.extract.signatures import signature
from qbank.vocab.extract.universe import Universe
from qbank.vocab.extract.values import value

_MONITORS = {
    "TensorBoardConfig": "tensorboard",
    "WandbConfig": "wandb",
    "CSVConfig": "csv_monitor",
    "CometConfig": "comet",
}
_DEEPSPEED_FREE = ("optimizer.params", "scheduler.params", "data_efficiency")
"""The optimizer and the scheduler take their own keys; those of data efficiency are read by the data sampler."""

_MEGATRON_CLASSES = (
    "transformer.transformer_config.TransformerConfig",
    "transformer.transformer_config.MLATransformerConfig",
    "model_parallel_config.ModelParallelConfig",
    "distributed.distributed_data_parallel_config.DistributedDataParallelConfig",
    "optimizer.optimizer_config.OptimizerConfig",
)
_MEGATRON_REFUSED = {"checkpoint_activations", "batch_size", "warmup", "model_parallel_size"}
"""Options that are parsed only to stop with a message."""


def deepspeed(universe: Universe) -> Reading:
    """The configuration file, by following the dictionary it is read into."""
    module = universe.modules["deepspeed.runtime.config"]
    flow = DictFlow(universe)
    _follow_config(universe, flow)
    for name, block in _MONITORS.items():
        cls = find_class(universe, f"deepspeed.monitor.config.{name}")
        if cls:
            flow.model(cls, (block,))
    for path, node, default in _pipeline(universe):
        flow.note(module, node, path, default)
    refused = {*_refused(universe)}
    keys = [key for key in flow.keys.values() if key.name not in refused]
    target = "deepspeed.runtime.config.DeepSpeedConfig"
    native = value(universe, module, ast.Name("DEEPSPEED_OPTIMIZERS", ast.Load()))
    schedules = universe.modules["deepspeed.runtime.lr_schedules"]
    known = value(universe, schedules, ast.Name("VALID_LR_SCHEDULES", ast.Load()))
    return Reading(
        {"ds_config.json": Found(target, keys, free=_DEEPSPEED_FREE)},
        {"optimizer.type": native, "scheduler.type": known},
    )


def _follow_config(universe: Universe, flow: DictFlow) -> None:
    cls = find_class(universe, "deepspeed.runtime.config.DeepSpeedConfig")
    if cls is None:
        raise KeyError("deepspeed.runtime.config.DeepSpeedConfig")
    for method in cls.node.body:
        if isinstance(method, ast.FunctionDef) and method.name == "_initialize_params":
            flow.run(cls.module, method, whole(cls.module), cls)
        elif isinstance(method, ast.FunctionDef) and method.name in {
            "_do_warning_check",
            "_do_error_check",
            "__init__",
        }:
            flow.forget_calls()
            scope = Scope(cls.module, paths={"self._param_dict": (), "config": ()})
            flow.follow(method.body, scope)


def _pipeline(universe: Universe) -> Iterator[tuple[tuple[str, ...], ast.expr, ast.expr]]:
    """The pipeline block is a dictionary of defaults that the user's is laid over."""
    module = universe.modules["deepspeed.runtime.config"]
    hit = universe.resolve(module, "get_pipeline_config")
    for each in ast.walk(hit.node) if hit and hit.node else ():
        match each:
            case ast.Assign(targets=[ast.Name(id="default_pipeline")], value=ast.Dict() as table):
                for key, default in zip(table.keys, table.values, strict=True):
                    if isinstance(key, ast.Constant):
                        yield ("pipeline", str(key.value)), key, default


def _refused(universe: Universe) -> Iterator[str]:
    """The keys that raise because they were removed."""
    module = universe.modules["deepspeed.runtime.config"]
    for table, prefix in (
        ("_REMOVED_TOP_LEVEL_CONFIG_KEYS", ""),
        ("_REMOVED_ZERO_CONFIG_KEYS", "zero_optimization."),
    ):
        hit = universe.resolve(module, table)
        if hit and isinstance(hit.node, ast.Assign | ast.AnnAssign):
            found = value(universe, module, ast.Name(table, ast.Load()))
            yield from (f"{prefix}{name}" for name in found)


def megatron(universe: Universe) -> Reading:
    """The command line of the training scripts, and the configuration classes of the core."""
    groups: dict[str, Found] = {}
    arguments = "megatron.training.arguments"
    if arguments in universe.modules:
        flags = flags_of(universe, arguments)
        kept = [key for key in flags if key.name not in _MEGATRON_REFUSED]
        groups["pretrain_gpt.py"] = Found(arguments, kept)
    for dotted in _MEGATRON_CLASSES:
        groups[dotted.rpartition(".")[2]] = group_of(universe, f"megatron.core.{dotted}")
    call = "megatron.core.parallel_state.initialize_model_parallel"
    groups["initialize_model_parallel"] = signature(universe, call)
    return Reading(groups)


def bitsandbytes(universe: Universe) -> Reading:
    """Layers, one function, and the optimizers."""
    groups = {
        "Linear4bit": signature(universe, "bitsandbytes.nn.modules.Linear4bit.__init__"),
        "Linear8bitLt": signature(universe, "bitsandbytes.nn.modules.Linear8bitLt.__init__"),
        "Params4bit": signature(universe, "bitsandbytes.nn.modules.Params4bit.__new__"),
        "quantize_4bit": signature(universe, "bitsandbytes.functional.quantize_4bit"),
    }
    for name in ("adam", "adamw", "adagrad", "lion", "ademamix"):
        module = universe.modules[f"bitsandbytes.optim.{name}"]
        for cls, _ in module.classes():
            if not cls.startswith("_"):
                groups[f"optim.{cls}"] = signature(universe, f"{module.name}.{cls}.__init__")
    return Reading(groups)
