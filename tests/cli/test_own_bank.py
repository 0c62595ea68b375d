"""Questions of one's own: where they go, the example in the docs, and files outside every bank."""

import re
from pathlib import Path

from qbank.settings import Flags, load
from tests.factories import qbank, question, write

FORMAT = Path(__file__).parent.parent.parent / "docs" / "question-format.md"


def example():
    [text] = re.findall(r"```yaml\n(.*?)```", FORMAT.read_text(encoding="utf-8"), re.DOTALL)
    [id_] = re.findall(r"its id `([^`]*)`", FORMAT.read_text(encoding="utf-8"))
    return id_, text


def test_the_example_of_the_format_passes_the_check_where_the_docs_put_it():
    own = load(Flags()).user_bank
    out = qbank("doctor")[1]
    assert f"{own} (not there yet)" in out
    id_, text = example()
    path = write(own, id_, text)
    assert qbank("check", path, "--strict")[:2] == (0, "")
    assert f"{own} (yours)" in qbank("doctor")[1]
    assert "(not there yet)" not in qbank("doctor")[1]
    assert id_ in qbank("list", "-f", "peft")[1]


def test_a_file_outside_every_bank_is_checked(tmp_path):
    id_, text = example()
    good = write(tmp_path / "work", id_, text)
    bad = write(tmp_path / "other", "peft/bad", question().replace("pitfalls:", "pitfals:"))
    assert qbank("check", good)[0] == 0
    code, out, err = qbank("check", good, bad)
    assert code == 1
    assert f"{bad}:" in out
    assert "error[unknown-key]" in out
    assert str(good) not in out
    assert "2 files, 1 error," in err


def test_a_file_that_is_in_no_folder_of_its_bank_is_told_to_move():
    own = load(Flags()).user_bank
    path = write(own, "loose", question())
    code, _, err = qbank("check", path)
    assert code == 2
    assert "is in no folder of its bank" in err
    assert str(own / "FRAMEWORK" / "loose.yaml") in err


def test_a_file_beside_the_questions_is_checked_with_the_bank(tmp_path):
    write(tmp_path / "mine", "topics", "{}\n")
    code, _, err = qbank("check", tmp_path / "mine" / "topics.yaml", "--bank", tmp_path / "mine")
    assert code == 2
    assert "hint: qbank check\n" in err
