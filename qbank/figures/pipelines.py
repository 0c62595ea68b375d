"""A pipeline schedule over time, with its bubble."""

from qbank.errors import QbankError
from qbank.figures.model import Key, Picture, Row, Task, Timeline
from qbank.figures.simulation import Measures, Schedule, measure, simulate
from qbank.formulas.formula import Text
from qbank.units import format_number

NAMES = {"gpipe": "GPipe", "1f1b": "1F1B", "interleaved": "interleaved 1F1B"}
_LONGEST = 480
_KEYS = (
    Key("3", Text("一个 micro-batch 的前向", "forward of a micro-batch")),
    Key("3=", Text("反向，时间加倍", "backward, twice as long")),
    Key(".", Text("空闲（气泡）", "idle, the bubble")),
)


def pipeline_schedule(schedule: str, stages: int, microbatches: int, chunks: int) -> Picture:
    """One row a GPU; QbankError when the arguments do not make a schedule that can be drawn."""
    _check(schedule, stages, microbatches, chunks)
    played = simulate(schedule, stages, microbatches, chunks)
    found = measure(played)
    if found.end > _LONGEST:
        message = f"the schedule is {found.end} units long, at most {_LONGEST} can be drawn"
        raise QbankError(message, hint="draw it with fewer microbatches")
    title = _title(schedule, stages, microbatches, chunks)
    notes = (_bubble_note(found), _held_note(found, chunks))
    timeline = Timeline(
        _KEYS, _rows(played), found.end, chunks, Text("下行是模型块", "lower row: the model chunk")
    )
    described = Text(*("".join(half) for half in zip(*notes, strict=True)))
    return Picture("pipeline_schedule", title, described, (timeline,), notes)


def _check(schedule: str, stages: int, microbatches: int, chunks: int) -> None:
    if schedule != "interleaved":
        if chunks != 1:
            message = f"`chunks` is {chunks}, but {NAMES[schedule]} has one chunk per GPU"
            raise QbankError(message, hint="write schedule: interleaved, or leave chunks out")
        return
    if chunks == 1:
        message = "the interleaved schedule has at least 2 chunks per GPU, not 1"
        raise QbankError(message, hint="write chunks: 2, or schedule: 1f1b")
    if microbatches % stages:
        message = f"`microbatches` is {microbatches}, the interleaved schedule wants a multiple of {stages}"
        raise QbankError(message, hint=f"write microbatches: {-(-microbatches // stages) * stages}")


def _title(schedule: str, stages: int, microbatches: int, chunks: int) -> Text:
    name = NAMES[schedule]
    zh_name = "交错 1F1B" if schedule == "interleaved" else name
    zh_more = f"，每卡 {chunks} 个模型块" if chunks > 1 else ""
    en_more = f", {chunks} model chunks per GPU" if chunks > 1 else ""
    plural = "" if microbatches == 1 else "es"
    return Text(
        f"{zh_name}：{stages} 个 stage，{microbatches} 个 micro-batch{zh_more}",
        f"{name[0].upper()}{name[1:]}: {stages} stages, {microbatches} micro-batch{plural}{en_more}",
    )


def _rows(played: Schedule) -> tuple[Row, ...]:
    return tuple(
        Row(
            f"GPU {gpu}",
            tuple(
                Task(start, op.units, str(op.microbatch + 1), int(op.is_backward), op.chunk)
                for op, start in ops
            ),
        )
        for gpu, ops in enumerate(played)
    )


def percent(ratio: float) -> str:
    """A ratio as the text prints it."""
    return f"{format_number(100 * ratio, 4)}%"


def _bubble_note(found: Measures) -> Text:
    ratio, share = percent(found.bubble), percent(found.share)
    counted = f"{found.idle} / {found.busy} = {ratio}"
    return Text(
        f"气泡：空闲 / 理想时间 = {counted}；占总时间 {share}。",
        f"Bubble: idle / ideal time = {counted}; {share} of the whole time. ",
    )


def _held_note(found: Measures, chunks: int) -> Text:
    if chunks > 1:
        return Text(
            f"GPU 0 最多同时保留 {found.held} 份模型块的激活。",
            f"GPU 0 holds activations of at most {found.held} chunk passes at once.",
        )
    plural = "" if found.held == 1 else "es"
    return Text(
        f"GPU 0 最多同时保留 {found.held} 个 micro-batch 的激活。",
        f"GPU 0 holds activations of at most {found.held} micro-batch{plural} at once.",
    )
