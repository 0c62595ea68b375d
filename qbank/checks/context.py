"""The bank as rules need it: lookups that are built once a run."""

import difflib
from collections.abc import Iterable, Mapping
from functools import cached_property

from qbank.bank.catalog import Bank
from qbank.terms import Lang

ALWAYS_ALLOWED = frozenset({"numpy", "torch"})
"""Packages that any question may be verified with."""


class Context:
    """One run of the checks over a bank."""

    def __init__(self, bank: Bank) -> None:
        self.bank = bank

    @cached_property
    def packages(self) -> frozenset[str]:
        """Names of the packages that frameworks.yaml pins."""
        named = (name for each in self.bank.frameworks.values() for name in each.packages)
        return ALWAYS_ALLOWED.union(named)

    @cached_property
    def framework_words(self) -> Mapping[str, str]:
        """Every folded word that means a framework, to its id."""
        return {
            fold_word(word): id_
            for id_, framework in reversed([*self.bank.frameworks.items()])
            for word in framework.words
        }

    @cached_property
    def titles(self) -> Mapping[str, tuple[str, ...]]:
        """Ids of the questions that go by a folded title, in either language."""
        found: dict[str, tuple[str, ...]] = {}
        for entry in self.bank.entries.values():
            for title in {fold_title(entry.title_zh), fold_title(entry.title_en)} - {""}:
                found[title] = (*found.get(title, ()), entry.id)
        return found

    @cached_property
    def older_ids(self) -> Mapping[str, tuple[str, ...]]:
        """Ids of the questions that claim an older id."""
        found: dict[str, tuple[str, ...]] = {}
        for entry in self.bank.entries.values():
            for old in entry.was:
                found[old] = (*found.get(old, ()), entry.id)
        return found

    @cached_property
    def refused_words(self) -> Mapping[Lang, tuple[tuple[str, str], ...]]:
        """`(refused, wanted)` wordings of the glossary by language."""
        english, chinese = [], []
        for term in self.bank.glossary:
            english += [(word, term["en"]) for word in term.get("avoid", ())]
            chinese += [(word, term["zh"]) for word in term.get("avoid", ())]
            chinese += [(word, term["zh"]) for word in term.get("avoid_zh", ())]
        return {Lang.EN: tuple(english), Lang.ZH: tuple(chinese)}

    @cached_property
    def wanted_words(self) -> frozenset[str]:
        """Every wording that the glossary wants."""
        return frozenset(term[lang] for term in self.bank.glossary for lang in ("en", "zh"))


def fold_word(word: str) -> str:
    """A name as it is compared: `megatron_core` and `Megatron-Core` are one."""
    return word.strip().casefold().replace("_", "-")


def fold_title(title: str) -> str:
    """A title as it is compared: case, spaces and the last mark do not count."""
    return "".join(title.split()).casefold().rstrip("?？.。！!")


def nearest_fix(word: str, names: Iterable[str], otherwise: str) -> str:
    """A question with the nearest name, or another hint when none is near."""
    near = difflib.get_close_matches(word, [*names], n=1)
    return f"did you mean `{near[0]}`?" if near else otherwise
