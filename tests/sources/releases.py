"""A small bank that cites a small release, and the releases themselves."""

from tests.checks.rule_samples import OTHER, QUESTION, SIDES

OLD = """\
SIZE = 4


class Config:
    stage = 0

    def start(self):
        return self.stage
"""
NEW = OLD.replace("stage = 0", "stage = 1")

_SOURCES = """\
  - {id: code, type: code, package: deepspeed==0.19.8, path: deepspeed/zero.py, symbol: Config.start}
  - {id: size, type: code, package: deepspeed==0.19.8, path: deepspeed/zero.py, symbol: SIZE}
  - {id: stage, type: code, package: deepspeed==0.19.8, path: deepspeed/zero.py, symbol: Config.stage}
see_also: [deepspeed/offload]
"""


def write_bank(folder, question=""):
    """Two questions; the first cites three symbols of DeepSpeed 0.19.8, the second none."""
    text = QUESTION.replace("see_also: [deepspeed/offload]\n", _SOURCES)
    text = text.replace("one, cite: [paper]", "one, cite: [paper, code, size, stage]")
    other = OTHER[: OTHER.index("  - {id: code")].replace("[paper, code, older]", "[paper]")
    files = {"deepspeed/shards.yaml": question or text, "deepspeed/offload.yaml": other, **SIDES}
    del files["sources.lock"]
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content, encoding="utf-8")
    return text
