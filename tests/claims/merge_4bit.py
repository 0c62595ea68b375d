"""Merging a LoRA delta into an NF4 weight: how much of the delta is left, by order of operations.

NumPy only. The code values and the block size are those of bitsandbytes 0.50.2; the random weight and the
low-rank random delta stand for a layer, so the percentages show the mechanism, not a particular model.
"""

# ruff: noqa: T201  # a script: its output is the point
import numpy as np

NF4 = np.array(
    [
        -1.0, -0.6961928009986877, -0.5250730514526367, -0.39491748809814453,
        -0.28444138169288635, -0.18477343022823334, -0.09105003625154495, 0.0,
        0.07958029955625534, 0.16093020141124725, 0.24611230194568634, 0.33791524171829224,
        0.44070982933044434, 0.5626170039176941, 0.7229568362236023, 1.0,
    ]
)  # fmt: skip
BETWEEN = (NF4[1:] + NF4[:-1]) / 2
BLOCK, SIZE, RANK = 64, 1024, 16


def quantize(weight):
    """Codes 0..15 and the maximum of each block of 64."""
    blocks = weight.reshape(-1, BLOCK)
    top = np.abs(blocks).max(axis=1, keepdims=True)
    return np.searchsorted(BETWEEN, blocks / top), top


def dequantize(codes, top):
    """The values the codes stand for."""
    return (NF4[codes] * top).reshape(SIZE, SIZE)


def nf4(weight):
    """Quantize and dequantize."""
    return dequantize(*quantize(weight))


def bf16(values):
    """Round to bfloat16, ties to even."""
    bits = np.asarray(values, np.float32).view(np.uint32)
    rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) & 0xFFFF0000
    return rounded.astype(np.uint32).view(np.float32).astype(np.float64)


def rms(values):
    """Root mean square."""
    return float(np.sqrt(np.mean(np.square(values))))


def kept(change, delta):
    """The share of `delta` found in `change`: its projection coefficient."""
    return float((change * delta).sum() / (delta * delta).sum())


def main():
    """Print both tables and check the figures that the question states."""
    rng = np.random.default_rng(0)
    weight = bf16(rng.normal(0, 0.02, (SIZE, SIZE)))
    product = rng.normal(size=(SIZE, RANK)) @ rng.normal(size=(RANK, SIZE))
    direction = product / rms(product)
    codes, top = quantize(weight)
    base = dequantize(codes, top)
    assert (quantize(base)[0] == codes).all()  # the dequantized base sits on its own grid
    half_gap = np.diff(NF4).min() / 2
    print(f"smallest half gap, share of the block maximum: {half_gap:.4f}")
    assert round(100 * half_gap, 1) == 4.0

    print("|D|/|W|  codes changed   kept")
    table = {}
    for ratio in (0.01, 0.02, 0.05, 0.1, 0.2):
        target = base + direction * ratio * rms(weight)
        changed = float((quantize(target)[0] != codes).mean())
        table[ratio] = (changed, kept(nf4(target) - base, direction * ratio * rms(weight)))
        print(f"{ratio:6.2f}  {changed:12.2%}  {table[ratio][1]:6.3f}")
    for ratio, changed, share in (
        (0.01, 0.0, 1.6), (0.02, 0.0, 1.6), (0.05, 2.3, 27.5), (0.1, 19.6, 83.7), (0.2, 47.9, 98.6),
    ):  # fmt: skip
        assert round(100 * table[ratio][0], 1) == changed
        assert abs(100 * table[ratio][1] - share) < 0.06

    print("|D|/|W| = 0.02                 kept   |M - (W4+D)|/|W|")
    delta = direction * 0.02 * rms(weight)
    for name, start, steps, share, distance in (
        ("NF4(W4 + D)", base, nf4, 0.02, 0.022),
        ("bf16(W16 + D)", weight, bf16, 1.00, 0.092),
        ("bf16(W4 + D)", base, bf16, 1.00, 0.0017),
        ("NF4(bf16(W16 + D))", weight, lambda w: nf4(bf16(w)), 1.00, 0.068),
        ("NF4(bf16(W4 + D))", base, lambda w: nf4(bf16(w)), 0.02, 0.022),
    ):
        merged = steps(start + delta)
        share_now = kept(merged - steps(start), delta)  # against the same steps without the delta
        distance_now = rms(merged - base - delta) / rms(weight)
        print(f"{name:28s} {share_now:6.3f} {distance_now:10.4f}")
        assert round(share_now, 2) == share
        assert abs(distance_now - distance) < 0.0006


if __name__ == "__main__":
    main()
