"""Where a cited symbol stands."""

import pytest

from qbank.sources.symbols import SymbolError, find

SOURCE = '''\
"""A module."""

import os

LIMIT: int = 3
FIRST, SECOND = 1, 2
if os.name == "nt":
    MODE = "a"
else:
    MODE = "b"


@decorated
class Outer:
    """Outer."""

    size: int = 4

    @property
    def width(self):
        return 1

    @width.setter
    def width(self, value):
        def inner():
            return value
        self.value = value

raise_on = print("a statement of the module")
try:
    from x import y
except ImportError:
    def fallback():
        return None
'''


@pytest.mark.parametrize(
    ("symbol", "lines"),
    [
        ("LIMIT", "5"),
        ("SECOND", "6"),
        ("MODE", "8,10"),
        ("Outer", "13-26"),
        ("Outer.size", "17"),
        ("Outer.width", "19-21,23-27"),
        ("Outer.width.inner", "25-26"),
        ("fallback", "33-34"),
        ('print("a statement', "29"),
        ("import os", "3"),
    ],
)
def test_a_symbol_is_found_with_its_decorators_wherever_it_is_defined(symbol, lines):
    assert find("a.py", SOURCE, symbol).lines == lines.replace("13-26", "13-27")


def test_a_string_may_run_over_lines_and_stands_in_any_file():
    found = find("README.md", "one\ntwo\nthree\n", "two\nthr")
    assert (found.lines, found.text) == ("2-3", "two\nthree")


@pytest.mark.parametrize(
    ("path", "symbol", "message"),
    [
        ("a.py", "Outer.height", "is not there"),
        ("a.py", "return", "occurs 3 times"),
        ("README.md", "value", "occurs 4 times"),
    ],
)
def test_what_is_not_there_once_is_refused(path, symbol, message):
    with pytest.raises(SymbolError, match=message):
        find(path, SOURCE, symbol)


def test_a_file_that_does_not_parse_has_no_symbols_but_strings():
    with pytest.raises(SymbolError, match="line 1 does not parse"):
        find("a.py", "class ?:\n    x = 1\n", "x")
    assert find("a.py", "class ?:\n    x = 1\n", "x = 1").lines == "2"


def test_the_hash_is_of_the_symbol_alone_and_blind_to_trailing_spaces():
    here = find("a.py", SOURCE, "Outer.size")
    assert find("a.py", "class Outer:\n    size: int = 4  \n", "Outer.size").hash == here.hash
    assert find("a.py", "class Outer:\n    size: int = 5\n", "Outer.size").hash != here.hash
