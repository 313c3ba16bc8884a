"""What lies around the table: the form for a new match, the score sheet, the result, settings, dialogs, files."""

STATE = {
    "sheet_open": False,  # the score sheet lies over the table
    "round_review": None,  # what the coach said of the round
    "reviewed_seat": None,  # the seat that is looked back at, where several persons sit at the screen
    "luck_line": "",  # the line of luck and skill, or what stands there until it has come
    "settings_before": None,  # the settings before all were set anew
    "declarations": None,  # what the form for a new match is made from, as the engine declares it
    "quarantined": [],  # what could not be read and lies aside
    "room_matches": [],  # matches that are over, the oldest first, as the list for making room shows them
    "room_can_undo": False,  # one of them was taken away and can come back
}
