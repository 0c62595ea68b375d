"""A rule's sample put into a question that breaks no rule, in a bank of its own."""

import re
import time

from qbank.bank.catalog import Bank, Root
from qbank.bank.index import Index
from qbank.bank.refresh import refresh
from qbank.checks import run_checks
from qbank.checks.locked import RULES as LOCK_RULES

MINE = "deepspeed/shards"

ANSWER_EN = "ZeRO-1 keeps the optimizer state of each parameter on one rank only. " * 9
ANSWER_ZH = "优化器状态只在一张卡上存一份。" * 16

QUESTION = f"""\
schema: 1
status: checked
type: open
level: junior
kind: principle
dimension: memory
frameworks: [deepspeed]
topics: [memory]
priority: 1
minutes: 5
revision: 1
verified_with: {{deepspeed: 0.19.8}}
zh:
  title: ZeRO-1 切什么？
  intent: 看会不会算。
  answer: {ANSWER_ZH}
  pitch: 只切优化器状态。
en:
  title: What does ZeRO-1 shard?
  intent: Whether they count.
  answer: {ANSWER_EN}
  pitch: It shards the optimizer state.
points:
  - {{id: shards, core: true, cite: [paper], zh: 切分优化器状态, en: Shards the optimizer state}}
  - {{id: bytes, core: true, cite: [paper], zh: 每卡 31.4 GB, en: It is 31.4 GB per GPU}}
  - {{id: scope, cite: [algebra], zh: 激活另算, en: Activations come on top}}
chain:
  - {{id: one, cite: [paper], zh: {{ask: 问一, hint: 提示一, answer: 答一}}, en: {{ask: One?, hint: H, answer: A}}}}
  - {{id: two, cite: [paper], zh: {{ask: 问二, hint: 提示二, answer: 答二}}, en: {{ask: Two?, hint: H, answer: A}}}}
  - {{id: six, cite: [paper], zh: {{ask: 问三, hint: 提示三, answer: 答三}}, en: {{ask: Six?, hint: H, answer: A}}}}
pitfalls:
  - {{cite: [paper], zh: {{wrong: 错一, right: 对一}}, en: {{wrong: Wrong one, right: Right one}}}}
  - {{cite: [paper], zh: {{wrong: 错二, right: 对二}}, en: {{wrong: Wrong two, right: Right two}}}}
facts:
  - {{says: "31.4", unit: GB, is: "zero_model_states(params=7.5e9, ranks=64, stage=1)"}}
sources:
  - {{id: paper, type: paper, title: ZeRO, url: "https://arxiv.org/abs/1910.02054", where: section 3}}
see_also: [deepspeed/offload]
"""
OTHER = (
    QUESTION.replace("title: ZeRO-1 切什么？", "title: 卸载到主机要付出什么？")
    .replace("title: What does ZeRO-1 shard?", "title: What does offload cost?")
    .replace("see_also: [deepspeed/offload]\n", "")
    .replace("one, cite: [paper]", "one, cite: [paper, code, older]")
    + """\
  - {id: code, type: code, package: deepspeed==0.19.8, path: deepspeed/zero.py, symbol: Config}
  - {id: older, type: code, package: deepspeed==0.19.7, path: deepspeed/zero.py, symbol: Config}
"""
)
_LOCK = next(rule.good for rule in LOCK_RULES if rule.name == "unused-lock")
SIDES = {
    "frameworks.yaml": (
        "deepspeed:\n  name: DeepSpeed\n  aliases: [ds]\n  packages: {deepspeed: 0.19.8, peft: 0.1}\n"
        "  zh: {solves: 切分}\n  en: {solves: Shards}\n"
    ).replace("peft: 0.1", 'peft: "1.10"'),
    "topics.yaml": "memory: {zh: 显存, en: memory, was: [bytes]}\n",
    "tracks.yaml": (
        "core:\n  zh: 核心\n  en: Core\n  weeks:\n"
        f"    - {{zh: 一, en: One, ids: [{MINE}, deepspeed/offload]}}\n"
    ),
    "sources.lock": _LOCK,
    "glossary.yaml": "- {en: gradient accumulation, zh: 梯度累积, avoid_zh: [梯度累加]}\n",
}

_KEY = re.compile(r"(\w+):")


def blocks(text):
    """The lines of a file by key; keys of `zh` and `en` blocks one by one, as `(zh, title)`."""
    found, outer, key = {}, "", ()
    for line in text.splitlines(keepends=True):
        top = _KEY.match(line)
        inner = _KEY.match(line[2:]) if outer in {"zh", "en"} and line.startswith("  ") else None
        if top:
            outer = top[1]
            key = (outer,)
        elif inner:
            key = (outer, inner[1])
        # a key that stands twice is kept twice: a rule is about that
        found[key] = found.get(key, "") + line
    return found


def merged(sample, base=QUESTION):
    """The text of `base` with the keys of `sample` in place of its own; `zh` and `en` key by key."""
    theirs, ours = blocks(base), blocks(sample)
    for key in ours:
        if len(key) == 1 and (key[0] not in {"zh", "en"} or ours[key].strip() != f"{key[0]}:"):
            theirs = {each: text for each, text in theirs.items() if each[0] != key[0]}
    order = [*theirs, *(key for key in ours if key not in theirs)]
    tops = [key[0] for key in (*blocks(base), *ours)]
    return "".join(
        ours.get(key) or theirs[key] for key in sorted(order, key=lambda key: tops.index(key[0]))
    )


def line_of(sample, flagged, text):
    """The line of `text` that is line `flagged` of the sample; 0 means the question as a whole."""
    if flagged == 0:
        return 1
    count = 0
    for block in blocks(sample).values():
        size = len(block.splitlines())
        if count < flagged <= count + size:
            return text[: text.index(block)].count("\n") + flagged - count
        count += size
    raise AssertionError(f"the sample has no line {flagged}")


def bank_in(folder, files):
    """A bank of files by name, opened."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        raw = content if isinstance(content, bytes) else content.encode("utf-8", "surrogateescape")
        path.write_bytes(raw)
    index = Index.open(folder.parent / "index.db")
    refresh(index, [folder], time.time_ns())
    return Bank(index, [Root(folder, True)])


def checked(tmp_path, question=QUESTION, **sides):
    """The findings over the small bank, with this text as `deepspeed/shards.yaml`."""
    files = {
        f"{MINE}.yaml": question,
        "deepspeed/offload.yaml": OTHER,
        **SIDES,
        **{name if "." in name else f"{name}.yaml": text for name, text in sides.items()},
    }
    return run_checks(bank_in(tmp_path / "bank", files))
