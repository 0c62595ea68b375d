"""A folder with one question of each type, and a track of its own for them."""

from pathlib import Path

from tests.factories import question, write

HEAD = """\
schema: 1
status: {status}
type: {type}
level: mid
kind: sizing
dimension: memory
frameworks: [peft]
topics: [memory]
priority: 1
minutes: 3
revision: 1
verified_with: {{numpy: 2.4.6}}
zh: {{title: {zh}, prompt: "{prompt}", intent: 看会不会算。第二句。, answer: 答。, pitch: 答。}}
en: {{title: {en}, prompt: "{prompt}", intent: Whether they count. More., answer: Answer., pitch: Pitch.}}
points:
  - {{id: first, core: true, cite: [algebra], zh: 第一点, en: The first point}}
  - {{id: second, core: true, cite: [algebra], zh: 第二点, en: The second point}}
"""
NUMERIC = """\
formula: zero_model_states
draw: {params: [7e9, 13e9, 34e9, 70e9], ranks: [8, 16, 32, 64, 128], stage: [0, 1, 2, 3]}
grade: {unit: GB, rel_tol: 0.01}
plausible: [0.1, 5000]
"""
FIXED = """\
formula: zero_model_states
draw: {params: [70e9], ranks: [16], stage: [2]}
grade: {unit: GB, rel_tol: 0.01}
plausible: [1, 1000]
"""
CHOICE = """\
options:
  - {id: a, right: true, cite: [algebra], zh: {text: 甲, why: 因甲}, en: {text: Option a, why: Reason a}}
  - {id: b, cite: [algebra], zh: {text: 乙, why: 因乙}, en: {text: Option b, why: Reason b}}
  - {id: c, right: true, cite: [algebra], zh: {text: 丙, why: 因丙}, en: {text: Option c, why: Reason c}}
"""
SPOT = """\
snippet: {for: peft, language: python, code: "one()\\ntwo()\\nthree()\\n"}
wrong_lines:
  - {line: 2, cite: [algebra], right: "2", zh: {why: 错在二}, en: {why: Two is wrong}}
  - {line: 3, cite: [algebra], right: "3", zh: {why: 错在三}, en: {why: Three is wrong}}
"""
PROMPT = "{params:B}, {ranks} GPUs, ZeRO-{stage}: GB of model states?"
TRACK = """\
drilled:
  zh: 练习
  en: Drilled
  weeks:
    - {zh: 一, en: One, ids: [peft/fresh, peft/fixed, peft/choice, peft/spot, peft/open, peft/draft]}
"""


def text_of(type_, rest, *, prompt="", status="verified", en="Title", zh="标题"):
    """A machine-graded question as YAML text."""
    return HEAD.format(type=type_, prompt=prompt, status=status, en=en, zh=zh) + rest


def write_drill_bank(folder: Path) -> tuple[str, ...]:
    """Write the folder; the options that leave its questions only."""
    write(folder, "peft/fresh", text_of("numeric", NUMERIC, prompt=PROMPT, en="Fresh", zh="新数"))
    write(folder, "peft/fixed", text_of("numeric", FIXED, prompt=PROMPT, en="Fixed", zh="定数"))
    write(folder, "peft/choice", text_of("choice", CHOICE, en="Choose", zh="选择"))
    write(folder, "peft/spot", text_of("spot", SPOT, en="Spot", zh="找错"))
    write(folder, "peft/open", question(en="Open", framework="peft"))
    draft = text_of("numeric", FIXED, prompt=PROMPT, status="draft", en="Draft", zh="草稿")
    write(folder, "peft/draft", draft)
    (folder / "tracks.yaml").write_text(TRACK, encoding="utf-8")
    return ("--bank", str(folder), "--track", "drilled")
