"""A schedule that was played out agrees with the formulas, which know nothing of it."""

from itertools import pairwise

import pytest

from qbank.figures.simulation import measure, simulate
from qbank.formulas import evaluate

SHAPES = [
    ("gpipe", 2, 1, 1),
    ("gpipe", 4, 8, 1),
    ("gpipe", 8, 3, 1),
    ("1f1b", 2, 1, 1),
    ("1f1b", 4, 8, 1),
    ("1f1b", 8, 3, 1),
    ("1f1b", 16, 64, 1),
    ("interleaved", 2, 2, 2),
    ("interleaved", 4, 4, 3),
    ("interleaved", 4, 8, 2),
    ("interleaved", 8, 32, 4),
]


@pytest.fixture(params=SHAPES, ids=str)
def shape(request):
    return request.param


def test_the_bubble_of_the_schedule_is_that_of_the_formulas(shape):
    _, stages, microbatches, chunks = shape
    found = measure(simulate(*shape))
    args = {"stages": stages, "microbatches": microbatches, "chunks": chunks}
    assert found.bubble == pytest.approx(evaluate("pipeline_bubble", args), rel=1e-12)
    assert found.share == pytest.approx(evaluate("pipeline_bubble_share", args), rel=1e-12)


def test_the_first_gpu_holds_as_many_activations_as_the_formula_says(shape):
    name, stages, microbatches, chunks = shape
    args = {"schedule": name, "stages": stages, "microbatches": microbatches, "chunks": chunks}
    assert measure(simulate(*shape)).held == evaluate("in_flight_micro_batches", args)


def test_the_time_of_a_step_is_that_of_the_formula():
    args = {"stages": 4, "microbatches": 8, "forward": 1, "backward_seconds": 2}
    for name in ("gpipe", "1f1b"):
        assert measure(simulate(name, 4, 8, 1)).end == evaluate("pipeline_step_seconds", args)


def test_every_micro_batch_passes_every_chunk_once_each_way(shape):
    _, _, microbatches, chunks = shape
    for ops in simulate(*shape):
        done = [timed.op for timed in ops]
        assert len(done) == len(set(done)) == 2 * microbatches * chunks


def test_a_gpu_does_one_thing_at_a_time(shape):
    for ops in simulate(*shape):
        for first, second in pairwise(ops):
            assert first.end <= second.start


def test_nothing_starts_before_its_input_is_there(shape):
    _, stages, _, chunks = shape
    parts = stages * chunks
    times = {
        (op.is_backward, op.microbatch, op.chunk * stages + gpu): (start, start + op.units)
        for gpu, ops in enumerate(simulate(*shape))
        for op, start in ops
    }
    for (is_backward, microbatch, part), (start, _) in times.items():
        if is_backward:
            assert times[False, microbatch, part][1] <= start
            if part + 1 < parts:
                assert times[True, microbatch, part + 1][1] <= start
        elif part:
            assert times[False, microbatch, part - 1][1] <= start


def test_1f1b_has_the_bubble_of_gpipe_and_holds_less():
    gpipe, later = measure(simulate("gpipe", 4, 8, 1)), measure(simulate("1f1b", 4, 8, 1))
    assert later.bubble == gpipe.bubble
    assert (gpipe.held, later.held) == (8, 4)
