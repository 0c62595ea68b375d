"""Files to settings with their places."""

import itertools

import pytest

from qbank.configs import ConfigError, check_config
from qbank.configs.json_reader import JsonError, read_json
from qbank.configs.reading import blocks
from qbank.configs.setting import UNKNOWN
from tests.configs.config_factory import deepspeed, only, python, rules, values, yaml


def place_of(form, framework, text, name):
    (found,) = [each for each in only(form, framework, text).settings if each.name == name]
    return found.place, found.value_place


def test_json_gives_the_place_of_keys_and_values():
    text = '{\n  "zero_optimization": {\n    "stage": 2}\n}'
    key, value = place_of("json", "deepspeed", text, "zero_optimization.stage")
    assert (key.line, key.column, key.end_column) == (3, 5, 12)
    assert (value.line, value.column, value.end_column) == (3, 14, 15)


@pytest.mark.parametrize(
    ("text", "message", "at"),
    [
        ('{"a": 1, // why\n}', "JSON has no comments", 9),
        ('{"a": 1,}', "a comma before the end", 7),
        ('{"a" 1}', "a colon is expected here", 5),
        ('{"a": }', "a value is expected here", 6),
        ('{"a": "x', "a string that does not end in its line", 6),
        ('{"a": "\\q"}', "an escape that JSON does not know", 7),
        ('{"a": 1} x', "something follows after the end", 9),
        ('{"a": 1', "a comma or `}` is expected here", 7),
        ("{a: 1}", "a key in double quotes is expected here", 1),
        ("[" * 70, "is nested deeper than 60 levels", 60),
    ],
)
def test_what_is_no_json_is_named_with_its_place(text, message, at):
    with pytest.raises(JsonError, match=r".") as caught:
        read_json(text)
    assert caught.value.message == message
    assert caught.value.start == at


def test_json_values_are_those_of_the_standard_library():
    text = '{"a": [1, -2.5e3, "x\\u00e9\\n", true, false, null, {}]}'
    assert read_json(text).value == {"a": [1, -2500.0, "xé\n", True, False, None, {}]}


def test_comments_by_convention_are_no_options():
    assert deepspeed('{"_comment": "x", "//": "y", "train_batch_size": 4}') == []


def test_yaml_aliases_and_merges_are_followed():
    text = (
        "base_model: x\nshared: &s {lora_r: 8, lora_alpah: 16}\n"
        "datasets:\n  - path: a\nfsdp_config:\n  <<: *s\n"
    )
    found = values("yaml", "axolotl", text)
    assert found["fsdp_config.lora_r"] == 8
    assert ("unknown-option", 2) in yaml("axolotl", text)


def test_yaml_that_holds_itself_is_read():
    assert yaml("axolotl", "base_model: x\ntrl: &a\n  vllm: *a\n") == [("unknown-option", 3)]


def test_a_yaml_syntax_error_is_one_finding():
    assert yaml("axolotl", "base_model: x\n  bad: [\n") == [("config-syntax", 2)]


def test_a_list_where_a_mapping_belongs_is_a_finding():
    assert yaml("axolotl", "- a\n- b\n") == [("config-syntax", 1)]
    assert deepspeed("[1]") == [("config-syntax", 1)]


def test_keys_without_a_value_say_nothing_in_axolotl():
    assert yaml("axolotl", "base_model: x\nfsdp:\nmax_packed_sequence_len:\n") == []


def test_python_follows_imports_and_aliases():
    text = (
        "import peft as p\nfrom trl import SFTConfig as C\nimport bitsandbytes as bnb\n"
        "L = p.LoraConfig\nL(rank=8)\nC(max_seq_length=1)\nbnb.optim.Adam8bit(x, lrr=1)\n"
    )
    assert python(text) == [
        ("unknown-option", 5),
        ("renamed-option", 6),
        ("unknown-option", 7),
    ]


def test_python_calls_of_other_things_with_the_same_name_are_left_alone():
    assert (
        python(
            "from peft import LoraConfig, TaskType\nclass LoraConfig: ...\nLoraConfig(rank=8)\nfrom peft import OFTConfig\nOFTConfig(r=8)\n"
        )
        == []
    )
    with pytest.raises(ConfigError, match="no call"):
        check_config("x.py", "from mine import LoraConfig\nLoraConfig(rank=8)\n")


def test_python_keywords_out_of_sight_are_not_guessed():
    block = only("py", "", "from peft import LoraConfig\nLoraConfig(**given, r=8)\n")
    assert block.is_open
    assert [each.name for each in block.settings] == ["r"]


def test_python_values_are_literals_and_names_that_hold_one():
    text = "from peft import LoraConfig\nRANK = 8\nk = f()\nLoraConfig(r=RANK, lora_alpha=k, bias='none')\n"
    assert values("py", "", text) == {"r": 8, "lora_alpha": UNKNOWN, "bias": "none"}


def test_python_columns_count_characters():
    text = "from peft import LoraConfig\nx = ('学习', LoraConfig(rank=8))\n"
    (problem,) = check_config("x.py", text).problems
    assert problem.source_line[problem.span.column - 1 : problem.span.end_column - 1] == "rank"


def test_python_that_does_not_parse_is_a_finding():
    assert rules("from peft import LoraConfig\nLoraConfig(\n", "peft", "x.py") == [
        ("config-syntax", 2)
    ]


def test_only_calls_of_the_named_framework_are_checked():
    text = "from peft import LoraConfig\nfrom trl import SFTConfig\nLoraConfig(rank=1)\nSFTConfig(max_seq_length=1)\n"
    assert rules(text, "trl", "x.py") == [("renamed-option", 4)]


def test_a_class_that_is_gone_is_flagged_where_it_is_imported():
    assert python("from peft import BoneConfig\n") == [("removed-option", 1)]
    with pytest.raises(ConfigError):
        check_config(
            "x.py", "try:\n    from peft import BoneConfig\nexcept ImportError:\n    pass\n"
        )


def test_unsloth_adds_options_to_the_configs_of_trl():
    call = "SFTConfig(max_seq_length=1, warmup_ratio=0.1)\n"
    assert python(f"from trl import SFTConfig\n{call}") == [
        ("renamed-option", 2),
        ("removed-option", 2),
    ]
    assert python(f"import unsloth\nfrom trl import SFTConfig\n{call}") == []


def test_an_option_newer_than_what_unsloth_takes_is_flagged():
    call = "from trl import SFTConfig\nSFTConfig(activation_checkpointing=True)\n"
    assert python(call) == []
    assert python(f"import unsloth\n{call}") == [("unknown-option", 3)]


def test_a_file_for_nothing_that_is_known_is_an_error_that_says_so():
    for name, text in (
        ("a.yaml", "a: 1\n"),
        ("a.json", '{"a": 1}'),
        ("a.sh", "echo\n"),
        ("a", "x\n"),
    ):
        with pytest.raises(ConfigError) as caught:
            check_config(name, text)
        assert "nothing in" in caught.value.message
        assert "--for" in caught.value.hint


def test_the_other_engine_of_llama_factory_is_not_guessed():
    with pytest.raises(ConfigError, match="v1 engine"):
        check_config("a.yaml", "model: x\nmodel_class: llm\ntemplate: qwen\n")


@pytest.mark.parametrize(
    ("framework", "name", "text", "said"),
    [
        ("llama-factory", "a.json", '{"mine": {"file_name": "a.jsonl"}}', "dataset_info.json"),
        (
            "llama-factory",
            "a.json",
            '{"a": {"hf_hub_url": "x/y"}, "b": {"file_name": "b"}}',
            "sets",
        ),
        (
            "transformers",
            "generation_config.json",
            '{"eos_token_id": [1, 2]}',
            "transformers is not",
        ),
        ("ms-swift", "a.yaml", "model: x\n", "ms-swift is not"),
    ],
)
def test_a_file_of_another_kind_is_not_looked_up_in_the_training_options(
    framework, name, text, said
):
    with pytest.raises(ConfigError, match=said) as caught:
        check_config(name, text, framework)
    assert caught.value.hint


_DEEPSPEED = """\
import deepspeed
config = {
    "zero_optimization": {
        "stage": 2,
        "stagee": 3,
    },
}
%s
deepspeed.initialize(model=model, config=config)
"""


def test_the_dictionary_that_deepspeed_is_given_is_a_config():
    assert python(_DEEPSPEED % "") == [("unknown-option", 5)]
    assert python("import deepspeed as ds\nds.initialize(config={'elasticity': 1})\n") == [
        ("removed-option", 2)
    ]


@pytest.mark.parametrize(
    "line",
    [
        'config["zero_optimization"]["stage"] = 3',
        'config["zero_optimization"].update(more)',
        "config.update(more)",
        "del config['zero_optimization']",
        "config = {}",
    ],
)
def test_a_dictionary_that_is_changed_before_it_is_given_is_not_judged(line):
    with pytest.raises(ConfigError):
        python(_DEEPSPEED % line)


def test_keys_that_are_not_written_out_may_be_given():
    text = "import deepspeed\ndeepspeed.initialize(config={%s'bf16': {'enabled': True}%s})\n"
    for before, after in (("**more, ", ""), ("", ", name: 1")):
        (block,) = blocks("py", "deepspeed", text % (before, after))
        assert block.is_open
        assert [each.name for each in block.settings] == ["bf16", "bf16.enabled"]
    (block,) = blocks("py", "deepspeed", text % ("", ""))
    assert not block.is_open


def test_a_number_too_long_to_be_read_is_a_finding():
    assert deepspeed('{"train_batch_size": ' + "9" * 5000 + "}") == [("config-syntax", 1)]


def test_python_too_deep_for_the_parser_is_a_finding():
    assert python("import peft\nx = " + "-" * 100_000 + "1\n") == [("config-syntax", 1)]


def test_yaml_aliases_that_multiply_end_somewhere():
    names = "abcdefghijkl"
    lines = [
        f"{two}: &{two} [{', '.join([f'*{one}'] * 9)}]\n" for one, two in itertools.pairwise(names)
    ]
    text = "stage: sft\nmodel_name_or_path: x\na: &a [x]\n" + "".join(lines)
    assert ("unknown-option", 3) in yaml("llama-factory", text)
