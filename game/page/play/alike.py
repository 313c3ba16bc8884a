"""Whether it makes a difference at which of its places a tile is played."""

from game.for_types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.contract.play_answers import Place


def are_alike(places: "Sequence[Place]") -> "bool":
    """Whether it makes no difference which of the places a tile takes: they are ends of one number, or toes of one double.

    A host with an older version of the game names no number.
    """
    if any("suit" not in place for place in places):
        return all(place["also"] for place in places[1:])
    return len({place["suit"] for place in places}) == 1


def roomy(places: "Sequence[Place]") -> "Place":
    """The first place for which no tile must move, if there is one."""
    return ([place for place in places if place["laid"]] or list(places))[0]
