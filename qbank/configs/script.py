"""A shell script as the commands it would run: variables and arrays filled in where the script itself sets them."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from qbank.configs.shell_lexer import Part, Token, tokens
from qbank.configs.words import Bit, Word, split

_ASSIGNMENT = re.compile(r"([A-Za-z_]\w*)(\+?)=")
_DECLARES = {"export", "local", "readonly", "declare", "typeset"}
_OPENS = {"if", "for", "while", "until", "case", "select"}
_CLOSES = {"fi", "done", "esac"}
_LEADS = {"then", "do", "else", "elif", "{", "}", "!", "time", "if", "while", "until"}
_REDIRECTS = re.compile(r"[<>]|&>")


class Command(NamedTuple):
    """The words of one command, and the variables that are set before it or in front of it."""

    words: tuple[Word, ...]
    variables: Mapping[str, Word]


@dataclass
class _Variable:
    """What a variable holds: words for an array, one word without splitting for any other."""

    words: tuple[Word, ...]
    is_array: bool


@dataclass
class _State:
    variables: dict[str, _Variable] = field(default_factory=dict)
    depth: int = 0


def commands(text: str) -> Iterator[Command]:
    """The commands of a script, in its order. Raises QuoteError."""
    state = _State()
    for statement in _statements(text):
        words, own = _assign(_keywords(statement, state), state)
        if words:
            expanded = tuple(word for token in words for word in _expand(token.parts or (), state))
            yield Command(expanded, {**_plain(state.variables), **_plain(own)})


def _plain(variables: Mapping[str, _Variable]) -> dict[str, Word]:
    return {
        name: each.words[-1]
        for name, each in variables.items()
        if not each.is_array and each.words and each.words[-1].is_sure
    }


def _statements(text: str) -> Iterator[list[Token | list[Token]]]:
    """Runs of words between operators. An array is a list in the place after its name."""
    found: list[Token | list[Token]] = []
    stream = iter(tokens(text))
    last_end = -1
    for token in stream:
        if token.parts is not None:
            found.append(token)
        elif token.text == "(" and found and token.start == last_end and _names_array(found[-1]):
            found.append(_array(stream))
        elif _REDIRECTS.match(token.text):
            next(stream, None)
        else:
            yield found
            found = []
        last_end = token.start + len(token.text)
    yield found


def _names_array(token: "Token | list[Token]") -> bool:
    return isinstance(token, Token) and bool(_ASSIGNMENT.fullmatch(token.text))


def _array(stream: Iterator[Token]) -> list[Token]:
    """The words up to the closing bracket."""
    found: list[Token] = []
    for token in stream:
        if token.parts is not None:
            found.append(token)
        elif token.text == ")":
            break
    return found


def _keywords(statement: list[Token | list[Token]], state: _State) -> list[Token | list[Token]]:
    """The statement without the words that open and close branches; these change the depth."""
    at = 0
    while at < len(statement):
        token = statement[at]
        word = token.text if isinstance(token, Token) else ""
        if word in _OPENS:
            state.depth += 1
        elif word in _CLOSES:
            state.depth = max(0, state.depth - 1)
        if word in {"for", "select"}:
            name = statement[at + 1] if at + 1 < len(statement) else None
            if isinstance(name, Token):
                state.variables.pop(name.text, None)
            return []
        if word not in _LEADS | _CLOSES:
            break
        at += 1
    return statement[at:]


def _assign(
    statement: list[Token | list[Token]], state: _State
) -> tuple[list[Token], dict[str, _Variable]]:
    """Carry out the assignments of a statement; those in front of a command are its own."""
    first = statement[0] if statement else None
    declares = isinstance(first, Token) and first.text in _DECLARES
    words = statement[1:] if declares else statement
    own: dict[str, _Variable] = {}
    rest: list[Token] = []
    for at, token in enumerate(words):
        if isinstance(token, list):
            continue
        found = _ASSIGNMENT.match(token.text)
        if found and not rest:
            following = words[at + 1] if at + 1 < len(words) else None
            array = following if isinstance(following, list) else None
            own[found[1]] = _set(state, token, found, array)
        elif not declares:
            rest.append(token)
    if not rest:
        state.variables.update(own)
    return rest, own


def _set(
    state: _State, token: Token, found: "re.Match[str]", array: list[Token] | None
) -> _Variable:
    name, adds = found[1], bool(found[2])
    if array is None:
        parts = _without_name(token.parts or (), found.end())
        new = [Word(tuple(_bits(parts, state)))]
    else:
        new = [word for each in array for word in _expand(each.parts or (), state)]
    held = state.variables.get(name)
    is_sure = not state.depth
    if not is_sure:
        new = [word.unsure() for word in new]
    if array is None and adds and held and not held.is_array:
        joined = (*held.words[-1].bits, *new[0].bits)
        return _Variable((Word(joined, held.words[-1].is_sure and is_sure),), is_array=False)
    keeps = held is not None and (adds or not is_sure)
    before = held.words if held and keeps else ()
    if keeps and not adds:
        before = tuple(word.unsure() for word in before)
    return _Variable((*before, *new), is_array=array is not None or bool(held and held.is_array))


def _without_name(parts: tuple[Part, ...], length: int) -> tuple[Part, ...]:
    """The value part of `NAME=value`."""
    first = parts[0]
    rest = first._replace(text=first.text[length:], start=first.start + length)
    return (rest, *parts[1:])


def _bits(parts: tuple[Part, ...], state: _State) -> Iterator[Bit]:
    """The value of quoted text: variables filled in where they hold one certain value."""
    for part in parts:
        held = state.variables.get(part.variable) if part.variable else None
        if not part.variable:
            yield Bit(part.text, part.start)
        elif held and len(held.words) == 1 and held.words[0].is_sure:
            yield from held.words[0].bits
        else:
            yield Bit(part.text, part.start, is_known=False)


def _expand(parts: tuple[Part, ...], state: _State) -> Iterator[Word]:
    """The words that a raw word becomes."""
    variables = [part for part in parts if part.variable]
    written = [part for part in parts if not part.variable and part.text]
    if len(variables) == 1 and not written:
        only = variables[0]
        held = state.variables.get(only.variable)
        if held:
            yield from _expand_variable(only, held)
            return
    bits = tuple(_bits(parts, state))
    is_split = any(not part.is_quoted and part.variable for part in parts)
    for each in split(bits) if is_split else [bits]:
        yield Word(each)


def _expand_variable(part: Part, held: _Variable) -> Iterator[Word]:
    """A word that is one variable of the script and nothing else."""
    words = held.words if part.is_list or not held.is_array else held.words[:1]
    if not held.is_array and part.is_quoted and len(words) > 1:
        yield Word((Bit(part.text, part.start, is_known=False),))
        return
    for word in words:
        for bits in [word.bits] if part.is_quoted else split(word.bits):
            yield Word(bits, word.is_sure)
