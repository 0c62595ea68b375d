# ruff: noqa: E741, N803  the vectors name their inputs as the papers do
"""Our formula for each vector of `tests/data/vectors.yaml`: its inputs to our arguments."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import yaml

from qbank.formulas import evaluate
from qbank.formulas.expression import evaluate_expression

VECTORS = yaml.safe_load((Path(__file__).parents[1] / "data" / "vectors.yaml").read_text("utf-8"))
GIB, MIB, DAY = 2**30, 2**20, 86400
A100 = 312e12


SEEN: dict[str, Mapping[str, float | str]] = {}
"""The latest arguments of each formula that a vector has used."""


def value(name: str, **arguments: float | str) -> float:
    SEEN[name] = arguments
    return evaluate(name, arguments)


def arithmetic(text: str, **names: float) -> float:
    return evaluate_expression(text, names)


# --- model states ---------------------------------------------------------------------------


def zero_states(psi, n, stage):
    return value("zero_model_states", params=psi, ranks=n, stage=stage) / 1e9


def zero_max(mem_gb, n, stage, mp):
    memory = mem_gb * 1e9
    return (
        value("zero_max_parameters", memory=memory, ranks=n, stage=stage, model_parallel=mp) / 1e9
    )


def megatron_bytes(dtypes, d=1, distributed=False):
    recipe = {"fp16/fp16": "megatron-fp16-20", "bf16/fp32": "megatron-18", "fp32/fp32": "fp32-16"}
    stage = 1 if distributed else 0
    return value("state_bytes_per_parameter", recipe=recipe[dtypes], ranks=d, stage=stage)


def adam_states(psi, n, sharded):
    return value("optimizer_states", params=psi, optimizer="adam", ranks=n if sharded else 1)


def zero2(part, total_params, num_gpus_per_node, num_nodes, cpu_offload):
    return value(
        f"deepspeed_zero2_{part}",
        params=total_params,
        gpus_per_node=num_gpus_per_node,
        nodes=num_nodes,
        offload_optimizer=cpu_offload,
    )


def zero3(part, total_params, largest_layer_params, num_gpus_per_node, num_nodes, **switches):
    init = {"zero_init": switches["zero_init"]} if part == "host" else {}
    return value(
        f"deepspeed_zero3_{part}",
        params=total_params,
        largest_layer=largest_layer_params,
        gpus_per_node=num_gpus_per_node,
        nodes=num_nodes,
        offload_optimizer=switches["cpu_offload"],
        offload_params=switches["cpu_offload_params"],
        **init,
    )


# --- activations ----------------------------------------------------------------------------


def activation(s, b, h, a, t, mode):
    return value(
        "activation_layer",
        sequence=s,
        micro_batch=b,
        hidden=h,
        heads=a,
        tensor=t,
        scheme=mode.replace("_", "-"),
    )


def activation_against_tp(s, h, a, t, mode):
    return 100 * activation(s, 1, h, a, t, mode) / activation(s, 1, h, a, t, "tp")


def activation_extra(s, b, h, a, L, p, v):
    extra = value(
        "activation_extra", sequence=s, micro_batch=b, hidden=h, tensor=1, pipeline=p, vocab=v
    )
    return 100 * extra / (L * activation(s, b, h, a, 1, "none"))


def megatron_activation(s, b, h, L, t, p, m, v):
    return value(
        "megatron_activation_estimate",
        sequence=s,
        micro_batch=b,
        hidden=h,
        layers=L,
        tensor=t,
        pipeline=p,
        ffn=4 * h,
        pipeline_batches=m or 0,
        chunks=v or 1,
    )


def llama_activation(kv, a, f, h):
    return (
        value(
            "llama_activation_layer",
            sequence=1,
            micro_batch=1,
            hidden=h,
            heads=a,
            kv_heads=kv,
            ffn=f,
        )
        / h
    )


# --- parameters -----------------------------------------------------------------------------


def llama_sizes(V, h, f, L, nh, nkv, **flags):
    sizes = {"layers": L, "hidden": h, "ffn": f, "heads": nh, "kv_heads": nkv, "vocab": V}
    return sizes | {{"hd": "head_dim"}.get(name, name): flag for name, flag in flags.items()}


def llama(**inputs):
    return value("llama_parameters", **llama_sizes(**inputs))


def mixtral_active(active, **inputs):
    return value("moe_active_parameters", top_k=active, **llama_sizes(**inputs)) / 1e9


def gpt(l, h, V, s, bias=True):
    return value("gpt_parameters", layers=l, hidden=h, vocab=V, positions=s, biases=bias)


# --- adapters -------------------------------------------------------------------------------


def lora_shapes(shapes, r, layers):
    each = sum(value("lora_parameters", rank=r, inputs=i, outputs=o) for i, o in shapes)
    return layers * each / 1e6


def lora_model(h, f, nh, nkv, L, r, targets, dora=False):
    name = "dora_parameters_model" if dora else "lora_parameters_model"
    kv = nkv * h // nh
    return value(name, rank=r, layers=L, hidden=h, kv=kv, ffn=f, targets=",".join(targets))


def lora_percent(base, **inputs):
    return 100 * value("trainable_share", adapter=lora_model(**inputs), base=base)


def llama_and_lora(r, targets, **sizes):
    shape = {name: sizes[name] for name in ("h", "f", "nh", "nkv", "L")}
    return llama(**sizes) + lora_model(r=r, targets=targets, **shape)


def all_linear(h, f, L, r):
    return lora_model(h, f, h, h, L, r, ["all-linear"])


def galore_elements(shapes, r, layers, dense):
    each = sum(value("galore_states", rows=m, columns=n, rank=r) for m, n in shapes)
    return layers * each + dense


def galore_gigabytes(h, f, L, r, V):
    shapes = [[h, h]] * 4 + [[h, f]] * 3
    dense = 2 * 2 * V * h
    return 2 * galore_elements(shapes, r, L, dense) / 1e9


def double_quantisation_saves():
    return value("nf4_bits", double_quant=0) - value("nf4_bits")


# --- communication --------------------------------------------------------------------------


def tensor_coefficient(t):
    return value(
        "tensor_parallel_traffic",
        sequence=1,
        micro_batch=1,
        hidden=1,
        tensor=t,
        element_bytes=1,
    )


def ulysses(N, h, P, elem):
    return value("ulysses_traffic", sequence=N, hidden=h, context=P, kv=h, element_bytes=elem)


# --- compute --------------------------------------------------------------------------------


def step_flops(B, s, L, h, v, recompute):
    return value(
        "transformer_flops",
        global_batch=B,
        sequence=s,
        layers=L,
        hidden=h,
        vocab=v,
        recompute=recompute,
    )


def utilisation(recompute, B, s, L, h, v, sec, n):
    flops = step_flops(B, s, L, h, v, recompute)
    return 100 * value("flops_utilization", flops=flops, seconds=sec, gpus=n, peak=A100)


def selective_overhead(s, h, L, v):
    return 100 * (
        step_flops(1, s, L, h, v, "selective-eq8") / step_flops(1, s, L, h, v, "none") - 1
    )


def days_exact(T, s, l, h, V, n, tf):
    flops = T / s * step_flops(1, s, l, h, V, "full")
    return value("training_days_mfu", flops=flops, gpus=n, peak=tf * 1e12, mfu=1) / DAY


def achieved(B, s, l, h, V, sec, n):
    return step_flops(B, s, l, h, V, "full") / sec / n / 1e12


def palm_mfu(tokens_per_s, N, chips, peak_tf, L=1, H=0, Q=0, T=0):
    return 100 * value(
        "mfu_from_throughput",
        params=N,
        tokens_per_second=tokens_per_s,
        gpus=chips,
        peak=peak_tf * 1e12,
        layers=L,
        heads=H,
        head_dim=Q,
        sequence=T,
    )


def palm_flops(N, L, H, Q, T):
    each = value("palm_flops_per_token", params=N, layers=L, heads=H, head_dim=Q, sequence=T)
    return T * each


def learning_rate(step, warmup, total, max_lr, min_lr=0.0, kind="cosine"):
    return value(
        "learning_rate",
        step=step,
        warmup=warmup,
        total=total,
        max_lr=max_lr,
        min_lr=min_lr,
        decay=kind,
    )


def loss_scale(impl, init, overflow_steps, n_steps, window, hysteresis=1):
    return value(
        "loss_scale",
        framework=impl,
        initial=init,
        overflows=",".join(str(step) for step in overflow_steps),
        steps=n_steps,
        window=window,
        hysteresis=hysteresis,
    )


def energy(hours, watts, pue):
    return value("training_energy", gpu_hours=hours, watts=watts, pue=pue)


OURS: Mapping[str, Callable[..., float]] = {
    "zero_model_state_gb": zero_states,
    "zero_max_params_b": zero_max,
    "bytes_gb": partial(arithmetic, "params * bytes_per_param / 1e9"),
    "zero_paper_act_gb": partial(arithmetic, "12 * h * batch * seq * L * 2 / 1e9"),
    "ckpt_act_gb": lambda h, batch, seq, L: L * activation(seq, batch, h, 1, 1, "full") / 1e9,
    "zero_comm_elements": lambda psi, stage: value("zero_traffic", params=psi, stage=stage),
    "zeropp_comm_fraction": lambda: value("zeropp_traffic", params=0.5),
    "ds_zero2_gpu": partial(zero2, "gpu"),
    "ds_zero2_cpu": partial(zero2, "host"),
    "ds_zero2_gpu_gib": lambda **inputs: zero2("gpu", **inputs) / GIB,
    "ds_zero2_cpu_gib": lambda **inputs: zero2("host", **inputs) / GIB,
    "ds_zero3_gpu": partial(zero3, "gpu"),
    "ds_zero3_cpu": partial(zero3, "host"),
    "ds_zero3_gpu_gib": lambda **inputs: zero3("gpu", **inputs) / GIB,
    "ds_zero3_cpu_gib": lambda **inputs: zero3("host", **inputs) / GIB,
    "ds_zero3_gpu_mib_floor": lambda **inputs: zero3("gpu", **inputs) // MIB,
    "megatron_bytes_per_param": megatron_bytes,
    "megatron_weight_opt_bytes": lambda params, dtypes: params * megatron_bytes(dtypes),
    "megatron_act_bytes": megatron_activation,
    "gpt_params_eq2_b": lambda l, h: value("gpt_parameters_estimate", layers=l, hidden=h) / 1e9,
    "gpt_params_exact": gpt,
    "gpt_params_exact_m": lambda **inputs: gpt(**inputs) / 1e6,
    "aggregate_pf": partial(arithmetic, "n * tf / 1e3"),
    "pct_peak": lambda tf, peak=312: (
        100 * value("flops_utilization", flops=tf, seconds=1, gpus=1, peak=peak)
    ),
    "sc21_days_exact": days_exact,
    "sc21_days_eq4": lambda T, P, n, tf: (
        value("training_days", params=P, tokens=T, gpus=n, achieved=tf * 1e12) / DAY
    ),
    "sc21_tflops_per_gpu": achieved,
    "bubble_over_ideal": lambda p, m, v=1: value(
        "pipeline_bubble", stages=p, microbatches=m, chunks=v
    ),
    "bubble_fraction_of_total": lambda p, m, v=1: value(
        "pipeline_bubble_share", stages=p, microbatches=m, chunks=v
    ),
    "inflight": lambda schedule, p, m: value(
        "in_flight_micro_batches", schedule=schedule, stages=p, microbatches=m
    ),
    "stash_rank0_in_L": lambda p, m, v: value(
        "pipeline_stash",
        schedule="interleaved" if v > 1 else "1f1b",
        stages=p,
        microbatches=m,
        chunks=v,
    ),
    "act_interleave_factor": lambda p, v: value(
        "pipeline_stash", schedule="interleaved", stages=p, microbatches=8 * p, chunks=v
    ),
    "tp_coeff": tensor_coefficient,
    "korth_mfu_pct": partial(utilisation, "none"),
    "korth_hfu_pct": partial(utilisation, "selective-eq8"),
    "korth_selective_overhead_pct": selective_overhead,
    "speedup_pct": partial(arithmetic, "100 * (old / new - 1)"),
    "overhead_pct": partial(arithmetic, "100 * (new / old - 1)"),
    "act_attention_term": lambda a, s, h: (
        value("attention_activation", sequence=s, micro_batch=1, heads=a) / (s * h)
    ),
    "act_selective_saving_pct": lambda a, s, h: (
        100 * value("selective_saving", sequence=s, hidden=h, heads=a)
    ),
    "act_output_dealloc_gib": partial(arithmetic, "2 * s * b * h * p / 2**30"),
    "act_extra_fraction_pct": activation_extra,
    "act_bytes_per_layer": activation,
    "act_vs_tp_baseline_pct": activation_against_tp,
    "act_in_sbh": lambda a, s, h, mode: activation(s, 1, h, a, 1, mode) / (s * h),
    "llama_act_in_sbh": llama_activation,
    "six_nd": lambda n, d, per=6: value("training_flops", params=n, tokens=d, per=per),
    "pf_days": lambda n, d, per=6: value("training_flops", params=n, tokens=d, per=per) / 8.64e19,
    "epochs": lambda total_tokens, weight, dataset_tokens: value(
        "dataset_epochs", tokens=total_tokens, weight=weight, dataset_tokens=dataset_tokens
    ),
    "lora_params_m": lora_shapes,
    "adapter_h_params_m": lambda L, d, r: (
        value("houlsby_parameters", layers=L, hidden=d, rank=r) / 1e6
    ),
    "prefix_embed_m": lambda d, lp, li: (
        value("prefix_embedding_parameters", hidden=d, prefix=lp, infix=li) / 1e6
    ),
    "prefix_layer_m": lambda L, d, lp, li: (
        value("prefix_layer_parameters", layers=L, hidden=d, prefix=lp, infix=li) / 1e6
    ),
    "fraction_mb": lambda params, frac: (
        value("checkpoint_bytes", params=params * frac, content="weights") / 1e6
    ),
    "llama_plus_lora": llama_and_lora,
    "llama_lora_pct": lora_percent,
    "llama_lora": lora_model,
    "lora_scaling": lambda alpha, r: value("lora_scaling", alpha=alpha, rank=r),
    "dq_bits": lambda dq: value("nf4_bits", double_quant=dq) - 4,
    "dq_saved_bits": double_quantisation_saves,
    "dq_saved_gb": lambda params: params * double_quantisation_saves() / 8e9,
    "qlora_adapter_mb": lambda **inputs: (
        value("checkpoint_bytes", params=all_linear(**inputs), content="weights") / 1e6
    ),
    "galore_lora_trainable_m": lambda h, f, L, r, V: (all_linear(h, f, L, r) + 2 * V * h) / 1e6,
    "galore_full_gb": partial(arithmetic, "params * states * 2 / 1e9"),
    "galore_opt_gb": galore_gigabytes,
    "galore_lowrank_opt": galore_elements,
    "days_from_gpu_hours": lambda hours, n: value("run_days", gpu_hours=hours, gpus=n) / DAY,
    "gpu_hours": lambda tokens, tokens_per_s_per_gpu: value(
        "gpu_hours", tokens=tokens, tokens_per_second=tokens_per_s_per_gpu
    ),
    "energy_mwh": energy,
    "co2_t": lambda hours, watts: value("training_carbon", gpu_hours=hours, watts=watts),
    "add": lambda xs: evaluate_expression(" + ".join(str(x) for x in xs)),
    "gpus": lambda tp, cp, pp, dp: value(
        "world_size", tensor=tp, pipeline=pp, data_parallel=dp, context=cp
    ),
    "tokens_per_batch": lambda seqs, seq_len: value(
        "tokens_per_step", global_batch=seqs, sequence=seq_len
    ),
    "batch_tokens": lambda micro, seq, accum, gpus: value(
        "tokens_per_step",
        global_batch=int(
            value("global_batch", micro_batch=micro, accumulation=accum, data_parallel=gpus)
        ),
        sequence=seq,
    ),
    "hours_from_rate": partial(arithmetic, "tokens_t * hours_per_t"),
    "cost_usd": lambda hours, price: value("training_cost", gpu_hours=hours, price=price),
    "palm_mfu_pct": palm_mfu,
    "palm_flops_seq": palm_flops,
    "hfu_from_mfu": lambda mfu, hw_per_token, model_per_token: (
        100 * value("hfu_from_mfu", mfu=mfu / 100, executed=hw_per_token, useful=model_per_token)
    ),
    "tokens_per_s": lambda batch, seq, sec: value(
        "tokens_per_second", global_batch=batch, sequence=seq, seconds=sec
    ),
    "llama_params": llama,
    "llama_params_b": mixtral_active,
    "megatron_code_flops": lambda s, L, h, nh, nkv, ffn, V, swiglu=True: value(
        "megatron_flops",
        sequence=s,
        layers=L,
        hidden=h,
        heads=nh,
        kv_heads=nkv,
        ffn=ffn,
        vocab=V,
        gated=swiglu,
    ),
    "ckpt_gb": lambda params, bytes_per_param: (
        value(
            "checkpoint_bytes",
            params=params,
            content={2: "weights", 12: "states"}[bytes_per_param],
        )
        / 1e9
    ),
    "ratio_pct": partial(arithmetic, "100 * a / b"),
    "nanogpt_flops": lambda n_layer, n_embd, block, vocab: step_flops(
        1, block, n_layer, n_embd, vocab, "none"
    ),
    "util_pct": lambda flops, seconds, n, peak_tf: (
        100 * value("flops_utilization", flops=flops, seconds=seconds, gpus=n, peak=peak_tf * 1e12)
    ),
    "train_days": lambda flops, n, peak_tf, mfu: (
        value("training_days_mfu", flops=flops, gpus=n, peak=peak_tf * 1e12, mfu=mfu) / DAY
    ),
    "layer_train_flops": lambda B, s, h, mode: step_flops(B, s, 1, h, 0, mode),
    "ring_attention_min_block_k": lambda tflops, gbs: (
        value("ring_attention_min_block", peak=tflops * 1e12, bandwidth=gbs * 1e9) / 1e3
    ),
    "ring_attention_min_seq_k": lambda tflops, gbs: (
        value("ring_attention_min_sequence", peak=tflops * 1e12, bandwidth=gbs * 1e9) / 1e3
    ),
    "ring_attention_fwd_bytes": lambda b, s, kv_dim, cp, elem: value(
        "ring_attention_traffic",
        sequence=s,
        micro_batch=b,
        kv=kv_dim,
        context=cp,
        element_bytes=elem,
    ),
    "ulysses_bytes_per_layer": lambda N, h, P, elem: (
        elem * value("ulysses_elements", sequence=N, hidden=h, context=P)
    ),
    "ulysses_exact_bytes_per_layer": ulysses,
    "moe_a2a_bytes": lambda tokens, h, topk, ep, elem: value(
        "expert_parallel_traffic",
        tokens=tokens,
        hidden=h,
        top_k=topk,
        expert=ep,
        element_bytes=elem,
    ),
    "lr_warmup_cosine": learning_rate,
    "first_doubling": lambda impl, window: value(
        "loss_scale_first_doubling", framework=impl, window=window
    ),
    "loss_scale": loss_scale,
    "ring_bytes": lambda op, size, n: value("ring_bytes", op=op, size=size, ranks=n),
    "zero_ring_bytes_per_rank": lambda psi, stage, n, elem: value(
        "zero_traffic_bytes", params=psi, stage=stage, ranks=n, element_bytes=elem
    ),
    "adam_state_bytes": adam_states,
    "overweight_shortest": lambda lens: value(
        "token_overweight", lengths=",".join(str(each) for each in lens)
    ),
    "kv_bytes_per_token": lambda L, nkv, hd: value("kv_cache", layers=L, kv_heads=nkv, head_dim=hd),
    "adafactor_state_bytes": lambda m, n, momentum: value(
        "adafactor_states", rows=m, columns=n, momentum=momentum
    ),
    "nf4_bytes": lambda params, dq: value("nf4_bytes", params=params, double_quant=dq),
    "packing_effective_tokens": lambda lengths, max_len, bins: value(
        "packing_share", tokens=sum(lengths), bins=bins, length=max_len
    ),
}


def ours(vector) -> float:
    """What our formula says for the inputs of a vector."""
    return OURS[vector["formula"]](**vector["inputs"])
