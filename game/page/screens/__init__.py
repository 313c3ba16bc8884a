"""Screens and dialogs around the table: the new-game form, the score sheet, the settings, and saved files."""

STATE = {
    "sheet_open": False,  # the score sheet covers the table
    "end_hidden": False,  # the sheet or screen of the end opens by itself in a moment, see `pacing.show_end`
    "round_review": None,  # the coach's review of the round
    "reviewed_seat": None,  # the reviewed seat, if several persons share the screen
    "review_waits": False,  # the engine is reviewing a round
    "luck_line": "",  # the sentence about luck and skill in a match, or the progress of computing it
    "best_move": None,  # the person's best move in a reviewed match: {"face", "said"}
    "turning_picture": None,  # the final table of the round that decided the match: {"tiles", "box"}
    "settings_before": None,  # the settings from before a reset
    "declarations": None,  # rule-books, options, bot levels and bot styles, as the engine declares them
    "quarantined": [],  # the quarantined entries of the store: [{"id", "when"}, …]
    "room_matches": [],  # the oldest finished matches, in the dialog for a full store
    "room_can_undo": False,  # one of these matches was deleted and can be restored
}
