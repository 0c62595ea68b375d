"""The shipped vocabularies, through the reader."""

import json
import subprocess
import sys

import pytest

from qbank.bank.reader import read_text
from qbank.settings import packaged_bank
from qbank.vocab import (
    ChangeKind,
    VocabularyError,
    changes,
    frameworks,
    load,
    load_beside,
    versions,
)
from qbank.vocab.reader import DATA, release_key


def group(framework, name):
    return load(framework).group(name)


@pytest.mark.parametrize("framework", frameworks())
def test_every_framework_has_a_vocabulary_whose_options_are_found_again(framework):
    vocabulary = load(framework)
    assert vocabulary.framework == framework
    assert vocabulary.groups
    for each in vocabulary.groups.values():
        assert all(each.find(name) is option for name, option in each.options.items())
        assert all(
            each.find(word) for o in each.options.values() for word in (*o.flags, *o.aliases)
        )


def test_an_unknown_framework_or_release_is_refused_with_the_known_ones():
    with pytest.raises(VocabularyError) as caught:
        load("horovod")
    assert "deepspeed" in caught.value.hint
    with pytest.raises(VocabularyError) as caught:
        load("deepspeed", "0.1.0")
    assert caught.value.hint == f"known: {', '.join(versions('deepspeed'))}"


def test_options_tell_type_choices_default_and_bounds():
    packing = group("trl", "SFTConfig").find("packing_strategy")
    assert packing.choices
    assert packing.kinds == {"str"}
    stage = group("deepspeed", "ds_config.json").find("zero_optimization.offload_optimizer.ratio")
    assert dict(stage.bounds) == {"ge": 0.0, "le": 1.0}
    assert group("peft", "LoraConfig").find("r").default == 8


def test_an_unfolded_default_keeps_its_expression():
    every = [o for f in frameworks() for g in load(f).groups.values() for o in g.options.values()]
    unfolded = [option for option in every if option.default_text]
    assert unfolded
    assert all(option.default is None for option in unfolded)


def test_flags_are_those_declared_or_those_of_the_fields():
    megatron = group("megatron-lm", "pretrain_gpt.py")
    assert megatron.find_flag("--tensor-model-parallel-size").name == "tensor_model_parallel_size"
    assert megatron.find_flag("--tensor_model_parallel_size") is None
    swift = group("ms-swift", "swift sft")
    assert swift.find_flag("--lora-rank") is swift.find_flag("--lora_rank")
    assert swift.find_flag("--no_gradient_checkpointing").name == "gradient_checkpointing"
    assert swift.find_flag("--no_lora_rank") is None


def test_a_key_below_a_free_dictionary_is_not_judged():
    deepspeed = group("deepspeed", "ds_config.json")
    assert deepspeed.is_free("optimizer.params.lr")
    assert not deepspeed.is_free("zero_optimization.stag")
    assert not deepspeed.is_free("train_batch_size")


def test_nearest_names_come_from_the_same_block_first():
    deepspeed = group("deepspeed", "ds_config.json")
    assert deepspeed.nearest("zero_optimization.stge")[0] == "zero_optimization.stage"
    assert group("megatron-lm", "pretrain_gpt.py").nearest("--tensor-parallel-size")[0] == (
        "--tensor-model-parallel-size"
    )
    assert deepspeed.nearest("qqq") == ()


def test_a_rename_says_since_when_and_to_what():
    (renamed,) = changes(load("ms-swift")).of("train_type")
    assert (renamed.kind, renamed.when, renamed.to) == (
        ChangeKind.RENAMED,
        "since 4.1.0",
        ("tuner_type",),
    )


def test_a_change_is_inherited_up_to_the_release_that_was_read():
    assert changes(load("llama-factory")).of("evaluation_strategy")
    assert not changes(load("llama-factory")).of("warmup_ratio")  # transformers 5.6.0 still has it
    assert changes(load("trl")).of("warmup_ratio")


def test_a_change_in_one_group_does_not_hold_in_another():
    assert changes(load("trl")).of("max_seq_length", "SFTConfig")
    assert not changes(load("trl")).of("max_seq_length", "DPOConfig")


def test_a_key_of_a_removed_block_went_with_the_block():
    (removed,) = changes(load("deepspeed")).of("elasticity.enabled")
    assert (removed.option, removed.kind) == ("elasticity", ChangeKind.REMOVED)


def test_every_change_is_sourced_and_says_a_release():
    for data in json.loads((DATA / "changes.json").read_text(encoding="utf-8")):
        assert data["source"], data
        assert any(release_key(data.get("since") or data["by"])), data
        assert data["framework"] in frameworks()


def test_a_renamed_or_removed_option_is_unknown_and_its_successor_known():
    for framework in frameworks():
        vocabulary = load(framework)
        for found in changes(vocabulary).by_option.values():
            for change in found:
                groups = [
                    g
                    for n, g in vocabulary.groups.items()
                    if not change.groups or n in change.groups
                ]
                if (
                    change.kind in {ChangeKind.RENAMED, ChangeKind.REMOVED}
                    and change.framework == framework
                ):
                    assert not any(g.find(change.option) for g in groups), change


def test_importing_reads_no_file():
    code = (
        "import sys, pathlib\n"
        "sys.addaudithook(lambda e, a: e == 'open' and str(a[0]).endswith('.json') and sys.exit(f'opened {a[0]}'))\n"
        "import qbank.vocab\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_every_pinned_release_of_a_framework_has_its_vocabulary():
    data = read_text("frameworks.yaml", (packaged_bank() / "frameworks.yaml").read_bytes()).data
    with_vocabulary = {id_: each for id_, each in data.items() if each.get("vocabulary")}
    assert {*with_vocabulary} == {*frameworks()}
    for id_, each in with_vocabulary.items():
        assert load(id_, str(each["packages"][each["vocabulary"]])).package == each["vocabulary"]


def test_releases_that_a_framework_holds_back_are_shipped_where_its_scripts_call_them():
    unsloth = load("unsloth")
    assert load_beside(unsloth, "transformers").version == "5.17.0"
    assert load_beside(unsloth, "trl").version == "1.15.0"
    assert load_beside(unsloth, "peft").version == versions("peft")[-1]


def test_no_release_is_made_up_for_a_framework_that_allows_none_of_the_known_ones():
    with pytest.raises(VocabularyError, match="no known release of transformers goes with axolotl"):
        load_beside(load("axolotl"), "transformers")
