"""The score pad for real tiles, and the printed score sheet."""

STATE = {
    "pads": [],  # the saved pads
    "pad": None,  # the open pad
    "pad_entry": None,  # the round that is being entered, see score_pad/round_entry.py
    "pad_players": [],  # the names for a new pad
    "pad_can_undo": False,  # a pad was deleted and can be restored
    "printed_sheet": None,  # the score sheet to print
}
