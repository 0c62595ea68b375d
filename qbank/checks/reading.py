"""Rules that hold when a file is read: a question that breaks one is left out of the bank until it is mended."""

from qbank.checks.rule import Rule

NOT_TEXT = "-"
"""`sample` of a rule about files, not about what stands in one."""

_NUMERIC = """\
type: numeric
formula: zero_model_states
draw:
  params: [7.0e9, 13.0e9]
  ranks: [8, 16]
  stage: [1, 2, 3]
where: "params > 1e9"
grade: {unit: GB, rel_tol: 0.01}
plausible: [3, 100]
zh:
  prompt: "{params:B} 参数，{ranks} 卡，stage {stage}"
en:
  prompt: "{params:B} parameters, {ranks} GPUs, stage {stage}"
"""
_CHOICE = """\
type: choice
options:
  - {id: one, right: true, cite: [paper], zh: {text: 优化器, why: 是}, en: {text: Optimizer, why: It does}}
  - {id: two, cite: [paper], zh: {text: 梯度, why: 否}, en: {text: Gradients, why: Not yet}}
  - {id: six, cite: [paper], zh: {text: 激活, why: 否}, en: {text: Activations, why: Never}}
"""
_SPOT = """\
type: spot
snippet:
  for: deepspeed
  language: sh
  code: |
    deepspeed train.py
    deepspeed train.py --stage 9
wrong_lines:
  - {line: 2, cite: [paper], right: --stage 1, zh: {why: 没有这个}, en: {why: There is none}}
"""
_POINTS = """\
points:
  - {id: shards, core: true, cite: [paper], zh: 切分优化器状态, en: Shards the optimizer state}
  - {id: bytes, core: true, cite: [paper], zh: 每卡 31.4 GB, en: It is 31.4 GB per GPU}
  - {id: scope, cite: [paper], zh: 激活另算, en: Activations come on top}
"""

_FILES = (
    Rule(
        "unreadable",
        "a question file can be read",
        "What cannot be opened cannot be asked.",
        "deepspeed/shards.yaml, without permission to read it",
        "deepspeed/shards.yaml, readable",
        "Check the permissions of the file and of its folder.",
        sample=NOT_TEXT,
    ),
    Rule(
        "file-name",
        "a file is named in lower case, with digits and single dashes, and ends in .yaml",
        "Folder and name are the id of the question, which is typed at the prompt.",
        "deepspeed/ZeRO_Stages.yml",
        "deepspeed/zero-stages.yaml",
        "Rename the file.",
        sample=NOT_TEXT,
    ),
    Rule(
        "id-clash",
        "an id is defined once among your own folders",
        "Of two files with one id only the first would be asked.",
        "mine/deepspeed/shards.yaml and ours/deepspeed/shards.yaml",
        "mine/deepspeed/shards.yaml and ours/deepspeed/shards-again.yaml",
        "Rename or remove one of the two files.",
        sample=NOT_TEXT,
    ),
    Rule(
        "encoding",
        "a file is UTF-8",
        "Any other encoding turns Chinese into other characters.",
        "en:\n  title: Caf\udce9\n",
        "en:\n  title: Café\n",
        "Save the file as UTF-8.",
        flagged=2,
    ),
)
_YAML = (
    Rule(
        "yaml-syntax",
        "a file is YAML",
        "Nothing can be read behind the first mistake.",
        "en:\n  title: ZeRO: what does it shard?\n",
        'en:\n  title: "ZeRO: what does it shard?"\n',
        "Put text with a colon, or that starts with a mark, in quotes.",
        flagged=2,
    ),
    Rule(
        "yaml-subset",
        "no anchors, aliases, tags, merges or very deep nesting",
        "They hide what a line means, and a reviewer reads lines.",
        "topics: &t [memory]\n",
        "topics: [memory]\n",
        "Write it out.",
    ),
    Rule(
        "duplicate-key",
        "a key stands once",
        "YAML readers keep the last one and drop the others in silence.",
        "minutes: 4\nminutes: 5\n",
        "minutes: 5\n",
        "Remove one of the two.",
        flagged=2,
    ),
    Rule(
        "shape",
        "a question file is a mapping of keys to values",
        "Everything in it has a name.",
        "[schema, status]\n",
        "schema: 1\n",
        "Begin from `qbank new`.",
        sample="a whole file",
    ),
)
_SHAPES = (
    Rule(
        "unknown-key",
        "every key is a part of the question's type",
        "A misspelt key would be ignored, and its text lost.",
        "priorty: 2\n",
        "priority: 2\n",
        "Write the key as the format names it, or remove it.",
    ),
    Rule(
        "missing-key",
        "keys that a part needs are there",
        "Without them it cannot be shown or kept apart.",
        _POINTS.replace("{id: scope, ", "{"),
        _POINTS,
        "Add the key.",
        flagged=4,
    ),
    Rule(
        "wrong-value",
        "a value is of the right sort",
        "A version that looks like a number loses its last zero, a word that is none of the known ones means nothing.",
        "verified_with: {peft: 1.10}\n",
        'verified_with: {peft: "1.10"}\n',
        "Put text that looks like a number in quotes; choose one of the words that the message lists.",
    ),
    Rule(
        "missing-language",
        "a question is written in at least one language",
        "There is nothing to ask otherwise.",
        "zh: null\nen: null\n",
        "en:\n  title: What does ZeRO-1 shard?\n",
        "Write `zh:` or `en:`.",
        flagged=0,
    ),
    Rule(
        "duplicate-id",
        "ids of points, follow-ups, options and sources are unique in a question",
        "Ticks in the journal and citations go by id.",
        _POINTS.replace("id: scope", "id: bytes"),
        _POINTS,
        "Rename one of the two.",
        flagged=4,
    ),
    Rule(
        "options",
        "one to three options are right",
        "With none right nothing can be answered.",
        _CHOICE.replace("right: true, ", ""),
        _CHOICE,
        "Mark the right ones with `right: true`.",
        flagged=3,
    ),
    Rule(
        "wrong-line",
        "a wrong line is a line of the snippet",
        "It could not be found otherwise.",
        _SPOT.replace("line: 2", "line: 3"),
        _SPOT,
        "Count the lines of `code` from 1.",
        flagged=9,
    ),
    Rule(
        "formula",
        "the formula of a numeric question gives a number for every draw",
        "A drill must not fail in front of the learner.",
        _NUMERIC.replace("formula: zero_model_states", "formula: zero_model_state"),
        _NUMERIC,
        "Name a formula that `qbank calc` lists, and draw every argument it needs.",
        flagged=2,
    ),
    Rule(
        "draw",
        "some draw satisfies `where`",
        "There would be nothing to ask.",
        _NUMERIC.replace("params > 1e9", "params > 1e12"),
        _NUMERIC,
        "Loosen `where`, or add values to `draw`.",
        flagged=7,
    ),
    Rule(
        "side-file",
        "the files beside the questions have the parts they need",
        "Frameworks, topics, tracks and terms are looked up in them.",
        "memory: {zh: 显存}\n",
        "memory: {zh: 显存, en: memory}\n",
        "Add or correct the key that the message names.",
        sample="topics.yaml",
    ),
)
RULES = (*_FILES, *_YAML, *_SHAPES)
