"""One sensible value for each argument that must be given: a formula's page shows a line that runs."""

from collections.abc import Mapping

from qbank.formulas.formula import Formula

EXAMPLES: Mapping[str, str] = {
    # sizes: Llama-3-8B where a model has such a number
    "params": "70e9",
    "base": "8B",
    "adapter": "42M",
    "quantized": "6.98B",
    "largest_layer": "525M",
    "layers": "32",
    "hidden": "4096",
    "ffn": "14336",
    "heads": "32",
    "kv_heads": "8",
    "head_dim": "128",
    "kv": "1024",
    "vocab": "128256",
    "positions": "1024",
    "experts": "8",
    "top_k": "2",
    "kv_rank": "512",
    "rope_dim": "64",
    "rows": "4096",
    "columns": "4096",
    "rank": "16",
    "inputs": "4096",
    "outputs": "4096",
    "prefix": "20",
    "model": "llama-3-8b",
    # layout
    "ranks": "8",
    "gpus": "1024",
    "gpus_per_node": "8",
    "world": "64",
    "tensor": "4",
    "pipeline": "4",
    "context": "2",
    "expert": "8",
    "data_parallel": "8",
    "stages": "8",
    "microbatches": "32",
    "micro_batch": "1",
    "global_batch": "1024",
    "accumulation": "4",
    "sequence": "4096",
    "tokens": "15T",
    "samples": "52000",
    "dataset_tokens": "2T",
    "weight": "50%",
    "steps": "1000",
    "bins": "500",
    "length": "4096",
    "lengths": "512,1024,4096",
    # amounts
    "size": "16GB",
    "memory": "80GB",
    "input_bytes": "64MB",
    "layer_bytes": "2GB",
    "segments": "8",
    "bandwidth": "400Gb/s",
    "seconds": "0.5s",
    "forward": "10ms",
    "backward_seconds": "20ms",
    "save_seconds": "2min",
    "failure_seconds": "50000h",
    "flops": "6e23",
    "executed": "8e21",
    "useful": "6e21",
    "peak": "989TFLOP/s",
    "achieved": "400TFLOP/s",
    "mfu": "40%",
    "tokens_per_second": "1M",
    "gpu_hours": "100000",
    "price": "2",
    "watts": "700",
    "bubble": "5%",
    "ratio": "3%",
    # settings
    "stage": "3",
    "recipe": "adam-16",
    "optimizer": "adam",
    "op": "all-reduce",
    "schedule": "1f1b",
    "targets": "all-linear",
    "framework": "megatron",
    "alpha": "32",
    "window": "1000",
    "initial": "65536",
    "overflows": "3,7",
    "step": "500",
    "warmup": "100",
    "total": "10000",
    "max_lr": "2e-5",
}

_OF_ONE: Mapping[str, Mapping[str, str]] = {
    "expert_parallel_traffic": {"tokens": "4096"},
    "flops_utilization": {"flops": "4e18", "seconds": "10s"},
    "gpu_hours": {"tokens_per_second": "400"},
    "packing_share": {"tokens": "1.9M"},
    "tokens_per_second": {"seconds": "10s"},
}
"""Where the usual value of an argument would make no sense."""


def example(formula: Formula, given: Mapping[str, str]) -> dict[str, str]:
    """Arguments that make a whole call: what was given, and an example for each that is missing."""
    needed = [each.name for each in formula.parameters if each.default is None]
    values = {**EXAMPLES, **_OF_ONE.get(formula.name, {})}
    return {**{name: values[name] for name in needed}, **given}
