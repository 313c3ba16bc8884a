"""Help to follow the play: explanations on a tap, the recap of moves, automatic turns, the pace of a first match."""

STATE = {
    "recap_moves": [],  # the moves since the person's own last one, as (seat, tile or None, message)
    "recap_at": None,  # the index in recap_moves of the move that the recap shows; None: the present
    "countdown": None,  # "draw" or "pass": the automatic turn that comes after a pause
    "draws_on": False,  # the page draws and passes for the person while a foot can never be completed
    "lit_ends": [],  # the open ends that a tap in the bar of ends has lit, as (x in u, y in u, tile at the end)
}
