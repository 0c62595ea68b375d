"""Interface strings, one class per language: a missing one fails mypy and the tests."""

from functools import cache

from qbank.messages.base import Messages
from qbank.terms import Lang

__all__ = ["Messages", "messages"]


@cache
def messages(lang: Lang) -> Messages:
    """The strings of one language; only that language's module is imported."""
    if lang is Lang.ZH:
        from qbank.messages.zh import ZH  # noqa: PLC0415

        return ZH
    from qbank.messages.en import EN  # noqa: PLC0415

    return EN
