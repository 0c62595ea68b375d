"""The rules over configs, one module a subject."""

from collections.abc import Mapping

from qbank.configs.rule import ConfigRule
from qbank.configs.rules import (
    batch,
    files,
    names,
    offload,
    overlap,
    packing,
    parallel,
    pipeline,
    precision,
    quantized,
    values,
)

_SUBJECTS = (
    files,
    names,
    values,
    batch,
    precision,
    offload,
    parallel,
    pipeline,
    overlap,
    packing,
    quantized,
)
RULES: Mapping[str, ConfigRule] = {rule.name: rule for each in _SUBJECTS for rule in each.RULES}
"""Every rule by name."""
