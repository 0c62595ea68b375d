"""Pipeline schedules played out: who runs what when, given the order of each GPU's tasks.

A forward of one model chunk takes one unit of time, its backward two; communication takes none.
"""

from typing import NamedTuple

FORWARD_UNITS, BACKWARD_UNITS = 1, 2


class Op(NamedTuple):
    """The forward or backward of one micro-batch through one chunk of a GPU's layers."""

    is_backward: bool
    microbatch: int
    chunk: int

    @property
    def units(self) -> int:
        """How long it takes."""
        return BACKWARD_UNITS if self.is_backward else FORWARD_UNITS


class Timed(NamedTuple):
    """An operation and when it starts."""

    op: Op
    start: int

    @property
    def end(self) -> int:
        """When it ends."""
        return self.start + self.op.units


Schedule = tuple[tuple[Timed, ...], ...]
"""`schedule[gpu]`: its operations in order of time."""


def simulate(schedule: str, stages: int, microbatches: int, chunks: int) -> Schedule:
    """Every operation as early as its GPU and the one it waits for allow.

    `schedule` is gpipe, 1f1b or interleaved; the last wants micro-batches in multiples of `stages`.
    """
    order = [_order(schedule, gpu, stages, microbatches, chunks) for gpu in range(stages)]
    ends: dict[tuple[int, Op], int] = {}
    timed: list[list[Timed]] = [[] for _ in order]
    waiting = set(range(stages))
    while waiting:
        for gpu in sorted(waiting):
            _advance(gpu, order[gpu], timed, ends, stages, chunks)
        waiting = {gpu for gpu in waiting if len(timed[gpu]) < len(order[gpu])}
    return tuple(map(tuple, timed))


def _advance(  # noqa: PLR0913, PLR0917  # the state of the simulation, changed in place
    gpu: int,
    ops: list[Op],
    timed: list[list[Timed]],
    ends: dict[tuple[int, Op], int],
    stages: int,
    chunks: int,
) -> None:
    """Start the GPU's operations until one waits for another GPU."""
    done = timed[gpu]
    for op in ops[len(done) :]:
        needed = _needs(gpu, op, stages, chunks)
        if needed is not None and needed not in ends:
            return
        ready = ends[needed] if needed else 0
        free = done[-1].end if done else 0
        done.append(Timed(op, max(ready, free)))
        ends[gpu, op] = done[-1].end


def _needs(gpu: int, op: Op, stages: int, chunks: int) -> tuple[int, Op] | None:
    """The operation whose output this one takes. Chunk c of GPU g is part c x p + g of the model."""
    part, last = op.chunk * stages + gpu, stages * chunks - 1
    if not op.is_backward:
        return _at(part - 1, op, stages) if part else None
    if part == last:
        return gpu, op._replace(is_backward=False)
    return _at(part + 1, op, stages)


def _at(part: int, op: Op, stages: int) -> tuple[int, Op]:
    return part % stages, op._replace(chunk=part // stages)


def _order(schedule: str, gpu: int, stages: int, microbatches: int, chunks: int) -> list[Op]:
    count = microbatches * chunks
    forwards = [_nth(n, stages, chunks, is_backward=False) for n in range(count)]
    backwards = [_nth(n, stages, chunks, is_backward=True) for n in range(count)]
    if chunks == 1:
        forwards = [Op(False, n, 0) for n in range(count)]  # noqa: FBT003  # a field by its place
        backwards = [op._replace(is_backward=True) for op in forwards]
    if schedule == "gpipe":
        return forwards + backwards
    warmup = stages - 1 - gpu
    if schedule == "interleaved":
        # Megatron-LM: two more rounds of forwards for each later stage, and whole earlier chunks
        warmup = 2 * warmup + (chunks - 1) * stages
    warmup = min(warmup, count)
    pairs = zip(forwards[warmup:], backwards, strict=False)
    return [
        *forwards[:warmup],
        *(op for pair in pairs for op in pair),
        *backwards[count - warmup :],
    ]


def _nth(number: int, stages: int, chunks: int, *, is_backward: bool) -> Op:
    """Interleaved order: `stages` micro-batches through a chunk, then the same through the next."""
    round_, inside = divmod(number, stages * chunks)
    chunk, offset = divmod(inside, stages)
    return Op(is_backward, round_ * stages + offset, chunks - 1 - chunk if is_backward else chunk)


class Measures(NamedTuple):
    """What a schedule costs, counted in it: units of time of all GPUs together."""

    end: int
    busy: int
    idle: int
    held: int

    @property
    def bubble(self) -> float:
        """Idle time over busy time, the ideal."""
        return self.idle / self.busy

    @property
    def share(self) -> float:
        """Idle time over all time."""
        return self.idle / (self.idle + self.busy)


def measure(schedule: Schedule) -> Measures:
    """Times, and the most forwards whose backward has not run yet on the first GPU."""
    end = max(ops[-1].end for ops in schedule)
    busy = sum(timed.op.units for ops in schedule for timed in ops)
    held = most = 0
    for timed in schedule[0]:
        held += -1 if timed.op.is_backward else 1
        most = max(most, held)
    return Measures(end, busy, end * len(schedule) - busy, most)
