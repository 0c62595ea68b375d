"""Reads the options of released packages from their archives. No framework is imported or run.

    pip download --no-deps -d base deepspeed==0.19.8
    python -m qbank.vocab.extract base

A framework that inherits options from another package is read with the release of it that is given, so archives are
given in sets that go together; docs/vocabularies.md lists them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from qbank.archives import Archive
from qbank.errors import QbankError
from qbank.vocab.extract import engines, front_ends, hugging
from qbank.vocab.extract.found import Reading
from qbank.vocab.extract.output import pack
from qbank.vocab.extract.universe import Universe

READERS: Mapping[str, Callable[[Universe], Reading]] = {
    "deepspeed": engines.deepspeed,
    "peft": hugging.peft,
    "transformers": hugging.transformers,
    "accelerate": hugging.accelerate,
    "trl": hugging.trl,
    "llamafactory": front_ends.llamafactory,
    "ms-swift": front_ends.ms_swift,
    "unsloth": front_ends.unsloth,
    "megatron-core": engines.megatron,
    "axolotl": front_ends.axolotl,
    "bitsandbytes": engines.bitsandbytes,
}
"""How each package is read, by its name."""


class ExtractError(QbankError):
    """A release that is not built as the readers expect, or that this Python cannot parse."""

    code = "extract"


def extract(archives: Iterable[Archive], only: Iterable[str] = ()) -> Iterator[dict[str, Any]]:
    """The data of each vocabulary file that the archives allow. Raises ExtractError."""
    universe = Universe(archives)
    given = [package for package in READERS if package in universe.archives]
    wanted = [*only] or given
    missing = next((package for package in wanted if package not in given), "")
    if missing or not wanted:
        message = f"no archive of {missing or 'a package whose options are read'} was given"
        raise ExtractError(message, hint=f"the packages are {', '.join(READERS)}")
    for package in wanted:
        yield _extract(universe, package, READERS[package])


def _extract(
    universe: Universe, package: str, read: Callable[[Universe], Reading]
) -> dict[str, Any]:
    try:
        reading = read(universe)
    except KeyError as error:
        hint = (
            "give the archives it inherits from as well, or mend the reader in qbank/vocab/extract"
        )
        message = f"{package} {universe.version(package)} has no {error.args[0]}"
        raise ExtractError(message, hint=hint) from error
    unreadable = universe.unreadable()
    if unreadable:
        message = f"this Python cannot parse {unreadable[0]} and {len(unreadable) - 1} more"
        raise ExtractError(message, hint="use the newest Python that the package supports")
    return pack(package, universe.version(package), reading)
