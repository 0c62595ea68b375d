"""English words of lists and other commands."""

from qbank.messages.base import Messages


class Commands(Messages):
    """English."""

    columns = {
        "due": "due",
        "recall": "recall",
        "level": "level",
        "type": "type",
        "id": "id",
        "title": "title",
    }
    count = "{n} of {total}"
    matches = "{n} match(es)"
    suspended_short = "suspended"
    stale_reasons = {
        "changed": "{reason.package} {reason.old} -> {reason.new}: `{reason.name}` changed, {reason.place}",
        "gone": "{reason.package} {reason.old} -> {reason.new}: `{reason.name}` is gone, {reason.place}",
        "option": "{reason.package} {reason.old} -> {reason.new}: option `{reason.name}`: {reason.place}",
    }
    report_intro = "A report about a mistake. Nothing was sent: copy it where you want it."
    report_ask = (
        "What is wrong:",
        "",
        "Where the source says so (package, path, symbol, or paper section):",
    )
    broken_file = "{path} cannot be read now; run: qbank check"
    rows = {
        "chain": "follow-ups",
        "mark": "mark",
        "note": "note",
        "suspend": "suspended",
        "assess": "self-check",
        "interview": "interview",
        "sitting": "mock",
    }
    config_columns = {"name": "setting", "value": "value", "source": "from", "says": "meaning"}
    settings = {}
    config_written = "{name} written to {path}"
    would_undo = "would undo: {what}"
    sheet_title = "Study sheet"
    exported = "{n} question(s) written to {path}"
    drafts_left_out = "{n} draft(s) left out"
    nothing_missed = "nothing missed: every point ticked last time was said"
    page = {
        "skip": "To the questions",
        "more": "Filters, language, boxes",
        "search": "Search",
        "framework": "Framework",
        "level": "Level",
        "topic": "Topic",
        "all": "all",
        "missed_only": "Only what I missed",
        "missed_help": "Questions you marked as missed, or ticked without ticking every point, or with a pitfall you said.",
        "language": "Language",
        "both": "both",
        "open_all": "Show all answers",
        "close_all": "Hide all answers",
        "clear": "Clear my boxes",
        "clear_ask": "Clear every box you ticked in study sheets?",
        "kept": "Boxes are kept in this browser.",
        "not_kept": "This browser keeps no boxes: they are gone when the page is closed.",
        "keys": "Keys: / search, j and k next and previous question, Enter or Space shows the answer.",
        "count": "{n} of {total} questions",
        "none": "No question fits. Clear the search or a filter.",
        "answer": "Show the answer",
        "missed_it": "I missed this one",
        "copy": "Copy",
        "copied": "Copied",
        "needs_script": "This sheet is large and was packed: it needs a browser that runs scripts.",
        "too_old": "This browser is too old to unpack the sheet. Export fewer questions.",
        "picture": "Picture, scroll sideways",
    }
    today_due = "due today {n} (about {minutes} min)"
    today_new = "new {n}"
    today_track = "track {track}: {known} of {total} known"
    today_weakest = "weakest"
    today_next = ("next: qbank quiz", "more: qbank --help")
    import_plan = "{new} new rows, {known} already here"
    import_ask = "Add them to your journal?"
    imported = "{n} row(s) added"
    backed_up = "backed up to {path}"
    no_backup_today = "no backup could be made today: {why}"
    no_backups = "no backups yet"
    restore_ask = "Replace the journal by a backup?"
    restored = "restored from {path}"
    set_aside = "the journal of before is in {path}"
    due_moves = "due dates move by"
    retention_ask = "Apply it?"
    pruned = "{n} old index(es) deleted"
    stats_head = "last {days} days   {answers} answers   {time}   recall {recall} (target {target})"
    stats_hours = "{n} h"
    stats_minutes = "{n} min"
    stats_groups = {"framework": "framework", "level": "level", "dimension": "dimension"}
    stats_seen = "seen"
    stats_recall = "recall now"
    stats_missed = "missed most often"
    stats_held = "follow-ups held"
    stats_held_times = "{depth}: {n}x"
    stats_sure = "sure but wrong"
    stats_unseen = "not started"
    assess_rows = {
        "zero": (
            "ZeRO stages",
            "can name the stages",
            "can say what each stage shards",
            "can draw and compare their communication",
        ),
        "deepspeed": (
            "A simple DeepSpeed fine-tune",
            "ran a demo",
            "change settings and know what they do",
            "fix the usual failures, out of memory among them",
        ),
        "tensor-parallel": (
            "Tensor parallelism",
            "know that matrices are split",
            "can explain the split and what it communicates",
            "can derive the communication of forward and backward",
        ),
        "tools": (
            "LLaMA-Factory or ms-swift",
            "installed one",
            "finished a LoRA run",
            "registered data and a loss of my own",
        ),
        "resume": (
            "Framework work on the résumé",
            "a list of names",
            "a project with numbers",
            "a comparison and the reason for the choice",
        ),
    }
    assess_zero = "could not start"
    assess_row = "row"
    assess_none = "no self-check yet, run: qbank assess"
    assess_range = "type 0, 1, 2 or 3; Ctrl-C leaves, and nothing is stored"
    check_clean = "{files} file(s), nothing found"
    config_guessed = "{path}: taken for {framework}; --for names another"
    check_found = (
        "{files} file(s), {errors} error(s), {warnings} warning(s)     qbank check --explain RULE"
    )
    check_unchecked = "{snippets} snippet(s) with no option to look up: {frameworks}"
