"""Reading options out of source code, on small releases."""

import json

import pytest

from qbank.archives import open_archives
from qbank.vocab.extract import ExtractError, extract
from qbank.vocab.extract.__main__ import main
from qbank.vocab.extract.classes import find_class
from qbank.vocab.extract.dictflow import DictFlow, whole
from qbank.vocab.extract.fields import fields, group_of
from qbank.vocab.extract.flags import flags_of
from qbank.vocab.extract.models import nested_group
from qbank.vocab.extract.output import as_text, packed
from qbank.vocab.extract.signatures import signature
from qbank.vocab.extract.universe import Universe
from tests.vocab.archives import tarball, wheel


def universe(tmp_path, **packages):
    """A universe of wheels: `name={"path.py": source}`; every path is below the package."""
    for name, files in packages.items():
        wheel(tmp_path, name, "1.0", {f"{name}/{path}": text for path, text in files.items()})
    return Universe(open_archives([tmp_path]))


def by_name(keys):
    return {key.name: key for key in keys}


BASE = """
from dataclasses import dataclass, field
from enum import Enum
from typing import ClassVar, Optional

class Mode(str, Enum):
    FAST = "fast"
    SLOW = "slow"

SIZE = 2 * 1024

@dataclass
class Arguments:
    kind: ClassVar[str] = "x"
    _private: int = 0
    path: str
    mode: "Mode | str" = Mode.FAST
    size: Optional[int] = field(default=SIZE, metadata={"help": "Deprecated, use `path`."})
    names: list[str] = field(default_factory=list)
    device: str = field(default=None, init=False)
    seed: int = compute()
"""


def test_fields_of_a_dataclass_are_read_across_archives(tmp_path):
    child = (
        "from dataclasses import dataclass\nfrom base import Arguments as Parent\n"
        "@dataclass\nclass Child(Parent):\n    extra: bool = True\n    seed: int = 7\n"
    )
    found = universe(
        tmp_path,
        base={"__init__.py": "from .arguments import *\n", "arguments.py": BASE},
        child={"__init__.py": child},
    )
    keys = by_name(group_of(found, "child.Child").keys)
    assert [*keys] == ["path", "mode", "size", "names", "seed", "extra"]
    assert keys["path"].required
    assert (keys["mode"].default, keys["mode"].choices) == ("fast", ["fast", "slow"])
    assert (keys["size"].default, keys["size"].deprecated) == (2048, True)
    assert keys["names"].default == []
    assert keys["seed"].default == 7
    assert keys["size"].dist == "base==1.0"
    assert keys["extra"].where == "child/__init__.py:5"


def test_what_only_a_run_would_tell_is_kept_as_text(tmp_path):
    found = universe(tmp_path, base={"__init__.py": BASE})
    seed = fields(found, find_class(found, "base.Arguments"))["seed"]
    assert seed.default_text == "compute()"
    assert packed(seed)["default_text"] == "compute()"
    assert "default" not in packed(seed)


def test_a_mapping_that_takes_in_another_is_no_constant(tmp_path):
    source = (
        "from dataclasses import dataclass, field\nLEVELS = dict(**more(), passive=-1)\nOTHER = {**LEVELS}\n"
        "@dataclass\nclass A:\n    level: str = field(default='x', metadata={'choices': LEVELS.keys()})\n"
        "    other: dict = field(default_factory=lambda: OTHER)\n"
    )
    keys = by_name(group_of(universe(tmp_path, a={"__init__.py": source}), "a.A").keys)
    assert keys["level"].choices == []
    assert keys["other"].default_text == "OTHER"


@pytest.mark.parametrize(
    ("base", "annotation", "choices"),
    [
        ("", "Literal['a', 'b']", ["a", "b"]),
        ("", "Optional[Literal['a', None]]", ["a", None]),
        ("", "Literal['a'] | str", []),
        ("", "Mode | str", ["fast", "slow"]),
        ("", "Union[str, list[Mode]]", []),
        ("BaseModel", "Mode | str", []),
        ("BaseModel", "Mode | None", ["fast", "slow"]),
    ],
)
def test_choices_are_those_that_nothing_opens(tmp_path, base, annotation, choices):
    source = f"{BASE}\n@dataclass\nclass A({base}):\n    one: {annotation} = None\n"
    (key,) = group_of(universe(tmp_path, a={"__init__.py": source}), "a.A").keys
    assert key.choices == choices


MODELS = """
from pydantic import BaseModel, Field
class Inner(BaseModel):
    ratio: float = Field(1.0, ge=0, le=1)
    deep: "Inner" = None
class Config(BaseModel):
    offload: Inner | None = Field(None, alias="offload_optimizer")
    old: bool = Field(False, json_schema_extra={"deprecated": True, "new_param": "offload"})
"""


def test_models_inside_a_model_become_dotted_names(tmp_path):
    keys = by_name(nested_group(universe(tmp_path, a={"__init__.py": MODELS}), "a.Config").keys)
    assert [*keys] == [
        "offload_optimizer",
        "offload_optimizer.ratio",
        "offload_optimizer.deep",
        "old",
    ]
    assert keys["offload_optimizer"].aliases == ["offload"]
    assert keys["offload_optimizer.ratio"].bounds == {"ge": 0, "le": 1}
    assert (keys["old"].deprecated, keys["old"].replaced_by) == (True, "offload")


def test_a_signature_comes_from_the_class_that_has_it(tmp_path):
    source = (
        "class A:\n    def __init__(self, size, *, mode='x', **kwargs): ...\n"
        "class B(A):\n    pass\ndef plain(a: int = 3): ...\n"
    )
    found = universe(tmp_path, a={"__init__.py": source})
    inherited = signature(found, "a.B.__init__")
    assert inherited.takes_any
    assert [(key.name, key.required, key.default) for key in inherited.keys] == [
        ("size", True, None),
        ("mode", False, "x"),
    ]
    assert not signature(found, "a.plain").takes_any
    with pytest.raises(KeyError, match="missing"):
        signature(found, "a.missing")


PARSER = """
import argparse
from dataclasses import dataclass, field
KINDS = ["a", "b"]
@dataclass
class Shape:
    hidden_size: int = 64
    bias: bool = True
    fused: bool = False
    secret: int = 0
    nsys: bool = field(default=False, metadata={"argparse_meta": {"arg_names": ["--profile"], "dest": "profile"}})
def add(parser):
    group = parser.add_argument_group("g")
    group.add_argument("--kind", "-k", choices=KINDS, nargs="+", help="DEPRECATED")
    group.add_argument("--save", action="store_true")
    group.add_argument("--no-save", action="store_false", dest="save")
    group.add_argument("--both", action=argparse.BooleanOptionalAction)
    group.add_argument("--steps", type=int, default=2**3)
    ArgumentGroupFactory(Shape, exclude=["secret"])
"""


def test_flags_of_a_parser_and_of_dataclasses_made_into_flags(tmp_path):
    keys = by_name(flags_of(universe(tmp_path, a={"__init__.py": PARSER}), "a"))
    assert (keys["kind"].flags, keys["kind"].choices, keys["kind"].nargs) == (
        ["--kind", "-k"],
        ["a", "b"],
        "+",
    )
    assert keys["kind"].deprecated
    assert keys["save"].flags == ["--save", "--no-save"]
    assert keys["both"].flags == ["--both", "--no-both"]
    assert (keys["steps"].type, keys["steps"].default) == ("int", 8)
    assert keys["hidden_size"].flags == ["--hidden-size"]
    assert (keys["bias"].flags, keys["bias"].action) == (
        ["--no-bias", "--disable-bias"],
        "store_false",
    )
    assert keys["fused"].flags == ["--fused"]
    assert keys["profile"].flags == ["--profile"]
    assert "secret" not in keys


FLOW = """
from pydantic import BaseModel
ZERO = "zero"
KEYS = ["x", "y"]
class Zero(BaseModel):
    stage: int = 0
def get_scalar_param(d, k, v): return d.get(k, v)
def sub(d, word="type"):
    if word in d.keys():
        return {key: d.get(key) for key in KEYS}
class Config:
    def start(self, d):
        self.size = get_scalar_param(d, "size", 4)
        self.zero = self.read(d)
        if "amp" in d:
            part = d["amp"]
        sub(d.get("opt", {}))
        part.get("level", 1)
    def read(self, d):
        block = d.get(ZERO, {})
        return Zero(**block)
"""


def test_a_dictionary_is_followed_through_functions(tmp_path):
    found = universe(tmp_path, a={"__init__.py": FLOW})
    flow = DictFlow(found)
    cls = find_class(found, "a.Config")
    flow.run(cls.module, cls.node.body[0], whole(cls.module), cls)
    assert {*flow.keys} == {
        "size", "zero", "zero.stage", "amp", "amp.level", "opt", "opt.type", "opt.x", "opt.y",
    }  # fmt: skip
    assert (flow.keys["size"].default, flow.keys["amp.level"].default) == (4, 1)


BITS = {
    "bitsandbytes/nn/modules.py": (
        "class Linear4bit:\n    def __init__(self, n, bias=True): 'A long text of the framework.'\n"
        "class Linear8bitLt(Linear4bit): pass\n"
        "class Params4bit:\n    def __new__(cls, data=None, **kwargs): ...\n"
    ),
    "bitsandbytes/functional.py": "def quantize_4bit(A, bias=False): ...\n",
    **{
        f"bitsandbytes/optim/{name}.py": f"class {name.title()}:\n    def __init__(self, params, lr=1e-3): ...\n"
        for name in ("adam", "adamw", "adagrad", "lion", "ademamix")
    },
}


def test_a_release_becomes_one_file_with_an_option_a_line(tmp_path):
    wheel(tmp_path, "bitsandbytes", "0.1", BITS)
    assert main([str(tmp_path), "--out", str(tmp_path)]) == 0
    text = (tmp_path / "bitsandbytes-0.1.json").read_text(encoding="utf-8")
    data = json.loads(text)
    assert data["groups"]["Linear4bit"]["options"] == "n bias"
    assert data["groups"]["quantize_4bit"]["options"] == "A bias~2"
    assert data["groups"]["Params4bit"]["takes_any"]
    assert data["options"]["bias~2"] == {
        "default": False,
        "where": "bitsandbytes/functional.py:1",
    }
    assert '\n"bias": {' in text
    assert "long text" not in text
    assert as_text(data) == text


def test_an_sdist_is_read_without_its_tests(tmp_path):
    tarball(tmp_path, "bitsandbytes", "0.1", BITS | {"tests/x.py": "x = 1", "PKG-INFO": "Name: b"})
    (data,) = extract(open_archives([tmp_path]))
    assert "optim.Adam" in data["groups"]


def test_a_release_of_another_shape_is_refused_by_what_it_lacks(tmp_path, capsys):
    wheel(tmp_path, "bitsandbytes", "0.1", BITS | {"bitsandbytes/functional.py": "x = 1\n"})
    assert main([str(tmp_path), "--out", str(tmp_path)]) == 2
    assert (
        "bitsandbytes 0.1 has no bitsandbytes.functional.quantize_4bit" in capsys.readouterr().err
    )


def test_a_file_that_cannot_be_parsed_is_not_taken_for_an_empty_one(tmp_path):
    wheel(tmp_path, "bitsandbytes", "0.1", BITS | {"bitsandbytes/optim/lion.py": "class ?"})
    with pytest.raises(ExtractError, match=r"cannot parse bitsandbytes/optim/lion.py"):
        list(extract(open_archives([tmp_path])))


@pytest.mark.parametrize("more", [["--only", "peft"], ["--only", "nothing"]])
def test_a_package_without_an_archive_is_an_error(tmp_path, capsys, more):
    wheel(tmp_path, "bitsandbytes", "0.1", BITS)
    assert main([str(tmp_path), "--out", str(tmp_path), *more]) == 2
    assert f"no archive of {more[1]} was given" in capsys.readouterr().err


def test_archives_of_other_packages_only_are_an_error(tmp_path, capsys):
    wheel(tmp_path, "numpy", "2.0", {})
    assert main([str(tmp_path), "--out", str(tmp_path)]) == 2
    assert "a package whose options are read" in capsys.readouterr().err


def test_of_two_archives_of_one_project_the_later_one_counts(tmp_path):
    older = wheel(tmp_path, "bitsandbytes", "0.1", BITS)
    newer = wheel(tmp_path, "bitsandbytes", "0.2", BITS)
    assert [data["version"] for data in extract(open_archives([newer, older]))] == ["0.1"]
