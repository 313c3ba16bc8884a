"""A match in play: choosing and playing a tile, and showing each scene of the engine."""

STATE = {
    "chosen_tile": None,  # the tile of the hand that is chosen
    "places": [],  # the places where it fits, as the engine lists them; they are lit
    "place_tab_stop": 0,  # the index of the place that the tab key reaches
    "laid_early": None,  # (tile, markup) of a tile that is laid before the engine has answered
    "dragged_tile": None,  # the tile that is being dragged
    "drag_places": [],  # the places where the dragged tile fits
    "drag_target": None,  # the place where the dragged tile would be played now
    "hinted_move": None,  # the code of the move that a hint advises
    "hinted_action": None,  # the action of the button that a hint advises
}
