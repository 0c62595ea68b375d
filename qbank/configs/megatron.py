"""Sizes of a Megatron run, as far as its command line tells them."""

from qbank.configs.subject import Subject

TENSOR = "tensor_model_parallel_size"
PIPELINE = "pipeline_model_parallel_size"
CONTEXT = "context_parallel_size"
EXPERT = "expert_model_parallel_size"
EXPERT_TENSOR = "expert_tensor_parallel_size"


def is_megatron(subject: Subject) -> bool:
    """Whether a block is a command of Megatron-LM, or of Megatron in ms-swift, whose sizes it sets itself."""
    if subject.framework == "megatron-lm":
        return not subject.is_on("use_checkpoint_args") and not subject.is_given("yaml_cfg")
    return subject.framework == "ms-swift" and subject.place_name in _SWIFT


_SWIFT = ("megatron sft", "megatron pt", "megatron rlhf")


def is_own(subject: Subject) -> bool:
    """Whether a block is a command of Megatron-LM itself."""
    return subject.framework == "megatron-lm" and is_megatron(subject)


def model_ranks(subject: Subject) -> int | None:
    """Tensor x pipeline x context, the ranks of one copy of the dense model; None where one is not known."""
    sizes = [subject.number(name) for name in (TENSOR, PIPELINE, CONTEXT)]
    shards = subject.is_given("tensor_parallel_num_weight_shards")
    if shards or any(not size for size in sizes):
        return None
    return (sizes[0] or 1) * (sizes[1] or 1) * (sizes[2] or 1)


def ranks_of_data(subject: Subject) -> int | None:
    """The data-parallel size; None where it is not known, or the ranks do not divide."""
    ranks, model = subject.block.ranks, model_ranks(subject)
    if ranks is None or model is None or ranks % model:
        return None
    return ranks // model
