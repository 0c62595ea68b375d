"""Everything that names something outside the file names something that exists."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from qbank.checks.context import fold_word, nearest_fix
from qbank.checks.rule import Finding, Rule, Subject
from qbank.content.types.spot import Spot

if TYPE_CHECKING:
    from qbank.bank.reader import Path
    from qbank.content.base import Snippet


def _frameworks(subject: Subject) -> Iterator[Finding]:
    known = subject.context.bank.frameworks
    for number, name in enumerate(subject.question.frameworks):
        if name not in known:
            meant = subject.context.framework_words.get(fold_word(name))
            fix = f"write `{meant}`" if meant else nearest_fix(name, known, "see frameworks.yaml")
            message = f"no framework has the id `{name}`"
            yield Finding(("frameworks", number), message, fix)
    folder = subject.entry.id.split("/")[0]
    if folder not in known:
        message = f"the folder `{folder}` is not the id of a framework"
        yield Finding((), message, nearest_fix(folder, known, "add it to frameworks.yaml"))


def _topics(subject: Subject) -> Iterator[Finding]:
    known = subject.context.bank.topics
    for number, name in enumerate(subject.question.topics):
        if name in known:
            continue
        meant = next((topic.id for topic in known.values() if name in topic.was), "")
        fix = f"write `{meant}`" if meant else nearest_fix(name, known, "see topics.yaml")
        yield Finding(("topics", number), f"no topic has the id `{name}`", fix)


def _see_also(subject: Subject) -> Iterator[Finding]:
    bank = subject.context.bank
    names = subject.question.see_also
    for number, name in enumerate(names):
        path: Path = ("see_also", number)
        if name == subject.entry.id:
            yield Finding(path, f"`{name}` is this question itself", "remove it")
        elif name in names[:number]:
            yield Finding(path, f"`{name}` stands here twice", "remove one")
        elif name not in bank.entries:
            today = bank.renames.get(name)
            fix = f"write `{today}`" if today else nearest_fix(name, bank.entries, "remove it")
            yield Finding(path, f"no question named `{name}`", fix)
    if len(names) > 4:
        message = f"{len(names)} related questions, at most 4 are shown"
        yield Finding(("see_also", "$key"), message, "keep the nearest ones")


def _was(subject: Subject) -> Iterator[Finding]:
    for number, name in enumerate(subject.question.was):
        others = [id_ for id_ in subject.context.older_ids[name] if id_ != subject.entry.id]
        if name in subject.context.bank.entries:
            message = f"`{name}` is the id of a question of today"
            yield Finding(("was", number), message, "remove it, or rename that question")
        elif others:
            message = f"`{others[0]}` claims the older id `{name}` as well"
            yield Finding(("was", number), message, "keep it in one of them")


def _packages(subject: Subject) -> Iterator[Finding]:
    known = subject.context.packages
    for name in subject.question.verified_with:
        if name not in known:
            fix = nearest_fix(name, known, "use a package of frameworks.yaml, numpy or torch")
            message = f"`{name}` is not a package of frameworks.yaml"
            yield Finding(("verified_with", name, "$key"), message, fix)


def _snippets(subject: Subject) -> Iterator[Finding]:
    question, words = subject.question, subject.context.framework_words
    found: list[tuple[Path, Snippet]] = [
        (("snippets", number, "for"), each) for number, each in enumerate(question.snippets)
    ]
    if isinstance(question, Spot):
        found.append((("snippet", "for"), question.snippet))
    for path, snippet in found:
        if fold_word(snippet.for_) not in words:
            fix = nearest_fix(fold_word(snippet.for_), words, "see frameworks.yaml")
            yield Finding(path, f"no framework is called `{snippet.for_}`", fix)


_SNIPPET = """\
snippets:
  - id: stage
    for: deepspeed
    language: json
    code: '{"zero_optimization": {"stage": 1}}'
"""

RULES = (
    Rule(
        "unknown-framework",
        "`frameworks` and the folder are ids of frameworks.yaml",
        "Lists, filters and comparisons go by id; a question under another word is not found.",
        "frameworks: [deepsped]\n",
        "frameworks: [deepspeed]\n",
        "Write the id, not an alias or the official name.",
        _frameworks,
        drafts=True,
    ),
    Rule(
        "unknown-topic",
        "`topics` are ids of topics.yaml",
        "Filters, weak spots and tracks go by topic.",
        "topics: [memroy]\n",
        "topics: [memory]\n",
        "Write an id of topics.yaml; older tags are listed there under `was`.",
        _topics,
        drafts=True,
    ),
    Rule(
        "see-also",
        "`see_also` names one to four other questions that exist",
        "A learner follows it right after a miss.",
        "see_also: [deepspeed/offloat]\n",
        "see_also: [deepspeed/offload]\n",
        "Write the whole id, as `qbank list` shows it.",
        _see_also,
        drafts=True,
    ),
    Rule(
        "older-id",
        "an id under `was` is no question's id any more, and one question's only",
        "The history of an older id goes to exactly one question.",
        "was: [deepspeed/offload]\n",
        "was: [deepspeed/stages]\n",
        "Remove the id from the question that does not continue it.",
        _was,
        drafts=True,
    ),
    Rule(
        "verified-with",
        "`verified_with` names packages of frameworks.yaml, numpy or torch",
        "Only pinned packages can be compared with the version an answer was checked against.",
        "verified_with: {deep-speed: 0.19.8}\n",
        "verified_with: {deepspeed: 0.19.8}\n",
        "Write the name of the package as it is installed.",
        _packages,
        drafts=True,
    ),
    Rule(
        "snippet-framework",
        "`for` of a snippet is an id or alias of a framework",
        "The options in a snippet are checked against that framework.",
        _SNIPPET.replace("deepspeed", "deepsped"),
        _SNIPPET,
        "Write an id or an alias of frameworks.yaml.",
        _snippets,
        flagged=3,
        drafts=True,
    ),
)
