"""Shapes of well-known models, as in their published configurations."""

from collections.abc import Mapping
from typing import NamedTuple

from qbank.errors import QbankError


def head_width(hidden: int, heads: int, head_dim: int = 0) -> int:
    """Width of one head, hidden / heads unless `head_dim` says otherwise.

    Raises QbankError when the heads do not share `hidden` evenly.
    """
    if head_dim:
        return head_dim
    if not heads or hidden % heads:
        message = f"hidden {hidden} is not a multiple of heads {heads}"
        raise QbankError(message, hint="give head_dim where it is not hidden / heads")
    return hidden // heads


class Shape(NamedTuple):
    """Sizes of a decoder; flags are 0 or 1.

    `published` is the known parameter count, stated apart from the sizes: `parameters` must give it.
    `head_dim` 0 means hidden / heads. `positions` above 0 means the GPT-2 family: learned
    positions, LayerNorm, biases, an FFN of two matrices. `ffn` is the width of one expert.
    """

    layers: int
    hidden: int
    ffn: int
    heads: int
    kv_heads: int
    vocab: int = 0
    published: int = 0
    head_dim: int = 0
    tied: int = 0
    qkv_bias: int = 0
    qk_norm: int = 0
    experts: int = 1
    top_k: int = 1
    positions: int = 0

    @property
    def head_width(self) -> int:
        """Width of one head."""
        return head_width(self.hidden, self.heads, self.head_dim)

    @property
    def query(self) -> int:
        """Width of Q."""
        return self.heads * self.head_width

    @property
    def kv(self) -> int:
        """Width of K and of V."""
        return self.kv_heads * self.head_width

    @property
    def attention(self) -> int:
        """Parameters of Q, K, V and the output of one layer."""
        matrices = 2 * self.hidden * (self.query + self.kv)
        biases = self.qkv_bias * (self.query + 2 * self.kv)
        return matrices + biases + self.qk_norm * 2 * self.head_width

    @property
    def expert(self) -> int:
        """Parameters of one gated FFN: gate, up and down."""
        return 3 * self.hidden * self.ffn

    @property
    def feed_forward(self) -> int:
        """Parameters of all FFNs of one layer, with the router where there are several."""
        router = self.hidden * self.experts if self.experts > 1 else 0
        return self.experts * self.expert + router

    @property
    def layer(self) -> int:
        """Parameters of one layer: attention, FFN and two norms."""
        if self.positions:
            return 12 * self.hidden**2 + 13 * self.hidden
        return self.attention + self.feed_forward + 2 * self.hidden

    @property
    def parameters(self) -> int:
        """Parameters of the whole model."""
        if self.positions:
            tables = (self.vocab + self.positions) * self.hidden
            return tables + self.layers * self.layer + 2 * self.hidden
        tables = (1 if self.tied else 2) * self.vocab * self.hidden
        return self.layers * self.layer + tables + self.hidden

    @property
    def active(self) -> int:
        """Parameters that one token uses: all but the experts it does not choose."""
        return self.parameters - self.layers * (self.experts - self.top_k) * self.expert


def _gpt(layers: int, hidden: int, heads: int, positions: int, total: int) -> Shape:
    return Shape(
        layers, hidden, 4 * hidden, heads, heads, 50257, total, tied=1, positions=positions
    )


SHAPES: Mapping[str, Shape] = {
    "gpt2": _gpt(12, 768, 12, 1024, 124_439_808),
    "gpt2-medium": _gpt(24, 1024, 16, 1024, 354_823_168),
    "gpt2-large": _gpt(36, 1280, 20, 1024, 774_030_080),
    "gpt2-xl": _gpt(48, 1600, 25, 1024, 1_557_611_200),
    "gpt3-175b": _gpt(96, 12288, 96, 2048, 174_604_259_328),
    "llama-2-7b": Shape(32, 4096, 11008, 32, 32, 32000, 6_738_415_616),
    "llama-2-13b": Shape(40, 5120, 13824, 40, 40, 32000, 13_015_864_320),
    "llama-2-70b": Shape(80, 8192, 28672, 64, 8, 32000, 68_976_648_192),
    "llama-3-8b": Shape(32, 4096, 14336, 32, 8, 128256, 8_030_261_248),
    "llama-3-70b": Shape(80, 8192, 28672, 64, 8, 128256, 70_553_706_496),
    "llama-3.1-405b": Shape(126, 16384, 53248, 128, 8, 128256, 405_853_388_800),
    "llama-3.2-1b": Shape(16, 2048, 8192, 32, 8, 128256, 1_235_814_400, tied=1),
    "llama-3.2-3b": Shape(28, 3072, 8192, 24, 8, 128256, 3_212_749_824, tied=1),
    "mistral-7b": Shape(32, 4096, 14336, 32, 8, 32000, 7_241_732_096),
    "mixtral-8x7b": Shape(32, 4096, 14336, 32, 8, 32000, 46_702_792_704, experts=8, top_k=2),
    "qwen2.5-0.5b": Shape(24, 896, 4864, 14, 2, 151936, 494_032_768, tied=1, qkv_bias=1),
    "qwen2.5-1.5b": Shape(28, 1536, 8960, 12, 2, 151936, 1_543_714_304, tied=1, qkv_bias=1),
    "qwen2.5-3b": Shape(36, 2048, 11008, 16, 2, 151936, 3_085_938_688, tied=1, qkv_bias=1),
    "qwen2.5-7b": Shape(28, 3584, 18944, 28, 4, 152064, 7_615_616_512, qkv_bias=1),
    "qwen2.5-14b": Shape(48, 5120, 13824, 40, 8, 152064, 14_770_033_664, qkv_bias=1),
    "qwen2.5-32b": Shape(64, 5120, 27648, 40, 8, 152064, 32_763_876_352, qkv_bias=1),
    "qwen2.5-72b": Shape(80, 8192, 29568, 64, 8, 152064, 72_706_203_648, qkv_bias=1),
    "qwen3-0.6b": Shape(28, 1024, 3072, 16, 8, 151936, 596_049_920, 128, tied=1, qk_norm=1),
    "qwen3-1.7b": Shape(28, 2048, 6144, 16, 8, 151936, 1_720_574_976, 128, tied=1, qk_norm=1),
    "qwen3-4b": Shape(36, 2560, 9728, 32, 8, 151936, 4_022_468_096, 128, tied=1, qk_norm=1),
    "qwen3-8b": Shape(36, 4096, 12288, 32, 8, 151936, 8_190_735_360, 128, qk_norm=1),
    "qwen3-14b": Shape(40, 5120, 17408, 40, 8, 151936, 14_768_307_200, 128, qk_norm=1),
    "qwen3-32b": Shape(64, 5120, 25600, 64, 8, 151936, 32_762_123_264, 128, qk_norm=1),
    "qwen3-30b-a3b": Shape(
        48, 2048, 768, 32, 4, 151936, 30_532_122_624, 128, qk_norm=1, experts=128, top_k=8
    ),
    "qwen3-235b-a22b": Shape(
        94, 4096, 1536, 64, 4, 151936, 235_093_634_560, 128, qk_norm=1, experts=128, top_k=8
    ),
}
