"""Each rule flags its bad sample, there and nowhere else, and nothing in its good one."""

import pytest

from qbank.configs import RULES, check_config

SAMPLED = tuple(RULES.values())


def found(rule, sample):
    return check_config(f"sample.{rule.form}", sample, rule.framework).problems


@pytest.mark.parametrize("rule", SAMPLED, ids=lambda rule: rule.name)
def test_a_bad_sample_breaks_its_rule_alone_at_the_line_it_names(rule):
    problems = found(rule, rule.bad)
    assert {each.rule for each in problems} == {rule.name}, problems
    assert problems[0].span.line == rule.flagged
    assert problems[0].severity is rule.severity
    assert problems[0].source_line == rule.bad.split("\n")[rule.flagged - 1]


@pytest.mark.parametrize("rule", SAMPLED, ids=lambda rule: rule.name)
def test_a_good_sample_breaks_no_rule(rule):
    assert found(rule, rule.good) == ()


@pytest.mark.parametrize("rule", SAMPLED, ids=lambda rule: rule.name)
def test_a_rule_names_what_enforces_it(rule):
    assert rule.sources
    assert all(all(source) for source in rule.sources)
