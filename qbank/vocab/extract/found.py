"""What the readers of source code yield."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from qbank.vocab.extract.values import Unfolded


@dataclass
class Key:
    """One option as it was read. `dist` is the `name==version` whose file it stands in.

    `default` is Unfolded where only a run would tell. `cli` is what Megatron's dataclasses say about their flags.
    """

    name: str
    dist: str
    where: str
    type: str = ""
    default: Any = None
    required: bool = False
    choices: list[Any] = field(default_factory=list)
    aliases: list[str] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)
    action: str = ""
    nargs: Any = None
    bounds: Mapping[str, Any] = field(default_factory=dict)
    deprecated: bool = False
    replaced_by: str = ""
    cli: Mapping[str, Any] = field(default_factory=dict)

    @property
    def default_text(self) -> str:
        """The expression of a default that could not be folded."""
        return self.default.text if isinstance(self.default, Unfolded) else ""


class Found(NamedTuple):
    """One group of options."""

    target: str
    keys: list[Key]
    takes_any: bool = False
    free: tuple[str, ...] = ()


class Reading(NamedTuple):
    """All of one release."""

    groups: Mapping[str, Found]
    enumerations: Mapping[str, list[str]] = {}
    requires: tuple[str, ...] = ()
