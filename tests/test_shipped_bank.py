"""The real questions."""

import subprocess
import sys
from pathlib import Path

import pytest

from qbank.bank.loader import load
from qbank.content.types import from_body
from qbank.content.types.open_ import Open
from tests.factories import qbank

BANK = Path(__file__).parent.parent / "questions"
FILES = sorted(BANK.glob("*/*.yaml"))


def test_the_shipped_bank_passes_the_strict_check():
    code, out, err = qbank("check", "--strict", "--format", "concise")
    assert code == 0, out + err


def solutions():
    for path in FILES:
        body = load(str(path), path.read_bytes()).body
        question = from_body(body) if body else None
        if isinstance(question, Open) and question.solution:
            yield pytest.param(question.solution, id=path.stem)


def passes(code, test):
    done = subprocess.run([sys.executable, "-c", f"{code}\n{test}"], capture_output=True, text=True)
    return done.returncode == 0, done.stderr


@pytest.mark.parametrize("solution", [*solutions()])
def test_a_reference_solution_passes_its_test_and_no_mutant_does(solution):
    passed, error = passes(solution.code, solution.test)
    assert passed, error
    assert len(solution.mutants) >= 3
    for mutant in solution.mutants:
        assert solution.code.count(mutant.find) >= 1
        wrong = solution.code.replace(mutant.find, mutant.replace)
        assert not passes(wrong, solution.test)[0], mutant
