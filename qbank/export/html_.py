"""A study sheet as one HTML file that asks nothing of any other: text, style, script and pictures are inside."""

import base64
import hashlib
import json
import zlib
from collections.abc import Iterable
from html import escape
from pathlib import Path

from qbank.export.card import Card
from qbank.export.sheet import Options, Sheet
from qbank.messages import messages
from qbank.terms import Lang, Level

_ASSETS = Path(__file__).parent / "assets"
_SEARCH = 'type="search" id="search" autocomplete="off" spellcheck="false"'
_MISSED = 'type="checkbox" id="missed" aria-describedby="missed-help"'
_PLAIN_BYTES = 2_500_000
"""A larger page is packed: it is sent to phones."""
_SAID_BY_SCRIPT = (
    "all",
    "clear_ask",
    "count",
    "none",
    "copy",
    "copied",
    "kept",
    "not_kept",
    "too_old",
)


def render(sheet: Sheet, options: Options) -> str:  # noqa: ARG001  # the formats' common signature
    """The page. It can be read without its script; with it, it searches, filters and keeps ticks."""
    card = Card(sheet)
    body = "\n".join([_header(sheet), _tools(sheet), _main(sheet, card)])
    style = _asset("page.css") + "\n".join(sorted(card.styles))
    script = _asset("page.js")
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    title = escape(" ".join(sheet.title.split()))
    return f"""<!doctype html>
<html lang="{sheet.langs[0].value}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
{body}
<script type="application/json" id="words">{_words(sheet)}</script>
<script>{script}</script>
</body>
</html>
"""


def _asset(name: str) -> str:
    return (_ASSETS / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"


def _words(sheet: Sheet) -> str:
    """What the script says, as JSON that cannot end its element."""
    words = {
        lang.value: {key: messages(lang).page[key] for key in _SAID_BY_SCRIPT}
        for lang in sheet.langs
    }
    return json.dumps(words, ensure_ascii=False).replace("<", "\\u003c")


def ui(sheet: Sheet, key: str) -> str:
    """A word of the page in each language; the style sheet shows one."""
    return "".join(
        f'<span class="u" lang="{lang.value}">{escape(messages(lang).page[key])}</span>'
        for lang in sheet.langs
    )


def _header(sheet: Sheet) -> str:
    title = escape(" ".join(sheet.title.split()))
    return f'<a class="skip" href="#questions">{ui(sheet, "skip")}</a>\n<header><h1>{title}</h1></header>'


def _tools(sheet: Sheet) -> str:
    """Search, filters and buttons; hidden until the script that they need runs."""
    search = f'<label class="search">{ui(sheet, "search")} <input {_SEARCH}></label>'
    missed = f"<label><input {_MISSED}> {ui(sheet, 'missed_only')}</label>"
    buttons = "".join(
        f'<button type="button" id="{name}">{ui(sheet, word)}</button>'
        for name, word in (("open", "open_all"), ("close", "close_all"), ("clear", "clear"))
    )
    row = "\n".join(box for box in [*_filters(sheet), missed, _languages(sheet), buttons] if box)
    notes = (
        f'<p class="note" id="missed-help">{ui(sheet, "missed_help")} <span id="kept"></span></p>'
    )
    keys = f'<p class="note keys">{ui(sheet, "keys")}</p>'
    inside = f'<div class="row">\n{row}\n</div>\n{notes}\n{keys}'
    more = f'<details id="more"><summary>{ui(sheet, "more")}</summary>\n{inside}\n</details>'
    count = '<p id="count" role="status"></p>'
    return f'<div id="tools" role="search" hidden>\n<div class="row">{search}</div>\n{more}\n{count}\n</div>'


def _filters(sheet: Sheet) -> Iterable[str]:
    entries = [question.entry for question in sheet.questions]
    frameworks = {id_ for entry in entries for id_ in entry.frameworks}
    topics = {id_ for entry in entries for id_ in entry.topics}
    levels = {entry.level for entry in entries}
    yield _select(
        sheet,
        "framework",
        [
            (id_, dict.fromkeys(sheet.langs, sheet.frameworks.get(id_, id_)))
            for id_ in (
                *(f for f in sheet.frameworks if f in frameworks),
                *sorted(frameworks - {*sheet.frameworks}),
            )
        ],
    )
    yield _select(
        sheet,
        "level",
        [
            (level.value, {lang: messages(lang).levels[level] for lang in sheet.langs})
            for level in Level
            if level in levels
        ],
    )
    yield _select(
        sheet,
        "topic",
        [
            (
                id_,
                {
                    lang: sheet.topics[id_].get(lang.value) if id_ in sheet.topics else id_
                    for lang in sheet.langs
                },
            )
            for id_ in (
                *(t for t in sheet.topics if t in topics),
                *sorted(topics - {*sheet.topics}),
            )
        ],
    )


def _select(sheet: Sheet, name: str, values: list[tuple[str, dict[Lang, str]]]) -> str:
    """A filter; empty where there is nothing to choose."""
    if len(values) < 2:
        return ""
    first = sheet.langs[0]
    everything = {lang: messages(lang).page["all"] for lang in sheet.langs}
    options = "".join(
        f'<option value="{escape(value)}"'
        + "".join(f' data-{lang.value}="{escape(text)}"' for lang, text in texts.items())
        + f">{escape(texts[first])}</option>"
        for value, texts in [("", everything), *values]
    )
    return f'<label>{ui(sheet, name)} <select id="{name}" data-filter="{name}">{options}</select></label>'


def _languages(sheet: Sheet) -> str:
    if len(sheet.langs) < 2:
        return ""
    names = {Lang.ZH: "中文", Lang.EN: "English"}
    labels = [
        (lang.value, f'<span lang="{lang.value}" class="choice">{names[lang]}</span>')
        for lang in sheet.langs
    ]
    choices = [
        f'<label><input type="radio" name="show" value="{value}"> {label}</label>'
        for value, label in [*labels, ("both", ui(sheet, "both"))]
    ]
    return f"<fieldset><legend>{ui(sheet, 'language')}</legend>{''.join(choices)}</fieldset>"


def _main(sheet: Sheet, card: Card) -> str:
    """The questions; where they are many, packed for the script to unpack."""
    inside = _questions(sheet, card)
    if len(inside.encode()) > _PLAIN_BYTES:
        raw = base64.b64encode(zlib.compress(inside.encode(), 9)).decode()
        note = f"<noscript><p>{ui(sheet, 'needs_script')}</p></noscript>"
        return (
            f'<main id="questions" tabindex="-1">{note}</main>\n'
            f'<script type="application/octet-stream" id="packed">{raw}</script>'
        )
    return f'<main id="questions" tabindex="-1">\n{inside}\n</main>'


def _questions(sheet: Sheet, card: Card) -> str:
    blocks = []
    for group in sheet.groups:
        cards = "\n".join(card.html(question) for question in group.questions)
        heading = ""
        if group.title is not None:
            title = group.title
            texts = (
                f'<span class="c" lang="{lang.value}">{escape(title.get(lang.value))}</span>'
                for lang in sheet.langs
            )
            heading = f"<h2>{''.join(texts)}</h2>\n"
        blocks.append(f"<section>\n{heading}{cards}\n</section>")
    return "\n".join(blocks)
