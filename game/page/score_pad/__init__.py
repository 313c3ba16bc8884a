"""The score pad for real tiles, and the score sheet on paper."""

STATE = {
    "pads": [],  # the score pads that are kept
    "pad": None,  # the one that is open
    "pad_entry": None,  # the round that is being written on it, see score_pad/round_entry.py
    "pad_players": [],  # the names for a new pad
    "pad_can_undo": False,  # a pad was taken away just now
    "printed_sheet": None,  # the score sheet that is printed
}
