"""What DoRA adds to the tensors kept for the backward pass: PEFT on a two-layer model, on the CPU.

Needs torch, transformers and peft. A tensor counts when the graph still holds it after the forward pass.
"""

# ruff: noqa: T201  # a script: its output is the point
import gc
import weakref

import torch
from peft import LoraConfig, get_peft_model
from transformers import AutoModelForCausalLM, LlamaConfig

HIDDEN, KV, FFN, LAYERS, TOKENS, VOCAB = 256, 64, 896, 2, 64, 512
OUTPUTS = 2 * HIDDEN + 2 * KV + 2 * FFN + HIDDEN
WEIGHTS = 2 * HIDDEN * (HIDDEN + KV) + 3 * HIDDEN * FFN
TARGETS = ["q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"]


class Kept:
    """A tensor as the graph holds it: gone when the graph lets go."""

    def __init__(self, tensor):
        self.tensor = tensor


def adapted(*, dora, dropout):
    """A small bf16 Llama with an adapter on all linear layers."""
    torch.manual_seed(0)
    config = LlamaConfig(
        hidden_size=HIDDEN,
        num_hidden_layers=LAYERS,
        num_attention_heads=HIDDEN // 32,
        num_key_value_heads=KV // 32,
        intermediate_size=FFN,
        vocab_size=VOCAB,
    )
    model = AutoModelForCausalLM.from_config(config).to(torch.bfloat16)
    lora = LoraConfig(r=8, lora_dropout=dropout, target_modules=TARGETS, use_dora=dora)
    return get_peft_model(model, lora).train()


def kept_bytes(model):
    """Bytes of the tensors that wait for the backward pass, parameters left out."""
    parameters = {each.untyped_storage().data_ptr() for each in model.parameters()}
    alive = weakref.WeakSet()

    def pack(tensor):
        kept = Kept(tensor)
        alive.add(kept)
        return kept

    tokens = torch.randint(0, VOCAB, (1, TOKENS))
    hooks = torch.autograd.graph.saved_tensors_hooks(pack, lambda kept: kept.tensor)
    with hooks, torch.autocast("cpu", dtype=torch.bfloat16):
        loss = model(input_ids=tokens, labels=tokens).loss
    gc.collect()
    stores = (each.tensor.untyped_storage() for each in alive)
    sizes = {store.data_ptr(): store.nbytes() for store in stores}
    assert loss.requires_grad
    return sum(size for address, size in sizes.items() if address not in parameters)


def main():
    """Print what DoRA adds, without and with dropout, and compare with the sums of the question."""
    activations, copies = 2 * 2 * OUTPUTS * TOKENS * LAYERS, 2 * WEIGHTS * LAYERS
    for dropout, expected in ((0.0, activations), (0.1, activations + copies)):
        plain = kept_bytes(adapted(dora=False, dropout=dropout))
        more = kept_bytes(adapted(dora=True, dropout=dropout)) - plain
        print(f"dropout {dropout}: LoRA keeps {plain:,}, DoRA {more:,} more, {expected:,} expected")
        assert abs(more / expected - 1) < 0.06


if __name__ == "__main__":
    main()
