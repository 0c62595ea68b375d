"""A study sheet as one Markdown file."""

from qbank.content.sections import Role, Section
from qbank.export.sheet import Sheet, SheetQuestion
from qbank.messages import messages
from qbank.terms import Lang

_BARE = {Role.TITLE, Role.PROMPT, Role.OPTIONS, Role.SNIPPET}


def render(sheet: Sheet) -> str:
    """The sheet as Markdown, ending in one newline."""
    blocks = [f"# {_inline(sheet.title)}"]
    if len(sheet.questions) > 1:
        blocks.append("\n".join(_contents(sheet)))
    for number, question in enumerate(sheet.questions, 1):
        for lang, sections in question.texts:
            blocks.extend(_question(number, question, lang, sections))
    return "\n\n".join(blocks) + "\n"


def _contents(sheet: Sheet) -> list[str]:
    lang = sheet.langs[0]
    return [
        f"{number}. {_inline(question.entry.title(lang))} (`{question.entry.id}`)"
        for number, question in enumerate(sheet.questions, 1)
    ]


def _question(
    number: int, question: SheetQuestion, lang: Lang, sections: tuple[Section, ...]
) -> list[str]:
    words, entry = messages(lang), question.entry
    facts = [words.levels[entry.level], words.kinds[entry.kind], ", ".join(entry.topics)]
    versions = ", ".join(f"{name} {version}" for name, version in entry.verified_with.items())
    blocks = [f"## {number}. {_inline(entry.title(lang))}"]
    line = f"`{entry.id}` · {' · '.join(fact for fact in facts if fact)}"
    blocks.append(line + (f" · {words.verified_with} {versions}" if versions else ""))
    for section in sections:
        if section.role is Role.TITLE:
            continue
        heading = [] if section.role in _BARE else [f"### {words.roles[section.role]}"]
        blocks.extend([*heading, section.markdown])
    return blocks


def _inline(text: str) -> str:
    """A title on one line."""
    return " ".join(text.split())
