"""The bank as rules need it: lookups that are built once a run."""

import difflib
import re
from collections.abc import Iterable, Mapping
from functools import cache, cached_property

from qbank.bank.catalog import Bank
from qbank.sources.citations import Citation, of_bank
from qbank.sources.lock import Lock, read_lock, read_locks
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
    def locks(self) -> Mapping[int, Lock | None]:
        """The lock of cited source code of each folder of the bank, by its number."""
        return {number: read_lock(root.path) for number, root in enumerate(self.bank.roots)}

    @cached_property
    def lock(self) -> Lock:
        """All locks as one."""
        return read_locks(root.path for root in self.bank.roots)

    @cache  # noqa: B019  # a context lives as long as one run
    def citations(self, root: int) -> frozenset[Citation]:
        """What the files of one folder cite."""
        return frozenset(each.citation for each in of_bank(self.bank, root))

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
    def refused_words(self) -> Mapping[Lang, Mapping[str, str]]:
        """Refused wordings of the glossary with the wanted ones, by language."""
        english: dict[str, str] = {}
        chinese: dict[str, str] = {}
        for term in self.bank.glossary:
            english |= dict.fromkeys(term.get("avoid", ()), term["en"])
            chinese |= dict.fromkeys(
                (*term.get("avoid", ()), *term.get("avoid_zh", ())), term["zh"]
            )
        return {Lang.EN: english, Lang.ZH: chinese}

    @cached_property
    def wordings(self) -> Mapping[Lang, re.Pattern[str]]:
        """A pattern by language of all refused wordings, and of wanted ones that contain one; the longest first."""
        wanted = {term[lang] for term in self.bank.glossary for lang in ("en", "zh")}
        patterns = {}
        for lang, refused in self.refused_words.items():
            shadowing = {word for word in wanted if any(each in word for each in refused)}
            every = sorted(shadowing.union(refused), key=lambda word: (-len(word), word))
            patterns[lang] = re.compile("|".join(map(_bounded, every)) or "(?!)")
        return patterns


def _bounded(word: str) -> str:
    """Latin wordings are matched as whole words, Chinese ones anywhere."""
    before = r"(?<![A-Za-z0-9_])" if word[0].isascii() else ""
    after = r"(?![A-Za-z0-9_])" if word[-1].isascii() else ""
    return f"{before}{re.escape(word)}{after}"


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
