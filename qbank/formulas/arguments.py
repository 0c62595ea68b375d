# ruff: noqa: RUF001  full-width punctuation is meant
"""The argument names of all formulas: a name means the same thing everywhere."""

from collections.abc import Mapping

from qbank.formulas.formula import Kind, Parameter, Text
from qbank.formulas.shapes import SHAPES

_RECIPES = (
    "adam-16 megatron-18 megatron-fp16-20 deepspeed-20 fp32-16 adam8bit-10 bf16-8 bf16-adam-12"
)
_TARGETS = "attention-qv attention all-linear q k v o gate up down"


def _number(  # noqa: PLR0913, PLR0917  # one line per argument is easier to read than one call per field
    name: str, zh: str, en: str, unit: str = "", low: float = 0, high: float = 1e30
) -> Parameter:
    return Parameter(name, Text(zh, en), unit, "number", low, high)


def _count(name: str, zh: str, en: str, unit: str = "", low: int = 1) -> Parameter:
    return Parameter(name, Text(zh, en), unit, "integer", low, 10**12)


def _flag(name: str, zh: str, en: str) -> Parameter:
    return Parameter(name, Text(zh, en), kind="flag", high=1)


def _choice(name: str, zh: str, en: str, choices: str, kind: Kind = "choice") -> Parameter:
    return Parameter(name, Text(zh, en), kind=kind, choices=tuple(choices.split()))


_SIZES = (
    _number("params", "参数量 Ψ", "number of parameters Ψ", "parameters"),
    _number("base", "底座模型参数量", "parameters of the base model", "parameters"),
    _number("adapter", "适配器参数量", "parameters of the adapter", "parameters"),
    _number("quantized", "被量化的参数量", "quantised parameters", "parameters"),
    _number("others", "不量化的参数量", "parameters left in 16 bit", "parameters"),
    _number("largest_layer", "最大的单层参数量", "parameters of the largest layer", "parameters"),
    _count("layers", "层数 L", "layers L", "layers"),
    _count("hidden", "隐藏维 h", "hidden width h"),
    _count("ffn", "FFN 中间维 f", "FFN width f"),
    _count("heads", "查询头数 a", "query heads a", low=0),
    _count("kv_heads", "KV 头数 k", "KV heads k"),
    _count("head_dim", "头维 d，0 表示 h/a", "head width d, 0 for h/a", low=0),
    _count("kv", "K、V 各自的总宽度，KV 头数 × 头维", "width of K and of V, KV heads × head width"),
    _count("query", "Q 的总宽度，0 表示等于 h", "width of Q, 0 when it equals h", low=0),
    _count("vocab", "词表大小 V", "vocabulary V", low=0),
    _count("positions", "可学习位置数（上下文长度）", "learned positions (context length)", low=0),
    _count("experts", "每层专家数 E", "experts per layer E"),
    _count("top_k", "每个 token 选的专家数", "experts chosen per token"),
    _count("kv_rank", "MLA 的 KV 压缩维", "compressed KV width of MLA"),
    _count("rope_dim", "MLA 的 RoPE 键维", "RoPE key width of MLA"),
    _count("rows", "矩阵行数", "rows of the matrix"),
    _count("columns", "矩阵列数", "columns of the matrix"),
    _count("rank", "低秩维 r", "low rank r"),
    _count("inputs", "矩阵的输入维 d_in", "input width of the matrix d_in"),
    _count("outputs", "矩阵的输出维 d_out", "output width of the matrix d_out"),
    _count("prefix", "前缀 token 数", "prefix tokens", "tokens", low=0),
    _count("infix", "中缀 token 数", "infix tokens", "tokens", low=0),
    _count("divisor", "词表对齐的基数", "the vocabulary is padded to a multiple of it"),
    _choice("model", "模型名", "model", " ".join(SHAPES)),
)

_LAYOUT = (
    _count("ranks", "rank（卡）数 N", "ranks that take part N", "ranks"),
    _count("gpus", "卡数 n", "GPUs n", "GPUs"),
    _count("nodes", "机器数", "nodes"),
    _count("gpus_per_node", "每台机器的卡数", "GPUs per node", "GPUs"),
    _count("world", "总卡数", "GPUs in all", "GPUs"),
    _count("tensor", "张量并行度 t", "tensor parallel size t", "ranks"),
    _count("pipeline", "流水线并行度 p", "pipeline parallel size p", "ranks"),
    _count("context", "上下文并行度 c", "context parallel size c", "ranks"),
    _count("expert", "专家并行度 e", "expert parallel size e", "ranks"),
    _count("data_parallel", "数据并行度 d", "data parallel size d", "ranks"),
    _count("model_parallel", "模型并行度", "model parallel size", "ranks"),
    _count("stages", "流水线 stage 数 p", "pipeline stages p", "ranks"),
    _count("stage_index", "第几个 stage，从 0 起", "index of the stage, from 0", low=0),
    _count("chunks", "每卡的模型分块数 v（交错调度）", "model chunks per GPU v (interleaved)"),
    _count("microbatches", "每步的 micro-batch 数 m", "micro-batches per step m", "micro-batches"),
    _count(
        "pipeline_batches", "每步 micro-batch 数，0 表示未知", "micro-batches, 0 for unknown", low=0
    ),
    _count("micro_batch", "micro-batch 大小 b", "micro-batch size b", "samples"),
    _count("global_batch", "全局 batch（样本数）B", "global batch in samples B", "samples"),
    _count("accumulation", "梯度累积步数 G", "gradient accumulation steps G", "micro-batches"),
    _count("sequence", "序列长度 s", "sequence length s", "tokens", low=0),
    _number("tokens", "token 数", "tokens", "tokens"),
    _count("samples", "样本数", "samples", "samples"),
    _number("dataset_tokens", "数据集的 token 数", "tokens of the dataset", "tokens"),
    _number("weight", "采样比例，0 到 1", "sampling weight, 0 to 1", "x", high=1),
    _number("epochs", "轮数", "epochs", "epochs"),
    _count("steps", "步数", "steps", "steps"),
    _count("bins", "打包后的行数", "packed rows", "rows"),
    _count("length", "每行的 token 上限", "longest row", "tokens"),
    Parameter(
        "lengths",
        Text("各 micro-batch 的 token 数，逗号分隔", "tokens per micro-batch"),
        "tokens",
        "numbers",
        1,
    ),
)

_AMOUNTS = (
    _number("size", "缓冲区字节数 S", "buffer in bytes S", "bytes"),
    _number("memory", "每卡显存", "memory per GPU", "bytes"),
    _number("element_bytes", "每个元素的字节数", "bytes per element", "bytes"),
    _number("input_bytes", "一层输入的字节数", "bytes of a layer's input", "bytes"),
    _number("layer_bytes", "一层全部激活的字节数", "bytes of all activations of a layer", "bytes"),
    _number("segments", "重计算段数 c", "checkpointed segments c", low=1),
    _number("bandwidth", "带宽", "bandwidth", "B/s", 1),
    _number("latency", "每一跳的延迟", "latency of one hop", "s"),
    _number("seconds", "用时", "time", "s", 1e-12),
    _number("forward", "一个 micro-batch 的前向时间", "forward time of a micro-batch", "s"),
    _number(
        "backward_seconds", "一个 micro-batch 的反向时间", "backward time of a micro-batch", "s"
    ),
    _number("save_seconds", "存一次 checkpoint 的时间", "time to save a checkpoint", "s"),
    _number("failure_seconds", "平均故障间隔", "mean time between failures", "s"),
    _number("flops", "浮点运算次数", "floating-point operations", "FLOPs"),
    _number("executed", "实际执行的运算量", "operations executed", "FLOPs"),
    _number("useful", "模型需要的运算量", "operations the model needs", "FLOPs", 1e-30),
    _number("peak", "单卡峰值算力（稠密）", "peak of one GPU, dense", "FLOP/s", 1),
    _number("achieved", "单卡实测算力", "achieved by one GPU", "FLOP/s", 1),
    _number("mfu", "MFU，0 到 1", "MFU, 0 to 1", "x", 1e-9, 1),
    _number("per", "每参数每 token 的 FLOPs", "FLOPs per parameter and token"),
    _number("tokens_per_second", "每秒 token 数", "tokens per second", "tokens/s", 1e-9),
    _number("gpu_hours", "卡时", "GPU-hours", "GPU-hours"),
    _number("price", "每卡时价格", "price of a GPU-hour", "USD"),
    _number("watts", "每卡功率（瓦）", "power of a GPU in watts"),
    _number("pue", "数据中心 PUE", "PUE of the data centre", low=1),
    _number("intensity", "每度电的碳排放（kg CO2）", "kg of CO2 per kWh"),
    _number("bubble", "气泡上限（相对理想时间）", "bubble limit, relative to ideal", "x", 1e-6),
    _number("ratio", "比例，0 到 1", "ratio, 0 to 1", "x", high=1),
)

_SETTINGS = (
    Parameter("stage", Text("ZeRO 级别，0 是 DDP", "ZeRO stage, 0 is DDP"), "", "integer", 0, 3),
    _choice("recipe", "精度与优化器的搭配", "precision and optimizer", _RECIPES),
    _choice(
        "optimizer", "优化器（fp32 状态）", "optimizer with fp32 states", "sgd momentum lion adam"
    ),
    _choice(
        "op",
        "集合通信",
        "collective",
        "all-reduce all-gather reduce-scatter all-to-all broadcast reduce",
    ),
    _choice("schedule", "流水线调度", "pipeline schedule", "gpipe 1f1b interleaved"),
    _choice(
        "targets",
        "挂 LoRA 的矩阵：组名，或逗号分隔的名字",
        "matrices with LoRA: a group or a comma list",
        _TARGETS,
        "words",
    ),
    _choice(
        "scheme",
        "省激活的办法",
        "how activations are saved",
        "none tp tp-sp tp-selective tp-sp-selective full",
    ),
    _choice(
        "recompute", "激活重计算", "activation recomputation", "none selective selective-eq8 full"
    ),
    _choice("content", "checkpoint 内容", "what the checkpoint holds", "weights states training"),
    _choice("framework", "框架", "framework", "torch deepspeed megatron"),
    _choice(
        "decay",
        "warmup 之后的曲线",
        "curve after warmup",
        "cosine linear inverse-square-root constant wsd",
    ),
    _number("alpha", "LoRA alpha", "LoRA alpha"),
    _count("block", "每个缩放因子管多少元素", "elements per scale"),
    _count("double_block", "每个二级缩放因子管多少个一级因子", "scales per second-level scale"),
    _flag("double_quant", "是否双重量化", "double quantisation"),
    _flag("rslora", "是否 rsLoRA", "rsLoRA"),
    _flag("momentum", "是否保留一阶动量", "keeps a first moment"),
    _flag("biases", "线性层和 LayerNorm 是否有 bias", "linear layers and LayerNorm have biases"),
    _flag("tied", "输入输出词表是否共享", "input and output embeddings are tied"),
    _flag("qkv_bias", "Q、K、V 是否有 bias", "Q, K and V have biases"),
    _flag("qk_norm", "是否对 Q、K 按头做 RMSNorm", "RMSNorm on each head of Q and K"),
    _flag("gated", "FFN 是否有门控（三个矩阵）", "gated FFN with three matrices"),
    _flag("offload_optimizer", "优化器是否卸载到内存", "optimizer offloaded to the host"),
    _flag("offload_params", "参数是否卸载到内存", "parameters offloaded to the host"),
    _flag("zero_init", "是否用 zero.Init 构建模型", "model built under zero.Init"),
    _flag("host_gradients", "16 位梯度是否也放内存", "16-bit gradients kept on the host too"),
    _flag("qwz", "qwZ：前向 all-gather用 int8 权重", "qwZ: int8 weights in the forward gather"),
    _flag("hpz", "hpZ：机内存一份参数", "hpZ: a second copy of the weights inside the node"),
    _flag("qgz", "qgZ：int4 梯度归约", "qgZ: int4 gradient reduction"),
    _flag("full_recompute", "是否全量重计算", "full recomputation"),
    _flag(
        "regather",
        "反向是否重新聚合列并行的输入",
        "inputs of column-parallel layers regathered in backward",
    ),
    _flag("backward", "是否算上反向", "backward pass included"),
    _flag("drop_last", "是否丢掉最后不满的一步", "the incomplete last step is dropped"),
    _count("step", "第几步", "step", low=0),
    _count("warmup", "warmup 步数", "warmup steps", "steps", low=0),
    _count("total", "总步数", "steps in all", "steps"),
    _count("decay_steps", "WSD 退火步数", "annealing steps of WSD", "steps", low=0),
    _number("max_lr", "峰值学习率", "peak learning rate", "learning-rate"),
    _number("min_lr", "最低学习率", "lowest learning rate", "learning-rate"),
    _number("initial", "初始值", "initial value", low=1),
    _count("window", "放大前要连续正常的步数", "clean steps before the scale doubles"),
    _count("hysteresis", "下调前容忍的溢出次数", "overflows tolerated before the scale drops"),
    Parameter(
        "overflows",
        Text("溢出的步，从 0 起，逗号分隔", "steps that overflow, from 0"),
        "",
        "numbers",
        0,
    ),
)

ARGUMENTS: Mapping[str, Parameter] = {
    each.name: each for each in (*_SIZES, *_LAYOUT, *_AMOUNTS, *_SETTINGS)
}
