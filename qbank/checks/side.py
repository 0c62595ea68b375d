"""The files beside the questions: tracks, topics, frameworks."""

from collections import Counter
from collections.abc import Iterator

from qbank.checks.context import fold_word, nearest_fix
from qbank.checks.rule import Finding, Rule, Side
from qbank.terms import Status

_TRACK_IDS = 90


def _tracks(side: Side) -> Iterator[Finding]:
    if side.name != "tracks.yaml":
        return
    for name, track in side.document.data.items():
        seen: set[str] = set()
        for week, data in enumerate(track["weeks"]):
            for number, id_ in enumerate(data["ids"]):
                problem = _track_problem(side, id_, seen)
                if problem:
                    yield Finding((name, "weeks", week, "ids", number), *problem)
                seen.add(id_)
        if len(seen) > _TRACK_IDS:
            message = f"the track has {len(seen)} questions, {_TRACK_IDS} fit four weeks"
            yield Finding((name, "$key"), message, "keep the ones most asked")


def _track_problem(side: Side, id_: str, seen: set[str]) -> tuple[str, str] | None:
    bank = side.context.bank
    if id_ in seen:
        return f"`{id_}` stands in the track twice", "remove one"
    if id_ not in bank.entries:
        today = bank.renames.get(id_)
        fix = (
            f"write `{today}`"
            if today
            else nearest_fix(id_, bank.entries, "write the question, or remove it")
        )
        return f"no question named `{id_}`", fix
    if bank.entries[id_].status is Status.DRAFT:
        return f"`{id_}` is a draft, which is never asked", "finish it, or remove it"
    return None


def _topics(side: Side) -> Iterator[Finding]:
    if side.name != "topics.yaml":
        return
    known = side.context.bank.topics
    folded = Counter(old for topic in known.values() for old in topic.was)
    for name, data in side.document.data.items():
        for number, other in enumerate(data.get("confused_with", ())):
            if other == name or other not in known:
                message = f"`{other}` is " + (
                    "this topic itself" if other == name else "not a topic"
                )
                fix = "remove it" if other == name else nearest_fix(other, known, "remove it")
                yield Finding((name, "confused_with", number), message, fix)
        for number, old in enumerate(data.get("was", ())):
            if old in known or folded[old] > 1:
                where = "a topic of today" if old in known else "folded into two topics"
                yield Finding((name, "was", number), f"`{old}` is {where}", "remove it from one")


def _frameworks(side: Side) -> Iterator[Finding]:
    if side.name != "frameworks.yaml":
        return
    frameworks = side.context.bank.frameworks
    for name, data in side.document.data.items():
        for number, alias in enumerate(data.get("aliases", ())):
            word = fold_word(alias)
            others = [
                id_
                for id_, other in frameworks.items()
                if id_ != name
                and word in {fold_word(each) for each in (id_, other.name, *other.aliases)}
            ]
            if others:
                message = f"`{alias}` means `{others[0]}` as well"
                yield Finding((name, "aliases", number), message, "keep it for one of them")


_TRACK = """\
core:
  zh: 核心题
  en: Core questions
  weeks:
    - zh: 先算显存
      en: Memory first
      ids: [deepspeed/shards, deepspeed/offload]
"""
_TOPIC = """\
memory: {zh: 显存, en: memory, confused_with: [zero]}
zero: {zh: ZeRO 切分, en: ZeRO sharding}
"""
_FRAMEWORK = """\
deepspeed:
  name: DeepSpeed
  aliases: [ds]
  packages: {deepspeed: 0.19.8}
  zh: {solves: 切分模型状态}
  en: {solves: Shards model states}
peft:
  name: PEFT
  aliases: [hf-peft]
  zh: {solves: 微调适配器}
  en: {solves: Tunes adapters}
"""

RULES = (
    Rule(
        "track-id",
        "the ids of a track are finished questions, each once, at most 90",
        "A track is walked in order; an id that leads nowhere shortens it in silence.",
        _TRACK.replace("deepspeed/offload", "deepspeed/offlaod"),
        _TRACK,
        "Write the id of a question that is checked or verified.",
        side=_tracks,
        flagged=7,
        sample="tracks.yaml",
    ),
    Rule(
        "topic-link",
        "`confused_with` names other topics, `was` names older tags of one topic",
        "Sessions put topics that are mixed up side by side.",
        _TOPIC.replace("[zero]", "[zeros]"),
        _TOPIC,
        "Write the id of another topic.",
        side=_topics,
        sample="topics.yaml",
    ),
    Rule(
        "framework-alias",
        "an alias means one framework",
        "`--for` and `-f` take aliases, so each must be clear.",
        _FRAMEWORK.replace("hf-peft", "DS"),
        _FRAMEWORK,
        "Keep the alias for the framework that people mean by it.",
        side=_frameworks,
        flagged=9,
        sample="frameworks.yaml",
    ),
)
