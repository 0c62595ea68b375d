"""A study sheet as one Markdown file."""

import re

from qbank.content.sections import Role, Section
from qbank.export.prose import fences
from qbank.export.sheet import Options, Sheet, SheetQuestion
from qbank.figures.showing import with_figures
from qbank.messages import messages
from qbank.terms import Lang

_BARE = {Role.TITLE, Role.PROMPT, Role.OPTIONS, Role.SNIPPET}
_CELLS = 80
_CODE_OR_MEANING = re.compile(
    r"(?P<code>(?<!\\)(`+)(?!`).+?(?<!`)\2(?!`))"
    r"|(?P<tag>(?<!\\)<(?=[A-Za-z/!?])(?!https?://))"
    r"|(?P<link>(?<=\])\()"
    r"|(?P<entity>(?<!\\)&(?=#?\w+;))",
    re.DOTALL,
)


def render(sheet: Sheet, options: Options) -> str:  # noqa: ARG001  # the formats' common signature
    """The sheet as Markdown, ending in one newline."""
    blocks = [f"# {_inline(sheet.title)}"]
    if len(sheet.questions) > 1:
        blocks.append("\n".join(_contents(sheet)))
    for group in sheet.groups:
        heading = sheet.heading(group)
        if heading:
            blocks.append(f"## {_inline(heading)}")
        for question in group.questions:
            for lang, sections in question.texts:
                blocks.extend(_question(question, lang, sections, "###" if heading else "##"))
    return "\n\n".join(blocks) + "\n"


def _contents(sheet: Sheet) -> list[str]:
    lang = sheet.langs[0]
    return [
        f"{question.number}. {_inline(question.entry.title(lang))} (`{question.entry.id}`)"
        for question in sheet.questions
    ]


def _question(
    question: SheetQuestion, lang: Lang, sections: tuple[Section, ...], mark: str
) -> list[str]:
    words, entry = messages(lang), question.entry
    facts = [words.levels[entry.level], words.kinds[entry.kind], ", ".join(entry.topics)]
    versions = ", ".join(f"{name} {version}" for name, version in entry.verified_with.items())
    blocks = [f"{mark} {question.number}. {_inline(entry.title(lang))}"]
    line = f"`{entry.id}` · {' · '.join(fact for fact in facts if fact)}"
    blocks.append(line + (f" · {words.verified_with} {versions}" if versions else ""))
    for section in with_figures(sections, question.body, lang, _CELLS):
        if section.role is Role.TITLE:
            continue
        heading = [] if section.role in _BARE else [f"{mark}# {words.roles[section.role]}"]
        blocks.extend([*heading, literal(section.markdown)])
    return blocks


def _inline(text: str) -> str:
    """A title on one line."""
    return literal(" ".join(text.split()))


def literal(markdown: str) -> str:
    """Markdown in which no reader finds what a question cannot have: HTML, entities, and links but to a bare address."""
    lines, done, start = markdown.split("\n"), list[str](), 0
    for first, end, left_open in fences(markdown):
        done += [*_escaped(lines[start:first]), *lines[first:end]]
        # a fence that nobody closed would swallow the rest of the sheet
        done += [left_open] if left_open else []
        start = end
    return "\n".join([*done, *_escaped(lines[start:])])


def _escaped(lines: list[str]) -> list[str]:
    if not lines:
        return []
    return [_CODE_OR_MEANING.sub(lambda m: m["code"] or f"\\{m[0]}", "\n".join(lines))]
