"""Every published, executed or measured number of the collection against our formulas."""

from collections import Counter

import pytest

from tests.formulas.vector_table import OURS, VECTORS, ours


def within(vector, result: float) -> bool:
    tolerance = vector["tolerance"]
    allowed = tolerance.get("abs", 0) + tolerance.get("rel", 0) * abs(vector["expected"])
    # the numbers that must be exact are integers below 2**53 or short decimals
    return abs(result - vector["expected"]) <= allowed + 1e-12 * abs(vector["expected"])


def test_every_entry_of_the_table_is_used():
    assert set(OURS) == {vector["formula"] for vector in VECTORS}


def test_the_collection_is_whole():
    assert len(VECTORS) == 354
    assert len({vector["id"] for vector in VECTORS}) == 354
    assert Counter(vector["match"] for vector in VECTORS) == {True: 330, False: 24}


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["id"])
def test_vector(vector):
    result = ours(vector)
    if vector["match"]:
        assert within(vector, result)
    else:
        assert not within(vector, result)
        assert result == pytest.approx(vector["formula_value"], rel=2e-5)
