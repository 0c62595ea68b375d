"""All drawings by name: read their arguments, draw them, and find the one that shows a formula."""

import difflib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from qbank.errors import NotFoundError
from qbank.figures.model import Picture
from qbank.figures.pipelines import pipeline_schedule
from qbank.figures.tensor import tensor_parallel_mlp
from qbank.figures.zero import zero_memory
from qbank.formulas.arguments import ARGUMENTS
from qbank.formulas.checking import check_arguments
from qbank.formulas.formula import Given, Parameter, Text, Value
from qbank.formulas.registry import get


@dataclass(frozen=True)
class Drawing:
    """A function from arguments to a picture, with what the arguments mean."""

    name: str
    function: Callable[..., Picture]
    parameters: tuple[Parameter, ...]


def _given(name: str, low: float, high: float, default: Value | None = None) -> Parameter:
    """An argument of the formulas, narrower: a picture has its limits."""
    return replace(ARGUMENTS[name], low=low, high=high, default=default)


_SEQUENCE_PARALLEL = Parameter(
    "sequence_parallel",
    Text("是否开序列并行", "with or without sequence parallelism"),
    kind="choice",
    choices=("no", "yes", "both"),
    default="both",
)

DRAWINGS: Mapping[str, Drawing] = {
    each.name: each
    for each in (
        Drawing(
            "zero_memory",
            zero_memory,
            (
                _given("params", 1, 1e15),
                _given("ranks", 1, 10**6),
                replace(ARGUMENTS["recipe"], default="adam-16"),
            ),
        ),
        Drawing(
            "pipeline_schedule",
            pipeline_schedule,
            (
                replace(ARGUMENTS["schedule"], default="1f1b"),
                _given("stages", 2, 32),
                _given("microbatches", 1, 128),
                _given("chunks", 1, 8, 1),
            ),
        ),
        Drawing(
            "tensor_parallel_mlp",
            tensor_parallel_mlp,
            (
                _given("tensor", 2, 1024, 2),
                _SEQUENCE_PARALLEL,
                *(
                    _given(name, 0, 10**9, 0)
                    for name in ("sequence", "micro_batch", "hidden", "ffn")
                ),
            ),
        ),
    )
}


def drawing(name: str) -> Drawing:
    """The drawing called `name`, dashes or underscores; NotFoundError with the nearest name."""
    key = name.strip().replace("-", "_")
    found = DRAWINGS.get(key)
    if found is None:
        near = difflib.get_close_matches(key, DRAWINGS, n=1)
        hint = f"did you mean `{near[0]}`?" if near else f"one of: {', '.join(DRAWINGS)}"
        raise NotFoundError(f"no drawing named `{name}`", hint=hint)
    return found


def draw(name: str, arguments: Mapping[str, Given]) -> Picture:
    """The picture of a drawing.

    Raises NotFoundError for an unknown name, QbankError for an argument that is unknown, missing, out of its
    range, or does not fit the others.
    """
    found = drawing(name)
    return found.function(**check_arguments(found, arguments))


_ZERO, _PIPELINE, _TENSOR = "zero_memory", "pipeline_schedule", "tensor_parallel_mlp"
_SHOWN_BY: Mapping[str, tuple[str, Mapping[str, Given]]] = {
    "zero_model_states": (_ZERO, {}),
    "state_bytes_per_parameter": (_ZERO, {"params": 1e9}),
    "pipeline_bubble": (_PIPELINE, {}),
    "pipeline_bubble_share": (_PIPELINE, {}),
    "in_flight_micro_batches": (_PIPELINE, {}),
    "pipeline_stash": (_PIPELINE, {}),
    "tensor_parallel_traffic": (_TENSOR, {"sequence_parallel": "no"}),
    "sequence_parallel_traffic": (_TENSOR, {"sequence_parallel": "yes"}),
}


def figured() -> tuple[str, ...]:
    """Names of the formulas that have a picture."""
    return tuple(_SHOWN_BY)


def draw_formula(name: str, arguments: Mapping[str, Given]) -> Picture:
    """The picture that shows a formula with these arguments; NotFoundError when it has none.

    Arguments of the formula that the drawing does not take are left out. Raises QbankError as `evaluate` and
    `draw` do.
    """
    formula = get(name)
    if formula.name not in _SHOWN_BY:
        hint = f"these have one: {', '.join(_SHOWN_BY)}"
        raise NotFoundError(f"the formula `{name}` has no picture", hint=hint)
    drawn, preset = _SHOWN_BY[formula.name]
    taken = {each.name for each in DRAWINGS[drawn].parameters}
    values = check_arguments(formula, arguments)
    wanted = {
        **preset,
        **{
            arg: value
            for arg, value in values.items()
            if arg in taken and not isinstance(value, tuple)
        },
    }
    # a formula that counts chunks means the interleaved schedule
    if drawn == _PIPELINE and "schedule" not in wanted and wanted["chunks"] != 1:
        wanted["schedule"] = "interleaved"
    return draw(drawn, wanted)
