"""One question of an HTML sheet: what is asked, and behind a reveal everything else."""

import re
from collections.abc import Callable, Iterable, Mapping
from html import escape

from qbank.content.base import Figure
from qbank.content.sections import Item, Role, Section
from qbank.errors import QbankError
from qbank.export.prose import block, inline
from qbank.export.sheet import Sheet, SheetQuestion
from qbank.figures import draw, svg
from qbank.messages import Messages, messages
from qbank.terms import Lang

_ASKED = (Role.PROMPT, Role.SNIPPET, Role.OPTIONS)
_STYLE = re.compile(r"<style>\n?(.*?)</style>\n?", re.DOTALL)


class Card:
    """Makes the articles of a sheet; `styles` collects the style sheets of the pictures, for the head of the page."""

    def __init__(self, sheet: Sheet) -> None:
        self._sheet = sheet
        self.styles: set[str] = set()

    def html(self, question: SheetQuestion) -> str:
        """The article of one question."""
        entry = question.entry
        name = escape(entry.id)
        data = (
            f'data-id="{name}" data-framework="{escape(" ".join(entry.frameworks))}" '
            f'data-level="{entry.level.value}" data-topic="{escape(" ".join(entry.topics))}"'
        )
        title = self._each(lambda lang, _: inline(entry.title(lang)), question, "span")
        hidden = self._each(
            lambda lang, found: self._hidden(question, lang, found), question, "div"
        )
        return (
            f'<article id="q-{name}" aria-labelledby="h-{name}" {data}>\n'
            f'<h3 id="h-{name}">{question.number}. {title}</h3>\n'
            f"{self._each(lambda lang, _: self._facts(question, lang), question, 'p')}\n"
            f"{self._each(lambda _, found: _asked(found), question, 'div')}\n"
            f"{self._answer(hidden)}</article>"
        )

    def _each(
        self,
        make: Callable[[Lang, Mapping[Role, Section]], str],
        question: SheetQuestion,
        tag: str,
    ) -> str:
        """What `make` says in each language, in elements of its own; languages that say nothing have none."""
        made = (
            (lang, make(lang, {one.role: one for one in sections}))
            for lang, sections in question.texts
        )
        kind = "facts u" if tag == "p" else "c"
        return "".join(
            f'<{tag} class="{kind}" lang="{lang.value}">{text}</{tag}>'
            for lang, text in made
            if text
        )

    def _facts(self, question: SheetQuestion, lang: Lang) -> str:
        words, entry, sheet = messages(lang), question.entry, self._sheet
        topics = (sheet.topics[t].get(lang.value) if t in sheet.topics else t for t in entry.topics)
        versions = ", ".join(f"{name} {version}" for name, version in entry.verified_with.items())
        facts = [
            ", ".join(sheet.frameworks.get(id_, id_) for id_ in entry.frameworks),
            words.levels[entry.level],
            words.kinds[entry.kind],
            words.comma.join(topics),
            f"{words.verified_with} {versions}" if versions else "",
        ]
        text = escape(" · ".join(fact for fact in facts if fact))
        return f"<code>{escape(entry.id)}</code> · {text}"

    def _answer(self, hidden: str) -> str:
        if not hidden:
            return ""
        words = {lang: messages(lang).page for lang in self._sheet.langs}
        summary, missed = (
            "".join(
                f'<span class="u" lang="{lang.value}">{escape(page[key])}</span>'
                for lang, page in words.items()
            )
            for key in ("answer", "missed_it")
        )
        box = f'<label class="own"><input type="checkbox" data-k="!"> {missed}</label>'
        return (
            f'<details class="answer"><summary>{summary}</summary>\n{hidden}\n{box}\n</details>\n'
        )

    def _hidden(self, question: SheetQuestion, lang: Lang, found: Mapping[Role, Section]) -> str:
        words = messages(lang)
        parts = []
        for role, section in found.items():
            if role is Role.TITLE or role in _ASKED:
                continue
            parts.append(f"<h4>{escape(words.roles[role])}</h4>\n{_section(section, words)}")
            if role is Role.ANSWER:
                parts += [self._picture(each, lang) for each in question.body.figures]
        return "\n".join(parts)

    def _picture(self, figure: Figure, lang: Lang) -> str:
        """The picture, or what is wrong with it: the rest of the question can still be read."""
        try:
            made = svg(draw(figure.draw, figure.args), lang)
        except QbankError as error:
            return f"<pre>[{escape(figure.id)}] {escape(error.message)}</pre>"
        self.styles |= {*_STYLE.findall(made)}
        label = escape(messages(lang).page["picture"])
        inside = _STYLE.sub("", made)
        return f'<div class="picture" tabindex="0" role="group" aria-label="{label}">{inside}</div>'


def _asked(found: Mapping[Role, Section]) -> str:
    return "\n".join(block(found[role].markdown) for role in _ASKED if role in found)


def _section(section: Section, words: Messages) -> str:
    match section.role:
        case Role.POINTS | Role.MISSED:
            return _list(_ticked(f"+{item.key}", inline(item.markdown)) for item in section.items)
        case Role.PITFALLS | Role.SAID:
            return _list(_pitfall(item, words) for item in section.items)
        case Role.CHAIN:
            return "\n".join(_step(item) for item in section.items)
        case _:
            return block(section.markdown)


def _list(items: Iterable[str]) -> str:
    return '<ul class="ticks">\n' + "\n".join(f"<li>{item}</li>" for item in items) + "\n</ul>"


def _ticked(key: str, text: str) -> str:
    return f'<label><input type="checkbox" data-k="{escape(key)}"> <span>{text}</span></label>'


def _pitfall(item: Item, words: Messages) -> str:
    wrong = escape(words.wrong_prefix) + inline(item.markdown)
    right = block(f"{words.right}{words.colon}{item.more}")
    return f'{_ticked(f"-{item.key}", wrong)}<div class="right">{right}</div>'


def _step(item: Item) -> str:
    asked = block(item.markdown) if "\n" in item.markdown else inline(item.markdown)
    return f'<details class="step"><summary>{asked}</summary>\n{block(item.more)}\n</details>'
