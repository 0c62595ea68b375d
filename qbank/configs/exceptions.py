"""Where a framework accepts more or less than its declarations say. Each line was read in the release named."""

from collections.abc import Mapping

from qbank.vocab import Option

EXTRA: Mapping[tuple[str, str], Option] = {}
"""Options that a release reads beside its declared ones."""

IGNORES_UNKNOWN: Mapping[tuple[str, str], str] = {
    ("deepspeed", "ds_config.json"): "DeepSpeed passes over it in silence",
    ("axolotl", "config.yaml"): "Axolotl passes over it in silence",
    (
        "transformers",
        "BitsAndBytesConfig",
    ): "BitsAndBytesConfig ignores it, with an INFO line in the log",
}
"""What happens to an unknown name where the framework does not refuse it, by framework and group."""

PASSES_ON: frozenset[str] = frozenset()
"""Names that a call takes for the library below it, though they look like a slip of one of its own."""

CHOICES: Mapping[tuple[str, str], tuple[str, str]] = {}
"""Values beside those declared, as a regular expression with a hint; the only ones where none are declared."""
