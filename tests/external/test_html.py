"""The HTML sheet in a real browser: clicks, keys, boxes that stay, nothing fetched, nothing executed."""

import json
import random

import pytest

from qbank.export import FORMATS
from qbank.export.sheet import Options
from tests.export.hostile import FENCES, TEXTS, hostile_sheet
from tests.export.sheets import small_bank
from tests.external.browser import Browser
from tests.factories import qbank, question, write

FIGURES = """\
figures:
  - {id: bars, draw: zero_memory, args: {params: 7.5e9, ranks: 64}}
"""
SNIPPET = """\
snippets:
  - {for: axolotl, language: python, code: "def f():\\n    return 1 < 2\\n"}
"""
SHOWN = "[...document.querySelectorAll('article')].filter(one => one.offsetParent).map(one => one.dataset.id)"
OPEN = (
    "[...document.querySelectorAll('.answer[open]')].map(one => one.closest('article').dataset.id)"
)
ALL = ["axolotl/c", "unsloth/a", "unsloth/b"]


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    made = Browser(tmp_path_factory.mktemp("profile"))
    yield made
    made.close()


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """Sheets of the small bank by their options, exported once, and the folder they are in."""
    folder = tmp_path_factory.mktemp("sheets")
    small_bank(folder / "bank")
    one = question(en="C?", zh="丙？", framework="axolotl", topic="trend")
    write(folder / "bank", "axolotl/c", one + FIGURES + SNIPPET)
    return folder, {}


def exported(bank, path, *arguments):
    filters = ("-f", "unsloth", "-f", "axolotl", "--topic", "trend")
    done = qbank("export", *filters, "--bank", bank, "-o", path, *arguments)
    assert done[0] == 0, done
    return path


@pytest.fixture
def sheet(kept):
    """A function from options to the HTML file of the small bank."""
    folder, made = kept

    def make(*arguments):
        arguments = arguments or ("--lang", "both")
        if arguments not in made:
            path = folder / f"sheet-{len(made)}.html"
            made[arguments] = exported(folder / "bank", path, *arguments)
        return made[arguments]

    return make


@pytest.fixture
def page(browser, sheet):
    """The small bank in both languages, on a desktop, with no box ticked."""
    browser.size(1100, 900)
    browser.open(sheet())
    browser.run("localStorage.clear()")
    browser.open(sheet())
    assert browser.run(SHOWN) == ALL
    yield browser
    assert browser.complaints() == []
    assert [one for one in browser.requests() if not one.startswith("file://")] == []


def hostile_page(folder, said):
    text = FORMATS["html"].render(hostile_sheet(folder, said), Options())
    path = folder / "page.html"
    path.write_text(text, encoding="utf-8")
    return path


def search(page, text):
    page.run("document.getElementById('search').value = ''")
    page.click("#search")
    page.type(text)
    return page.run(SHOWN)


def choose(page, name, value):
    page.run(
        f"(() => {{ const one = document.getElementById({json.dumps(name)}); one.value = {json.dumps(value)}; "
        "one.dispatchEvent(new Event('change', {bubbles: true})); })()"
    )
    return page.run(SHOWN)


def test_one_chinese_character_is_found(page):
    assert search(page, "乙") == ["unsloth/b"]
    assert page.run("document.getElementById('count').textContent") == "1 / 3 题"


def test_every_word_must_be_there_whatever_its_case_and_width(page):
    assert search(page, "ＰＩＣＴ zero") == []
    assert search(page, "UNSLOTH/A 12") == ["unsloth/a"]
    assert search(page, "看答案") == [], "words of the page itself are not searched"
    assert page.run("document.getElementById('count').textContent").startswith("没有符合的题")
    page.press("Escape")
    assert page.run(SHOWN) == ALL


def test_filters_join(page):
    assert choose(page, "framework", "unsloth") == ["unsloth/a", "unsloth/b"]
    assert choose(page, "level", "senior") == ["unsloth/a"]
    assert choose(page, "framework", "axolotl") == []
    assert choose(page, "level", "") == ["axolotl/c"]
    assert choose(page, "framework", "") == ALL
    assert choose(page, "topic", "zero") == ["unsloth/a"]


def test_answers_are_revealed_one_by_one_by_mouse_and_keys(page):
    assert page.run(OPEN) == []
    page.click('[data-id="unsloth/a"] .answer > summary')
    assert page.run(OPEN) == ["unsloth/a"]
    assert page.run("document.querySelectorAll('.step[open]').length") == 0
    page.click('[data-id="unsloth/a"] [lang=zh] .step > summary')
    assert page.run("document.querySelectorAll('.step[open]').length") == 1
    page.press("j", text="j")
    page.press("Enter", text="\r")
    assert page.run(OPEN) == ["unsloth/a", "unsloth/b"]
    page.press("k", text="k")
    page.press("k", text="k")
    page.press("Enter", text="\r")
    assert page.run(OPEN) == ALL
    page.press("/", text="/")
    assert page.run("document.activeElement.id") == "search"
    assert page.run("document.activeElement.value") == ""
    page.click("#close")
    assert page.run(OPEN) == []
    page.click("#open")
    assert page.run(OPEN) == ALL


def test_keys_typed_into_the_search_are_text(page):
    page.click("#search")
    page.press("j", text="j")
    page.press("/", text="/")
    assert page.run("document.getElementById('search').value") == "j/"


def test_ticks_stay_and_both_languages_share_them(page, sheet):
    page.click('[data-id="unsloth/a"] .answer > summary')
    page.click('[data-id="unsloth/a"] [lang=zh] [data-k="+first"]')
    page.open(sheet("--lang", "en"))
    ticked = "[...document.querySelectorAll('input:checked')].map(one => one.closest('article')?.dataset.id + one.dataset.k)"
    assert page.run(ticked) == ["unsloth/a+first"]
    page.open(sheet())
    assert page.run("document.querySelectorAll('[data-k=\"+first\"]:checked').length") == 2
    page.run("window.confirm = () => true")
    page.click("#clear")
    page.open(sheet())
    assert page.run("document.querySelectorAll('[data-k]:checked').length") == 0


def test_only_what_was_missed(page):
    page.click("#open")
    for key in ("+first", "+second", "+third"):
        page.click(f'[data-id="unsloth/a"] [lang=zh] [data-k="{key}"]')
    page.click('[data-id="unsloth/b"] [lang=zh] [data-k="+first"]')
    page.click('[data-id="axolotl/c"] [data-k="!"]')
    page.click("#missed")
    assert page.run(SHOWN) == ["axolotl/c", "unsloth/b"]
    page.click("#missed")
    page.click('[data-id="unsloth/a"] [lang=zh] [data-k="-0"]')
    page.click("#missed")
    assert page.run(SHOWN) == ALL


def test_a_broken_store_is_taken_as_empty(page, sheet):
    page.run("localStorage.setItem('qbank-sheet', '{')")
    page.open(sheet())
    page.click('[data-id="unsloth/a"] .answer > summary')
    page.click('[data-id="unsloth/a"] [data-k="!"]')
    assert page.run("localStorage.getItem('qbank-sheet')") == '{"unsloth/a!":1}'


def test_the_language_switch_changes_texts_and_interface(page):
    shown = '[...document.querySelectorAll(\'[data-id="unsloth/a"] h3 span, [data-id="unsloth/a"] summary span\')].filter(one => one.offsetParent).map(one => one.textContent)'
    assert page.run(shown) == ["甲？", "看答案"]
    page.click("input[value=en]")
    assert page.run(shown) == ["A?", "Show the answer"]
    assert page.run("document.documentElement.lang") == "en"
    assert page.run("document.getElementById('level').options[0].textContent") == "all"
    assert page.run("document.getElementById('count').textContent") == "3 of 3 questions"
    page.click("input[value=both]")
    assert page.run(shown) == ["甲？", "A?", "Show the answer"]


def test_code_is_copied_as_it_is(page):
    page.call(
        "Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"]
    )
    page.click('[data-id="axolotl/c"] .answer > summary')
    page.click('[data-id="axolotl/c"] [lang=zh] .code button')
    page.run("new Promise(done => setTimeout(done))")
    assert (
        page.run(
            "document.querySelector('[data-id=\"axolotl/c\"] [lang=zh] .code button').textContent"
        )
        == "已复制"
    )
    assert page.run("navigator.clipboard.readText()") == "def f():\n    return 1 < 2\n"


def test_a_screen_reader_meets_named_things(page):
    page.click('[data-id="axolotl/c"] .answer > summary')
    found = page.accessible()
    for role in (
        "checkbox",
        "radio",
        "button",
        "combobox",
        "searchbox",
        "DisclosureTriangle",
        "article",
        "image",
    ):
        names = [name for kind, name in found if kind == role]
        assert names, role
        assert all(names), role
    assert ("searchbox", "搜索") in found
    assert ("heading", "1. 丙？") in found
    assert ("article", "1. 丙？") in found
    assert ("checkbox", "第一点（核心）") in found
    assert not [name for _, name in found if "The first point" in name], (
        "the other language is silent"
    )
    assert {"main", "search", "status"} <= {role for role, _ in found}
    assert next(name for role, name in found if role == "image").startswith("每张卡的模型状态")


def test_both_themes_can_be_read(page):
    colors = "(() => { const look = getComputedStyle(document.body); return [look.color, getComputedStyle(document.documentElement).backgroundColor]; })()"
    light = page.run(colors)
    page.size(1100, 900, dark=True)
    assert light == ["rgb(31, 35, 40)", "rgb(255, 255, 255)"]
    assert page.run(colors) == ["rgb(240, 246, 252)", "rgb(13, 17, 23)"]


def test_paper_has_every_answer_and_no_controls(page):
    search(page, "unsloth")
    page.run(
        "addEventListener('beforeprint', () => { window.printed = document.querySelectorAll('details[open]').length; })"
    )
    page.call("Page.printToPDF")
    assert page.run("window.printed") == page.run(
        "1 + document.querySelectorAll('article:not([hidden]) details').length"
    )
    assert page.run(OPEN) == []
    page.call("Emulation.setEmulatedMedia", media="print")
    assert page.run("getComputedStyle(document.getElementById('tools')).display") == "none"
    page.call("Emulation.setEmulatedMedia", media="")


@pytest.mark.parametrize("wide", [320, 390])
def test_a_phone_does_not_scroll_sideways(browser, sheet, tmp_path, wide):
    browser.size(wide, 700, phone=True)
    for name, text in (("quotes", TEXTS["quotes"]), ("word", "x" * 5000)):
        browser.open(hostile_page(tmp_path / name, text))
        browser.run("for (const one of document.querySelectorAll('details')) one.open = true")
        assert browser.run("document.documentElement.scrollWidth") == wide
    browser.open(sheet())
    browser.run("for (const one of document.querySelectorAll('details')) one.open = true")
    assert browser.run("document.documentElement.scrollWidth") == wide


@pytest.mark.parametrize("name", TEXTS)
def test_hostile_text_is_shown_and_does_nothing(browser, tmp_path, name):
    browser.size(1100, 900)
    browser.open(hostile_page(tmp_path, TEXTS[name]))
    said = browser.run("document.querySelector('article').textContent")
    assert " ".join(said.split()).count(" ".join(TEXTS[name].split())) >= 9
    assert FENCES in said
    assert browser.run("document.title") == " ".join(TEXTS[name].split())
    assert browser.run("typeof window.pwned") == "undefined"
    assert (
        browser.run(
            "document.querySelectorAll('article :is(script, img, b, a, iframe, style)').length"
        )
        == 0
    )
    assert browser.complaints() == []
    assert len(browser.requests()) == 1


def test_the_policy_of_the_page_stops_what_would_get_in(browser, sheet):
    browser.open(sheet())
    refused = browser.run(
        "(async () => { const bad = document.createElement('script'); bad.textContent = 'window.pwned = 1'; document.body.append(bad); "
        "document.body.insertAdjacentHTML('beforeend', '<img src=\"https://example.com/x.png\" onerror=\"window.pwned = 2\">'); "
        "return [await fetch('https://example.com/').then(() => 'sent', () => 'refused'), typeof window.pwned]; })()"
    )
    assert refused == ["refused", "undefined"]


def test_without_scripts_everything_can_still_be_read(browser, sheet):
    browser.call("Emulation.setScriptExecutionDisabled", value=True)
    browser.open(sheet())
    browser.call("Emulation.setScriptExecutionDisabled", value=False)
    assert browser.run("document.getElementById('tools').hidden")
    assert browser.run(SHOWN) == ALL
    browser.click('[data-id="unsloth/a"] .answer > summary')
    assert browser.run(OPEN) == ["unsloth/a"]
    assert "Optimizer state takes 12 bytes" in browser.run(
        "document.querySelector('[data-id=\"unsloth/a\"]').innerText"
    )


def many(folder, count):
    """Questions as long as the shipped ones, no two alike."""
    rng = random.Random(1)
    letters = "的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所"
    for number in range(count):
        text = "\\n\\n".join("".join(rng.choices(letters, k=60)) for _ in range(40))
        made = question(
            en=f"Number {number}?", zh=f"第 {number} 题", framework="unsloth", topic="trend"
        )
        write(folder, f"unsloth/many-{number}", made.replace("优化器状态 12 字节。", f'"{text}"'))


def test_a_large_sheet_is_packed_and_works(browser, tmp_path):
    many(tmp_path / "many", 350)
    path = exported(tmp_path / "many", tmp_path / "many.html", "--lang", "zh")
    assert 1_000_000 < path.stat().st_size <= 2_500_000
    assert 'id="packed"' in path.read_text(encoding="utf-8")
    browser.size(1100, 900)
    browser.open(path)
    browser.run(
        "new Promise(done => { const wait = () => document.querySelector('article') ? done() : requestAnimationFrame(wait); wait(); })"
    )
    assert len(browser.run(SHOWN)) == 350
    assert search(browser, "第 349 题") == ["unsloth/many-349"]
    browser.click('[data-id="unsloth/many-349"] .answer > summary')
    assert browser.run(OPEN) == ["unsloth/many-349"]
    assert browser.complaints() == []
