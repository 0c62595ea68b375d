"""Small real things: a question as YAML, a bank in a folder, an answer."""

import io
from datetime import UTC, datetime, timedelta
from pathlib import Path

from qbank.cli.app import run

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)

QUESTION = """\
schema: 1
status: {status}
type: open
level: {level}
kind: principle
dimension: memory
frameworks: [{framework}]
topics: [{topic}]
priority: 1
minutes: 5
revision: {revision}
verified_with: {{numpy: 2.4.6}}
zh:
  title: {zh}
  intent: 看会不会算。
  answer: 优化器状态 12 字节。
  pitch: 先算账。
en:
  title: {en}
  intent: Whether they count.
  answer: "Optimizer state takes 12 bytes; list[int] and <T> stay as typed."
  pitch: I count first.
points:
  - {{id: first, core: true, cite: [algebra], zh: 第一点, en: The first point}}
  - {{id: second, core: true, cite: [algebra], zh: 第二点, en: The second point}}
  - {{id: third, cite: [algebra], zh: 第三点, en: The third point}}
chain:
  - {{id: one, cite: [algebra], zh: {{ask: 问一, hint: 提示一, answer: 答一}}, en: {{ask: Ask one, hint: Hint one, answer: Answer one}}}}
  - {{id: two, cite: [algebra], zh: {{ask: 问二, answer: 答二}}, en: {{ask: Ask two, answer: Answer two}}}}
  - {{id: three, cite: [algebra], zh: {{ask: 问三, answer: 答三}}, en: {{ask: Ask three, answer: Answer three}}}}
pitfalls:
  - {{cite: [algebra], zh: {{wrong: 错一, right: 对一}}, en: {{wrong: Wrong one, right: Right one}}}}
  - {{cite: [algebra], zh: {{wrong: 错二, right: 对二}}, en: {{wrong: Wrong two, right: Right two}}}}
"""


def question(
    *,
    en="What does ZeRO shard?",
    zh="ZeRO 切什么？",
    level="junior",
    framework="deepspeed",
    topic="zero",
    revision=1,
    status="verified",
):
    """A complete open question as YAML text."""
    return QUESTION.format(
        en=en,
        zh=zh,
        level=level,
        framework=framework,
        topic=topic,
        revision=revision,
        status=status,
    )


def write(folder: Path, id_: str, text: str) -> Path:
    """Put a question file into a bank folder."""
    path = folder / f"{id_}.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


class Stream(io.StringIO):
    """A text stream that may claim to be a terminal."""

    def __init__(self, *, terminal=False):
        super().__init__()
        self._terminal = terminal

    def isatty(self):
        return self._terminal


def qbank(*arguments, at=NOW):
    """Run a command: `(exit code, stdout, stderr)`."""
    out, err = Stream(), Stream()
    code = run([str(one) for one in arguments], out=out, err=err, now=lambda: at)
    return code, out.getvalue(), err.getvalue()


def later(days):
    """Noon, some days after NOW."""
    return NOW + timedelta(days=days)
