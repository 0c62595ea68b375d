"""What the READMEs show is what the program prints."""

import pytest

from tests.view.readme import LANGUAGES, ROOT, screens


@pytest.mark.parametrize("name", LANGUAGES)
def test_the_screens_of_a_readme_are_what_the_program_prints(name, monkeypatch):
    monkeypatch.setenv("LC_ALL", LANGUAGES[name])
    text = (ROOT / name).read_text(encoding="utf-8")
    assert text.count("```\n$ qbank") == 3
    assert text == screens(text), "run: python -m tests.view.readme"
