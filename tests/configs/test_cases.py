"""Snippets of every framework: right ones are clean, wrong ones are flagged by one rule at one line."""

from pathlib import Path

import pytest
import yaml

from qbank.configs import check_config

CASES = yaml.safe_load(
    (Path(__file__).parent.parent / "data" / "config-cases.yaml").read_text(encoding="utf-8")
)
ENDINGS = {"json": ".json", "yaml": ".yaml", "cli": ".sh", "python": ".py"}


def checked(case, framework):
    return check_config(f"case{ENDINGS[case['format']]}", case["snippet"], framework)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_snippet_is_judged_as_the_release_would(case):
    problems = checked(case, case["framework"]).problems
    assert {each.rule for each in problems} == ({case["rule"]} if "rule" in case else set())
    if problems:
        assert problems[0].span.line == case["line"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_framework_of_a_snippet_is_guessed(case):
    checked_without = checked(case, "")
    assert checked_without.is_guessed
    assert checked_without.frameworks == (case["framework"],)
    assert checked_without.problems == checked(case, case["framework"]).problems


def test_every_way_to_be_wrong_is_among_the_snippets():
    assert len(CASES) == 23
    assert {case["kind"] for case in CASES} == {"valid", "invalid"}
