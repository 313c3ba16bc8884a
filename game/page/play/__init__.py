"""Choose a tile of the hand, and play it at one of its places: by taps, by dragging, by the keyboard."""

from game.for_types import TYPE_CHECKING
from game.page.kernel.room import Room

if TYPE_CHECKING:
    from typing import TypedDict

    from game.contract.play_answers import Place
    from game.contract.scenes import EndPoint

    class PlayState(TypedDict, total=False):
        """The types of the values below."""

        places: list[Place]
        place_tab_stop: int
        drag_places: list[Place]
        drag_target: Place | None
        hinted_move: str | None
        lit_ends: list[EndPoint]


room = Room(__name__, "pointers", "hit_areas", "lit_places", "choosing", "gestures")
room.state(
    places=[],  # the lit places, where the chosen tile fits: see `place_at` in game/engine/match/places.py
    place_tab_stop=0,  # the index in places of the place that the tab key reaches
    drag_places=[],  # the places where the dragged tile fits, in the same form as places
    drag_target=None,  # the one of drag_places where a drop would play the tile now
    hinted_move=None,  # the code of the move that a hint advises
    lit_ends=[],  # the open ends that a tap in the bar of ends has lit, as (x in u, y in u, tile at the end)
)
