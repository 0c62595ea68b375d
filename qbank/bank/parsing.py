"""One file's bytes to the rows that the index keeps. Imported only when something changed."""

import hashlib
import json
import os
from pathlib import Path
from typing import Any

from qbank.bank.catalog import columns_of, problem_values
from qbank.bank.index import FileKey, Fingerprint, Parsed, ParsedQuestion
from qbank.bank.loader import content_hash, load
from qbank.bank.sidecheck import load_side
from qbank.bank.texts import SEARCHED, texts_of
from qbank.bank.words import cut, fold
from qbank.problem import Problem, Span


def byte_hash(raw: bytes) -> str:
    """The hash by which unchanged bytes are recognised."""
    return hashlib.blake2b(raw, digest_size=16).hexdigest()


def parse_file(key: FileKey, mark: Fingerprint, path: Path, raw: bytes) -> Parsed:
    """Parse a question or a side file; a broken one keeps its problems and nothing else."""
    if "/" not in key.path:
        data, problems = load_side(os.fspath(path), key.path, raw)
        side = None if data is None else json.dumps(data, ensure_ascii=False)
        return Parsed(key, mark, byte_hash(raw), _stored(problems), side=side)
    misnamed = _misnamed(path)
    if misnamed:
        return Parsed(key, mark, byte_hash(raw), _stored([misnamed]))
    loaded = load(os.fspath(path), raw)
    question = None
    if loaded.body is not None:
        question = _rows(key.path.removesuffix(".yaml"), loaded.body)
    return Parsed(key, mark, byte_hash(raw), _stored(loaded.problems), question=question)


def _stored(problems: list[Problem]) -> str:
    return json.dumps(problem_values(problems), ensure_ascii=False)


def _misnamed(path: Path) -> Problem | None:
    import re  # noqa: PLC0415

    if path.suffix == ".yml":
        fix = f"rename it to {path.stem}.yaml"
        return Problem(os.fspath(path), Span(1, 1), "file-name", "ends in .yml", fix)
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", path.stem):
        message = f"`{path.stem}` cannot be part of an id"
        fix = "use lower-case letters, digits and single dashes"
        return Problem(os.fspath(path), Span(1, 1), "file-name", message, fix)
    return None


def _rows(id_: str, body: dict[str, Any]) -> ParsedQuestion:
    titles = [body.get(lang, {}).get("title", "") for lang in ("zh", "en")]
    title = " ".join([*titles, id_.replace("/", " ")])
    answer = [*texts_of(body.get("points", ())), *_prose(body)]
    text = " ".join(texts_of({k: v for k, v in body.items() if k in SEARCHED}))
    return ParsedQuestion(
        id_,
        json.dumps(columns_of(id_, body, content_hash(body)), ensure_ascii=False),
        json.dumps(body, ensure_ascii=False),
        fold(" ".join(titles)),
        fold(text),
        " ".join(cut(title)),
        " ".join(cut(" ".join(answer))),
        " ".join(cut(text)),
    )


def _prose(body: dict[str, Any]) -> list[str]:
    """What a question is about: intent, answer and pitch of both languages."""
    prose = [body.get(lang, {}) for lang in ("zh", "en")]
    return [one[part] for one in prose for part in ("intent", "answer", "pitch") if one.get(part)]
