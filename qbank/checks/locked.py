"""Cited source code is locked, at the version that the question was verified with, and has not changed since."""

from collections.abc import Iterator

from qbank.archives import normal
from qbank.checks.context import nearest_fix
from qbank.checks.rule import Finding, Rule, Side, Subject
from qbank.content.base import CodeSource
from qbank.problem import Severity
from qbank.sources.citations import FRAMEWORKS, Citation, verified_releases
from qbank.sources.lock import NAME, Lock
from qbank.sources.stale import ReasonKind, reasons

_REASONS = {
    ReasonKind.CHANGED: "`{reason.name}` changed ({releases}, {reason.place})",
    ReasonKind.GONE: "`{reason.name}` is gone ({releases}, {reason.place})",
    ReasonKind.OPTION: "option `{reason.name}`: {reason.place} ({releases})",
}
_VERIFY = "run: python -m qbank.sources verify ARCHIVE..."


def _code_sources(subject: Subject) -> Iterator[tuple[int, Citation]]:
    for number, source in enumerate(subject.question.sources):
        if isinstance(source, CodeSource):
            yield number, Citation(source.package, source.path, source.symbol)


def _unlocked(subject: Subject) -> Iterator[Finding]:
    lock = subject.context.locks[subject.entry.key.root]
    for number, citation in _code_sources(subject):
        finding = _missing(lock, citation)
        if finding:
            yield Finding(("sources", number), *finding)


def _unlocked_beside(side: Side) -> Iterator[Finding]:
    if side.name != FRAMEWORKS:
        return
    lock = side.context.locks[side.root]
    for name, data in side.document.data.items():
        for number, source in enumerate(data.get("sources", ())):
            if source["type"] == "code":
                citation = Citation(source["package"], source["path"], source["symbol"])
                finding = _missing(lock, citation)
                if finding:
                    yield Finding((name, "sources", number), *finding)


def _missing(lock: Lock | None, citation: Citation) -> tuple[str, str] | None:
    """The message and fix for a citation that is not locked; a folder without a lock file locks nothing."""
    if lock is None or citation in lock.locked:
        return None
    beside = [each.symbol for each in lock.locked if each[:2] == citation[:2]]
    message = f"`{citation.symbol}` in {citation.path} of {citation.package} is not in {NAME}"
    return message, nearest_fix(citation.symbol, beside, _VERIFY)


def _unused(side: Side) -> Iterator[Finding]:
    if side.name != NAME:
        return
    cited = side.context.citations(side.root)
    for package, files in side.document.data["locked"].items():
        for path, file in files.items():
            for symbol in file["symbols"]:
                if Citation(package, path, symbol) not in cited:
                    where = ("locked", package, path, "symbols", symbol, "$key")
                    message = f"nothing cites `{symbol}` in {path} of {package}"
                    yield Finding(where, message, _VERIFY)


def _versions(subject: Subject) -> Iterator[Finding]:
    """A question may cite older releases as history, but the one it was verified with among them."""
    verified = verified_releases(subject.question)
    cited: dict[str, dict[str, int]] = {}
    for number, citation in _code_sources(subject):
        cited.setdefault(citation.name, {}).setdefault(citation.version, number)
    for name, versions in cited.items():
        if name in verified and verified[name] not in versions:
            shown = ", ".join(versions)
            message = f"cites {name} {shown}, but the question was verified with {verified[name]}"
            fix = "cite the release that the answer was checked against, or mend `verified_with`"
            yield Finding(("sources", next(iter(versions.values())), "package"), message, fix)


def _stale(subject: Subject) -> Iterator[Finding]:
    context = subject.context
    for reason in reasons(subject.question, context.lock):
        releases = f"{reason.package} {reason.old} -> {reason.new}"
        message = _REASONS[reason.kind].format(reason=reason, releases=releases)
        fix = (
            "read what changed with `qbank list --stale`, then raise `package` and `verified_with`"
        )
        yield Finding(("verified_with",), message, fix)
    framework = context.bank.frameworks.get(subject.entry.id.split("/")[0])
    verified = verified_releases(subject.question)
    for package, pin in framework.packages.items() if framework else ():
        name = normal(package)
        newer = context.lock.newer.get(name)
        was = verified.get(name, str(pin))
        if was != str(pin) and (newer is None or (newer.old, newer.new) != (was, str(pin))):
            message = (
                f"verified with {package} {was}, the pin is {pin}, and the two were not compared"
            )
            fix = "give the archives of both to python -m qbank.sources verify"
            yield Finding(("verified_with", package), message, fix)


_CODE = """\
sources:
  - {id: paper, type: paper, title: ZeRO, url: "https://arxiv.org/abs/1910.02054", where: section 3}
  - {id: code, type: code, package: deepspeed==0.19.8, path: deepspeed/zero.py, symbol: Config}
chain:
  - {id: one, cite: [paper], zh: {ask: 问一, hint: 提示一, answer: 答一}, en: {ask: One?, hint: H, answer: A}}
  - {id: two, cite: [code], zh: {ask: 问二, hint: 提示二, answer: 答二}, en: {ask: Two?, hint: H, answer: A}}
  - {id: six, cite: [paper], zh: {ask: 问三, hint: 提示三, answer: 答三}, en: {ask: Six?, hint: H, answer: A}}
"""
_LOCK = """\
{
 "locked": {
  "deepspeed==0.19.7": {
   "deepspeed/zero.py": {
    "file": "9f86d081884c7d65",
    "symbols": {
     "Config": ["3-8", "60303ae22b998861"]
    }
   }
  },
  "deepspeed==0.19.8": {
   "deepspeed/zero.py": {
    "file": "fd61a03af4f77d87",
    "symbols": {
     "Config": ["3-9", "a4e624d686e03ed2"]
    }
   }
  }
 },
 "newer": {}
}
"""

RULES = (
    Rule(
        "unlocked-source",
        f"every code source is in {NAME}, where the folder has one",
        "The lock is the proof that a machine found the cited symbol in the released archive.",
        _CODE.replace("symbol: Config", "symbol: Confog"),
        _CODE,
        "Lock it: `python -m qbank.sources verify ARCHIVE...`, or mend path and symbol.",
        _unlocked,
        side=_unlocked_beside,
        flagged=3,
    ),
    Rule(
        "unused-lock",
        f"every entry of {NAME} is cited",
        "An entry that nobody cites is of a source that was mended or removed.",
        _LOCK.replace(
            '["3-9", "a4e624d686e03ed2"]',
            '["3-9", "a4e624d686e03ed2"],\n     "Old": ["1", "1b4f0e9851971998"]',
        ),
        _LOCK,
        "Write the lock again: `python -m qbank.sources verify ARCHIVE...`.",
        side=_unused,
        flagged=16,
        sample=NAME,
    ),
    Rule(
        "verified-version",
        "the code that a question cites is of the release it was verified with",
        "An older release may be cited as history, but not in place of the one that the answer speaks of.",
        _CODE.replace("0.19.8", "0.19.7"),
        _CODE,
        "Cite the release under `verified_with`, or mend `verified_with`.",
        _versions,
        flagged=3,
    ),
    Rule(
        "source-stale",
        "what a question cites has not changed up to the pinned release",
        "After a new release only the answers whose code or options changed need to be read again.",
        "verified_with: {deepspeed: 0.19.7}\n",
        "verified_with: {deepspeed: 0.19.8}\n",
        "Read what changed (`qbank list --stale`), check the answer, then raise `package` and `verified_with`.",
        _stale,
        severity=Severity.WARNING,
    ),
)
