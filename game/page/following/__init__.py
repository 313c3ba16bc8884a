"""Following the play: what a tap on a part of the table says, and what is done by itself after a beat."""

STATE = {
    "recap_moves": [],  # (seat, tile or None, message) of the moves since the person's own last one, see following/recap.py
    "recap_at": None,  # the number of the one that was stepped back to; None: the present
    "lit_ends": [],  # the open ends that are lit up by themselves, (x, y) in u
}
