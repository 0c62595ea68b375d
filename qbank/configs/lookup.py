"""Where the keys of a config file are looked up: the groups of a vocabulary, by framework and by what the file says."""

from collections.abc import Mapping, Sequence

from qbank.configs.setting import UNKNOWN, Block, Setting
from qbank.configs.tree import Node, settings
from qbank.errors import QbankError
from qbank.vocab import Option, Vocabulary, load

GROUPS: Mapping[str, tuple[str, ...]] = {
    "deepspeed": ("ds_config.json",),
    "llama-factory": (
        "ModelArguments",
        "DataArguments",
        "TrainingArguments",
        "FinetuningArguments",
        "GeneratingArguments",
        "EvaluationArguments",
    ),
    "axolotl": ("config.yaml",),
    "accelerate": ("config.yaml", "config.yaml blocks"),
}

# llamafactory 0.9.5 llamafactory/v1/config: the arguments of the other engine
_V1 = frozenset(("model_class", "dist_config", "kernel_config", "train_dataset", "sample_backend"))
# llamafactory 0.9.5 llamafactory/hparams/parser.py, with USE_MCA=1: training arguments of another package
_MCA = frozenset(
    ("tensor_model_parallel_size", "pipeline_model_parallel_size", "expert_model_parallel_size")
)
_PLUGINS = "axolotl.integrations."
# axolotl 0.21.0 axolotl/integrations/base.py get_builtin_plugins: registered without being named
_BUILT_IN = ("context_parallel", "expert_parallel")


class ConfigError(QbankError):
    """A file that cannot be checked: nothing tells what it is for, or its options are not known."""

    code = "config"


def of_file(framework: str, root: Node) -> Block:
    """The block of a file. Raises ConfigError."""
    if framework not in GROUPS:
        raise ConfigError(
            f"{framework} is not set up by JSON or YAML files whose keys are known",
            hint=f"files are known of {', '.join(GROUPS)}",
        )
    found = tuple(settings(root))
    keys = {setting.name for setting in found}
    groups, takes_more = GROUPS[framework], False
    if framework == "llama-factory":
        if root.entries and all(_is_dataset(each.value) for each in root.entries):
            raise ConfigError(
                "this is a dataset_info.json, which describes data sets",
                hint="check the file that says how to train",
            )
        if keys & _V1 and "model_name_or_path" not in keys:
            raise ConfigError(
                "this is a file for the v1 engine of LLaMA-Factory, whose options are not known",
                hint="check files of the default engine",
            )
        takes_more = bool(keys & _MCA)
    if framework == "axolotl":
        more, takes_more = _of_plugins(found)
        groups += more
    return Block(framework, groups, found, root.place, takes_more=takes_more)


# llamafactory 0.9.5 llamafactory/data/parser.py get_dataset_list: where each entry is loaded from
_ORIGINS = frozenset(("file_name", "hf_hub_url", "ms_hub_url", "om_hub_url", "script_url"))
_ORIGINS |= {"cloud_file_name"}


def _is_dataset(node: Node) -> bool:
    return any(entry.key in _ORIGINS for entry in node.entries or ())


def _of_plugins(found: Sequence[Setting]) -> tuple[tuple[str, ...], bool]:
    """The groups of the plugins that an Axolotl file names, and whether some plugin is not known."""
    named = next((each.value for each in found if each.name == "plugins"), None)
    names = [str(each) for each in named] if isinstance(named, list) else []
    mine = [name.removeprefix(_PLUGINS) for name in names if name.startswith(_PLUGINS)]
    modules = dict.fromkeys((*_BUILT_IN, *(name.partition(".")[0] for name in mine)))
    groups = tuple(group for each in modules for group in plugin_groups(each))
    return groups, named is UNKNOWN or len(mine) < len(names)


def plugin_groups(module: str) -> tuple[str, ...]:
    """The groups of top-level keys that a plugin of Axolotl brings."""
    own = [name for name in load("axolotl").groups if name.startswith(f"plugin {module}.")]
    arguments = [name for name in own if name.endswith("Args")]
    return tuple(arguments or own)


def plugin_of(name: str) -> str:
    """The plugin of Axolotl that brings a top-level key; empty when none does."""
    for group in load("axolotl").groups.values():
        module = group.name.removeprefix("plugin ").partition(".")[0]
        if group.name in plugin_groups(module) and group.find(name):
            return module
    return ""


# accelerate 1.15.0 accelerate/commands/launch.py _validate_launch_command: a key of a block is the launch flag of its
# name, or of its name behind a prefix
LAUNCH_BLOCKS: Mapping[str, str] = {
    "fsdp_config": "fsdp_",
    "fp8_config": "fp8_",
    "dynamo_config": "dynamo_",
    "deepspeed_config": "",
    "megatron_lm_config": "",
    "parallelism_config": "",
    "mpirun_config": "",
}


def launch_option(vocabulary: Vocabulary, name: str) -> Option | None:
    """The launch flag that a key in a block of Accelerate's file sets."""
    block, _, key = name.partition(".")
    flags = vocabulary.group("launch")
    if block not in LAUNCH_BLOCKS or not flags:
        return None
    return flags.find(key) or flags.find(LAUNCH_BLOCKS[block] + key)
