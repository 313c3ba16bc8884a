"""Help to follow the play: explanations on a tap, the recap of moves, automatic turns, and the pace of a first match."""

STATE = {
    "recap_moves": [],  # the moves since the person's own last one, as (seat, tile or None, message)
    "recap_at": None,  # the index of the move that the recap shows; None: the present
    "lit_ends": [],  # open ends that are lit without a chosen tile, (x, y) in u
}
