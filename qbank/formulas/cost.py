# ruff: noqa: RUF001  full-width punctuation is meant
"""GPU-hours, money, energy and carbon."""

from qbank.formulas.formula import Text
from qbank.formulas.register import formula

_LLAMA = "LLaMA, arXiv 2302.13971, section 6 and table 15"


@formula(
    "GPU-hours",
    "训练所需卡时",
    "GPU-hours of a run",
    source="LLaMA, arXiv 2302.13971, section 2.4",
    assumes=Text("吞吐按单卡计", "throughput of one GPU"),
    steps=("{tokens} / {tokens_per_second} / 3,600",),
)
def gpu_hours(tokens: float, tokens_per_second: float) -> float:
    """GPU-hours, from the tokens per second of one GPU."""
    return tokens / tokens_per_second / 3600


@formula(
    "days",
    "卡时折合的天数",
    "days from GPU-hours",
    source="LLaMA, arXiv 2302.13971, section 2.4",
    assumes=Text("所有卡一直在跑", "all GPUs busy all the time"),
    steps=("{gpu_hours} / {gpus} / 24",),
)
def run_days(gpu_hours: float, gpus: int) -> float:
    """Seconds of wall clock."""
    return gpu_hours / gpus * 3600


@formula(
    "USD",
    "训练费用",
    "cost of a run",
    source="DeepSeek-V3, arXiv 2412.19437, table 1",
    assumes=Text("只算租卡", "rent of the GPUs only"),
    steps=("{gpu_hours} × {price}",),
)
def training_cost(gpu_hours: float, price: float) -> float:
    """Dollars, from the price of a GPU-hour."""
    return gpu_hours * price


@formula(
    "MWh",
    "训练用电",
    "energy of a run",
    source=_LLAMA,
    assumes=Text("每卡满功率，乘数据中心 PUE", "GPUs at full power, times the PUE"),
    steps=("{gpu_hours} × {watts} W × {pue} / 1,000,000",),
)
def training_energy(gpu_hours: float, watts: float, pue: float = 1.1) -> float:
    """Megawatt-hours."""
    return gpu_hours * watts * pue / 1e6


@formula(
    "tCO2eq",
    "训练的碳排放",
    "carbon emitted by a run",
    source=_LLAMA + "; Llama 2, arXiv 2307.09288, table 2; Llama 3 model card",
    assumes=Text(
        "默认 PUE 1.1、每度电 0.385 kg",
        "PUE 1.1 and 0.385 kg per kWh unless given",
    ),
    steps=("{gpu_hours} × {watts} W × {pue} / 1,000,000 × {intensity}",),
)
def training_carbon(
    gpu_hours: float, watts: float, pue: float = 1.1, intensity: float = 0.385
) -> float:
    """Tonnes of CO2 equivalent."""
    return gpu_hours * watts * pue / 1e6 * intensity
