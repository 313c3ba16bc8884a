"""A match in play on the page: a tile is chosen and played, and each scene of the engine is shown."""

STATE = {
    "chosen_tile": None,  # the tile of the hand that is chosen
    "places": [],  # the places that are lit up for it, as the engine answers them
    "place_tab_stop": 0,  # the number of the place that the tab key goes to
    "laid_early": None,  # tile and markup of what lies on the table before the engine has said so
    "dragged_tile": None,  # the tile that follows the finger
    "drag_places": [],  # the places where it can go
    "drag_target": None,  # the one of them where it would be played
    "hinted_move": None,  # the move that a hint points at, as a code
    "hinted_action": None,  # the button that a hint points at, by its action
}
