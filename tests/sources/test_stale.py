"""Which answers a newer release touches."""

import pytest

from qbank.sources.citations import Citation
from qbank.sources.lock import ChangedSymbol, Lock, Locked, Newer, as_text
from qbank.sources.stale import ReasonKind, named_options, stale
from tests.checks.rule_samples import bank_in
from tests.sources.releases import write_bank

CHANGED = ChangedSymbol("deepspeed/zero.py", "Config.stage", "5", ("-    stage = 0",))


def newer(*symbols, old="0.19.8", **options):
    return Lock(newer={"deepspeed": Newer("deepspeed", old, "0.19.9", symbols, options)})


@pytest.fixture
def bank(tmp_path):
    write_bank(tmp_path / "bank")
    return bank_in(tmp_path / "bank", {})


def test_only_the_question_whose_symbol_changed_is_stale(bank):
    found = stale(bank, newer(CHANGED))
    assert [*found] == ["deepspeed/shards"]
    (reason,) = found["deepspeed/shards"]
    assert (reason.kind, reason.name) == (ReasonKind.CHANGED, "Config.stage")
    assert reason.place == "deepspeed/zero.py:5"
    assert reason.diff == ("-    stage = 0",)


def test_nothing_is_stale_without_a_newer_release_or_when_nothing_cited_changed(bank):
    assert stale(bank, Lock()) == {}
    assert stale(bank, newer()) == {}


def test_a_symbol_that_is_gone_is_said_to_be(bank):
    (reason,) = stale(bank, newer(CHANGED._replace(lines="")))["deepspeed/shards"]
    assert (reason.kind, reason.place) == (ReasonKind.GONE, "deepspeed/zero.py")


def test_a_question_that_names_a_changed_option_is_stale(tmp_path):
    text = write_bank(tmp_path / "bank").replace("pitch: It", "pitch: With `overlap_comm` it")
    write_bank(tmp_path / "bank", text)
    bank = bank_in(tmp_path / "bank", {})
    lock = newer(**{"zero_optimization.overlap_comm": "default was None, is True"})
    assert [*stale(bank, lock)] == ["deepspeed/shards"]
    (reason,) = stale(bank, lock)["deepspeed/shards"]
    assert (reason.kind, reason.name) == (ReasonKind.OPTION, "zero_optimization.overlap_comm")
    assert reason.place == "default was None, is True"


def test_options_are_named_in_code_spans_and_snippets_but_not_in_prose(tmp_path):
    text = write_bank(tmp_path / "bank").replace(
        "pitch: It shards", "pitch: It overlap_comm `--micro-batch-size 4` shards"
    )
    text += 'snippets:\n  - {id: a, for: deepspeed, language: sh, code: "--zero_stage 2"}\n'
    write_bank(tmp_path / "bank", text)
    named = named_options(bank_in(tmp_path / "bank", {}).get("deepspeed/shards"))
    assert {"micro_batch_size", "zero_stage"} <= named
    assert "overlap_comm" not in named


def test_a_question_verified_with_another_release_is_not_touched(tmp_path):
    text = write_bank(tmp_path / "bank").replace("{deepspeed: 0.19.8}", "{deepspeed: 0.19.9}")
    write_bank(tmp_path / "bank", text)
    assert stale(bank_in(tmp_path / "bank", {}), newer(CHANGED)) == {}


def lock_text(lock):
    places = {
        Citation("deepspeed==0.19.8", "deepspeed/zero.py", symbol): Locked("f", "1", "h")
        for symbol in ("Config.start", "SIZE", "Config.stage")
    }
    return as_text(Lock(places, lock.newer))


def test_check_warns_of_a_stale_answer_and_of_a_pin_that_was_not_compared(tmp_path):
    from qbank.checks import run_checks

    folder = tmp_path / "bank"
    write_bank(folder)
    bank = bank_in(folder, {"sources.lock": lock_text(newer(CHANGED))})
    (found,) = [each for each in run_checks(bank) if each.rule == "source-stale"]
    assert "`Config.stage` changed" in found.message
    pins = (folder / "frameworks.yaml").read_text(encoding="utf-8")
    raised = {"frameworks.yaml": pins.replace("0.19.8", "0.19.9")}
    bank = bank_in(folder, {**raised, "sources.lock": lock_text(Lock())})
    found = [each.message for each in run_checks(bank) if each.rule == "source-stale"]
    assert len(found) == 2
    assert all("the two were not compared" in message for message in found)
    bank = bank_in(folder, {**raised, "sources.lock": lock_text(newer())})
    assert not [each for each in run_checks(bank) if each.rule == "source-stale"]


def test_a_citation_of_frameworks_yaml_is_to_be_locked_as_well(tmp_path):
    from qbank.checks import run_checks

    folder = tmp_path / "bank"
    write_bank(folder)
    path = folder / "frameworks.yaml"
    source = "{id: a, type: code, package: deepspeed==0.19.8, path: deepspeed/zero.py, symbol: NO}"
    text = path.read_text(encoding="utf-8") + f"  sources: [{source}]\n"
    bank = bank_in(folder, {"frameworks.yaml": text, "sources.lock": lock_text(Lock())})
    (found,) = run_checks(bank)
    assert (found.rule, found.path) == ("unlocked-source", str(path))


def test_a_folder_without_a_lock_is_left_alone(tmp_path):
    from qbank.checks import run_checks

    write_bank(tmp_path / "bank")
    assert run_checks(bank_in(tmp_path / "bank", {})) == ()
