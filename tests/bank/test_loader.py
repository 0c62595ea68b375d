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


@pytest.mark.parametrize(
    ("old", "new", "fix"),
    [
        (
            "zh: {wrong: 错一, right: 对一}, en:",
            "wrong: 错一, en:",
            "write it inside `zh:` and `en:`",
        ),
        ("priority: 1", "priority: 1\ntitle: What?", "write it inside `zh:` and `en:`"),
        ("priority: 1", "priority: 1\nask: What?", "it belongs in `chain.zh`, `chain.en`"),
        ("priority: 1", "priority: 1\noptions: []", "only a question of type choice has it"),
        ("{id: first, core:", "{id: first, minutes: 3, core:", "it belongs in the top level"),
        ("{id: first, core:", "{id: first, coer: true, core:", "did you mean `core`?"),
        (
            "{wrong: Wrong one,",
            "{xyz: 1, wrong: Wrong one,",
            "remove it; the keys here are `wrong`, `right`",
        ),
        (
            "points:",
            "sources:\n  - {id: a, type: paper, title: A, url: u, where: w, arxiv: '1'}\npoints:",
            "remove it; the keys here are `id`, `type`, `title`, `url`, `where`",
        ),
    ],
)
def test_an_unknown_key_is_told_its_place_and_never_itself(old, new, fix):
    text = question()
    assert text.count(old) == 1
    loaded = load("f.yaml", text.replace(old, new).encode())
    [problem] = [one for one in loaded.problems if one.rule == "unknown-key"]
    assert problem.fix == fix


def test_every_key_in_every_wrong_place_gets_another_suggestion_than_itself():
    for key in ("wrong", "right", "ask", "hint", "title", "id", "cite", "core", "unit", "code"):
        for place in ("priority: 1", "pitfalls:\n  - {cite: [algebra]"):
            joined = f"\n{key}: x" if place == "priority: 1" else f", {key}: x"
            loaded = load("f.yaml", question().replace(place, place + joined, 1).encode())
            for problem in loaded.problems:
                assert problem.fix != f"did you mean `{key}`?", (key, place)


def test_a_broken_shape_does_not_hide_an_id_that_stands_twice():
    text = question().replace("id: second", "id: first").replace("priority: 1", "priorty: 1")
    rules = {problem.rule for problem in load("f.yaml", text.encode()).problems}
    assert rules == {"unknown-key", "missing-key", "duplicate-id"}


def test_parts_that_are_no_parts_are_placed_and_nothing_else_breaks():
    for points in ("points: [1, {id: 2}, {id: [3]}, null]", "points: {}", "points: null"):
        text = question().replace("points:\n", "points_:\n").replace("chain:", points + "\nchain:")
        assert load("f.yaml", text.encode()).problems
