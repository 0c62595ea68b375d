"""Text cut for search: Latin words as they are, runs of CJK as bigrams."""

import re
import unicodedata

_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_TOKEN = re.compile(rf"[{_CJK}]+|[^\W_]+(?:[.'+#-][^\W_]+)*", re.UNICODE)
_IS_CJK = re.compile(rf"[{_CJK}]")
_SPLIT = re.compile(r"[.'+#-]")
_WORD = re.compile(r"[A-Za-z]+")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z][a-z])")
_FILLER = re.compile(
    "有什么(?:区别|不同|关系)?|(?:有|的)?(?:区别|不同)|为什么|怎么(?:办|回事|样)?|如何|什么|哪里|哪些|哪一?|多少|请问|解释一下|说说|讲讲|需要|可以|应该"
    "|(?:的|了|吗|呢|吧|是|在|和|与|跟|或|还是|会|能|要|把|被|一个)"
)
_STOP = frozenset(
    {
        "a",
        "an",
        "and",
        "are",
        "as",
        "at",
        "be",
        "between",
        "by",
        "can",
        "could",
        "differ",
        "difference",
        "do",
        "does",
        "explain",
        "for",
        "from",
        "has",
        "have",
        "how",
        "i",
        "if",
        "in",
        "is",
        "it",
        "its",
        "many",
        "me",
        "much",
        "need",
        "needed",
        "needs",
        "of",
        "on",
        "one",
        "or",
        "should",
        "so",
        "than",
        "that",
        "the",
        "then",
        "there",
        "to",
        "use",
        "used",
        "using",
        "versus",
        "vs",
        "was",
        "we",
        "what",
        "when",
        "where",
        "which",
        "while",
        "who",
        "why",
        "will",
        "with",
        "would",
        "you",
    }
)  # fmt: skip


def fold(text: str) -> str:
    """NFKC and casefold, with runs of white space as one space."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def asked(query: str) -> list[str]:
    """The words of a query that say what it is about; all of them when it has nothing else."""
    bare = _FILLER.sub(" ", fold(query))
    words = [word for word in cut(bare) if word not in _STOP]
    return [word for word in words if len(word) > 1] or words or cut(query)


def _humps(text: str) -> str:
    """`FlashAttention` as it is and as `Flash Attention`."""
    return _WORD.sub(
        lambda m: m[0] if not _HUMP.search(m[0]) else f"{m[0]} {_HUMP.sub(' ', m[0])}", text
    )


def cut(text: str) -> list[str]:
    """Search words of `text`: `ZeRO-3` gives zero-3, zero and 3; `优化器` gives 优化 and 化器."""
    found: list[str] = []
    for match in _TOKEN.finditer(fold(_humps(text.replace("_", " ")))):
        word = match[0]
        if _IS_CJK.match(word):
            found.extend(word[i : i + 2] for i in range(len(word) - 1)) if len(word) > 1 else (
                found.append(word)
            )
            continue
        parts = _SPLIT.split(word)
        if len(parts) > 1:
            found.append("".join(parts))
        found.extend(parts)
    return found


def is_short_cjk(text: str) -> bool:
    """Whether a query is a single CJK character, which has no bigram."""
    return len(text) == 1 and bool(_IS_CJK.match(text))


def is_latin(text: str) -> bool:
    """Whether `text` is one letter or digit of a word that must not be cut."""
    return len(text) == 1 and text.isascii() and (text.isalnum() or text in "_-.")
