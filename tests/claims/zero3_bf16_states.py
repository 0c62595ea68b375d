"""What ZeRO-3 keeps when everything is asked for in bf16: DeepSpeed on one CPU process.

Needs torch and deepspeed. Counts the flat buffers of the optimizer, each storage once.
"""

# ruff: noqa: T201  # a script: its output is the point
import os

os.environ.update(DS_ACCELERATOR="cpu", RANK="0", WORLD_SIZE="1", LOCAL_RANK="0", LOCAL_SIZE="1")
os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT="29631")

import deepspeed
import torch

CONFIG = {
    "train_micro_batch_size_per_gpu": 1,
    "bf16": {"enabled": True, "bf16_master_weights_and_grads": True, "bf16_optimizer_states": True},
    "zero_optimization": {"stage": 3, "reduce_bucket_size": 100_000},
    "optimizer": {"type": "AdamW", "params": {"lr": 1e-3, "torch_adam": True}},
}


def main():
    """Train two steps, then print what is shared and the bytes per parameter."""
    deepspeed.init_distributed("gloo")
    model = torch.nn.Sequential(*(torch.nn.Linear(256, 256, bias=False) for _ in range(4)))
    params = sum(weight.numel() for weight in model.parameters())
    engine, optimizer, _, _ = deepspeed.initialize(
        model=model, model_parameters=model.parameters(), config=CONFIG
    )
    for _ in range(2):
        engine.backward(engine(torch.randn(2, 256, dtype=torch.bfloat16)).float().pow(2).mean())
        engine.step()
    held = {
        "weights": optimizer.fp16_partitioned_groups_flat,
        "master": optimizer.fp32_partitioned_groups_flat,
        "gradients": [optimizer.grad_partitions_flat_buffer],
        "moments": [
            state[name]
            for state in optimizer.optimizer.state.values()
            for name in ("exp_avg", "exp_avg_sq")
        ],
    }
    storages = {}
    for name, tensors in held.items():
        for tensor in tensors:
            storage = tensor.untyped_storage()
            storages[storage.data_ptr()] = storage.nbytes()
            print(name, tensor.dtype, storage.nbytes() / params, "bytes per parameter")
    print("master and weights share memory:", len(storages) == sum(map(len, held.values())) - 1)
    print("device compared as", repr(optimizer.device), "with", repr(held["weights"][0].device))
    print("in all", sum(storages.values()) / params, "bytes per parameter")


if __name__ == "__main__":
    main()
