"""The rules over configs, one module a subject."""

from collections.abc import Mapping

from qbank.configs.rule import ConfigRule
from qbank.configs.rules import files, names, values

_SUBJECTS = (files, names, values)
RULES: Mapping[str, ConfigRule] = {rule.name: rule for each in _SUBJECTS for rule in each.RULES}
"""Every rule by name."""
