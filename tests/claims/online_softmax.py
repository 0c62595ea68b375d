"""The measured source of kernels/online-softmax: its solution, test and mutants, split keys, averaged tiles, masked rows."""

import sys
from pathlib import Path

import numpy as np
import yaml

FILE = Path(__file__).parent.parent.parent / "questions/kernels/online-softmax.yaml"

PADDED = (  # the solution with a mask over the keys; `hidden` stands where a key may not be seen
    ("block=64, causal=False):", "block=64, causal=False, seen=None, hidden=-np.inf):"),
    ("np.where(cols <= rows, x, -np.inf)", "np.where(cols <= rows, x, hidden)"),
    (
        "        m_new = np.maximum(",
        "        x = np.where(seen[j:j + block], x, hidden)\n        m_new = np.maximum(",
    ),
)
GUARDED = (  # zero as the reference while a row has seen nothing, zero as the output if it never does
    (
        "        alpha = np.exp(m[top:] - m_new)",
        "        ref = np.where(np.isneginf(m_new), 0, m_new)\n        alpha = np.exp(m[top:] - ref)",
    ),
    ("p = np.exp(x - m_new)", "p = np.exp(x - ref)"),
    ("return o / l", "return np.divide(o, l, out=np.zeros_like(o), where=l > 0)"),
)


def run(code, test=""):
    """Run a test after the code, in one namespace; the namespace."""
    names = {}
    exec(compile(f"{code}\n{test}", "solution", "exec"), names)
    return names


def fails(code, test):
    try:
        with np.errstate(all="ignore"):
            run(code, test)
    except Exception:  # noqa: BLE001  # a mutant may fail in any way
        return True
    return False


def changed(code, *edits):
    """The code after these edits, each of which fits one place."""
    for old, new in edits:
        assert code.count(old) == 1, old
        code = code.replace(old, new)
    return code


def main():
    solution = yaml.safe_load(FILE.read_text(encoding="utf-8"))["solution"]
    code = solution["code"]
    names = run(code, solution["test"])
    for mutant in solution["mutants"]:
        assert fails(changed(code, (mutant["find"], mutant["replace"])), solution["test"])
    split(names["attention"], names["direct"])
    masked_rows(code)
    sys.stdout.write(
        f"solution right, {len(solution['mutants'])} mutants rejected; split keys merge exactly, averaged tiles are wrong; "
        "masked rows: NaN with -inf, the mean of v with -1e30, zero with the guard\n"
    )


def split(attention, direct):
    """Two halves of the keys, each with its own maximum and sum: three merges are exact, an average is not."""
    rng = np.random.default_rng(1)
    q, k, v = 3 * rng.normal(size=(9, 8)), rng.normal(size=(32, 8)), rng.normal(size=(32, 5))
    whole = direct(q, k, v, causal=False)
    assert np.allclose(attention(q, k, v), whole, rtol=1e-12)
    scores = q @ k.T / np.sqrt(8)
    parts = []
    for half in (slice(0, 16), slice(16, 32)):
        top = scores[:, half].max(axis=1, keepdims=True)
        weight = np.exp(scores[:, half] - top)
        parts.append((top, weight.sum(axis=1, keepdims=True), weight @ v[half]))

    for order in (parts, parts[::-1]):
        top = np.maximum(order[0][0], order[1][0])
        total = sum(np.exp(m - top) * length for m, length, _ in order)
        output = sum(np.exp(m - top) * o for m, _, o in order) / total
        assert np.allclose(output, whole, rtol=1e-12)

    done = [o / length for _, length, o in parts]  # each half already divided by its own sum
    logs = [m + np.log(length) for m, length, _ in parts]
    share = [np.exp(part - np.maximum(*logs)) for part in logs]
    assert np.allclose(
        sum(w * o for w, o in zip(share, done, strict=True)) / sum(share), whole, rtol=1e-12
    )
    assert np.abs(sum(done) / 2 - whole).max() > 0.1  # the average of the two softmaxes


def masked_rows(code):
    """Left padding of five keys, tiles of four: rows 0-4 see no key at all, the others none in their first tile."""
    pad, size, block = 5, 12, 4
    rng = np.random.default_rng(2)
    q, k, v = rng.normal(size=(size, 8)), rng.normal(size=(size, 8)), rng.normal(size=(size, 3))
    seen = np.arange(size) >= pad
    scores = np.where(
        seen & (np.arange(size) <= np.arange(size)[:, None]), q @ k.T / np.sqrt(8), -np.inf
    )[pad:]
    weight = np.exp(scores - scores.max(axis=1, keepdims=True))
    wanted = weight / weight.sum(axis=1, keepdims=True) @ v

    plain = run(changed(code, *PADDED))["attention"]
    with np.errstate(all="ignore"):
        assert np.isnan(plain(q, k, v, block, causal=True, seen=seen)).all()

    huge = plain(q, k, v, block, causal=True, seen=seen, hidden=-1e30)
    assert np.allclose(huge[pad:], wanted, rtol=1e-12)
    for row in range(pad):  # no error, and a mean that reaches beyond the row's own position
        assert np.allclose(huge[row], v[: (row // block + 1) * block].mean(axis=0), rtol=1e-12)

    guarded = run(changed(code, *PADDED, *GUARDED))["attention"]
    with np.errstate(all="raise", under="ignore"):
        output = guarded(q, k, v, block, causal=True, seen=seen)
    assert np.allclose(output[pad:], wanted, rtol=1e-12)
    assert (output[:pad] == 0).all()


if __name__ == "__main__":
    main()
