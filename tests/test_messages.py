"""Interface strings: the same places to fill in, in both languages, and every one is used."""

import re
from pathlib import Path

import pytest

from qbank.messages import counted
from qbank.messages.base import Messages
from qbank.messages.en import EN
from qbank.messages.zh import ZH

PACKAGE = Path(__file__).parent.parent / "qbank"
NAMES = [*Messages.__annotations__]
SAME_KEYS = [name for name in NAMES if isinstance(getattr(EN, name), dict)]
OWN_KEYS = {"groups", "key_help", "settings"}  # what is missing is shown by another name


def texts(value):
    if isinstance(value, str):
        return [value]
    return [
        text
        for one in (value.values() if isinstance(value, dict) else value)
        for text in texts(one)
    ]


@pytest.mark.parametrize("words", [EN, ZH], ids=["en", "zh"])
def test_no_word_is_missing_and_none_is_unknown(words):
    own = {name for name in dir(words) if not name.startswith("_")}
    assert own == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_both_languages_fill_in_the_same_values(name):
    def filled(messages):
        return sorted(re.findall(r"\{(\w*)\}", " ".join(texts(getattr(messages, name)))))

    assert filled(EN) == filled(ZH)


@pytest.mark.parametrize("name", [name for name in SAME_KEYS if name not in OWN_KEYS])
def test_both_languages_have_the_same_words(name):
    assert getattr(EN, name).keys() == getattr(ZH, name).keys()


def test_every_string_is_used():
    source = "".join(
        path.read_text(encoding="utf-8")
        for path in PACKAGE.rglob("*.py")
        if path.parent.name != "messages"
    )
    assert not [name for name in NAMES if not re.search(rf"\.{name}\b", source)]


def test_the_words_agreed_for_chinese_are_the_ones_shown():
    shown = {
        *ZH.actions.values(), *ZH.ratings.values(), ZH.did_you_say, ZH.or_did_you_say, ZH.stats_sure,
        ZH.stats_held, ZH.sources, ZH.missed_points.removesuffix("：", ),
        ZH.today_due.format(n=14, minutes=22), ZH.minutes_left.format(n=12),
    }  # fmt: skip
    agreed = (
        "看答案 写下来 提示 先跳过 这些点说到了吗？ 踩到这些坑了吗？ 没答上来 答了一部分 答到点了 张口就来 漏掉的得分点 自信但答错 "
        "扛住第几层追问 再来＿5＿分钟 撤销 标记 不再出现 报告错误 换语言 看出处 今天该复习＿14＿题（约＿22＿分钟） 还剩＿12＿分钟"
    )
    assert {word.replace("＿", " ") for word in agreed.split()} <= shown


def test_chinese_uses_full_width_marks_between_chinese_characters():
    for text in texts([getattr(ZH, name) for name in NAMES]):
        assert not re.search(r"[\u4e00-\u9fff] ?[,;:?()!]|[,;(][\u4e00-\u9fff]", text), text


def test_a_count_takes_the_form_that_fits_it():
    assert counted("{n} match(es), {m} file(s)", n=1, m=2) == "1 match, 2 files"
    assert counted("{n} core point(s) missed", n=21) == "21 core points missed"
    assert counted("漏了 {n} 个核心点", n=1) == "漏了 1 个核心点"


def test_no_count_in_english_is_always_plural():
    counts_from_two = {"in_days"}  # before that it is tomorrow
    words = [text for name in {*NAMES} - counts_from_two for text in texts(getattr(EN, name))]
    assert not [text for text in words if re.search(r"\{(n|files|errors)\} \w+s\b", text)]
