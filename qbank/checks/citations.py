"""Claims cite sources of the file, and every source is cited."""

from collections.abc import Iterator

from qbank.bank.reader import Path
from qbank.checks.context import nearest_fix
from qbank.checks.rule import Finding, Rule, Subject
from qbank.content.base import ALGEBRA, Question

_CLAIMS = ("points", "chain", "pitfalls", "options", "wrong_lines")


def _citing(question: Question) -> Iterator[tuple[Path, tuple[str, ...]]]:
    for part in (*_CLAIMS, "facts"):
        for number, item in enumerate(getattr(question, part, ())):
            yield (part, number), item.cite


def _missing(subject: Subject) -> Iterator[Finding]:
    for path, cite in _citing(subject.question):
        if not cite and path[0] != "facts":
            fix = "add `cite: [source-id]`, or `cite: [algebra]`"
            yield Finding(path, f"this entry of `{path[0]}` cites nothing", fix)


def _unknown(subject: Subject) -> Iterator[Finding]:
    known = [source.id for source in subject.question.sources]
    for path, cite in _citing(subject.question):
        for number, name in enumerate(cite):
            if name not in known and name != ALGEBRA:
                message = f"no source has the id `{name}`"
                yield Finding(
                    (*path, "cite", number),
                    message,
                    nearest_fix(name, known, "add it under `sources`"),
                )
    for number, name in enumerate(known):
        if name == ALGEBRA:
            message = f"`{ALGEBRA}` is reserved for what follows from the definitions alone"
            yield Finding(("sources", number, "id"), message, "give the source another id")


def _unused(subject: Subject) -> Iterator[Finding]:
    cited = {name for _, cite in _citing(subject.question) for name in cite}
    for number, source in enumerate(subject.question.sources):
        if source.id not in cited:
            fix = "cite it where it is needed, or remove it"
            yield Finding(("sources", number), f"the source `{source.id}` is never cited", fix)


_POINTS = """\
points:
  - {id: shards, core: true, cite: [paper], zh: 切分优化器状态, en: Shards the optimizer state}
  - {id: bytes, core: true, cite: [paper], zh: 每卡 31.4 GB, en: It is 31.4 GB per GPU}
  - {id: scope, cite: [paper], zh: 激活另算, en: Activations come on top}
"""
_SOURCE = """\
sources:
  - {id: paper, type: paper, title: ZeRO, url: "https://arxiv.org/abs/1910.02054", where: section 3}
"""

RULES = (
    Rule(
        "missing-cite",
        "points, follow-ups, pitfalls, options and wrong lines cite a source",
        "A claim without a source cannot be checked again when the framework moves on.",
        _POINTS.replace(" cite: [paper], zh: 激活", " zh: 激活"),
        _POINTS,
        "Add `cite:` with ids of `sources`; `algebra` where the claim follows from the definitions.",
        _missing,
        flagged=4,
    ),
    Rule(
        "unknown-cite",
        "a cited id is a source of the same file, or `algebra`",
        "A citation that leads nowhere is none.",
        _POINTS.replace("cite: [paper], zh: 激活", "cite: [papr], zh: 激活"),
        _POINTS,
        "Write the `id` of a source of this file, or add the source.",
        _unknown,
        flagged=4,
        drafts=True,
    ),
    Rule(
        "unused-source",
        "every source is cited at least once",
        "A source that supports nothing only looks like evidence.",
        f'{_SOURCE}  - {{id: docs, type: docs, title: ZeRO, url: "https://deepspeed.ai", date: 2026-10-01}}\n',
        _SOURCE,
        "Cite the source where it is needed, or remove it.",
        _unused,
        flagged=3,
    ),
)
