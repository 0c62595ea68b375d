"""Two releases, option by option."""

import pytest

from qbank.vocab.compare import Difference, compare
from qbank.vocab.reader import read


def release(**options):
    groups = {"A": {"target": "a.A", "options": " ".join(options)}} if options else {}
    parts = {"read_with": {}, "requires": [], "enumerations": {}, "groups": groups}
    return read({"package": "peft", "version": "1.0", **parts, "options": options})


OLD = {"type": "str", "default": "a", "choices": ["a", "b"]}


@pytest.mark.parametrize(
    ("new", "what"),
    [
        (OLD | {"default": "b"}, "default was 'a', is 'b'"),
        (OLD | {"choices": ["a"]}, "no longer b"),
        (OLD | {"type": "int"}, "type was str, is int"),
        (OLD | {"deprecated": True}, "deprecated"),
        ({**OLD, "default": None, "default_text": "f()"}, "default was 'a', is f()"),
        (OLD | {"required": True}, "is required now"),
    ],
)
def test_a_change_is_said_in_words(new, what):
    assert [*compare(release(one=OLD), release(one=new))] == [Difference("A", "one", what)]


def test_what_is_gone_is_a_change_and_what_is_new_is_none():
    assert [*compare(release(one=OLD, two={}), release(two={}, six={}))] == [
        Difference("A", "one", "gone")
    ]
    assert [*compare(release(one=OLD), release())] == [Difference("A", "", "the group A is gone")]


def test_an_annotation_written_otherwise_and_another_line_are_no_change():
    new = OLD | {"type": "Optional[str]", "where": "a.py:9"}
    assert not [*compare(release(one=OLD | {"type": "str | None"}), release(one=new))]
