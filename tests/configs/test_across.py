"""Rules across options, per framework: what a release refuses or drops, and what it takes."""

import json

import pytest

from tests.configs.config_factory import deepspeed, megatron, python, swift, yaml


@pytest.mark.parametrize(
    ("batch", "is_wrong"),
    [
        (
            {
                "train_batch_size": 16,
                "train_micro_batch_size_per_gpu": 3,
                "gradient_accumulation_steps": 4,
            },
            True,
        ),
        (
            {
                "train_batch_size": 24,
                "train_micro_batch_size_per_gpu": 3,
                "gradient_accumulation_steps": 4,
            },
            False,
        ),
        ({"train_batch_size": 16, "train_micro_batch_size_per_gpu": 3}, True),
        ({"train_batch_size": 16, "gradient_accumulation_steps": 5}, True),
        ({"train_batch_size": 4, "train_micro_batch_size_per_gpu": 8}, True),
        ({"train_batch_size": 0}, True),
        ({"train_batch_size": 7}, False),
        ({"train_micro_batch_size_per_gpu": 3, "gradient_accumulation_steps": 5}, False),
        ({"train_batch_size": "auto", "train_micro_batch_size_per_gpu": 3}, False),
        (
            {
                "train_batch_size": 16,
                "train_micro_batch_size_per_gpu": 3,
                "gradient_accumulation_steps": "auto",
            },
            True,
        ),
    ],
)
def test_batch_identity(batch, is_wrong):
    assert [rule for rule, _ in deepspeed(json.dumps(batch))] == ["batch-identity"] * is_wrong


@pytest.mark.parametrize(
    ("zero", "rule"),
    [
        ({"stage": 2, "offload_optimizer": {"device": "cpu", "ratio": 0.5}}, "partial-offload"),
        ({"offload_optimizer": {"device": "none", "ratio": 0.5}}, "partial-offload"),
        ({"stage": 3, "offload_optimizer": {"device": "cpu", "ratio": 0.5}}, ""),
        ({"stage": "auto", "offload_optimizer": {"device": "cpu", "ratio": 0.5}}, ""),
        ({"stage": 2, "offload_param": {"device": "cpu"}}, "offload-stage"),
        ({"stage": 2, "offload_param": {"device": "none"}}, ""),
        ({"stage": 3, "offload_param": {"device": "nvme"}}, ""),
        ({"stage": 0, "offload_optimizer": {"device": "cpu"}}, "offload-stage"),
        ({"stage": 1, "offload_optimizer": {"device": "cpu"}}, ""),
    ],
)
def test_offload(zero, rule):
    assert [found for found, _ in deepspeed(json.dumps({"zero_optimization": zero}))] == [
        rule
    ] * bool(rule)


def test_both_formats_in_every_framework_that_refuses_them():
    assert deepspeed('{"fp16": {"enabled": true},\n "bfloat16": {"enabled": true}}') == [
        ("fp16-with-bf16", 2)
    ]
    assert deepspeed('{"fp16": {"enabled": "auto"}, "bf16": {"enabled": true}}') == []
    assert megatron("--fp16 --bf16") == [("fp16-with-bf16", 2)]
    assert yaml("llama-factory", "stage: sft\nfp16: true\nbf16: true\n") == [("fp16-with-bf16", 3)]
    assert swift("swift sft --fp16 true --bf16 true\n") == [("fp16-with-bf16", 1)]
    assert swift("swift sft --fp16 false --bf16 true\n") == []
    call = "from trl import SFTConfig\nSFTConfig(fp16=True{})\n"
    assert python(call.format(", bf16=True")) == [("fp16-with-bf16", 2)]
    assert python(call.format("")) == []


SIZES = "--tensor-model-parallel-size {} --pipeline-model-parallel-size {} "


@pytest.mark.parametrize(
    ("options", "rule"),
    [
        (SIZES.format(4, 4), "world-size"),
        (SIZES.format(4, 2), ""),
        (SIZES.format("$1", 3), ""),
        (SIZES.format(4, 2) + "--context-parallel-size 2", "world-size"),
        (SIZES.format(2, 1) + "--num-experts 8 --expert-model-parallel-size 8", "world-size"),
        (
            SIZES.format(2, 1)
            + "--num-experts 8 --expert-model-parallel-size 8 --expert-tensor-parallel-size 1",
            "",
        ),
        ("--num-experts 6 --expert-model-parallel-size 4", "experts"),
        ("--expert-model-parallel-size 4", "experts"),
        ("--expert-model-parallel-size 4 $MORE", ""),
        ("--tensor-model-parallel-size 8 --num-attention-heads 12", "attention-heads"),
        ("--hidden-size 100 --num-attention-heads 12", "attention-heads"),
        ("--hidden-size 100 --num-attention-heads 12 --kv-channels 8", ""),
        (
            "--tensor-model-parallel-size 4 --num-attention-heads 12 --group-query-attention --num-query-groups 6",
            "attention-heads",
        ),
        (
            "--tensor-model-parallel-size 4 --num-attention-heads 12 --group-query-attention --num-query-groups 2",
            "",
        ),
        ("--context-parallel-size 2 --seq-length 4098", "context-length"),
        ("--context-parallel-size 2 --seq-length 4096", ""),
        ("--pipeline-model-parallel-size 4 --num-layers 30", "pipeline-layers"),
        (
            "--pipeline-model-parallel-size 4 --num-layers 30 --decoder-first-pipeline-num-layers 6",
            "",
        ),
        (
            (
                "--pipeline-model-parallel-size 4 --num-layers 30 --account-for-embedding-in-pipeline-split "
                "--account-for-loss-in-pipeline-split"
            ),
            "",
        ),
        (
            "--pipeline-model-parallel-size 4 --num-layers 32 --num-layers-per-virtual-pipeline-stage 3",
            "pipeline-layers",
        ),
        (
            (
                "--pipeline-model-parallel-size 2 --num-layers 32 --num-layers-per-virtual-pipeline-stage 4 "
                "--no-overlap-p2p-communication"
            ),
            "virtual-pipeline",
        ),
        (
            (
                "--pipeline-model-parallel-size 4 --num-layers 32 --num-layers-per-virtual-pipeline-stage 4 "
                "--num-virtual-stages-per-pipeline-rank 2"
            ),
            "virtual-pipeline",
        ),
        ("--micro-batch-size 3 --global-batch-size 32", "global-batch"),
        ("--micro-batch-size 1 --global-batch-size 12", "global-batch"),
        (
            "--micro-batch-size 1 --global-batch-size 12 --decrease-batch-size-if-needed",
            "global-batch",
        ),
        (
            "--micro-batch-size 1 --global-batch-size 12 --decrease-batch-size-if-needed --eval-global-batch-size 8",
            "",
        ),
        (
            (
                "--micro-batch-size 1 --global-batch-size 24 --pipeline-model-parallel-size 4 --num-layers 32 "
                "--num-virtual-stages-per-pipeline-rank 2"
            ),
            "",
        ),
        (
            (
                "--micro-batch-size 1 --global-batch-size 20 --pipeline-model-parallel-size 4 --num-layers 32 "
                "--num-virtual-stages-per-pipeline-rank 2"
            ),
            "pipeline-microbatches",
        ),
        (
            (
                "--micro-batch-size 1 --global-batch-size 4 --pipeline-model-parallel-size 4 --num-layers 32 "
                "--num-virtual-stages-per-pipeline-rank 2"
            ),
            "pipeline-microbatches",
        ),
        ("--overlap-param-gather", "overlap-param-gather"),
        ("--overlap-param-gather --use-distributed-optimizer", "overlap-param-gather"),
        ("--overlap-param-gather --use-distributed-optimizer --overlap-grad-reduce", ""),
        ("--overlap-param-gather --overlap-grad-reduce --optimizer dist_muon", ""),
        ("--overlap-param-gather $MORE", ""),
        ("--sequence-parallel", "sequence-parallel-alone"),
        ("--sequence-parallel $MORE", ""),
        ("--tensor-model-parallel-size 2 --tp-comm-overlap", "tp-comm-overlap"),
        ("--recompute-granularity selective --recompute-method block", "recompute"),
        ("--recompute-granularity full --recompute-method block", ""),
        (
            "--distribute-saved-activations --recompute-granularity full --recompute-method block",
            "recompute",
        ),
        (
            (
                "--distribute-saved-activations --recompute-granularity full --recompute-method block "
                "--tensor-model-parallel-size 2"
            ),
            "",
        ),
        ("--tensor-model-parallel-size 3 --use-checkpoint-args", ""),
    ],
)
def test_megatron(options, rule):
    assert [found for found, _ in megatron(options)] == [rule] * bool(rule)


def test_megatron_in_ms_swift_has_its_own_defaults():
    run = "NPROC_PER_NODE=4 megatron sft --model x {}\n"
    assert swift(run.format("--global_batch_size 6")) == [("global-batch", 1)]
    assert swift(run.format("--micro_batch_size 8")) == [("global-batch", 1)]
    assert swift(run.format("--recompute_method uniform")) == [("recompute", 1)]
    assert swift(run.format("--sequence_parallel true")) == [("sequence-parallel-alone", 1)]
    assert swift(run.format("--overlap_param_gather true --overlap_grad_reduce true")) == []


@pytest.mark.parametrize(
    ("options", "rule"),
    [
        ("sft --packing true", "packing-attention"),
        ("pt --padding_free true --attn_impl eager", "packing-attention"),
        ("rlhf --padding_free true --attn_impl flash_attention_3", ""),
        ("sft --packing true --attn_impl $IMPL", ""),
        ("sft --packing true $MORE", ""),
        ("sft --packing false", ""),
        ("infer --attn_impl sdpa", ""),
        ("sft --packing true --attn_impl flash_attn --lazy_tokenize true", "packing-lazy"),
    ],
)
def test_packing_in_ms_swift(options, rule):
    assert [found for found, _ in swift(f"swift {options}\n")] == [rule] * bool(rule)


AXOLOTL = "base_model: x\n"


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("sample_packing: true\n", "packing-mixes-samples"),
        ("sample_packing: true\nattn_implementation: sdpa\n", ""),
        ("sample_packing: true\nflash_attention: true\n", ""),
        (
            "sample_packing: true\nattn_implementation: flash_attention_2\nrl: dpo\n",
            "packing-stage",
        ),
        ("adapter: qlora\n", "quantized-base"),
        ("adapter: qlora\nload_in_8bit: true\n", "quantized-base"),
        ("adapter: qlora\nload_in_4bit: true\n", ""),
        ("load_in_4bit: true\n", "quantized-base"),
        ("adapter: lora\nload_in_8bit: true\n", ""),
        ("adapter: dora\n", "wrong-choice"),
        ("plugins: [mine.Plugin]\nadapter: qlora\nload_in_4bit: true\nmine: 1\n", ""),
        ("liger_rope: true\n", "unknown-option"),
        ("plugins: [axolotl.integrations.liger.LigerPlugin]\nliger_rope: true\n", ""),
        ("fsdp_version: 1\n", "wrong-choice"),
        ("fsdp_config:\n  fsdp_offload_params: true\n", ""),
        ("fsdp_config:\n  fsdp_use_orig_params: true\n", "removed-option"),
        ("datasets:\n  - path: a\n    data_files: b.jsonl\n", ""),
        ("warmup_steps: 0.1\n", "wrong-type"),
    ],
)
def test_axolotl(text, rule):
    assert [found for found, _ in yaml("axolotl", AXOLOTL + text)] == [rule] * bool(rule)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("finetuning_type: freeze\nquantization_bit: 4\n", "quantized-base"),
        ("quantization_bit: 3\n", "quantized-base"),
        ("quantization_bit: 3\nquantization_method: hqq\n", ""),
        ("quantization_bit: 4\npissa_init: true\n", "quantized-base"),
        ("quantization_bit: 4\nresize_vocab: true\n", "quantized-base"),
        ("stage: dpo\nneat_packing: true\n", "packing-stage"),
        ("warmup_ratio: 0.1\nlogging_dir: x\noverwrite_output_dir: true\n", ""),
        ("learning_rate: 1e-4\nbf16: maybe\n", "wrong-type"),
        ("tensor_model_parallel_size: 2\napply_rope_fusion: true\n", ""),
    ],
)
def test_llama_factory(text, rule):
    assert [found for found, _ in yaml("llama-factory", text)] == [rule] * bool(rule)


@pytest.mark.parametrize(
    ("call", "rule"),
    [
        ("FastLanguageModel.from_pretrained('x', load_in_8bit=True)", "quantized-base"),
        ("FastLanguageModel.from_pretrained('x', load_in_8bit=True, load_in_4bit=False)", ""),
        ("FastLanguageModel.from_pretrained('x', load_in_16bit=True, full_finetuning=True)", ""),
        ("FastLanguageModel.from_pretrained('x', load_in_8bit=True, **more)", ""),
        ("FastLanguageModel.from_pretrained('x', max_seq_lengt=1)", "unknown-option"),
        ("FastLanguageModel.from_pretrained('x', attn_implementation='eager')", ""),
        ("BitsAndBytesConfig(load_in_4bit=True, load_in_8bit=True)", "quantized-base"),
        ("BitsAndBytesConfig(bnb_4bit_compute_type='x')", "unknown-option"),
        ("LoraConfig(init_lora_weights='pissa_niter_16')", ""),
        ("LoraConfig(init_lora_weights='lora_ga')", ""),
        ("LoraConfig(init_lora_weights='svd')", "wrong-choice"),
    ],
)
def test_python_calls(call, rule):
    text = f"from unsloth import FastLanguageModel\nfrom peft import LoraConfig\nfrom transformers import BitsAndBytesConfig\n{call}\n"
    assert python(text) == [(rule, 4)] * bool(rule)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("mixed_precisoin: bf16\n", "unknown-option"),
        ("fsdp_config:\n  fsdp_reshard_after_forward: true\n", ""),
        ("fsdp_config:\n  reshard_after_forward: true\n", ""),
        ("fsdp_config:\n  fsdp_reshard: true\n", "unknown-option"),
        ("dynamo_config:\n  dynamo_backend: INDUCTOR\n", ""),
        ("distributed_type: fsdp\n", ""),
        ("num_processes: many\n", "wrong-type"),
    ],
)
def test_accelerate(text, rule):
    text = f"compute_environment: LOCAL_MACHINE\n{text}"
    assert [found for found, _ in yaml("accelerate", text)] == [rule] * bool(rule)


@pytest.mark.parametrize("name", ["optimizer", "scheduler"])
def test_dictionaries_that_nobody_lists_stay_open(name):
    assert deepspeed(json.dumps({name: {"type": "X", "params": {"anything": {"at": "all"}}}})) == []


def test_values_that_deepspeed_removed():
    found = deepspeed('{"optimizer": {"type": "OneBitAdam"}}')
    assert found == [("removed-option", 1)]
    assert deepspeed('{"optimizer": {"type": "AdamW", "params": {"max_grad_norm": 1}}}') == [
        ("optimizer-clipping", 1)
    ]


def test_auto_is_a_value_of_everything_in_deepspeed():
    assert (
        deepspeed(
            '{"zero_optimization": {"stage": "auto", "overlap_comm": "auto"}, "gradient_clipping": "auto"}'
        )
        == []
    )


def test_an_option_that_is_misspelt_is_not_taken_for_missing():
    zero = {"stgae": 3, "offload_param": {"device": "cpu"}}
    assert deepspeed(json.dumps({"zero_optimization": zero})) == [("unknown-option", 1)]
    assert megatron("--tensor-parallel-size 2 --sequence-parallel") == [("unknown-option", 2)]
