"""Where a framework accepts more or less than its declarations say. Each line was read in the release named."""

from collections.abc import Mapping

# megatron/post_training/arguments.py add_modelopt_args of the repository, where modelopt is installed; not in the wheel
_MODELOPT = """
    export-model-type export-legacy-megatron export-te-mcore-model export-default-te-spec export-force-local-attention
    export-kv-cache-quant export-real-quant-cfg export-quant-cfg export-kd-teacher-load export-kd-teacher-model-config
    export-kd-teacher-ckpt-format export-kd-cfg finetune-hf-dataset finetune-data-split finetune-data-files
    qad-train-target freeze-base-for-mtp export-qk-l2-norm export-moe-apply-probs-on-input export-offline-model
    modelopt-enabled enable-gpt-oss
"""

READ_ELSEWHERE: Mapping[str, frozenset[str]] = {
    "megatron-lm": frozenset(f"--{name}" for name in _MODELOPT.split()),
    # ms_swift 4.6.0 swift/ray/megatron/pipeline.py, with --use_ray
    "ms-swift": frozenset({"--config"}),
    # accelerate 1.15.0 accelerate/commands/config/config_args.py BaseConfig.process_config: older spellings
    "accelerate": frozenset({"dynamo_backend", "fp16"}),
}
"""Names that a release reads beside its declared options."""

IGNORES_UNKNOWN: Mapping[tuple[str, str], str] = {
    ("deepspeed", "ds_config.json"): "DeepSpeed passes over it in silence",
    ("axolotl", "config.yaml"): "Axolotl passes over it in silence",
    (
        "transformers",
        "BitsAndBytesConfig",
    ): "BitsAndBytesConfig ignores it, with an INFO line in the log",
}
"""What happens to an unknown name where the framework does not refuse it, by framework and group."""

PASSES_ON: frozenset[str] = frozenset()
"""Names that a call takes for the library below it, though they look like a slip of one of its own."""

CHOICES: Mapping[tuple[str, str], tuple[str, str]] = {
    # peft 0.21.2 peft/tuners/lora/layer.py LoraLayer.update_layer
    ("peft", "init_lora_weights"): (
        r"True|False|gaussian|pissa\w*|corda\w*|(?i:olora)|(?i:mica)|loftq|eva|orthogonal|lora_ga",
        "one of true, false, gaussian, pissa, olora, corda, mica, loftq, eva, orthogonal, lora_ga",
    ),
    # peft 0.21.2 peft/tuners/shira/config.py ShiraConfig: any other name asks for a mask function
    ("peft", "mask_type"): (r".*", ""),
    # unsloth 2026.10.9 unsloth/save.py unsloth_save_model: this one value raises
    ("unsloth", "save_method"): (
        r"(?!merged_4bit$).*",
        "write `merged_4bit_forced` to merge into 4 bit all the same",
    ),
    # axolotl 0.21.0 axolotl/utils/schemas/enums.py CANONICAL_ATTN_IMPLS, and names of kernels on the hub
    ("axolotl", "attn_implementation"): (
        r"eager|sdpa|flash_attention_[234]|flash_attention_torch|flex_attention|varlen|xformers|sage|fp8|.*/.*",
        "one of eager, sdpa, flash_attention_2, flash_attention_3, flash_attention_4, flex_attention, xformers, sage",
    ),
    # axolotl 0.21.0 axolotl/utils/schemas/validation.py check_fsdp_version
    ("axolotl", "fsdp_version"): (r"2", "use 2; FSDP1 is gone since 0.20.0"),
    # axolotl 0.21.0 axolotl/utils/schemas/peft.py validate_adapter; plugins register others
    ("axolotl", "adapter"): (
        r"lora|qlora|llama-adapter",
        "one of lora, qlora, llama-adapter, or name the plugin that brings it",
    ),
}
"""Values beside those declared, as a regular expression with a hint; the only ones where none are declared."""

# unsloth 2026.10.9 unsloth/models/rl.py: the class that Unsloth puts in the place of TRL's at import
_UNSLOTH_FIELDS = """
    vllm_sampling_params unsloth_num_chunks unsloth_logit_chunk_multiplier unsloth_grpo_mini_batch max_seq_length
    context_parallel_size context_parallel_backend context_parallel_rotate_method
"""
# unsloth 2026.10.9 unsloth/models/rl_config_compat.py: old names whose values it moves to the new ones
_UNSLOTH_RENAMES = """
    warmup_ratio push_to_hub_token per_gpu_train_batch_size per_gpu_eval_batch_size use_liger_loss
    vllm_guided_decoding_regex wandb_log_unique_prompts
"""

ADDED: Mapping[tuple[str, str], frozenset[str]] = {
    ("unsloth", "trl"): frozenset((_UNSLOTH_FIELDS + _UNSLOTH_RENAMES).split()),
}
"""Names that one framework adds to the classes of another, once it is imported."""

TOO_NEW: Mapping[tuple[str, str], tuple[str, frozenset[str]]] = {
    (through, framework): (
        "transformers 5.17.0 is the newest that unsloth takes",
        frozenset({"activation_checkpointing", "activation_checkpointing_kwargs"}),
    )
    for through, framework in (("unsloth", "trl"), ("unsloth", "transformers"))
}
"""Names of a vocabulary that the older release below a framework does not have yet, and why."""
