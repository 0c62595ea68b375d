"""Chinese words of the domain and of a sitting."""

from qbank.messages.base import Messages


class Session(Messages):
    """Chinese."""

    levels = {"junior": "初级", "mid": "中级", "senior": "高级"}
    kinds = {
        "principle": "原理",
        "comparison": "对比",
        "scenario": "场景",
        "config": "配置",
        "debugging": "排错",
        "sizing": "算账",
        "code": "手撕",
        "design": "设计",
        "project": "项目",
        "vision": "展望",
    }
    types = {"open": "问答", "choice": "选择", "numeric": "计算", "spot": "找错行"}
    dimensions = {
        "positioning": "定位与边界",
        "mechanism": "机制原理",
        "memory": "显存与数值",
        "communication": "通信与性能",
        "configuration": "配置与上手",
        "debugging": "排错",
        "interop": "checkpoint 与版本",
        "selection": "选型与证据",
    }
    groups = {
        "requirements": "需求与约束",
        "layout": "并行布局",
        "memory": "显存",
        "communication": "通信",
        "cost": "成本",
        "failure": "故障与恢复",
    }
    statuses = {"draft": "草稿", "checked": "已检查", "verified": "已核验"}
    roles = {
        "title": "题目",
        "prompt": "题面",
        "snippet": "代码",
        "options": "选项",
        "intent": "考察意图",
        "solved": "解答",
        "answer": "标准答案",
        "pitch": "30 秒电梯版",
        "missed": "上次漏掉的",
        "said": "上次踩到的坑",
        "points": "得分点",
        "chain": "追问",
        "pitfalls": "避坑",
        "angles": "简历呼应",
        "snippets": "配置与代码",
        "solution": "参考实现",
        "sources": "出处",
    }
    angles = {
        "campus": "校招",
        "nlp": "NLP",
        "rag": "RAG",
        "infra": "训练基建",
        "finetune": "微调",
        "multimodal": "多模态",
    }
    core_tail = "（核心）"
    wrong = "错"
    right = "对"
    hint = "提示"
    line_number = "第 {n} 行"
    yours = "自建"
    with_detail = "{text}（{detail}）"
    revision = "第 {n} 版"
    verified_with = "适用版本"
    minutes_left = "还剩 {n} 分钟"
    header_changed = "这道题改过了"
    header_again = "再来一次"
    header_short = "短答"
    say_pitch = "30 秒说完。"
    did_you_say = "这些点说到了吗？"
    or_did_you_say = "踩到这些坑了吗？"
    wrong_prefix = "错："
    ticked = "已勾选：{numbers}"
    none_ticked = "无"
    time_taken = "用时 {time}"
    hint_points = "得分点一共 {n} 个，其中核心点 {core} 个。"
    enter_accepts = "回车"
    space = "空格"
    colon = "："
    comma = "、"
    ratings = {1: "没答上来", 2: "答了一部分", 3: "答到点了", 4: "张口就来"}
    reasons = {
        "core-missing": "漏了 {n} 个核心点",
        "one-core-missing": "漏了 1 个核心点",
        "pitfall-said": "踩了坑",
        "hint-used": "用了提示",
        "slow": "用时超过参考时间两倍",
        "all-fast-sure": "全说到了，又快又有把握",
        "said": "核心点都说到了",
        "not-judged": "没有逐点勾选",
        "right": "答对了",
        "right-with-hint": "看提示后答对",
        "wrong-unit": "数对了，单位错了",
        "some-right": "对了一部分，没有错的",
        "wrong": "没答对",
        "revealed": "没作答就看了答案",
    }
    grading = {
        "right": "答对了",
        "wrong-unit": "数对了，单位错了",
        "some-right": "不全，但都对",
        "wrong": "没答对",
        "options-unreadable": "请输入选项编号，比如 1 3",
        "lines-unreadable": "请输入错行的行号，比如 3 7",
        "number-unreadable": "请输入数字，可以带单位，比如 31.4 GB",
        "bare-command": "这里的命令要以 `:` 开头，比如 `:q`",
        "open": "",
    }
    answered_with = "你答的是 {text}"
    expected = "正确：{text}"
    read_points = "答得好还会说到"
    chain_heading = "追问 {n}/{total}"
    chain_held = "扛住第 {n} 层追问"
    chain_not_held = "第 1 层追问没扛住"
    evidence = "线索"
    confidence_ask = "有多大把握？"
    actions = {
        "reveal": "看答案",
        "evidence": "看线索",
        "type": "写下来",
        "hint": "提示",
        "skip": "先跳过",
        "tick": "勾选",
        "all": "全说到了",
        "none": "都没说到",
        "full": "完整答案",
        "next": "继续",
        "unjudged": "不勾选，直接打分",
        "accept": "按建议打分",
        "got": "答上来了",
        "not": "没答上来",
        "leave": "结束追问",
        "undo": "撤销",
        "mark": "标记",
        "suspend": "不再出现",
        "report": "报告错误",
        "language": "换语言",
        "sources": "看出处",
        "edit": "用编辑器打开",
        "keys": "按键说明",
        "quit": "退出",
        "more": "再来 5 分钟",
        "stop": "结束",
        "guess": "猜的",
        "think": "应该对",
        "sure": "有把握",
    }
    key_help = {
        "type": "先写下来，再看答案",
        "tick": "勾选或取消一条",
        "all": "全说到了（包括没显示的部分）",
        "none": "都没说到（包括没显示的部分）",
        "next": "继续（先勾选，或按 a、0）",
        "mark": "标记，可以写备注",
        "undo": "撤销上一次打分",
        "quit": "退出，打过的分都已保存",
        "skip": "先跳过，不记录",
    }
    line_prompt = {"numeric": "数值和单位", "choice": "选项编号", "spot": "错行行号"}
    line_commands = ("直接回车 看答案", ":h 提示", ":s 先跳过", ":u 撤销", ":? 按键说明", ":q 退出")
    marked = "已标记"
    mark_note = "备注（不写直接回车）："
    mark_again = "已有标记；新备注（回车不改，输入 - 取消标记）："
    unmarked = "已取消标记"
    suspended = "这道题不再出现；想找回来：qbank undo"
    undone = "已撤销：{what}"
    nothing_to_undo = "没有可撤销的"
    no_hint = "这道题没有提示"
    no_other_language = "这道题只有一种语言"
    sources = "出处"
    keys_heading = "按键说明"
    time_up = "{n} 分钟到了。"
    type_answer = "写下你的回答；写完先按 Esc 再按回车，或者按 Ctrl-D。"
    your_answer = "你写的是"
    clock_back = "系统时间被调早了；答题顺序不受影响"
    skipped_files = "有 {n} 个文件读不了，已跳过；运行：qbank check"
    days = "{n} 天"
    today = "今天"
    tomorrow = "明天"
    in_days = "{n} 天后"
    sitting = "答了 {asked} 题，{recalled} 题答到点了，用时 {minutes} 分钟"
    again_ids = "再练：{ids}"
    missed_points = "漏掉的得分点："
    times_this_month = "这个月第 {n} 次"
    next_due = "下次复习：{when} {count} 题"
    nothing_due = "没有到期的题"
    nothing_due_next = "没有到期的题；下次：{when} {count} 题"
    left_out = {
        "all": "还有 {n} 题在 {minutes} 分钟里放不下；想一并练：--minutes {enough}",
        "new": "还有 {n} 道新题在 {minutes} 分钟里放不下；想一并练：--minutes {enough}",
        "limit": "还有 {n} 道新题没排进来，一次最多 {new} 道；想多练：--new {more}",
    }
    nothing_left = "没有符合条件的题"
    saved = "已保存：{rating}"
    saved_until = "已保存：{rating}，{when}再问"
