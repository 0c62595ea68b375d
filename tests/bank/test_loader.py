import pytest

from qbank.bank.loader import load
from tests.factories import question


def problems(text):
    return [(p.span.line, p.rule, p.message) for p in load("f.yaml", text.encode()).problems]


def test_a_complete_question_loads():
    loaded = load("f.yaml", question().encode())
    assert not loaded.problems
    assert loaded.body["zh"]["title"] == "ZeRO 切什么？"


def test_an_unknown_key_is_placed_and_the_nearest_named():
    text = question().replace("pitfalls:", "pitfals:")
    [problem] = load("f.yaml", text.encode()).problems
    assert problem.rule == "unknown-key"
    assert problem.source_line == "pitfals:"
    assert problem.fix == "did you mean `pitfalls`?"


def test_a_missing_key_is_named():
    text = question().replace("minutes: 5\n", "")
    assert problems(text) == [(1, "missing-key", "`minutes` is missing")]


def test_a_wrong_level_names_the_choices():
    [(line, rule, message)] = problems(question(level="expert"))
    assert (line, rule) == (4, "wrong-value")
    assert "junior, mid, senior" in message


def test_a_version_that_reads_as_a_number_must_be_quoted():
    [problem] = load("f.yaml", question().replace("2.4.6", "1.15").encode()).problems
    assert problem.fix == "put it in quotes"


def test_two_points_with_one_id_are_refused():
    [(_, rule, _)] = problems(question().replace("id: second", "id: first"))
    assert rule == "duplicate-id"


def test_wrapped_chinese_is_joined_and_code_is_not():
    text = question().replace(
        "  answer: 优化器状态 12 字节。\n",
        "  answer: |\n    第一行\n    第二行\n\n    ```\n    代码\n    代码\n    ```\n",
    )
    answer = load("f.yaml", text.encode()).body["zh"]["answer"]
    assert answer.startswith("第一行第二行\n\n```\n代码\n代码\n```")


@pytest.mark.parametrize(
    "source",
    [
        "{id: a, type: paper, title: T, url: u, where: s}",
        "{id: a, type: issue, repo: o/n, number: 3, says: symptom}",
        "{id: a, type: measured, command: c, version: v}",
    ],
)
def test_every_kind_of_source_loads(source):
    assert not problems(question() + f"sources:\n  - {source}\n")


def test_a_broken_source_is_reported_once():
    found = problems(question() + "sources:\n  - {id: a, type: paper, title: T, url: u}\n")
    assert [message for _, _, message in found] == ["`where` is missing"]


def test_a_break_beside_full_width_punctuation_leaves_no_space_and_lists_stay():
    from qbank.bank.prose import join_lines

    assert join_lines("状态 12\n（主参数 4），\nstage 2") == "状态 12（主参数 4），stage 2"
    assert join_lines("三样：\n- 一\n- 二\n1. 三") == "三样：\n- 一\n- 二\n1. 三"
