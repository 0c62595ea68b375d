"""A study sheet as JSON. The shape is documented in docs/export.md; within a version keys are only added."""

import json
from typing import Any

from qbank.export.sheet import Options, Sheet, SheetGroup, SheetQuestion
from qbank.figures.showing import with_figures

VERSION = 1
_CELLS = 80


def render(sheet: Sheet, options: Options) -> str:  # noqa: ARG001  # the formats' common signature
    """The sheet as one JSON object, ending in a newline."""
    made = {
        "qbank_sheet": VERSION,
        "title": sheet.title,
        "langs": [lang.value for lang in sheet.langs],
        "groups": [_group(sheet, group) for group in sheet.groups],
    }
    return json.dumps(made, ensure_ascii=False, indent=1) + "\n"


def _group(sheet: Sheet, group: SheetGroup) -> dict[str, Any]:
    title = group.title and {lang.value: group.title.get(lang.value) for lang in sheet.langs}
    return {"title": title, "questions": [_question(question) for question in group.questions]}


def _question(question: SheetQuestion) -> dict[str, Any]:
    entry = question.entry
    return {
        "id": entry.id,
        "revision": entry.revision,
        "status": entry.status.value,
        "type": entry.type.value,
        "kind": entry.kind.value,
        "level": entry.level.value,
        "dimension": entry.dimension.value,
        "frameworks": list(entry.frameworks),
        "topics": list(entry.topics),
        "priority": entry.priority,
        "minutes": entry.minutes,
        "verified_with": dict(entry.verified_with),
        "texts": {
            lang.value: {
                section.role.value: section.markdown
                for section in with_figures(sections, question.body, lang, _CELLS)
            }
            for lang, sections in question.texts
        },
    }
