"""A match in play: choosing and playing a tile, showing each scene of the engine, the curtain between persons, and sound."""

STATE = {
    "chosen_tile": None,  # the tile of the hand that is chosen
    "places": [],  # the lit places, where the chosen tile fits: see `preview_of` in game/engine/match/places.py
    "place_tab_stop": 0,  # the index in places of the place that the tab key reaches
    "laid_early": None,  # (tile, markup) of a tile that is shown on the table before the engine has accepted the move
    "dragged_tile": None,  # the tile that is being dragged
    "drag_places": [],  # the places where the dragged tile fits, in the same form as places
    "drag_target": None,  # the one of drag_places where a drop would play the tile now
    "missed_event": None,  # (seat, sentence): the event that is played back now, after a curtain
    "hinted_move": None,  # the code of the move that a hint advises
    "hinted_action": None,  # the action of the button that a hint advises
}
