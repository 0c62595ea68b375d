"""CSV and JSON read back by the readers of the standard library."""

import csv
import io
import json

import pytest

from qbank.export.csv_ import harmless


def test_csv_has_a_row_a_question_and_language(export):
    out = export("--format", "csv", "--lang", "both", "--group-by", "level")[1]
    rows = list(csv.DictReader(io.StringIO(out, newline="")))
    assert [(row["id"], row["lang"]) for row in rows] == [
        (id_, lang) for id_ in ("axolotl/c", "unsloth/b", "unsloth/a") for lang in ("zh", "en")
    ]
    last = rows[-1]
    assert (last["number"], last["level"], last["topics"]) == ("3", "senior", "trend zero")
    assert last["answer"].startswith("Optimizer state takes 12 bytes; list[int] and <T>")
    assert (
        last["points"] == "• The first point (core)\n• The second point (core)\n• The third point"
    )


def test_csv_has_only_the_columns_that_are_shown(export):
    head = export("--format", "csv", "--no-answers")[1].split("\n")[0]
    assert head.endswith(",frameworks,topics,title")


def test_excel_gets_a_bom_and_its_line_ends(export, tmp_path):
    export("-o", tmp_path / "x.csv", "--excel", "--lang", "zh")
    raw = (tmp_path / "x.csv").read_bytes()
    assert raw.startswith(b"\xef\xbb\xbfnumber,")
    assert "丙？" in raw.decode("utf-8-sig")
    assert raw.count(b"\r\n") == 4
    export("-o", tmp_path / "y.csv", "--lang", "zh")
    assert (tmp_path / "y.csv").read_bytes().decode("utf-8") == (
        raw.decode("utf-8-sig").replace("\r\n", "\n")
    )


@pytest.mark.parametrize(
    "cell",
    [
        "=cmd|' /C calc'!A0",
        "+1",
        "-1",
        "@SUM(1)",
        "\t=1",
        " =1",
        "\r=1",
        "\n=1",
        "＝1",
        "\u202e=1",
        "\ufeff=1",
        '"=1',
    ],
)
def test_a_cell_that_looks_like_a_formula_is_text(cell):
    assert harmless(cell) == f"'{cell}"


@pytest.mark.parametrize("cell", ["", "a=b", "1-2", "• one", "为什么 = 2", "a\n=b"])
def test_other_cells_stay_as_they_are(cell):
    assert harmless(cell) == cell


def test_json_says_its_version_and_holds_every_part(export):
    data = json.loads(export("--format", "json", "--lang", "both", "--title", "T")[1])
    assert (data["qbank_sheet"], data["title"], data["langs"]) == (1, "T", ["zh", "en"])
    assert data["groups"][0]["title"] is None
    one = data["groups"][0]["questions"][0]
    assert (one["id"], one["level"], one["status"]) == ("axolotl/c", "junior", "verified")
    assert one["verified_with"] == {"numpy": "2.4.6"}
    assert [*one["texts"]["zh"]] == [
        "title",
        "answer",
        "pitch",
        "points",
        "pitfalls",
        "chain",
        "intent",
    ]
    assert one["texts"]["zh"]["title"] == "丙？"


def test_a_json_sheet_without_answers_has_none(export):
    out = export("--format", "json", "--no-answers")[1]
    assert "Optimizer state" not in out
    assert [*json.loads(out)["groups"][0]["questions"][0]["texts"]["en"]] == ["title"]
