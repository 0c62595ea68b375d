"""The index of several folders."""

from qbank.bank import parsing
from qbank.bank.opening import open_index
from tests.factories import question, write


def test_another_folder_parses_only_its_own_files(tmp_path, monkeypatch):
    first, second = tmp_path / "first", tmp_path / "second"
    write(first, "peft/one", question(framework="peft"))
    write(second, "peft/two", question(framework="peft"))
    open_index(tmp_path / "cache", [first], 10**20).close()
    parsed = []
    real = parsing.parse_file
    monkeypatch.setattr(parsing, "parse_file", lambda *given: parsed.append(given) or real(*given))
    index = open_index(tmp_path / "cache", [first, second], 10**20)
    assert len(index.stored()) == 2
    assert len(parsed) == 1
    index.close()
