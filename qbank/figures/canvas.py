"""A sheet that SVG elements are put on: shapes and escaped text, and the colours of both themes.

The file stands alone: no font, style sheet, script or image from elsewhere.
"""

import html
import re
import zlib

from qbank.cells import clean, width

FONT = 13
SMALL = 10
_EM = 0.55
"""Width of a terminal cell in a proportional font, in font sizes, rounded up."""
_NOT_XML = re.compile("[\ud800-\udfff\ufffe\uffff]")

_STYLE = """\
text{font-family:system-ui,-apple-system,"Segoe UI","Noto Sans CJK SC","PingFang SC","Microsoft YaHei",sans-serif;\
fill:#1f2328}
.page{fill:#ffffff}.dim{fill:#59636e}.line{stroke:#818b98;fill:none}.head{fill:#818b98}.idle{fill:#eaeef2}
.box{fill:#f6f8fa;stroke:#818b98}.wire{fill:#fff1cc;stroke:#9a6700}
.k0{fill:#a8d1ff}.k1{fill:#a9e5b0}.k2{fill:#ffc680}.edge{stroke:#1f2328;stroke-width:.6}
@media (prefers-color-scheme:dark){text{fill:#f0f6fc}
.page{fill:#0d1117}.dim{fill:#9198a1}.line{stroke:#656c76}.head{fill:#656c76}.idle{fill:#262c36}
.box{fill:#151b23;stroke:#656c76}.wire{fill:#3b2a05;stroke:#d29922}
.k0{fill:#1158c7}.k1{fill:#116329}.k2{fill:#8a4600}.edge{stroke:#f0f6fc}}"""


def text_width(text: str, size: int = FONT) -> float:
    """About how wide a text is, in pixels; rather too wide."""
    return width(text) * size * _EM


def escaped(text: str) -> str:
    """Text as XML: nothing in it can be read as an element or an attribute."""
    return html.escape(_NOT_XML.sub("", clean(text)))


class Canvas:
    """Elements in the order they were put down; grows with what is put on it."""

    def __init__(self) -> None:
        self._elements: list[str] = []
        self._right = 0.0
        self._bottom = 0.0

    def _put(self, element: str, right: float, bottom: float) -> None:
        self._elements.append(element)
        self._right, self._bottom = max(self._right, right), max(self._bottom, bottom)

    def box(self, x: float, y: float, wide: float, high: float, style: str) -> None:
        """A rectangle with the classes `style`."""
        shape = f'x="{x:.5g}" y="{y:.5g}" width="{wide:.5g}" height="{high:.5g}"'
        self._put(f'<rect {shape} class="{style}"/>', x + wide, y + high)

    def text(  # noqa: PLR0913  # where, what and how
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: int = FONT,
        style: str = "",
        middle: bool = False,
    ) -> None:
        """A line of text; `y` is its baseline, `x` its start or its middle."""
        look = f' class="{style}"' if style else ""
        look += ' text-anchor="middle"' if middle else ""
        taken = text_width(text, size) / (2 if middle else 1)
        self._put(
            f'<text x="{x:.5g}" y="{y:.5g}" font-size="{size}"{look}>{escaped(text)}</text>',
            x + taken,
            y + size / 3,
        )

    def arrow(self, x: float, top: float, bottom: float) -> None:
        """A line downwards with a head."""
        self._put(
            f'<path d="M{x:.5g} {top:.5g}V{bottom - 5:.5g}" class="line"/>'
            f'<path d="M{x - 4:.5g} {bottom - 6:.5g}h8l-4 6z" class="head"/>',
            x + 4,
            bottom,
        )

    def document(self, title: str, described: str, lang: str, margin: float = 16) -> str:
        """The whole file, with a background of its own so that either theme can be read on any page."""
        wide, high = round(self._right + margin), round(self._bottom + margin)
        # several pictures may stand in one page: ids must differ
        mark = f"{zlib.crc32(f'{title}{described}{lang}'.encode('utf-8', 'replace')):08x}"
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" xml:lang="{lang}" lang="{lang}" role="img" '
            f'aria-labelledby="t{mark} d{mark}" width="{wide}" height="{high}" viewBox="0 0 {wide} {high}">'
        )
        return "\n".join(
            [
                head,
                f'<title id="t{mark}">{escaped(title)}</title>',
                f'<desc id="d{mark}">{escaped(described)}</desc>',
                f"<style>\n{_STYLE}\n</style>",
                f'<rect width="{wide}" height="{high}" class="page"/>',
                *self._elements,
                "</svg>\n",
            ]
        )
