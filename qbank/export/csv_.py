"""A study sheet as CSV: one row a question and language, one column a part."""

import csv
import io
import re
from collections.abc import Iterable

from qbank.content.sections import Role, Section
from qbank.export.sheet import Options, Sheet, SheetQuestion
from qbank.figures.showing import with_figures
from qbank.terms import Lang

_BOM = "\ufeff"
_CELLS = 80
_ABOUT = ("number", "group", "id", "lang", "type", "kind", "level", "frameworks", "topics")
_LISTS = {Role.MISSED, Role.SAID, Role.POINTS, Role.PITFALLS, Role.ANGLES, Role.SOURCES}
_MARK = re.compile(r"^- ", re.MULTILINE)
_FORMULA = re.compile(
    r"[\s'\"\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n]"
)


def render(sheet: Sheet, options: Options) -> str:
    """The sheet as UTF-8 CSV with a heading row; with `options.excel` a BOM and the line ends of Windows."""
    roles = [role for role in Role if role in _roles(sheet)]
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n" if options.excel else "\n")
    writer.writerow([*_ABOUT, *(role.value for role in roles)])
    for group in sheet.groups:
        heading = sheet.heading(group)
        for question in group.questions:
            for lang, sections in question.texts:
                texts = {
                    one.role: one for one in with_figures(sections, question.body, lang, _CELLS)
                }
                cells = [*_about(question, heading, lang), *(_cell(texts.get(r)) for r in roles)]
                writer.writerow([harmless(cell) for cell in cells])
    return (_BOM if options.excel else "") + out.getvalue()


def _roles(sheet: Sheet) -> set[Role]:
    return {one.role for each in sheet.questions for _, found in each.texts for one in found}


def _about(question: SheetQuestion, heading: str, lang: Lang) -> Iterable[str]:
    entry = question.entry
    return (
        str(question.number),
        heading,
        entry.id,
        lang.value,
        entry.type.value,
        entry.kind.value,
        entry.level.value,
        " ".join(entry.frameworks),
        " ".join(entry.topics),
    )


def _cell(section: Section | None) -> str:
    """A part as text. A list that starts with a minus would look like a formula: it gets round marks."""
    if section is None:
        return ""
    return _MARK.sub("• ", section.markdown) if section.role in _LISTS else section.markdown


def harmless(cell: str) -> str:
    """The cell as no spreadsheet takes it for a formula: an apostrophe stands before one that looks like it."""
    return f"'{cell}" if _FORMULA.match(cell) else cell
