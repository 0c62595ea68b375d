"""What a dry run prints as JSON."""

import json

from tests.factories import qbank


def test_a_dry_undo_is_json_too():
    code, out, _ = qbank("undo", "--dry-run", "--json")
    assert code == 0
    assert json.loads(out) == {"qbank": 1, "command": "undo", "data": None, "problems": []}
