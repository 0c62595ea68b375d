"""English words of the domain and of a sitting."""

from qbank.messages.base import Messages


class Session(Messages):
    """English."""

    levels = {"junior": "junior", "mid": "mid", "senior": "senior"}
    kinds = {
        "principle": "principle",
        "comparison": "comparison",
        "scenario": "scenario",
        "config": "configuration",
        "debugging": "debugging",
        "sizing": "sizing",
        "code": "code",
        "design": "design",
        "project": "project",
        "vision": "vision",
    }
    types = {
        "open": "open",
        "choice": "choice",
        "numeric": "numeric",
        "spot": "spot",
    }
    dimensions = {
        "positioning": "positioning",
        "mechanism": "mechanism",
        "memory": "memory arithmetic",
        "communication": "communication and speed",
        "configuration": "configuration",
        "debugging": "debugging",
        "interop": "checkpoints and versions",
        "selection": "choosing and evidence",
    }
    groups = {}
    statuses = {"draft": "draft", "checked": "checked", "verified": "verified"}
    roles = {
        "title": "Question",
        "prompt": "Set-up",
        "snippet": "Snippet",
        "options": "Options",
        "intent": "What the interviewer is after",
        "solved": "Solution",
        "answer": "Answer",
        "pitch": "In 30 seconds",
        "missed": "Missed last time",
        "said": "Pitfalls you said",
        "points": "Points",
        "chain": "Follow-ups",
        "pitfalls": "Pitfalls",
        "angles": "From your own background",
        "snippets": "Configuration and code",
        "solution": "Reference solution",
        "sources": "Sources",
    }
    angles = {
        "campus": "campus",
        "nlp": "NLP",
        "rag": "RAG",
        "infra": "infrastructure",
        "finetune": "fine-tuning",
        "multimodal": "multimodal",
    }
    core_tail = " (core)"
    wrong = "wrong"
    right = "right"
    hint = "Hint"
    line_number = "line {n}"
    yours = "yours"
    with_detail = "{text} ({detail})"
    revision = "revision {n}"
    verified_with = "verified with"
    minutes_left = "{n} min left"
    header_changed = "changed since you last saw it"
    header_again = "again"
    header_short = "short form"
    say_pitch = "Say it in 30 seconds."
    did_you_say = "Did you say?"
    or_did_you_say = "Or did you say?"
    wrong_prefix = "wrong: "
    ticked = "ticked: {numbers}"
    none_ticked = "none"
    time_taken = "answered in {time}"
    hint_points = "A good answer makes {n} point(s), {core} of them core."
    enter_accepts = "Enter"
    space = "Space"
    colon = ": "
    comma = ", "
    ratings = {1: "missed it", 2: "partly", 3: "said it", 4: "effortless"}
    reasons = {
        "core-missing": "{n} core point(s) missed",
        "one-core-missing": "1 core point missed",
        "pitfall-said": "a pitfall was said",
        "hint-used": "a hint was used",
        "slow": "took over twice the time",
        "all-fast-sure": "all points, fast and sure",
        "said": "the core points were said",
        "not-judged": "points not judged",
        "right": "right",
        "right-with-hint": "right, after a hint",
        "wrong-unit": "right number, wrong unit",
        "some-right": "some of it, nothing wrong",
        "wrong": "not right",
        "revealed": "revealed without an answer",
    }
    grading = {
        "right": "right",
        "wrong-unit": "right number, wrong unit",
        "some-right": "incomplete: nothing wrong, but not all",
        "wrong": "not right",
        "options-unreadable": "type the numbers of the options, such as 1 3",
        "lines-unreadable": "type the numbers of the wrong lines, such as 3 7",
        "number-unreadable": "type a number, with a unit if you like, such as 31.4 GB",
        "bare-command": "commands begin with `:` here, such as `:q`",
        "open": "",
    }
    answered_with = "You answered {text}"
    expected = "right: {text}"
    read_points = "A good answer also says"
    chain_heading = "Follow-up {n} of {total}"
    chain_held = "follow-ups held: {n}"
    chain_not_held = "the first follow-up was not held"
    evidence = "Evidence"
    confidence_ask = "How sure are you?"
    actions = {
        "reveal": "reveal",
        "evidence": "reveal evidence",
        "type": "type",
        "hint": "hint",
        "skip": "skip",
        "tick": "tick",
        "all": "all",
        "none": "none",
        "full": "full answer",
        "next": "go on",
        "unjudged": "rate without ticking",
        "accept": "accept",
        "got": "got it",
        "not": "not, and stop",
        "leave": "leave follow-ups",
        "undo": "undo",
        "mark": "mark",
        "suspend": "suspend",
        "report": "report a mistake",
        "language": "other language",
        "sources": "sources",
        "edit": "open in editor",
        "keys": "keys",
        "quit": "quit",
        "more": "5 more",
        "stop": "stop",
        "guess": "guess",
        "think": "think so",
        "sure": "sure",
    }
    key_help = {
        "type": "type the answer first",
        "tick": "tick or untick a line",
        "all": "all points said, in every part",
        "none": "no point said, in any part",
        "next": "go on, once something is ticked",
        "accept": "accept the suggestion",
        "mark": "mark with a note",
        "suspend": "never ask this again",
        "undo": "take the last rating back",
        "keys": "this list",
        "quit": "quit; everything is saved",
        "skip": "skip; nothing is written",
    }
    line_prompt = {
        "numeric": "value and unit",
        "choice": "option numbers",
        "spot": "wrong line numbers",
    }
    line_commands = ("Enter alone: reveal", ":h hint", ":s skip", ":u undo", ":? keys", ":q quit")
    marked = "marked"
    mark_note = "note (Enter for none): "
    mark_again = "already marked; new note (Enter keeps it, - takes the mark off): "
    unmarked = "the mark is off"
    suspended = "will not be asked again; bring it back with: qbank undo"
    undone = "undone: {what}"
    nothing_to_undo = "nothing to undo"
    no_hint = "no hint for this question"
    no_other_language = "this question has one language only"
    sources = "Sources"
    keys_heading = "Keys"
    time_up = "{n} min."
    type_answer = "Type your answer; Esc then Enter, or Ctrl-D, ends."
    your_answer = "You wrote"
    clock_back = "the clock was set back; answers keep their order"
    skipped_files = "{n} file(s) skipped, run: qbank check"
    days = "{n} d"
    today = "today"
    tomorrow = "tomorrow"
    in_days = "in {n} days"
    sitting = "{asked} asked, {recalled} recalled, {minutes} min"
    again_ids = "again: {ids}"
    missed_points = "missed points:"
    times_this_month = "{n} time(s) this month"
    next_due = "next due: {count} {when}"
    nothing_due = "nothing due"
    nothing_due_next = "nothing due; next: {count} {when}"
    left_out = {
        "all": "{n} more question(s) did not fit in {minutes} min; to ask them too: --minutes {enough}",
        "new": "{n} more new question(s) did not fit in {minutes} min; to ask them too: "
        "--minutes {enough}",
        "limit": "{n} more new question(s) left, at most {new} in a sitting; to ask more: --new {more}",
    }
    nothing_left = "no question fits these filters"
    saved = "saved: {rating}"
    saved_until = "saved: {rating}, due {when}"
