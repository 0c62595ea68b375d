"""Every quantity that an answer states is one of the facts."""

import re
from collections.abc import Iterator, Mapping

from qbank.bank.reader import Path
from qbank.checks.printed import lettered
from qbank.checks.rule import Finding, Part, Rule, Subject
from qbank.checks.text import blanked, texts
from qbank.content.base import Question
from qbank.terms import Lang
from qbank.units import UNITS, WORDLESS, Unit

# 7B is a size of a model, 2s and 4h are terms of formulas, 16-bit is the name of a format
_NAMES = frozenset({"B", "s", "h", "x", "bit", "bits", "位", "比特", "日"})
_STATING = frozenset({"answer", "pitch"})
_GIVING = frozenset({"title", "prompt", "ask", "hint"})


def _words() -> Mapping[str, Unit]:
    found: dict[str, Unit] = {}
    for each in UNITS.values():
        for word in each.words:
            if word not in _NAMES and each.id not in WORDLESS:
                found.setdefault(word, each)
    return found


def _bounded(word: str) -> str:
    return re.escape(word) + (
        r"(?![A-Za-z/-])" if word[-1].isascii() and word[-1].isalpha() else ""
    )


_UNITS = _words()
_WORD = "|".join(_bounded(word) for word in sorted(_UNITS, key=len, reverse=True))
_NUMBER = r"\d[\d,]*(?:\.\d+)?(?:e\d+)?(?:[KMBT]|\s?(?:[万亿]|(?:m|b|tr)illion))?"
_QUANTITY = re.compile(
    rf"(?<![\w.,/×*+^\u2212-])(?<!stage )(?<!第)(?<!第 )(?P<number>{_NUMBER})"
    rf"\s?(?:个 |个|张)?(?P<unit>{_WORD})(?!\s?\d)"
)
_DIGITS = re.compile(_NUMBER)


def _unbacked(subject: Subject) -> Iterator[Finding]:
    question = subject.question
    for lang in Lang:
        every = texts(question, lang)
        given = {
            _plain(d)
            for path, t in every.items()
            if path[-1] in _GIVING
            for d in _DIGITS.findall(t)
        }
        given |= {_plain(fact.says) for fact in question.facts if fact.unit not in UNITS}
        backed = _backed(question)
        for path, text in every.items():
            for found in _QUANTITY.finditer(blanked(text)) if _states(path) else ():
                unit, digits = _UNITS[found["unit"]], _plain(found["number"])
                is_backed = digits in given or (digits, unit.dimension) in backed
                if unit.needs_fact and not is_backed:
                    message = f"`{found[0]}` is not among the facts"
                    fix = f'add {{says: "{digits}", unit: {unit.id}, ...}}'
                    yield Finding(path, message, fix, Part(text, *found.span()))


def _states(path: Path) -> bool:
    """Whether the text at `path` states something: answers, pitches and points do."""
    return path[0] == "points" or (path[0] in {"zh", "en", "chain"} and path[-1] in _STATING)


def _backed(question: Question) -> set[tuple[str, str]]:
    """Digits and dimension of every fact; of an equation the right side counts as well."""
    return {
        (_plain(says), UNITS[fact.unit].dimension)
        for fact in question.facts
        if fact.unit in UNITS
        for says in (fact.says, fact.says.split("=")[-1])
    }


def _plain(digits: str) -> str:
    return lettered(digits).replace(",", "").strip()


_FACT = 'facts:\n  - {says: "31.4", unit: GB, is: "zero_model_states(params=7.5e9, ranks=64, stage=1)"}\n'
_POINTS = """\
points:
  - {id: shards, core: true, cite: [paper], zh: 切分优化器状态, en: Shards the optimizer state}
  - {id: bytes, core: true, cite: [paper], zh: 每卡 31.4 GB, en: It is 31.4 GB per GPU}
  - {id: scope, cite: [paper], zh: 激活另算, en: Activations come on top}
"""

RULES = (
    Rule(
        "unbacked-quantity",
        "every quantity in an answer, pitch, point or follow-up is one of the facts",
        "A number that is neither computed nor cited is the one that turns out wrong. "
        "What title, prompt, follow-up or hint give needs no entry.",
        f"{_POINTS.replace('zh: 激活另算', 'zh: 激活另算 9 GB')}{_FACT}",
        f"{_POINTS}{_FACT}",
        "Add the quantity to `facts` with its origin, or leave it out.",
        _unbacked,
        flagged=4,
    ),
)
