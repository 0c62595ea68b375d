"""Python sources: calls of PEFT, Transformers, TRL, Unsloth, bitsandbytes, Accelerate, DeepSpeed. Nothing is run."""

import ast
from collections.abc import Iterator
from typing import Any

from qbank.configs.dicts_in_python import configs_in
from qbank.configs.names_in_python import Names
from qbank.configs.setting import UNKNOWN, Block, Setting
from qbank.problem import Span
from qbank.vocab import ChangeKind, Group, Vocabulary, changes, load

PACKAGES = ("peft", "transformers", "trl", "unsloth", "bitsandbytes", "accelerate")

# unsloth 2026.10.9: which class's method a call really is (models/loader.py, models/vision.py)
_UNSLOTH = {
    "FastLanguageModel.get_peft_model": "FastLlamaModel.get_peft_model",
    "FastModel.get_peft_model": "FastBaseModel.get_peft_model",
    "FastVisionModel.from_pretrained": "FastModel.from_pretrained",
    "FastVisionModel.get_peft_model": "FastBaseModel.get_peft_model",
    "FastTextModel.from_pretrained": "FastModel.from_pretrained",
    "FastTextModel.get_peft_model": "FastBaseModel.get_peft_model",
}
_SAVING = {
    "save_pretrained_merged": "save.unsloth_save_pretrained_merged",
    "save_pretrained_gguf": "save.unsloth_save_pretrained_gguf",
    "push_to_hub_merged": "save.unsloth_push_to_hub_merged",
}
_MAX_POSITIONAL = 1


def read_calls(framework: str, text: str) -> Iterator[Block]:
    """A block for every call of the framework, of all frameworks when none is named. Raises SyntaxError."""
    tree = ast.parse(text)
    reader = _Reader(Names(tree), text)
    for block in reader.blocks(tree):
        if framework in ("", block.framework):
            yield block


class _Reader:
    def __init__(self, names: Names, text: str) -> None:
        self._names = names
        self._lines = text.split("\n")
        self._with_unsloth = "unsloth" in names.packages

    def blocks(self, tree: ast.Module) -> Iterator[Block]:
        """Removed classes where they are imported, the calls in the order of the file, and the dictionaries they take."""
        for alias, dotted in self._names.imported:
            yield from self._gone(alias, dotted)
        calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
        for call in sorted(calls, key=lambda each: (each.lineno, each.col_offset)):
            found = self._group(call)
            if found:
                yield self._block(call, *found)
        yield from configs_in(tree, self._names, self._place)

    def _gone(self, alias: ast.alias, dotted: str) -> Iterator[Block]:
        package, _, rest = dotted.partition(".")
        if package not in PACKAGES:
            return
        name = rest.rpartition(".")[2]
        history = changes(load(package)).of(name) if name else ()
        if any(change.kind is ChangeKind.REMOVED and not change.groups for change in history):
            place = self._place(alias)
            if name[:1].isupper():
                setting = Setting(name, UNKNOWN, place, place)
                yield Block(package, (), (setting,), place, takes_more=True)

    def _group(self, call: ast.Call) -> tuple[str, str] | None:
        """The framework and the group of its vocabulary that a call means."""
        dotted = self._names.dotted(call.func)
        if dotted:
            package, _, rest = dotted.partition(".")
            group = _group_of(load(package), rest) if package in PACKAGES else None
            return (package, group.name) if group else None
        if self._with_unsloth and isinstance(call.func, ast.Attribute):
            saving = _SAVING.get(call.func.attr)
            return ("unsloth", saving) if saving else None
        return None

    def _block(self, call: ast.Call, framework: str, group: str) -> Block:
        keywords = [each for each in call.keywords if each.arg]
        hides = len(keywords) < len(call.keywords) or len(call.args) > _MAX_POSITIONAL
        hides = hides or any(isinstance(each, ast.Starred) for each in call.args)
        return Block(
            framework=framework,
            groups=(group,),
            settings=tuple(self._setting(each) for each in keywords),
            place=self._place(call.func),
            is_open=hides,
            # a method of an object of unknown class
            takes_more=not self._names.dotted(call.func),
            through="unsloth" if self._with_unsloth else "",
        )

    def _setting(self, keyword: ast.keyword) -> Setting:
        name = str(keyword.arg)
        whole = self._place(keyword)
        place = whole._replace(end_column=whole.column + len(name))
        value = self._names.value(keyword.value)
        shown = self._place(keyword.value)
        return Setting(name, value, place, shown, _typed(value))

    def _place(self, node: Any) -> Span:
        """A node's place; `ast` counts columns in bytes of UTF-8."""
        line = self._lines[node.lineno - 1].encode()
        start = len(line[: node.col_offset].decode())
        if node.end_lineno != node.lineno:
            return Span(node.lineno, start + 1)
        return Span(node.lineno, start + 1, len(line[: node.end_col_offset].decode()) + 1)


def _typed(value: Any) -> str:
    return "" if value is UNKNOWN else str(value)


def _group_of(vocabulary: Vocabulary, rest: str) -> Group | None:
    """The group behind a dotted name below the package: by the whole of it, or by its last parts."""
    parts = rest.split(".")
    last_two, last = ".".join(parts[-2:]), parts[-1]
    if parts[0] == "experimental":
        mine = [name for name in vocabulary.groups if name.startswith(f"experimental.{parts[1]}.")]
        return next((vocabulary.group(name) for name in mine if name.endswith(f".{last}")), None)
    if vocabulary.framework == "unsloth" and last_two in _UNSLOTH:
        return vocabulary.group(_UNSLOTH[last_two])
    return vocabulary.group(rest) or vocabulary.group(last_two) or vocabulary.group(last)
