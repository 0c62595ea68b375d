"""How many parts a question has."""

from collections.abc import Iterator

from qbank.checks.rule import Finding, Rule, Subject
from qbank.terms import Kind, Type


def _points(subject: Subject) -> Iterator[Finding]:
    count = len(subject.question.points)
    low, high = (8, 12) if subject.question.kind is Kind.DESIGN else (3, 6)
    if not low <= count <= high:
        fix = (
            "split a point that holds two claims"
            if count < low
            else "keep what a good answer needs"
        )
        yield Finding(
            ("points", "$key"), f"{_many(count, 'point')}, {low} to {high} are wanted", fix
        )


def _core(subject: Subject) -> Iterator[Finding]:
    count = sum(point.core for point in subject.question.points)
    if not 2 <= count <= 3:
        message = f"{_many(count, 'point')} {'is' if count == 1 else 'are'} core, 2 or 3 must be"
        yield Finding(
            ("points", "$key"), message, "put `core: true` on those without which the answer fails"
        )


def _list(subject: Subject) -> Iterator[Finding]:
    question = subject.question
    count = len(question.points) + len(question.pitfalls)
    if count > 9 and question.kind is not Kind.DESIGN:
        message = f"points and pitfalls are {count} together, 9 can be ticked with one digit"
        yield Finding(("pitfalls", "$key"), message, "drop the weakest pitfall")


def _chain(subject: Subject) -> Iterator[Finding]:
    count = len(subject.question.chain)
    if count != 3:
        fix = "junior, mid, senior: one follow-up each"
        yield Finding(("chain", "$key"), f"{_many(count, 'follow-up')}, exactly 3 are wanted", fix)


def _pitfalls(subject: Subject) -> Iterator[Finding]:
    count = len(subject.question.pitfalls)
    is_optional = subject.entry.type in {Type.CHOICE, Type.SPOT}
    if not 2 <= count <= 4 and (count or not is_optional):
        fix = "2 to 4 wrong answers that are really heard"
        yield Finding(("pitfalls", "$key"), f"{_many(count, 'pitfall')}, 2 to 4 are wanted", fix)


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


_TWO_POINTS = """\
points:
  - {id: shards, core: true, cite: [paper], zh: 切分优化器状态, en: Shards the optimizer state}
  - {id: bytes, core: true, cite: [paper], zh: 每卡 31.4 GB, en: It is 31.4 GB per GPU}
"""
_THREE_POINTS = (
    f"{_TWO_POINTS}  - {{id: scope, cite: [paper], zh: 激活另算, en: Activations come on top}}\n"
)
_PITFALL = """\
  - cite: [paper]
    zh: {wrong: 通信更多, right: 通信一样多}
    en: {wrong: It moves more, right: It moves the same}
"""

RULES = (
    Rule(
        "point-count",
        "a question has 3 to 6 points, a design question 8 to 12",
        "Fewer points cannot be judged, and more cannot be remembered or said in the time.",
        _TWO_POINTS,
        _THREE_POINTS,
        "Split a point that holds two claims, or merge points that say the same thing.",
        _points,
    ),
    Rule(
        "core-points",
        "two or three points are core",
        "The suggested rating depends on the core points: without them the answer fails.",
        _THREE_POINTS.replace("{id: bytes, core: true", "{id: bytes"),
        _THREE_POINTS,
        "Put `core: true` on the two or three points without which you would not pass the answer.",
        _core,
    ),
    Rule(
        "list-length",
        "points and pitfalls are at most nine together, except in design questions",
        "They are one list on the screen, and each is ticked with one digit.",
        f"{_THREE_POINTS}"
        "  - {id: copy, cite: [paper], zh: 主参数 fp32, en: Master weights are fp32}\n"
        "  - {id: free, cite: [paper], zh: 用完就释放, en: Freed after use}\n"
        "  - {id: data, cite: [paper], zh: 仍是数据并行, en: Still data parallelism}\n"
        f"pitfalls:\n{_PITFALL * 4}",
        f"{_THREE_POINTS}pitfalls:\n{_PITFALL * 4}",
        "Drop the weakest pitfall, or the point that few would miss.",
        _list,
        flagged=8,
    ),
    Rule(
        "chain-length",
        "a question has exactly three follow-ups",
        "The depth reached, 0 to 3, is recorded and compared across questions.",
        "chain:\n"
        "  - id: half\n"
        "    cite: [paper]\n"
        "    zh: {ask: 卡数减半呢？, hint: 看分母, answer: 每卡翻倍}\n"
        "    en: {ask: With half the GPUs?, hint: Look at the divisor, answer: Twice as much each}\n",
        "chain:\n"
        + "".join(
            f"  - id: {name}\n"
            "    cite: [paper]\n"
            f"    zh: {{ask: {zh}？, hint: 看分母, answer: 每卡翻倍}}\n"
            f"    en: {{ask: {en}?, hint: Look at the divisor, answer: Twice as much each}}\n"
            for name, zh, en in (
                ("half", "卡数减半呢", "With half the GPUs"),
                ("wide", "模型翻倍呢", "With twice the model"),
                ("fail", "先溢出的是哪项", "What runs out first"),
            )
        ),
        "Write one follow-up for each depth: mechanism, changed condition, failure or proof.",
        _chain,
    ),
    Rule(
        "pitfall-count",
        "a question has 2 to 4 pitfalls; choice and spot questions may have none",
        "A wrong answer recognised in time is worth a point; a long list of them is not read.",
        f"pitfalls:\n{_PITFALL}",
        f"pitfalls:\n{_PITFALL * 2}",
        "Add wrong answers that are really heard, each with what is right instead.",
        _pitfalls,
    ),
)
