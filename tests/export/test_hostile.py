"""Hostile text comes out literally in every format, read by a reader that is not ours."""

import csv
import io
import json
from html.parser import HTMLParser

import pytest
from markdown_it import MarkdownIt

from qbank.export import FORMATS
from qbank.export.markdown import literal
from qbank.export.sheet import Options
from tests.export.hostile import FENCES, TEXTS, hostile_sheet

PLACES = 9
"""Title, answer, pitch, intent, point, pitfall twice, follow-up's question and answer."""


def one_line(text):
    return " ".join(text.split())


class Page(HTMLParser):
    """Text, tags, and attributes of a page; what stands in style and script is no text."""

    def __init__(self, text):
        super().__init__()
        self.said, self.tags, self.attributes, self._quiet = [], set(), set(), False
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.links = [value for name, value in attrs if name in {"href", "src"}]
        assert not [link for link in self.links if not link.startswith(("#", "https://"))]
        self._quiet = tag in {"style", "script"}

    def handle_endtag(self, _):
        self._quiet = False

    def handle_data(self, data):
        if not self._quiet:
            self.said.append(data)


TAGS = {
    "html",
    "head",
    "meta",
    "title",
    "style",
    "body",
    "a",
    "span",
    "header",
    "h1",
    "div",
    "label",
    "input",
    "details",
    "summary",
    "select",
    "option",
    "fieldset",
    "legend",
    "button",
    "p",
    "main",
    "section",
    "article",
    "h3",
    "h4",
    "code",
    "pre",
    "ul",
    "li",
    "ol",
    "script",
}


def html_says(text):
    page = Page(text)
    assert page.tags <= TAGS
    assert not [name for name in page.attributes if name.startswith("on") or name == "style"]
    assert "script-src 'sha256-" in text
    return "".join(page.said)


def markdown_says(text):
    """What a CommonMark reader that allows HTML shows."""
    said = []
    for token in MarkdownIt("commonmark").enable("table").parse(text):
        assert token.type != "html_block"
        for child in token.children or []:
            assert child.type not in {"html_inline", "link_open", "image"}
        if token.type == "fence":
            said.append(token.content)
        elif token.type == "inline":
            said.append("".join(child.content for child in token.children))
    return "\n".join(said)


def csv_says(text):
    csv.field_size_limit(10**7)
    rows = list(csv.reader(io.StringIO(text, newline="")))
    assert [len(row) for row in rows] == [len(rows[0])] * 2
    assert not [cell for cell in rows[1] if cell.lstrip().startswith(("=", "+", "-", "@"))]
    return "\n".join(rows[1])


def json_says(text):
    return "\n".join(json.loads(text)["groups"][0]["questions"][0]["texts"]["en"].values())


SAYS = {"md": markdown_says, "html": html_says, "csv": csv_says, "json": json_says}


@pytest.fixture(scope="module")
def sheets(tmp_path_factory):
    """A function from a name in TEXTS to a sheet of one question that says it everywhere."""
    made = {}

    def build(name):
        if name not in made:
            made[name] = hostile_sheet(tmp_path_factory.mktemp("hostile"), TEXTS[name])
        return made[name]

    return build


def test_every_format_is_in_the_table():
    assert SAYS.keys() == FORMATS.keys()


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("form", FORMATS)
def test_hostile_text_comes_out_literally(sheets, form, name):
    made = FORMATS[form].render(sheets(name), Options())
    said = SAYS[form](made)
    wanted = one_line(TEXTS[name])
    assert one_line(said).count(wanted) >= PLACES
    assert one_line(FENCES) in one_line(said)


@pytest.mark.parametrize("fence", ["```", "~~~~", "- ```", "1. ```text", "    code", "`", "> ```"])
def test_a_fence_that_is_not_closed_ends_with_its_part(fence):
    text = literal(f"{fence}\na <b>") + "\n\n# Next\n"
    assert "a <b>" in markdown_says(text)
    assert "heading_open" in [token.type for token in MarkdownIt("commonmark").parse(text)]


@pytest.mark.parametrize("name", ["script", "handler", "tags-closed"])
def test_the_title_of_a_page_cannot_leave_its_element(sheets, name):
    text = FORMATS["html"].render(sheets(name), Options())
    assert text.count("<title>") == text.count("</title>") == 1
    assert text.count("</script>") == 2
    assert text.count("</style>") == 1
