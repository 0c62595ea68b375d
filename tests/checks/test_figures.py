"""The rule about pictures names what is wrong, where, and what was probably meant."""

import pytest

from tests.checks.rule_samples import checked, merged


def found(tmp_path, *figures):
    """`(text at the place, message, fix)` of the findings over these figures."""
    text = merged("figures:\n" + "".join(f"  - {each}\n" for each in figures))
    problems = checked(tmp_path, text)
    assert {each.rule for each in problems} <= {"figure"}
    return [
        (each.source_line[each.span.column - 1 :].split(",")[0].rstrip("}"), each.message, each.fix)
        for each in problems
    ]


@pytest.mark.parametrize(
    ("figure", "at", "message", "fix"),
    [
        (
            "{id: a, draw: zero_memroy, args: {params: 7e9, ranks: 8}}",
            "zero_memroy",
            "no drawing is called `zero_memroy`",
            "did you mean `zero_memory`?",
        ),
        (
            "{id: a, draw: pie}",
            "pie",
            "no drawing is called `pie`",
            "one of: zero_memory, pipeline_schedule, tensor_parallel_mlp",
        ),
        (
            "{id: a, draw: zero_memory, args: {params: 7.0e9, rank: 8, ranks: 8}}",
            "rank: 8",
            "`zero_memory` has no argument `rank`",
            "did you mean `ranks`?",
        ),
        (
            "{id: a, draw: zero_memory, args: {params: 7.0e9, ranks: 8, recipe: adam}}",
            "adam",
            "`recipe` is one of 8 words, not `adam`",
            "did you mean `adam-16`?",
        ),
        (
            "{id: a, draw: pipeline_schedule, args: {stages: 99, microbatches: 8}}",
            "99",
            "`stages` is at most 32, not 99",
            "",
        ),
        (
            "{id: a, draw: pipeline_schedule, args: {stages: 4}}",
            "{id: a",
            "`pipeline_schedule` needs `microbatches` (micro-batches per step m)",
            "add microbatches to args",
        ),
        (
            "{id: a, draw: pipeline_schedule, args: {stages: 4, microbatches: 8, chunks: 2}}",
            "{stages: 4",
            "`chunks` is 2, but 1F1B has one chunk per GPU",
            "write schedule: interleaved, or leave chunks out",
        ),
    ],
)
def test_a_wrong_figure_is_named_with_its_repair(tmp_path, figure, at, message, fix):
    assert found(tmp_path, figure) == [(at, message, fix)]


def test_every_wrong_argument_is_named(tmp_path):
    messages = [each[1] for each in found(tmp_path, "{id: a, draw: zero_memory, args: {rank: 0}}")]
    assert len(messages) == 3
    assert {"`rank`", "`params`", "`ranks`"} == {f"`{one.split('`')[3]}`" for one in messages}


def test_two_pictures_of_one_id_are_one_too_many(tmp_path):
    figure = "{id: a, draw: tensor_parallel_mlp}"
    assert found(tmp_path, figure, figure) == [("a", "`a` names two pictures", "rename one")]
    assert found(tmp_path / "b", figure, figure.replace("id: a", "id: b")) == []
