"""The sizes of a well-known model as arguments of a formula."""

import difflib
from collections.abc import Mapping

from qbank.errors import NotFoundError, QbankError
from qbank.formulas.formula import Formula
from qbank.formulas.shapes import SHAPES, Shape

_PER_TOKEN = frozenset({"qbank.formulas.compute", "qbank.formulas.utilization"})
"""Modules whose `params` are those that work on a token: of a mixture of experts, the active ones."""
_LLAMA_STYLE = frozenset({"targets", "experts", "kv_heads"})
"""Beside `ffn`, arguments of formulas for layers with a gated FFN; the GPT-2 family has none."""


def shape_of(model: str) -> Shape:
    """The shape of a model; NotFoundError with the nearest names for one that is not in the table."""
    name = model.strip().lower().replace("_", "-")
    found = SHAPES.get(name)
    if found is None:
        near = _near(name)
        hint = f"did you mean {' or '.join(f'`{each}`' for each in near)}?"
        raise NotFoundError(f"no model named `{model}`", hint=hint)
    return found


def _near(name: str) -> list[str]:
    """Models that contain what was typed, else those spelt nearly so; never none."""
    inside = [each for each in SHAPES if name and name in each]
    return (inside or difflib.get_close_matches(name, SHAPES, n=3, cutoff=0.3) or [*SHAPES])[:3]


def filled(formula: Formula, model: str) -> dict[str, int]:
    """What a model says about the arguments of a formula, those it has.

    Raises NotFoundError for an unknown model, QbankError when the formula is not about such models.
    """
    shape = shape_of(model)
    names = {each.name for each in formula.parameters}
    _refuse_other_kind(formula, names, model, shape)
    values = {name: value for name, value in _sizes(formula, shape).items() if name in names}
    if not values:
        takes = ", ".join(each.name for each in formula.parameters)
        message = f"`{formula.name}` takes nothing that a model says"
        raise QbankError(message, hint=f"it takes {takes}")
    return values


def _sizes(formula: Formula, shape: Shape) -> Mapping[str, int]:
    per_token = formula.function.__module__ in _PER_TOKEN
    learned = {"positions": shape.positions} if shape.positions else {}
    return {
        "params": shape.active if per_token else shape.parameters,
        "base": shape.parameters,
        "layers": shape.layers,
        "hidden": shape.hidden,
        "ffn": shape.ffn,
        "heads": shape.heads,
        "kv_heads": shape.kv_heads,
        "head_dim": shape.head_width,
        "kv": shape.kv,
        "query": shape.query,
        "vocab": shape.vocab,
        "tied": shape.tied,
        "qkv_bias": shape.qkv_bias,
        "qk_norm": shape.qk_norm,
        "experts": shape.experts,
        "top_k": shape.top_k,
        "gated": 0 if shape.positions else 1,
        **learned,
    }


def _refuse_other_kind(formula: Formula, names: set[str], model: str, shape: Shape) -> None:
    """A wrong number is worse than none: a formula for other layers is not filled."""
    is_llama_style = "ffn" in names and names & _LLAMA_STYLE and "gated" not in names
    one_ffn = "ffn" in names and not names & {"experts", "top_k"}
    even_heads = {"hidden", "heads"} <= names and not names & {"head_dim", "query"}
    reasons = (
        (shape.positions and is_llama_style, "Llama-style layers, with a gated FFN"),
        (not shape.positions and "positions" in names, "learned positions, as in GPT-2"),
        (shape.experts > 1 and one_ffn, "one FFN a layer"),
        (shape.query != shape.hidden and even_heads, "heads of width hidden / heads"),
    )
    for is_other, what in reasons:
        if is_other:
            message = f"`{formula.name}` is for {what}, which `{model}` does not have"
            raise QbankError(message, hint="choose another model, or give each size")
