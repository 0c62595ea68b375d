"""Short ways to check a text in tests."""

from qbank.configs import check_config
from qbank.configs.reading import blocks


def rules(text, framework, name):
    """`(rule, line)` of every finding."""
    return [(each.rule, each.span.line) for each in check_config(name, text, framework).problems]


def deepspeed(text):
    return rules(text, "deepspeed", "ds.json")


def yaml(framework, text):
    return rules(text, framework, "run.yaml")


def python(text):
    return rules(text, "", "run.py")


def megatron(options, *, ranks=8):
    return rules(
        f"torchrun --nproc_per_node {ranks} pretrain_gpt.py \\\n{options}\n",
        "megatron-lm",
        "run.sh",
    )


def swift(text):
    return rules(text, "ms-swift", "run.sh")


def only(form, framework, text):
    """The one block of a text."""
    (block,) = blocks(form, framework, text)
    return block


def values(form, framework, text):
    """The settings of the one block, as name to value."""
    return {each.name: each.value for each in only(form, framework, text).settings}
