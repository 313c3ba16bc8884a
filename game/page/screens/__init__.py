"""Screens and dialogs around the table: the new-game form, score sheet, settings, files."""

STATE = {
    "sheet_open": False,  # the score sheet covers the table
    "round_review": None,  # the coach's review of the round
    "reviewed_seat": None,  # the reviewed seat, if several persons share the screen
    "luck_line": "",  # the summary of luck and skill, or the progress of computing it
    "settings_before": None,  # the settings from before a reset
    "declarations": None,  # rule-books, options, levels and styles, as the engine declares them
    "quarantined": [],  # the quarantined entries of the store
    "room_matches": [],  # the oldest finished matches, in the dialog for a full store
    "room_can_undo": False,  # one of them was deleted and can be restored
}
