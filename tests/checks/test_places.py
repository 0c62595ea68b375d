"""A finding inside a text points at the line and column of the file."""

import pytest

from qbank.bank.prose import join_chinese
from qbank.bank.reader import parse
from qbank.checks.places import place


def span_of(yaml, word):
    document = parse("q.yaml", yaml)
    text = join_chinese(document.data)["zh"]
    start = text.index(word)
    return place(document, document.span(("zh",)), text, start, start + len(word))


@pytest.mark.parametrize(
    ("yaml", "word", "expected"),
    [
        pytest.param("zh: 每卡16字节", "卡16", (1, 6, 9), id="plain"),
        pytest.param('zh: "每卡16字节"', "卡16", (1, 7, 10), id="quoted"),
        pytest.param('zh: "说\\"每卡\\"16字节"', "16", (1, 13, 15), id="escaped quotes"),
        pytest.param("zh: '它''s 每卡16字节'", "16", (1, 13, 15), id="doubled quotes"),
        pytest.param("zh: |\n  先算账，\n  每卡16字节\n", "卡16", (3, 4, 7), id="block"),
        pytest.param("zh: |\n  先算\n  每卡16字节\n", "算每", (2, 4, 0), id="over a line break"),
        pytest.param("zh: >-\n  先算账，\n  每卡16字节\n", "卡16", (3, 4, 7), id="folded block"),
        pytest.param("a: 16\nzh: |\n\n  16\n\n  每卡 16\n", "每卡", (6, 3, 5), id="blank lines"),
    ],
)
def test_a_piece_of_a_text_is_found_in_the_file(yaml, word, expected):
    assert tuple(span_of(yaml, word)) == expected


def test_a_text_that_does_not_match_the_file_keeps_its_whole_place():
    document = parse("q.yaml", 'zh: "a\\u0041b c"')
    whole = document.span(("zh",))
    assert place(document, whole, "aAb c", 4, 5) == whole
