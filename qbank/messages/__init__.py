"""Interface strings, one class per language: a missing one fails mypy and the tests."""

import re
from functools import cache

from qbank.messages.base import Messages
from qbank.terms import Lang

__all__ = ["Messages", "counted", "messages"]

_COUNTED = re.compile(r"(\d+)( [\w -]+?)\((e?s)\)")


@cache
def messages(lang: Lang) -> Messages:
    """The strings of one language; only that language's module is imported."""
    if lang is Lang.ZH:
        from qbank.messages.zh import ZH  # noqa: PLC0415

        return ZH
    from qbank.messages.en import EN  # noqa: PLC0415

    return EN


def counted(text: str, **values: object) -> str:
    """`text` filled in, with `1 file(s)` as `1 file` and `2 match(es)` as `2 matches`."""
    return _COUNTED.sub(
        lambda found: found[1] + found[2] + ("" if found[1] == "1" else found[3]),
        text.format(**values),
    )
