"""What one parameter costs before any sharding, by precision and optimizer."""

from collections.abc import Mapping
from typing import NamedTuple


class Recipe(NamedTuple):
    """Bytes per parameter, replicated: weights, gradients, optimizer (master weights included)."""

    weights: float
    gradients: float
    optimizer: float

    @property
    def total(self) -> float:
        """Bytes per parameter in all."""
        return self.weights + self.gradients + self.optimizer

    def per_rank(self, stage: int, ranks: int) -> float:
        """Bytes per parameter on each of `ranks` data-parallel ranks; ZeRO `stage` 0 to 3."""
        weights = self.weights / ranks if stage >= 3 else self.weights
        gradients = self.gradients / ranks if stage >= 2 else self.gradients
        optimizer = self.optimizer / ranks if stage >= 1 else self.optimizer
        return weights + gradients + optimizer


RECIPES: Mapping[str, Recipe] = {
    # 16-bit weights and gradients; fp32 master weights and two moments: ZeRO, section 3.1
    "adam-16": Recipe(2, 2, 12),
    # the same with fp32 gradients: Megatron-LM docs, distributed optimizer, bf16
    "megatron-18": Recipe(2, 4, 12),
    # fp32 copies of weights and gradients are kept by the optimizer: same table, fp16
    "megatron-fp16-20": Recipe(2, 2, 16),
    # 16-bit gradients and a transient fp32 copy: DeepSpeed's estimator, MT-NLG section 2.1
    "deepspeed-20": Recipe(2, 6, 12),
    "fp32-16": Recipe(4, 4, 8),
    # fp32 master weights and two 8-bit moments, block scales left out
    "adam8bit-10": Recipe(2, 2, 6),
    # everything in bf16: the baseline of GaLore, appendix C.2
    "bf16-8": Recipe(2, 2, 4),
    # fp32 moments without master weights: QLoRA's "more than 780 GB for 65B"
    "bf16-adam-12": Recipe(2, 2, 8),
}
