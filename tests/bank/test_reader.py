import pytest

from qbank.bank.reader import parse, read_text


def first(text):
    problem = parse("f.yaml", text).problems[0]
    return problem.span.line, problem.span.column, problem.rule


def test_plain_scalars_follow_json():
    data = parse(
        "f", "a: no\nb: 012\nc: 12:30\nd: 7.0e9\ne: 1e5\nf: true\ng: null\nh: 0.19.8\n"
    ).data
    assert data == {
        "a": "no",
        "b": "012",
        "c": "12:30",
        "d": 7.0e9,
        "e": 1e5,
        "f": True,
        "g": None,
        "h": "0.19.8",
    }


def test_quoted_scalars_are_text():
    assert parse("f", "a: \"1.15\"\nb: 'true'\n").data == {"a": "1.15", "b": "true"}


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("a: 1\nb: 2\na: 3\n", (3, 1, "duplicate-key")),
        ("a: &x 1\n", (1, 4, "yaml-subset")),
        ("a: &x 1\nb: *x\n", (1, 4, "yaml-subset")),
        ("a: !!str 1\n", (1, 4, "yaml-subset")),
        ("a: {<<: {b: 1}}\n", (1, 5, "yaml-subset")),
        ("a: b: c\n", (1, 5, "yaml-syntax")),
    ],
)
def test_what_is_refused_and_where(text, place):
    assert first(text) == place


def test_an_ampersand_inside_text_is_no_anchor():
    document = parse("f", "a: this & that\nb: 'x &y *z !t'\n")
    assert not document.problems
    assert document.data["b"] == "x &y *z !t"


def test_a_value_is_found_by_its_path():
    document = parse("f", "points:\n  - id: one\n  - id: two\n")
    assert document.span(("points", 1, "id"))[:2] == (3, 9)


def test_bytes_that_are_no_utf8_are_a_problem():
    assert read_text("f", b"a: \xff\n").problems[0].rule == "encoding"
