"""Shell words with their places, of a script that is never run.

A word is a run of bits. Each bit is a stretch of the source, so that the place of an option inside a quoted variable is
known too; a bit that only running could tell is not known.
"""

from collections.abc import Iterator
from typing import NamedTuple


class Bit(NamedTuple):
    """A stretch of source text without quotes and escapes. `start` is its offset in the file."""

    text: str
    start: int
    is_known: bool = True


class Word(NamedTuple):
    """One word. `is_sure` is false where a branch decides whether it is there."""

    bits: tuple[Bit, ...]
    is_sure: bool = True

    @property
    def text(self) -> str:
        """The word as the program would see it; unknown bits as typed."""
        return "".join(bit.text for bit in self.bits)

    @property
    def is_known(self) -> bool:
        """Whether all of it is known."""
        return all(bit.is_known for bit in self.bits)

    @property
    def is_hidden(self) -> bool:
        """Whether nothing of it is known: it may be any number of words."""
        return bool(self.bits) and not any(bit.is_known and bit.text for bit in self.bits)

    @property
    def start(self) -> int:
        """Offset of its first character."""
        return self.bits[0].start if self.bits else 0

    @property
    def end(self) -> int:
        """Offset behind its last character, where the bits follow each other in the file."""
        last = self.bits[-1] if self.bits else Bit("", 0)
        end = last.start + len(last.text)
        return end if end > self.start else self.start + len(self.text)

    def unsure(self) -> "Word":
        """The same word, in a branch."""
        return self._replace(is_sure=False)


def split(bits: tuple[Bit, ...]) -> Iterator[tuple[Bit, ...]]:
    """What the shell makes of an unquoted value: words at white space, unknown bits in one piece."""
    word: list[Bit] = []
    for bit in bits:
        if not bit.is_known:
            word.append(bit)
            continue
        for start, end, is_space in _runs(bit.text):
            if is_space and word:
                yield tuple(word)
                word = []
            elif not is_space:
                word.append(Bit(bit.text[start:end], bit.start + start))
    if word:
        yield tuple(word)


def _runs(text: str) -> Iterator[tuple[int, int, bool]]:
    start = 0
    while start < len(text):
        end = start
        is_space = text[start].isspace()
        while end < len(text) and text[end].isspace() == is_space:
            end += 1
        yield start, end, is_space
        start = end
