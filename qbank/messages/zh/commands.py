"""Chinese words of lists and other commands."""

from qbank.messages.base import Messages


class Commands(Messages):
    """Chinese."""

    columns = {
        "due": "到期",
        "recall": "还记得",
        "level": "级别",
        "type": "题型",
        "id": "编号",
        "title": "题目",
    }
    count = "{n} / {total} 题"
    matches = "找到 {n} 题"
    suspended_short = "不再出现"
    stale_reasons = {
        "changed": "{reason.package} {reason.old} -> {reason.new}：`{reason.name}` 有改动，{reason.place}",
        "gone": "{reason.package} {reason.old} -> {reason.new}：`{reason.name}` 没有了，{reason.place}",
        "option": "{reason.package} {reason.old} -> {reason.new}：选项 `{reason.name}`：{reason.place}",
    }
    report_intro = "报告错误：内容没有发送到任何地方，请自己复制到要提交的地方。"
    report_ask = ("错在哪里：", "", "依据（包名、路径、符号，或论文章节）：")
    broken_file = "{path} 现在读不了；运行：qbank check"
    rows = {
        "chain": "追问",
        "mark": "标记",
        "note": "笔记",
        "suspend": "不再出现",
        "assess": "自评",
        "interview": "面试",
        "sitting": "模拟面试",
    }
    config_columns = {"name": "设置", "value": "值", "source": "来自", "says": "含义"}
    settings = {
        "lang": "语言：zh、en 或 both；留空跟随系统",
        "track": "不加筛选时练哪个题单；留空是整个题库",
        "frameworks": "默认只练哪些框架，比如 deepspeed",
        "level": "默认只练哪个级别：junior、mid 或 senior",
        "minutes": "每次练几分钟，1 到 600",
        "new": "每次最多几道新题，0 到 100",
        "retention": "到期时希望还记得的概率，0.70 到 0.97",
        "rollover": "一天从几点算起，0 到 12",
        "color": "auto、always 或 never",
        "plain": "不画线，不重绘",
        "pager": "输出太长时分页",
    }
    config_written = "{name} 已写入 {path}"
    would_undo = "将撤销：{what}"
    sheet_title = "复习单"
    exported = "{n} 题已写入 {path}"
    drafts_left_out = "跳过 {n} 道草稿"
    nothing_missed = "没有漏掉的：上次勾选时每个得分点都说到了"
    page = {
        "skip": "跳到题目",
        "more": "筛选、语言和勾选",
        "search": "搜索",
        "framework": "框架",
        "level": "级别",
        "topic": "主题",
        "all": "全部",
        "missed_only": "只看我漏掉的",
        "missed_help": "标了“没答上来”的题、勾过但没勾全得分点的题，以及踩了坑的题。",
        "language": "语言",
        "both": "双语",
        "open_all": "展开全部答案",
        "close_all": "收起全部答案",
        "clear": "清空勾选",
        "clear_ask": "清空所有复习单里的勾选？",
        "kept": "勾选保存在这个浏览器里。",
        "not_kept": "这个浏览器不保存勾选，关掉页面就没了。",
        "keys": "按键：/ 搜索，j、k 下一题、上一题，回车或空格看答案。",
        "count": "{n} / {total} 题",
        "none": "没有符合的题，清空搜索或筛选再试。",
        "answer": "看答案",
        "missed_it": "这题没答上来",
        "copy": "复制",
        "copied": "已复制",
        "needs_script": "这份复习单很大，打包过，要用能运行脚本的浏览器打开。",
        "too_old": "这个浏览器太旧，解不开这份复习单，请少导出一些题。",
        "picture": "图，可左右滑动",
    }
    today_due = "今天该复习 {n} 题（约 {minutes} 分钟）"
    today_new = "新题 {n} 道"
    today_track = "{track}：学过 {known} / {total} 题"
    today_weakest = "最薄弱"
    today_next = ("开始：qbank quiz", "更多：qbank --help")
    import_plan = "新增 {new} 条记录，{known} 条已经有了"
    import_ask = "合并到你的记录里？"
    imported = "已加入 {n} 条记录"
    backed_up = "已备份到 {path}"
    no_backup_today = "今天的备份没有做成：{why}"
    no_backups = "还没有备份"
    restore_ask = "用备份替换现在的答题记录？"
    restored = "已用 {path} 恢复"
    set_aside = "原来的记录在 {path}"
    due_moves = "到期日会这样变"
    retention_ask = "就这样改吗？"
    pruned = "删除了 {n} 个旧索引"
    stats_head = "最近 {days} 天   答题 {answers} 次   {time}   答对率 {recall}（目标 {target}）"
    stats_hours = "{n} 小时"
    stats_minutes = "{n} 分钟"
    stats_groups = {"framework": "框架", "level": "级别", "dimension": "维度"}
    stats_seen = "学过"
    stats_recall = "现在还记得"
    stats_missed = "最常漏掉的得分点"
    stats_held = "扛住第几层追问"
    stats_held_times = "{depth} 层：{n} 次"
    stats_sure = "自信但答错"
    stats_unseen = "还没开始"
    assess_rows = {
        "zero": (
            "ZeRO 三个 stage",
            "说得出名字",
            "讲得清每个 stage 切什么",
            "能画图对比通信量",
        ),
        "deepspeed": (
            "用 DeepSpeed 做简单微调",
            "跑过示例",
            "会改配置，知道每项管什么",
            "爆显存这类常见故障自己能解决",
        ),
        "tensor-parallel": (
            "张量并行",
            "知道是切矩阵",
            "讲得清怎么切、通信在哪",
            "能推前向和反向的通信",
        ),
        "tools": (
            "LLaMA-Factory 或 ms-swift",
            "装过",
            "完整跑过一次 LoRA",
            "接过自己的数据和 loss",
        ),
        "resume": (
            "简历里的框架经历",
            "只有一串名字",
            "有带数据的项目",
            "有对比，讲得出选型理由",
        ),
    }
    assess_zero = "答不出"
    assess_range = "请输入 0、1、2 或 3；按 Ctrl-C 退出，不做记录"
    assess_row = "考察项"
    assess_none = "还没有自评，运行：qbank assess"
    check_clean = "检查了 {files} 个文件，没有问题"
    config_guessed = "{path}：按 {framework} 检查；可用 --for 指定"
    check_found = (
        "{files} 个文件，{errors} 个错误，{warnings} 个警告     qbank check --explain RULE"
    )
    check_unchecked = "{snippets} 段代码里没有可查的选项：{frameworks}"
