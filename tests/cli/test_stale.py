"""`list --stale`: the answers that a newer release touches, and what changed."""

import json

from tests.factories import qbank
from tests.sources.releases import write_bank
from tests.sources.test_stale import CHANGED, lock_text, newer


def bank_with(tmp_path, lock):
    write_bank(tmp_path / "more")
    (tmp_path / "more" / "sources.lock").write_text(lock_text(lock), encoding="utf-8")
    return tmp_path / "more"


def test_stale_questions_are_listed_with_what_changed(tmp_path):
    lock = newer(CHANGED, CHANGED._replace(symbol="SIZE", lines=""))
    code, out, _ = qbank("list", "--stale", "--bank", bank_with(tmp_path, lock), "--lang", "en")
    assert code == 0
    head, *_ = out.split("\n\n")
    assert head.split("\n") == [
        "deepspeed/shards",
        "  deepspeed 0.19.8 -> 0.19.9: `SIZE` is gone, deepspeed/zero.py",
        "    -    stage = 0",
        "  deepspeed 0.19.8 -> 0.19.9: `Config.stage` changed, deepspeed/zero.py:5",
        "    -    stage = 0",
    ]
    assert "1 of " in out


def test_stale_questions_as_data_have_their_reasons(tmp_path):
    bank = bank_with(tmp_path, newer(CHANGED))
    code, out, _ = qbank("list", "--stale", "--bank", bank, "--json")
    assert code == 0
    (row,) = json.loads(out)["data"]
    assert row["id"] == "deepspeed/shards"
    assert row["stale"] == [
        {
            "package": "deepspeed",
            "old": "0.19.8",
            "new": "0.19.9",
            "kind": "changed",
            "name": "Config.stage",
            "place": "deepspeed/zero.py:5",
            "diff": ["-    stage = 0"],
        }
    ]


def test_without_a_newer_release_nothing_is_listed(tmp_path):
    code, out, _ = qbank("list", "--stale", "--bank", bank_with(tmp_path, newer()), "--lang", "en")
    assert code == 0
    assert out.startswith("0 of ")


def test_a_damaged_lock_is_an_error_and_no_traceback(tmp_path):
    bank = bank_with(tmp_path, newer())
    (bank / "sources.lock").write_text("{", encoding="utf-8")
    code, _, err = qbank("list", "--stale", "--bank", bank)
    assert code == 2
    assert "is not a lock file" in err
