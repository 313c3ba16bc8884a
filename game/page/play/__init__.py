"""Choose a tile of the hand, and play it at one of its places: by taps, by dragging, by the keyboard."""

from game.page.kernel.room import Room

room = Room(__name__, "pointers", "hit_areas", "lit_places", "choosing", "gestures")
room.state(
    places=[],  # the lit places, where the chosen tile fits: see `preview_of` in game/engine/match/places.py
    place_tab_stop=0,  # the index in places of the place that the tab key reaches
    drag_places=[],  # the places where the dragged tile fits, in the same form as places
    drag_target=None,  # the one of drag_places where a drop would play the tile now
    hinted_move=None,  # the code of the move that a hint advises
    lit_ends=[],  # the open ends that a tap in the bar of ends has lit, as (x in u, y in u, tile at the end)
)
