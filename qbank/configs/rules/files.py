"""Files that cannot be read."""

from qbank.configs.rule import ConfigRule, Source

SYNTAX = "config-syntax"

RULES = (
    ConfigRule(
        SYNTAX,
        "a config can be read",
        "Transformers and Accelerate read DeepSpeed's file with `json.load`, which knows no comments and no trailing "
        "commas, though DeepSpeed itself would accept them.",
        "deepspeed",
        "json",
        '{\n  // per step\n  "train_batch_size": 16\n}\n',
        '{\n  "train_batch_size": 16\n}\n',
        "Correct it at the place that the finding names; nothing else in the file is checked until then.",
        sources=(
            Source("accelerate", "1.15.0", "accelerate/utils/deepspeed.py", "HfDeepSpeedConfig"),
        ),
        flagged=2,
    ),
)
