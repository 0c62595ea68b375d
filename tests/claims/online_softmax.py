"""The measured source of kernels/online-softmax: its solution, test and mutants, and the merge of two halves."""

import sys
from pathlib import Path

import numpy as np
import yaml

FILE = Path(__file__).parent.parent.parent / "questions/kernels/online-softmax.yaml"


def run(code, test):
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


def main():
    solution = yaml.safe_load(FILE.read_text(encoding="utf-8"))["solution"]
    names = run(solution["code"], solution["test"])
    for mutant in solution["mutants"]:
        assert fails(solution["code"].replace(mutant["find"], mutant["replace"]), solution["test"])
    merge(names["attention"], names["direct"])
    sys.stdout.write(f"solution right, {len(solution['mutants'])} mutants rejected, merge exact\n")


def merge(attention, direct):
    """Two halves of the keys, each with its own maximum and sum, merge to the whole result."""
    rng = np.random.default_rng(1)
    q, k, v = rng.normal(size=(9, 8)), rng.normal(size=(32, 8)), rng.normal(size=(32, 5))
    scores = q @ k.T / np.sqrt(8)
    parts = []
    for half in (slice(0, 16), slice(16, 32)):
        top = scores[:, half].max(axis=1, keepdims=True)
        weight = np.exp(scores[:, half] - top)
        parts.append((top, weight.sum(axis=1, keepdims=True), weight @ v[half]))
    top = np.maximum(parts[0][0], parts[1][0])
    total = sum(np.exp(m - top) * length for m, length, _ in parts)
    output = sum(np.exp(m - top) * o for m, _, o in parts) / total
    assert np.allclose(output, direct(q, k, v, causal=False), rtol=1e-12)
    assert np.allclose(output, attention(q, k, v), rtol=1e-12)


if __name__ == "__main__":
    main()
