"""A training config, launch script or Python example to findings: what the pinned release would refuse or drop.

    from qbank.configs import check_config

    checked = check_config("ds.json", text, "deepspeed")    # the framework is guessed when left out
    checked.problems, checked.frameworks, checked.is_guessed

Readers keep the place of everything they read, and run nothing; `RULES` names the rules.
"""

from qbank.configs.checking import Checked, check_config
from qbank.configs.lookup import ConfigError
from qbank.configs.rules import RULES

__all__ = ["RULES", "Checked", "ConfigError", "check_config"]
