"""What each framework accepts: option names, types, choices and defaults of pinned releases.

    from qbank.vocab import changes, load, load_beside, versions

    vocabulary = load("llama-factory")              # newest shipped release; load(id, "0.9.5") for one of them
    vocabulary.version                              # "0.9.5"
    vocabulary.read_with                            # {"transformers": "5.6.0", ...}: releases it was read against
    load_beside(load("unsloth"), "trl").version     # "1.15.0": the newest known release that Unsloth allows
    group = vocabulary.group("TrainingArguments")   # None when there is no such group
    option = group.find("warmup_ratio")             # by name, other spelling or flag; None when unknown
    option.choices, option.kinds, option.default, option.where
    group.find_flag("--no-use-cache")               # as typed on a command line
    group.is_free("optimizer.params.lr")            # below a dictionary whose keys nobody lists
    group.nearest("warm_up_ratio")                  # names to suggest, best first
    changes(vocabulary).of("evaluation_strategy")  # renamed, removed, deprecated, new default; with releases

Framework ids are those of frameworks.yaml. Files are `data/<package>-<version>.json`, one read per `load`, kept for the
run; importing this package reads none. `load` raises VocabularyError for a framework or version that is not shipped.
`python -m qbank.vocab.extract ARCHIVE...` writes the files.
"""

from qbank.vocab.changes import Change, ChangeKind, Changes, changes
from qbank.vocab.reader import VocabularyError, frameworks, load, load_beside, versions
from qbank.vocab.types import Group, Option, Vocabulary

__all__ = [
    "Change",
    "ChangeKind",
    "Changes",
    "Group",
    "Option",
    "Vocabulary",
    "VocabularyError",
    "changes",
    "frameworks",
    "load",
    "load_beside",
    "versions",
]
