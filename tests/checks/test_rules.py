"""Each rule flags its bad sample, there and nowhere else, and nothing in its good one."""

import pytest

from qbank.checks import RULES
from qbank.checks.docs import pages, write
from qbank.checks.reading import NOT_TEXT
from tests.checks.rule_samples import MINE, QUESTION, SIDES, checked, line_of, merged

SAMPLED = [rule for rule in RULES.values() if rule.sample != NOT_TEXT]
# what follows from a question being left out of the bank
FOLLOWS = {"see-also", "track-id"}


def found_in(tmp_path, rule, sample):
    """`(findings, text of the file the sample stands in)`."""
    if rule.sample in SIDES:
        return checked(tmp_path, **{rule.sample.removesuffix(".yaml"): sample}), sample
    text = sample if rule.sample else merged(sample)
    return checked(tmp_path, text), text


def test_the_question_that_samples_are_put_into_breaks_no_rule(tmp_path):
    assert checked(tmp_path) == ()


@pytest.mark.parametrize("rule", SAMPLED, ids=lambda rule: rule.name)
def test_a_bad_sample_breaks_its_rule_alone_at_the_line_it_names(rule, tmp_path):
    problems, text = found_in(tmp_path, rule, rule.bad)
    left_out = rule.check is None and rule.side is None
    mine = [each for each in problems if not (left_out and each.rule in FOLLOWS)]
    if rule.sample in SIDES and left_out:
        mine = [each for each in mine if each.path.endswith(rule.sample)]
    assert {each.rule for each in mine} == {rule.name}, mine
    wanted = rule.flagged if rule.sample else line_of(rule.bad, rule.flagged, text)
    name = rule.sample if rule.sample in SIDES else f"{MINE}.yaml"
    named = [each for each in mine if each.path.endswith(name) and each.span.line == wanted]
    assert named, mine
    assert named[0].severity is rule.severity
    lines = text.encode("utf-8", "surrogateescape").decode("utf-8", "replace").split("\n")
    assert named[0].source_line == lines[wanted - 1]


@pytest.mark.parametrize(
    "rule", [r for r in SAMPLED if r.name != "shape"], ids=lambda rule: rule.name
)
def test_a_good_sample_breaks_no_rule(rule, tmp_path):
    problems, _ = found_in(tmp_path, rule, rule.good)
    sides = {"track-id", "unknown-topic"} if rule.sample else set()
    assert [each for each in problems if each.rule not in sides] == [], rule.good


def test_the_pages_of_the_rules_are_current(request, tmp_path):
    folder = request.config.rootpath / "docs" / "rules"
    committed = {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}
    assert committed == pages(), "run: python -m qbank.checks.docs"


def test_writing_the_pages_removes_those_of_rules_that_are_gone(tmp_path):
    (tmp_path / "no-such-rule.md").write_text("old")
    write(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == set(pages())


def test_findings_are_sorted_and_those_of_unreadable_files_are_among_them(tmp_path):
    problems = checked(tmp_path, merged("pitfals: []\n", merged("topics: [memroy]\n")))
    assert [each.rule for each in problems] == ["unknown-key", "track-id"]
    assert list(problems) == sorted(problems)


def test_a_draft_is_spared_all_but_names_and_shape(tmp_path):
    draft = merged(
        "status: draft\nen: null\npoints:\n  - {id: one, zh: 切分}\nsee_also: [deepspeed/offlaod]\n"
    )
    rules = [each.rule for each in checked(tmp_path, draft)]
    assert rules == ["see-also", "track-id"]


def test_checking_one_question_leaves_the_others_alone(tmp_path):
    from qbank.checks import run_checks
    from tests.checks.rule_samples import bank_in

    files = {
        f"{MINE}.yaml": merged("topics: [memroy]\n"),
        "deepspeed/offload.yaml": merged("topics: [memroy]\nsee_also: []\n"),
        **SIDES,
        "tracks.yaml": SIDES["tracks.yaml"].replace("offload", "offlaod"),
    }
    bank = bank_in(tmp_path / "bank", files)
    problems = run_checks(bank, [bank.entry("deepspeed/offload")])
    assert {each.path.rsplit("/", 1)[1] for each in problems} == {"offload.yaml"}


def test_a_page_shows_what_a_rule_wants_and_how_to_mend_it():
    page = pages()["chain-length.md"]
    for part in ("exactly three follow-ups", "## Why", "## Bad", "## Good", "## Fix", "Write one"):
        assert part in page


def test_a_question_that_keeps_every_rule_is_the_base(tmp_path):
    assert merged("minutes: 5\n") == QUESTION


def test_files_that_cannot_be_questions_are_findings(tmp_path):
    (tmp_path / "bank" / "deepspeed").mkdir(parents=True)
    (tmp_path / "bank" / "deepspeed" / "ZeRO_Stages.yaml").write_text(QUESTION, encoding="utf-8")
    (tmp_path / "bank" / "deepspeed" / "stages.yml").write_text(QUESTION, encoding="utf-8")
    assert [each.rule for each in checked(tmp_path)] == ["file-name", "file-name"]


def test_every_rule_that_reading_applies_is_explained(tmp_path):
    problems = checked(tmp_path, merged("pitfals: []\n"))
    assert {each.rule for each in problems} <= set(RULES)
