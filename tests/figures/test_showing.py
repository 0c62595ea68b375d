"""A question's pictures are seen with its answer: in `show`, in a sitting, and in the Markdown export."""

import subprocess
import sys

import pytest

from qbank.bank.catalog import Bank, Root
from qbank.bank.opening import open_index
from qbank.cells import width
from qbank.export import FORMATS
from qbank.export.sheet import CHEATSHEET, WITHOUT_ANSWERS, Group, Options, Shown, sheet
from qbank.figures import draw, plain
from qbank.settings import Flags
from qbank.terms import Lang
from tests.factories import Stream, qbank, question, write
from tests.view.stage import FixedApp, Paper, played

ID = "deepspeed/stages"
FIGURES = """\
figures:
  - {id: bars, draw: zero_memory, args: {params: 7.5e9, ranks: 64}}
  - {id: plan, draw: pipeline_schedule, args: {stages: 4, microbatches: 8}}
"""
PICTURES = (
    draw("zero_memory", {"params": 7.5e9, "ranks": 64}),
    draw("pipeline_schedule", {"stages": 4, "microbatches": 8}),
)
ANSWER = "Optimizer state takes 12 bytes"


@pytest.fixture
def bank(tmp_path):
    """A folder with one question that has two pictures."""
    write(tmp_path / "bank", ID, question() + FIGURES)
    return tmp_path / "bank"


def indented(text):
    return "\n".join(f"  {line}".rstrip() for line in text.split("\n"))


@pytest.mark.parametrize("lang", Lang)
@pytest.mark.parametrize("columns", [40, 80])
def test_show_prints_the_pictures_below_the_answer(bank, lang, columns, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(columns))
    code, out, _ = qbank("show", ID, "--bank", bank, "--lang", lang.value)
    assert code == 0
    answer = out.index("12 bytes" if lang is Lang.EN else "12 字节")
    places = [out.index(indented(plain(each, lang, columns - 2))) for each in PICTURES]
    pitch = out.index("I count first." if lang is Lang.EN else "先算账。")
    assert answer < places[0] < places[1] < pitch
    assert all(width(line) <= columns for line in out.split("\n"))


def test_show_as_data_keeps_the_figures_as_written(bank):
    assert '"draw": "zero_memory"' in qbank("show", ID, "--bank", bank, "--json")[1]


class BankApp(FixedApp):
    """The App on a bank of the test's own."""

    def __init__(self, folder):
        super().__init__(Flags(lang="en", color="never"), out=Stream())
        index = open_index(self.settings.cache_dir, [folder], 0)
        self._small = Bank(index, [Root(folder, is_packaged=True)])


@pytest.fixture
def app(bank):
    made = BankApp(bank)
    yield made
    made.close()


def test_a_sitting_shows_the_pictures_with_the_full_answer_and_not_before(app):
    first = indented(plain(PICTURES[0], Lang.EN, 78))
    assert first not in played(app, Paper(), ID, "space")
    assert first in played(app, Paper(), ID, "space", "v")


def exported(app, roles=None):
    """The Markdown sheet of the bank."""
    groups = [Group(None, tuple(app.bank.entries.values()))]
    made = sheet(app.bank, groups, (Lang.EN,), title="Sheet", shown=Shown(roles))
    return FORMATS["md"].render(made, Options())


def test_the_export_has_the_pictures_in_fences(app):
    out = exported(app)
    for each in PICTURES:
        assert f"\n\n```text\n{plain(each, Lang.EN, 80)}\n```\n" in out
    assert out.index(ANSWER) < out.index("```text")


@pytest.mark.parametrize("roles", [CHEATSHEET, WITHOUT_ANSWERS])
def test_a_sheet_without_answers_has_no_pictures(app, roles):
    assert "```" not in exported(app, roles)


def test_a_picture_that_cannot_be_drawn_says_so_and_the_rest_is_shown(bank):
    write(bank, ID, question() + FIGURES.replace("ranks: 64", "rnks: 64"))
    code, out, _ = qbank("show", ID, "--bank", bank, "--lang", "en")
    assert code == 0
    assert "[bars] `zero_memory` has no argument `rnks`" in out
    assert indented(plain(PICTURES[1], Lang.EN, 78)) in out
    assert "I count first." in out


def test_a_question_without_pictures_does_not_load_them(tmp_path):
    write(tmp_path / "bank", ID, question())
    code = (
        "import io, sys; from datetime import UTC, datetime; from qbank.cli.app import run; "
        f"done = run(['show', {ID!r}, '--bank', {str(tmp_path / 'bank')!r}], out=io.StringIO(), "
        "err=io.StringIO(), now=lambda: datetime.now(UTC)); "
        "print(done, [name for name in sys.modules if name.startswith('qbank.figures')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "0 []", done.stderr
