"""Values worked by hand or taken from a source, for formulas that no vector covers and for more."""

from collections.abc import Mapping
from typing import NamedTuple

BY_HAND = "worked by hand"


class Worked(NamedTuple):
    formula: str
    arguments: Mapping[str, float | str]
    expected: float
    how: str = BY_HAND


WORKED = (
    # model states
    Worked("zero_model_states", {"params": 7e9, "ranks": 8, "stage": 0}, 112e9),
    Worked("zero_model_states", {"params": 7e9, "ranks": 8, "stage": 1}, 38.5e9),
    Worked("zero_model_states", {"params": 7e9, "ranks": 8, "stage": 2}, 26.25e9),
    Worked("zero_model_states", {"params": 70e9, "ranks": 8, "stage": 3}, 140e9),
    Worked(
        "zero_model_states",
        {"params": 7e9, "ranks": 8, "stage": 2, "recipe": "megatron-18"},
        7e9 * (2 + 16 / 8),
    ),
    Worked(
        "zero_model_states",
        {"params": 7e9, "ranks": 4, "stage": 2, "recipe": "deepspeed-20"},
        7e9 * (2 + 18 / 4),
        "deepspeed 0.19.8: 2P + 18P/N",
    ),
    Worked("state_bytes_per_parameter", {"recipe": "megatron-18", "ranks": 8, "stage": 1}, 7.5),
    Worked("state_bytes_per_parameter", {"recipe": "megatron-fp16-20", "ranks": 8, "stage": 1}, 6),
    Worked("state_bytes_per_parameter", {"recipe": "adam8bit-10"}, 10),
    Worked("state_bytes_per_parameter", {"recipe": "bf16-8"}, 8, "GaLore, appendix C.2"),
    Worked(
        "zero_model_states",
        {"params": 65e9, "ranks": 1, "stage": 0, "recipe": "bf16-adam-12"},
        780e9,
        "QLoRA, section 1: more than 780 GB",
    ),
    Worked(
        "megatron_distributed_optimizer",
        {"params": 70e9, "data_parallel": 8, "tensor": 4, "pipeline": 2},
        70e9 / 8 * 7.5,
    ),
    Worked("zero_offload_gpu", {"params": 70e9}, 140e9),
    Worked("zero_offload_host", {"params": 13e9}, 182e9),
    Worked("zero_offload_host", {"params": 13e9, "host_gradients": "no"}, 156e9),
    Worked("adam8bit_states", {"params": 256}, 2 * (256 + 4)),
    Worked("optimizer_states", {"params": 7e9, "optimizer": "adam"}, 56e9),
    Worked("optimizer_states", {"params": 15360, "optimizer": "momentum"}, 61440, "measured"),
    Worked("optimizer_states", {"params": 15360, "optimizer": "sgd"}, 0, "measured"),
    Worked("adafactor_states", {"rows": 96, "columns": 160}, 1024, "measured"),
    Worked("galore_states", {"rows": 4096, "columns": 11008, "rank": 1024}, 26_738_688),
    # activations
    Worked(
        "activation_layer",
        {
            "sequence": 2048,
            "micro_batch": 1,
            "hidden": 12288,
            "heads": 96,
            "tensor": 8,
            "scheme": "tp-sp-selective",
        },
        34 * 2048 * 12288 / 8,
    ),
    Worked(
        "activation_layer",
        {
            "sequence": 2048,
            "micro_batch": 1,
            "hidden": 12288,
            "heads": 96,
            "tensor": 8,
            "scheme": "tp-selective",
        },
        13 * 2048 * 12288,
    ),
    Worked("logits_bytes", {"sequence": 8192, "micro_batch": 4, "vocab": 152064}, 9_965_666_304),
    Worked(
        "checkpointed_activation",
        {"layers": 64, "segments": 8, "input_bytes": 1e6, "layer_bytes": 34e6},
        280e6,
    ),
    Worked(
        "megatron_activation_estimate",
        {
            "sequence": 2048,
            "micro_batch": 1,
            "hidden": 12288,
            "layers": 96,
            "tensor": 8,
            "pipeline": 1,
            "ffn": 49152,
            "vocab": 51200,
        },
        (2048 * 12288 * (34 * 96 + 1) + 8 * 2048 + 4 * 2048 * (12288 + 51200)) / 8,
    ),
    Worked(
        "megatron_activation_estimate",
        {
            "sequence": 2048,
            "micro_batch": 1,
            "hidden": 12288,
            "layers": 96,
            "tensor": 8,
            "pipeline": 16,
            "ffn": 49152,
            "chunks": 3,
        },
        10318020608 * (1 + 15 / 48),
        "megatron/training/theoretical_memory_usage.py: the interleaved penalty",
    ),
    Worked(
        "megatron_activation_estimate",
        {
            "sequence": 2048,
            "micro_batch": 2,
            "hidden": 12288,
            "layers": 96,
            "tensor": 8,
            "pipeline": 16,
            "ffn": 49152,
            "pipeline_batches": 32,
        },
        2 * 10318020608,
    ),
    Worked(
        "megatron_activation_estimate",
        {
            "sequence": 2048,
            "micro_batch": 1,
            "hidden": 12288,
            "layers": 96,
            "tensor": 8,
            "pipeline": 16,
            "ffn": 49152,
            "chunks": 2,
        },
        10318020608 * (1 + 15 / 32),
    ),
    Worked("selective_saving", {"sequence": 2048, "hidden": 20480, "heads": 128}, 64 / 98),
    # parameters
    Worked(
        "gpt_parameters_estimate",
        {"layers": 12, "hidden": 768, "vocab": 50257, "positions": 1024},
        124_439_808 - 2 * 768,
    ),
    Worked(
        "llama_layer_parameters",
        {"hidden": 8192, "ffn": 28672, "heads": 64, "kv_heads": 8},
        855_654_400,
    ),
    Worked("model_parameters", {"model": "llama-3-8b"}, 8_030_261_248, "transformers 5.24.0"),
    Worked("model_parameters", {"model": "gpt2"}, 124_439_808, "transformers 5.24.0"),
    Worked("model_active_parameters", {"model": "mixtral-8x7b"}, 12_879_925_248),
    Worked("model_active_parameters", {"model": "llama-2-7b"}, 6_738_415_616),
    Worked(
        "moe_rank_parameters",
        {
            "layers": 32,
            "hidden": 4096,
            "ffn": 14336,
            "heads": 32,
            "kv_heads": 8,
            "vocab": 32000,
            "experts": 8,
            "expert": 8,
        },
        46_702_792_704 - 45_097_156_608 * 7 // 8,
    ),
    Worked("padded_vocab", {"vocab": 151936, "tensor": 8}, 152_576),
    Worked("padded_vocab", {"vocab": 50257}, 50_304, "Megatron-LM: GPT-2 with divisor 128"),
    # adapters
    Worked("lora_parameters", {"rank": 8, "inputs": 4096, "outputs": 4096}, 65_536),
    Worked("dora_parameters", {"rank": 8, "inputs": 64, "outputs": 48}, 944),
    Worked(
        "lora_share",
        {
            "rank": 8,
            "layers": 32,
            "hidden": 4096,
            "kv": 4096,
            "ffn": 11008,
            "targets": "attention-qv",
            "base": 6_738_415_616,
        },
        4_194_304 / 6_742_609_920,
        "peft 0.21.2 prints 0.0622%",
    ),
    Worked("lora_scaling", {"alpha": 16, "rank": 8, "rslora": "yes"}, 16 / 8**0.5),
    Worked("lora_model_states", {"base": 8_030_261_248, "adapter": 41_943_040}, 16_731_611_136),
    Worked("qlora_model_states", {"quantized": 1_048_576, "adapter": 100, "others": 50}, 542_628),
    Worked("nf4_bits", {"double_quant": 0}, 4.5, "measured with bitsandbytes 0.50.2"),
    Worked("nf4_bytes", {"params": 64, "double_quant": 0}, 36),
    # communication
    Worked(
        "ring_seconds",
        {"op": "all-reduce", "size": 14e9, "ranks": 8, "bandwidth": 450e9},
        24.5 / 450,
    ),
    Worked(
        "ring_seconds",
        {
            "op": "all-gather",
            "size": 14e9,
            "ranks": 8,
            "bandwidth": "25 GB/s",
            "latency": "10 us",
        },
        12.25 / 25 + 7e-5,
    ),
    Worked("bus_bandwidth", {"op": "all-reduce", "size": 14e9, "seconds": 0.1, "ranks": 8}, 245e9),
    Worked("ring_bytes", {"op": "reduce", "size": 100, "ranks": 8}, 100),
    Worked("ring_bytes", {"op": "all-to-all", "size": 100, "ranks": 4}, 75),
    Worked("transfer_seconds", {"size": 52e9, "bandwidth": 25e9}, 2.08),
    Worked("zero_traffic", {"params": 1, "stage": 2, "accumulation": 8}, 9),
    Worked("zero_traffic", {"params": 1, "stage": 3, "accumulation": 8}, 24),
    Worked("zero_traffic", {"params": 1, "stage": 1, "accumulation": 8}, 2),
    Worked("zero_traffic_bytes", {"params": 7e9, "stage": 0, "ranks": 8}, 24.5e9),
    Worked(
        "zero_traffic_bytes",
        {"params": 7e9, "stage": 3, "ranks": 8, "accumulation": 8},
        294e9,
    ),
    Worked(
        "zeropp_traffic",
        {"params": 7e9, "qwz": 1, "hpz": 1, "qgz": 1},
        0.75 * 14e9,
        "ZeRO++, section 3: four times less than 3M",
    ),
    Worked("hpz_copy", {"params": 7e9, "gpus_per_node": 8}, 1.75e9),
    Worked(
        "tensor_parallel_traffic",
        {"sequence": 4096, "micro_batch": 1, "hidden": 8192, "tensor": 8},
        469_762_048,
    ),
    Worked(
        "tensor_parallel_traffic",
        {
            "sequence": 4096,
            "micro_batch": 1,
            "hidden": 8192,
            "tensor": 8,
            "layers": 80,
            "full_recompute": 1,
        },
        80 * 469_762_048 * 1.5,
    ),
    Worked(
        "sequence_parallel_traffic",
        {"sequence": 4096, "micro_batch": 1, "hidden": 8192, "tensor": 8},
        469_762_048,
    ),
    Worked(
        "sequence_parallel_traffic",
        {"sequence": 4096, "micro_batch": 1, "hidden": 8192, "tensor": 8, "regather": 1},
        469_762_048 * 10 / 8,
    ),
    Worked("pipeline_traffic", {"sequence": 4096, "micro_batch": 1, "hidden": 8192}, 67_108_864),
    Worked(
        "ring_attention_traffic",
        {"sequence": 131072, "micro_batch": 1, "kv": 1024, "context": 8},
        7 * 67_108_864,
    ),
    Worked(
        "expert_parallel_traffic",
        {"tokens": 8192, "hidden": 4096, "top_k": 2, "expert": 8, "backward": 1},
        4 * 134_217_728 * 7 / 8,
    ),
    Worked(
        "ulysses_traffic",
        {"sequence": 64, "hidden": 128, "context": 4, "kv": 128, "element_bytes": 8},
        49_152,
        "counted at the send calls of 4 ranks",
    ),
    Worked("ulysses_elements", {"sequence": 1000, "hidden": 8, "context": 4}, 8000),
    # pipelines
    Worked(
        "in_flight_micro_batches",
        {
            "schedule": "interleaved",
            "stages": 8,
            "microbatches": 64,
            "stage_index": 3,
            "chunks": 3,
        },
        25,
    ),
    Worked("pipeline_bubble", {"stages": 8, "microbatches": 32, "chunks": 4}, 7 / 128),
    Worked("pipeline_bubble_share", {"stages": 8, "microbatches": 32}, 7 / 39),
    Worked("micro_batches_for_bubble", {"stages": 8, "bubble": 0.05}, 141),
    Worked("micro_batches_for_bubble", {"stages": 1, "bubble": 0.05}, 1),
    Worked(
        "pipeline_step_seconds",
        {"stages": 4, "microbatches": 8, "forward": 0.01, "backward_seconds": 0.02},
        0.33,
    ),
    Worked("in_flight_micro_batches", {"schedule": "1f1b", "stages": 8, "microbatches": 64}, 8),
    Worked(
        "in_flight_micro_batches",
        {"schedule": "1f1b", "stages": 4, "microbatches": 8, "stage_index": 3},
        1,
    ),
    Worked(
        "in_flight_micro_batches",
        {"schedule": "interleaved", "stages": 8, "microbatches": 64, "chunks": 3},
        31,
    ),
    Worked("pipeline_stash", {"schedule": "gpipe", "stages": 8, "microbatches": 64}, 8),
    # batches and data
    Worked("data_parallel_size", {"world": 64, "tensor": 4, "pipeline": 2}, 8),
    Worked("data_parallel_size", {"world": 64, "tensor": 4, "pipeline": 2, "context": 2}, 4),
    Worked("micro_batches", {"global_batch": 512, "micro_batch": 2, "data_parallel": 8}, 32),
    Worked(
        "megatron_micro_batches",
        {
            "world": 64,
            "tensor": 4,
            "pipeline": 2,
            "context": 1,
            "global_batch": 512,
            "micro_batch": 2,
        },
        32,
    ),
    Worked("training_steps", {"samples": 52000, "global_batch": 128, "epochs": 3}, 1221),
    Worked(
        "training_steps",
        {"samples": 52000, "global_batch": 128, "epochs": 3, "drop_last": 1},
        1218,
    ),
    Worked("warmup_steps", {"steps": 1221, "ratio": 0.03}, 37),
    Worked("warmup_steps", {"steps": 100, "ratio": 0.07}, 7),
    Worked("packing_share", {"tokens": 512, "bins": 1, "length": 4096}, 0.125),
    Worked("packing_share", {"tokens": 8192, "bins": 2, "length": 4096}, 1),
    # schedules
    Worked(
        "learning_rate",
        {
            "step": 550,
            "warmup": 100,
            "total": 1000,
            "max_lr": 1e-3,
            "decay": "wsd",
            "decay_steps": 900,
        },
        5e-4,
    ),
    Worked(
        "learning_rate",
        {
            "step": 950,
            "warmup": 100,
            "total": 1000,
            "max_lr": 1e-3,
            "decay": "wsd",
            "decay_steps": 100,
        },
        5e-4,
    ),
    Worked(
        "learning_rate",
        {"step": 950, "warmup": 100, "total": 1000, "max_lr": 1e-3, "decay": "constant"},
        1e-3,
    ),
    Worked("learning_rate", {"step": 0, "warmup": 0, "total": 10, "max_lr": 1e-3}, 1e-3),
    Worked(
        "loss_scale",
        {
            "framework": "torch",
            "initial": 65536,
            "overflows": "0,1,2,3,4,5,6,7,8,9",
            "steps": 10,
            "window": 2000,
        },
        64,
    ),
    Worked(
        "loss_scale",
        {"framework": "megatron", "initial": 2**32, "overflows": "0,1,2", "steps": 3},
        2**30,
        "megatron-core DynamicGradScaler.update: the second and third overflow halve",
    ),
    Worked(
        "loss_scale",
        {"framework": "megatron", "initial": 1024, "overflows": "0", "steps": 1001},
        2048,
    ),
    Worked(
        "loss_scale",
        {"framework": "deepspeed", "initial": 1024, "overflows": "0", "steps": 1001},
        1024,
    ),
    Worked(
        "loss_scale",
        {"framework": "deepspeed", "initial": 1024, "overflows": "0", "steps": 1002},
        2048,
    ),
    Worked(
        "loss_scale",
        {
            "framework": "deepspeed",
            "initial": 1024,
            "overflows": "0,1,2,3",
            "steps": 4,
            "hysteresis": 3,
        },
        256,
    ),
    Worked(
        "loss_scale",
        {"framework": "megatron", "initial": 2, "overflows": "0,1,2,3", "steps": 4},
        1,
    ),
    Worked(
        "learning_rate",
        {
            "step": 400,
            "warmup": 100,
            "total": 400,
            "max_lr": 1e-3,
            "min_lr": 1e-4,
            "decay": "inverse-square-root",
        },
        5e-4,
    ),
    *(
        Worked(
            "loss_scale",
            {
                "framework": "torch",
                "initial": 1024,
                "overflows": "0",
                "steps": steps,
                "window": 3,
            },
            scale,
        )
        for steps, scale in ((3, 512), (4, 1024), (6, 1024), (7, 2048))
    ),
    Worked("loss_scale_first_doubling", {"framework": "torch", "window": 2000}, 2000),
    # compute, time, money
    Worked(
        "transformer_flops",
        {
            "global_batch": 2,
            "sequence": 64,
            "layers": 1,
            "hidden": 128,
            "recompute": "selective",
        },
        163_577_856 + 4 * 2 * 64**2 * 128,
        "measured with FlopCounterMode: 3 forwards and 4 B s^2 h",
    ),
    Worked(
        "megatron_flops",
        {
            "sequence": 4,
            "layers": 1,
            "hidden": 2,
            "ffn": 3,
            "heads": 1,
            "kv_heads": 1,
            "vocab": 5,
            "top_k": 2,
        },
        6 * 4 * (4 * 2 * 2 + 3 * 2 * 3 * 2 + 2 * 5) + 6 * 4**2 * 2,
    ),
    Worked(
        "mfu_from_throughput",
        {"params": 13e9, "tokens_per_second": 32000, "gpus": 8, "peak": "989 TFLOP/s"},
        6 * 13e9 * 32000 / (8 * 989e12),
    ),
    Worked(
        "training_days_mfu",
        {"flops": 4.2e22, "gpus": 256, "peak": 312e12, "mfu": "45%"},
        4.2e22 / (256 * 312e12 * 0.45),
    ),
    Worked("hfu_from_mfu", {"mfu": 0.42, "executed": 8, "useful": 6}, 0.56),
    Worked("training_energy", {"gpu_hours": 1000, "watts": 500, "pue": 1.2}, 0.6),
    Worked("training_carbon", {"gpu_hours": 1000, "watts": 500, "pue": 1.2, "intensity": 0.5}, 0.3),
    # files
    Worked("mla_cache", {"layers": 61, "kv_rank": 512, "rope_dim": 64, "tokens": 1000}, 70_272_000),
    Worked("kv_cache", {"layers": 32, "kv_heads": 8, "head_dim": 128}, 131_072),
    Worked("mla_cache", {"layers": 61, "kv_rank": 512, "rope_dim": 64}, 70_272),
    Worked("checkpoint_bytes", {"params": 70e9}, 980e9),
    Worked("checkpoint_interval", {"save_seconds": 60, "failure_seconds": 18000}, 2_160_000**0.5),
    Worked("job_failure_interval", {"failure_seconds": "50000 h", "gpus": 1024}, 175_781.25),
)
