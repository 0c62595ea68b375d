"""Options that a newer release changed, for packages whose options are read."""

from qbank.archives import open_archives
from qbank.sources.citations import Citation
from qbank.sources.lock import Locked
from qbank.sources.newer import compare_releases
from tests.vocab.archives import wheel
from tests.vocab.test_extract import BITS

FUNCTIONAL = "bitsandbytes/functional.py"


def compared(folder, new):
    wheel(folder, "bitsandbytes", "0.1", BITS)
    wheel(folder, "bitsandbytes", "0.2", BITS | new)
    releases = {(each.name, each.version): each for each in open_archives([folder])}
    citation = Citation("bitsandbytes==0.1", "bitsandbytes/optim/adam.py", "Adam")
    return compare_releases({citation: Locked("f", "1-2", "h")}, releases, {})["bitsandbytes"]


def test_changed_options_are_recorded_with_how(tmp_path):
    newer = compared(tmp_path, {FUNCTIONAL: "def quantize_4bit(A, bias=True): ...\n"})
    assert (newer.old, newer.new) == ("0.1", "0.2")
    assert newer.options == {"bias": "default was False, is True"}


def test_a_release_that_cannot_be_read_is_said_not_to_be_compared(tmp_path):
    newer = compared(tmp_path, {FUNCTIONAL: "x = 1\n"})
    assert "not compared" in newer.options["*"]
