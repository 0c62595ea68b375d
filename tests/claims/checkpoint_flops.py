"""FLOPs of a training step with every layer checkpointed, over those without: the two kinds of checkpoint in PyTorch.

Four Llama-style layers with the proportions of Llama-2-7B (f/h = 11008/4096) and without attention scores or an
output layer, so the ratio is about matrices of parameters only. Needs torch; runs on a CPU in seconds.
"""

# ruff: noqa: T201  # a script: its output is the point
import contextlib

import torch
from torch import nn
from torch.nn import functional
from torch.utils.checkpoint import checkpoint, set_checkpoint_early_stop
from torch.utils.flop_counter import FlopCounterMode

HIDDEN, FFN, LAYERS, TOKENS = 128, 344, 4, 32


class Layer(nn.Module):
    """A decoder layer whose scores are left out."""

    def __init__(self):
        super().__init__()
        for name in ("query", "key", "value", "out"):
            setattr(self, name, nn.Linear(HIDDEN, HIDDEN, bias=False))
        self.gate = nn.Linear(HIDDEN, FFN, bias=False)
        self.up = nn.Linear(HIDDEN, FFN, bias=False)
        self.down = nn.Linear(FFN, HIDDEN, bias=False)

    def forward(self, x):
        """The output of the layer."""
        y = functional.rms_norm(x, (HIDDEN,))
        x = x + self.out(self.query(y) + self.key(y) + self.value(y))
        y = functional.rms_norm(x, (HIDDEN,))
        return x + self.down(functional.silu(self.gate(y)) * self.up(y))


def step(*, reentrant=None, early_stop=True):
    """FLOPs of forward and backward; `reentrant` None is without checkpoints."""
    layers = [Layer() for _ in range(LAYERS)]
    x = torch.randn(TOKENS, HIDDEN, requires_grad=True)
    stop = contextlib.nullcontext() if early_stop else set_checkpoint_early_stop(enable=False)
    with FlopCounterMode(display=False) as counter:
        with stop:
            for layer in layers:
                x = layer(x) if reentrant is None else checkpoint(layer, x, use_reentrant=reentrant)
        x.sum().backward()
    return counter.get_total_flops()


def main():
    """Print the ratios and check the ones that the question states."""
    plain = step()
    ratios = {
        "reentrant": step(reentrant=True) / plain,
        "non-reentrant": step(reentrant=False) / plain,
        "non-reentrant, no early stop": step(reentrant=False, early_stop=False) / plain,
    }
    for name, ratio in ratios.items():
        print(f"{name}: {ratio:.4f}")
    matrices = 4 * HIDDEN**2 + 3 * HIDDEN * FFN
    without_down = 1 + (matrices - HIDDEN * FFN) / (3 * matrices)
    expected = (4 / 3, without_down, 4 / 3)
    for ratio, value in zip(ratios.values(), expected, strict=True):
        if abs(ratio - value) > 1e-9:
            message = f"{ratio} instead of {value}"
            raise SystemExit(message)


if __name__ == "__main__":
    main()
