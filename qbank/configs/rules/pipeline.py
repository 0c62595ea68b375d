"""Pipelines whose layers or micro-batches do not fit the stages."""

from collections.abc import Iterator

from qbank.configs.megatron import PIPELINE, is_own, ranks_of_data
from qbank.configs.rule import ConfigRule, Finding, Source, at
from qbank.configs.setting import UNKNOWN
from qbank.configs.subject import Subject

_CHUNK = "num_layers_per_virtual_pipeline_stage"
_CHUNKS = "num_virtual_stages_per_pipeline_rank"
_LAYOUT = "pipeline_model_parallel_layout"
_UNEVEN = ("decoder_first_pipeline_num_layers", "decoder_last_pipeline_num_layers")
_OTHER_LAYERS = ("hybrid_layer_pattern", "encoder_num_layers", "decoder_num_layers", _LAYOUT)


def _virtual(subject: Subject) -> Iterator[Finding]:
    if not is_own(subject):
        return
    ways = [each for each in subject.settings(_CHUNK, _CHUNKS, _LAYOUT) if each.is_sure]
    if len(ways) > 1:
        names = " and ".join(f"`{each.name}`" for each in ways)
        last = max(ways, key=lambda each: each.place)
        yield Finding(last.place, f"{names} set the same thing", "keep one of them")
        return
    if not _is_interleaved(subject):
        return
    stages, overlaps = subject.number(PIPELINE), subject.value("overlap_p2p_comm")
    least = 2 if overlaps is True else 3
    if stages is not None and overlaps is not UNKNOWN and stages < least:
        why = "" if overlaps else " without overlap of the communication"
        message = f"virtual stages{why} need a pipeline of at least {least}, it is {stages}"
        yield at(subject.place(_CHUNK, _CHUNKS), message)


def _is_interleaved(subject: Subject) -> bool:
    """Whether there is more than one chunk of layers on each rank, for certain."""
    chunks = subject.number(_CHUNKS)
    if chunks is not None:
        return chunks > 1
    size, layers, stages = subject.number(_CHUNK), _layers(subject), subject.number(PIPELINE)
    return bool(size and layers and stages and layers // stages > size)


def _layers(subject: Subject) -> int | None:
    """Layers to share out, with the embedding and the loss where they count; None where that is not known."""
    layers = subject.number("num_layers")
    if layers is None or any(map(subject.is_given, _OTHER_LAYERS)):
        return None
    for name in ("account_for_embedding_in_pipeline_split", "account_for_loss_in_pipeline_split"):
        layers += subject.is_on(name)
    return layers


def _shares(subject: Subject) -> Iterator[Finding]:
    stages, layers = subject.number(PIPELINE), _layers(subject)
    known = is_own(subject) and stages and layers
    if not known or not stages or not layers or any(map(subject.is_given, (*_UNEVEN, _CHUNKS))):
        return
    if layers % stages:
        message = f"{layers} layers are no multiple of {stages} pipeline stages"
        yield at(
            subject.place("num_layers", PIPELINE), message, "or set an uneven first or last stage"
        )
        return
    chunk = subject.number(_CHUNK)
    if chunk and (layers // stages) % chunk:
        message = (
            f"{layers // stages} layers of a stage are no multiple of {chunk} of a virtual stage"
        )
        yield at(subject.place(_CHUNK), message)


def _micro(subject: Subject) -> Iterator[Finding]:
    if not is_own(subject) or not _is_interleaved(subject) or subject.is_given("rampup_batch_size"):
        return
    total, micro = subject.number("global_batch_size"), subject.number("micro_batch_size")
    ranks, stages = ranks_of_data(subject), subject.number(PIPELINE)
    if not (total and micro and ranks and stages) or total % (micro * ranks):
        return
    count = total // (micro * ranks)
    name = "microbatch_group_size_per_vp_stage"
    group = subject.number(name) or stages
    if subject.is_given(name) and subject.number(name) is None:
        return
    where = subject.place("global_batch_size", "micro_batch_size")
    if not stages <= group <= count:
        yield at(
            where,
            f"groups of {group} micro-batches: must lie between {stages} stages and {count} micro-batches",
        )
    elif 0 < count % group < stages:
        left = count % group
        yield at(
            where,
            f"{count} micro-batches in groups of {group} leave {left}, fewer than {stages} stages",
        )


_ARGUMENTS = Source("megatron-core", "0.19.2", "megatron/training/arguments.py", "validate_args")
_SH = "torchrun --nproc_per_node 8 pretrain_gpt.py \\\n"
_DEEP = _SH + "    --num-layers 32 --pipeline-model-parallel-size 4 \\\n"

RULES = (
    ConfigRule(
        "virtual-pipeline",
        "virtual stages are set in one way, on a pipeline that is long enough",
        "Three options set the same thing and exclude each other. The interleaved schedule needs two stages, or three when "
        "communication is not overlapped.",
        "megatron-lm",
        "sh",
        _SH
        + "    --pipeline-model-parallel-size 1 \\\n    --num-virtual-stages-per-pipeline-rank 2\n",
        _SH
        + "    --pipeline-model-parallel-size 2 \\\n    --num-virtual-stages-per-pipeline-rank 2\n",
        "Keep one of the options, or use more stages.",
        _virtual,
        (_ARGUMENTS,),
        flagged=3,
    ),
    ConfigRule(
        "pipeline-layers",
        "the layers divide by the pipeline stages, and those of a stage by the virtual stages",
        "Uneven first and last stages, a layout string and hybrid layer patterns are exempt and have checks of their own.",
        "megatron-lm",
        "sh",
        _SH + "    --num-layers 30 \\\n    --pipeline-model-parallel-size 4\n",
        _SH + "    --num-layers 32 \\\n    --pipeline-model-parallel-size 4\n",
        "Choose a number that divides, or give the first and last stage layers of their own.",
        _shares,
        (_ARGUMENTS,),
        flagged=3,
    ),
    ConfigRule(
        "pipeline-microbatches",
        "the interleaved schedule has micro-batches in whole groups",
        "With the default group, which is the pipeline size, the micro-batches must be a multiple of it; "
        "other groups must lie between the two, and leave none over or at least as many as there are stages.",
        "megatron-lm",
        "sh",
        _DEEP
        + "    --num-layers-per-virtual-pipeline-stage 4 --micro-batch-size 1 \\\n    --global-batch-size 12\n",
        _DEEP
        + "    --num-layers-per-virtual-pipeline-stage 4 --micro-batch-size 1 \\\n    --global-batch-size 16\n",
        "Change the global batch, the micro-batch or the group.",
        _micro,
        (
            Source(
                "megatron-core",
                "0.19.2",
                "megatron/core/pipeline_parallel/schedules.py",
                "forward_backward_pipelining_with_interleaving",
            ),
        ),
        flagged=4,
    ),
)
