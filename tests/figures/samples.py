"""Pictures of every kind and size that tests look at."""

from qbank.figures import draw

SAMPLES = {
    "zero": ("zero_memory", {"params": 7.5e9, "ranks": 64}),
    "zero-tiny": ("zero_memory", {"params": 124e6, "ranks": 3, "recipe": "fp32-16"}),
    "zero-huge": ("zero_memory", {"params": 1e12, "ranks": 1024, "recipe": "megatron-18"}),
    "zero-one": ("zero_memory", {"params": 1, "ranks": 1, "recipe": "bf16-8"}),
    "gpipe": ("pipeline_schedule", {"schedule": "gpipe", "stages": 4, "microbatches": 8}),
    "1f1b": ("pipeline_schedule", {"schedule": "1f1b", "stages": 4, "microbatches": 8}),
    "1f1b-long": ("pipeline_schedule", {"schedule": "1f1b", "stages": 16, "microbatches": 64}),
    "interleaved": (
        "pipeline_schedule",
        {"schedule": "interleaved", "stages": 4, "microbatches": 8, "chunks": 2},
    ),
    "mlp": ("tensor_parallel_mlp", {}),
    "mlp-sizes": (
        "tensor_parallel_mlp",
        {"tensor": 8, "sequence": 4096, "micro_batch": 1, "hidden": 8192, "ffn": 28672},
    ),
    "mlp-plain": ("tensor_parallel_mlp", {"tensor": 128, "sequence_parallel": "no"}),
}


def picture(name):
    """The sample called `name`."""
    return draw(*SAMPLES[name])
