"""The strings that the interface needs."""

from collections.abc import Mapping
from typing import Protocol


class Messages(Protocol):
    """One language of the interface; a missing word fails mypy and a test. Braces name what is filled in."""

    # words of the domain
    levels: Mapping[str, str]
    kinds: Mapping[str, str]
    types: Mapping[str, str]
    dimensions: Mapping[str, str]
    groups: Mapping[str, str]
    statuses: Mapping[str, str]
    roles: Mapping[str, str]
    angles: Mapping[str, str]
    core_tail: str
    wrong: str
    right: str
    hint: str
    line_number: str
    yours: str
    with_detail: str
    revision: str
    verified_with: str

    # the session
    minutes_left: str
    header_changed: str
    header_again: str
    header_short: str
    say_pitch: str
    did_you_say: str
    or_did_you_say: str
    wrong_prefix: str
    ticked: str
    none_ticked: str
    time_taken: str
    hint_points: str
    enter_accepts: str
    space: str
    colon: str
    comma: str
    ratings: Mapping[int, str]
    reasons: Mapping[str, str]
    grading: Mapping[str, str]
    answered_with: str
    expected: str
    read_points: str
    chain_heading: str
    chain_held: str
    chain_not_held: str
    evidence: str
    confidence_ask: str
    actions: Mapping[str, str]
    key_help: Mapping[str, str]
    line_prompt: Mapping[str, str]
    line_commands: tuple[str, ...]
    marked: str
    mark_note: str
    mark_again: str
    unmarked: str
    suspended: str
    undone: str
    nothing_to_undo: str
    no_hint: str
    no_other_language: str
    sources: str
    keys_heading: str
    time_up: str
    type_answer: str
    your_answer: str
    clock_back: str
    skipped_files: str
    days: str
    today: str
    tomorrow: str
    in_days: str

    # the end of a sitting
    sitting: str
    again_ids: str
    missed_points: str
    times_this_month: str
    next_due: str
    nothing_due: str
    nothing_due_next: str
    left_out: Mapping[str, str]
    nothing_left: str
    saved: str
    saved_until: str

    # lists and other commands
    columns: Mapping[str, str]
    count: str
    matches: str
    suspended_short: str
    stale_reasons: Mapping[str, str]
    report_intro: str
    report_ask: tuple[str, ...]
    broken_file: str
    rows: Mapping[str, str]
    config_columns: Mapping[str, str]
    settings: Mapping[str, str]
    config_written: str
    would_undo: str
    sheet_title: str
    exported: str
    drafts_left_out: str
    nothing_missed: str
    page: Mapping[str, str]
    today_due: str
    today_new: str
    today_track: str
    today_weakest: str
    today_next: tuple[str, ...]
    import_plan: str
    import_ask: str
    imported: str
    backed_up: str
    no_backup_today: str
    no_backups: str
    restore_ask: str
    restored: str
    set_aside: str
    due_moves: str
    retention_ask: str
    pruned: str
    stats_head: str
    stats_hours: str
    stats_minutes: str
    stats_groups: Mapping[str, str]
    stats_seen: str
    stats_recall: str
    stats_missed: str
    stats_held: str
    stats_held_times: str
    stats_sure: str
    stats_unseen: str
    assess_rows: Mapping[str, tuple[str, ...]]
    assess_zero: str
    assess_row: str
    assess_none: str
    assess_range: str
    check_clean: str
    check_found: str
    check_unchecked: str
    config_guessed: str
