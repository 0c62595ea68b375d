"""Whole questions, as people type them, find the shipped question that answers them."""

from pathlib import Path

import pytest

from qbank.bank.catalog import Bank, Root
from qbank.bank.opening import open_index
from qbank.bank.search import search
from qbank.settings import packaged_bank

QUERIES = [
    line.split("\t")
    for line in (Path(__file__).parent / "data" / "search-queries.tsv")
    .read_text(encoding="utf-8")
    .splitlines()
]


@pytest.fixture(scope="module")
def ranks(tmp_path_factory):
    roots = [packaged_bank()]
    index = open_index(tmp_path_factory.mktemp("cache"), roots, 0)
    bank = Bank(index, [Root(roots[0], is_packaged=True)])
    found = []
    for query, wanted in QUERIES:
        ids = [match.entry.id for match in search(bank, query, limit=50)]
        found.append(ids.index(wanted) + 1 if wanted in ids else 0)
    index.close()
    return found


def test_the_wanted_question_is_nearly_always_among_the_first_three(ranks):
    missed = [query for (query, _), rank in zip(QUERIES, ranks, strict=True) if not 0 < rank <= 3]
    assert len(missed) <= len(QUERIES) // 10, missed


def test_the_wanted_question_is_mostly_the_first(ranks):
    assert sum(1 / rank for rank in ranks if rank) / len(ranks) >= 0.8
