"""Interface strings of `drill` and `calc`."""

from collections.abc import Mapping
from typing import NamedTuple

from qbank.terms import Lang


class NumberMessages(NamedTuple):
    """One language of `drill` and `calc`. Braces name what is filled in."""

    # asking, in a drill
    asking: str
    commands: tuple[str, ...]
    no_command: str
    no_hint: str
    skipped: str

    # the verdict
    ok: str
    not_ok: str
    right: str
    wrong_unit: str
    some_right: str
    wrong: str
    revealed: str
    taken: str
    taken_as: str
    meant: str
    expected: str
    seconds: str
    repeated: str

    # the end of a drill, and a drill without a terminal
    line: str
    total: str
    again: str
    practised: str
    seed: str
    nothing: str
    sheet: str
    sheet_how: str

    # calc
    subjects: Mapping[str, str]
    list_end: tuple[str, str]
    result: str
    required: str
    default: str
    from_model: str
    by_default: str
    columns: tuple[str, str, str, str]
    values: str
    yes_no: str
    fills: str
    working: str
    arguments: str
    assumes: str
    source: str
    to: str
    at_least: str


EN = NumberMessages(
    asking="{n}/{total}  {id}",
    commands=("Enter alone: reveal", ":h hint", ":s skip", ":u undo", ":q quit"),
    no_command="`{text}` is not a command here",
    no_hint="no hint for this question",
    skipped="skipped; nothing is written",
    ok="ok",
    not_ok="!",
    right="right",
    wrong_unit="right number, wrong unit",
    some_right="incomplete: nothing wrong, but not all",
    wrong="not right",
    revealed="no answer: counts as missed",
    taken="understood {text}",
    taken_as="understood {text}, no unit typed",
    meant="in {unit} the number would be right",
    expected="right: {text}",
    seconds="{n} s",
    repeated="practice: answered with the same values today",
    line="line {n}",
    total="{asked} answered, {right} right, {partly} partly, {wrong} not right",
    again="again: {ids}",
    practised="{n} counted as practice: drilled today with the same values",
    seed="seed {seed}",
    nothing="no question that a machine grades fits these filters",
    sheet="a drill of {n}, seed {seed}",
    sheet_how="nobody to ask here. Lines of `id<TAB>answer` are graded by: "
    "qbank drill --seed {seed} --answers FILE",
    subjects={
        "memory": "Model states",
        "optimizers": "Optimizer states",
        "deepspeed": "DeepSpeed's estimators",
        "activation": "Activations",
        "activation_estimates": "Activations of Llama-style layers, Megatron's estimate, logits",
        "parameters": "Parameter counts",
        "llama_parameters": "Parameter counts of Llama-style models",
        "adapters": "LoRA, DoRA and other adapters",
        "quantization": "4-bit weights and QLoRA",
        "storage": "KV cache and checkpoints",
        "communication": "Collectives and copies",
        "traffic": "Traffic of ZeRO and ZeRO++",
        "parallel": "Traffic of tensor, sequence, pipeline and expert parallelism",
        "context": "Context parallelism",
        "pipeline": "Pipeline schedules",
        "batch": "Batch and layout",
        "packing": "Packing and token weights",
        "schedules": "Learning rate and loss scale",
        "compute": "Operations of training",
        "utilization": "Utilisation and time",
        "cost": "Cost and energy",
    },
    list_end=("qbank calc NAME --help", "every argument with its unit and default"),
    result="result in {unit}",
    required="required",
    default="default {value}",
    from_model="from {model}",
    by_default="default",
    columns=("argument", "unit", "given", "meaning"),
    values="values of --{name}",
    yes_no="yes or no",
    fills="--model NAME fills",
    working="working",
    arguments="with",
    assumes="assumes",
    source="source",
    to="{low} to {high}",
    at_least="{low} or more",
)

ZH = NumberMessages(
    asking="{n}/{total}  {id}",
    commands=("直接回车：看答案", ":h 提示", ":s 跳过", ":u 撤销", ":q 退出"),
    no_command="这里没有 `{text}` 这个命令",
    no_hint="这题没有提示",
    skipped="跳过，不做记录",
    ok="ok",
    not_ok="!",
    right="对",
    wrong_unit="数对，单位不对",
    some_right="不全：没有选错，但有遗漏",
    wrong="不对",
    revealed="没有作答：按没答出来算",
    taken="读作 {text}",
    taken_as="没写单位，读作 {text}",
    meant="如果单位是 {unit}，这个数就对了",
    expected="正确：{text}",
    seconds="{n} 秒",
    repeated="按练习记：今天用同样的数值答过",
    line="第 {n} 行",
    total="答了 {asked} 题：{right} 对，{partly} 部分对，{wrong} 不对",
    again="再练：{ids}",
    practised="其中 {n} 题按练习记：今天用同样的数值练过",
    seed="种子 {seed}",
    nothing="没有符合筛选条件的机评题",
    sheet="{n} 题，种子 {seed}",
    sheet_how="这里不能提问。每行写 `编号<TAB>答案`，用这条命令判分："
    "qbank drill --seed {seed} --answers FILE",
    subjects={
        "memory": "模型状态",
        "optimizers": "优化器状态",
        "deepspeed": "DeepSpeed 自带的估算",
        "activation": "激活",
        "activation_estimates": "Llama 式层的激活、Megatron 的估算、logits",
        "parameters": "参数量",
        "llama_parameters": "Llama 式模型的参数量",
        "adapters": "LoRA、DoRA 和其他适配器",
        "quantization": "4-bit 权重与 QLoRA",
        "storage": "KV cache 与 checkpoint",
        "communication": "集合通信与拷贝",
        "traffic": "ZeRO、ZeRO++ 的通信量",
        "parallel": "张量、序列、流水线、专家并行的通信量",
        "context": "上下文并行",
        "pipeline": "流水线调度",
        "batch": "batch 与并行布局",
        "packing": "packing 与 token 权重",
        "schedules": "学习率与 loss scale",
        "compute": "训练运算量",
        "utilization": "利用率与用时",
        "cost": "费用与能耗",
    },
    list_end=("qbank calc NAME --help", "每个参数的单位和默认值"),
    result="结果的单位：{unit}",
    required="必填",
    default="默认 {value}",
    from_model="取自 {model}",
    by_default="默认",
    columns=("参数", "单位", "取值", "含义"),
    values="--{name} 可取",
    yes_no="yes 或 no",
    fills="--model NAME 可填",
    working="过程",
    arguments="参数",
    assumes="前提",
    source="出处",
    to="{low} 到 {high}",
    at_least="不小于 {low}",
)


def number_messages(lang: Lang) -> NumberMessages:
    """The strings of one language."""
    return ZH if lang is Lang.ZH else EN
