"""Texts that mean something to a reader of one format or another."""

import json

from qbank.bank.catalog import Bank, Root
from qbank.bank.opening import open_index
from qbank.export.sheet import Group, sheet
from qbank.terms import Lang
from tests.factories import question, write

TEXTS = {
    "script": "a<script>window.pwned=1</script>b",
    "handler": '<img src=x onerror="window.pwned=1">',
    "tags-closed": "</script></style></details></article></main><!--",
    "entities": "&lt;b&gt; &amp; &#60;",
    "cloze": "{{c1::x}} {{c1::y::z}}",
    "markup": "[/x] [bold] :smile: list[int]",
    "formula": "=cmd|' /C calc'!A0",
    "typst": '#panic("x") $a$ #read("/etc/passwd") @ref',
    "link": "[a](javascript:window.pwned=1) ![b](https://example.com/b.png)",
    "address": "<javascript:window.pwned=1> <data:text/html,x>",
    "directions": "a\u202eb\u2066c\u200fd\u202c\u2069e",
    "quotes": "\"a\" 'b' \\ c,d;e\tf",
    "long": "长<" * 25_000 + "end",
    "ticks": "a` b`` c``` d",
}
FENCES = "x = 1\n```\n````python\n<b>~~~</b>\n```\ny"
ID = "unsloth/hostile"


def hostile(folder, text, code=FENCES):
    """A question that says `text` in every place of its English half, and has `code` as a snippet."""
    said = json.dumps(text)
    made = question(en=said, zh=said, framework="unsloth", topic="trend")
    for plain in (
        '"Optimizer state takes 12 bytes; list[int] and <T> stay as typed."',
        "I count first.",
        "Whether they count.",
    ):
        assert plain in made
        made = made.replace(plain, said)
    for plain in ("The first point", "Ask one", "Hint one", "Answer one", "Wrong one", "Right one"):
        made = made.replace(f": {plain}", f": {said}")
    made += f"snippets:\n  - {{for: unsloth, language: 'py\"><b>', code: {json.dumps(code)}}}\n"
    return write(folder, ID, made)


def hostile_sheet(folder, text):
    """The sheet of that one question, called `text` itself."""
    hostile(folder / "bank", text)
    index = open_index(folder / "cache", [folder / "bank"], 0)
    bank = Bank(index, [Root(folder / "bank", is_packaged=True)])
    assert bank.entries, bank.problems
    made = sheet(bank, [Group(None, tuple(bank.entries.values()))], (Lang.EN,), title=text)
    index.close()
    return made
