"""The places at which the chosen tile fits: a preview of the tile at each, and a button over it.

A *place* is *lit*, because the drawing shows a preview of the tile there (its keys: game/engine/match/places.py). Markup
is SVG text from game/table/drawing.py.
"""

from game.for_types import TYPE_CHECKING
from game.page.board import framing
from game.page.board.camera import Camera
from game.page.kernel.dom import every
from game.page.kernel.words import say
from game.page.play import room
from game.page.play.hit_areas import push_apart

if TYPE_CHECKING:
    from game.contract.play_answers import Place
    from game.page.kernel.app import App
    from game.page.page_types import Cell, State

FAINT = '<g class="far">{}</g>'  # a preview that is not the drag target
HINTED = '<g class="hinted">{}</g>'  # the preview of the move that a hint advises
LIT_END = '<circle class="spot at" style="--x:{:.3f};--y:{:.3f}" r="44"/>'  # marks a lit open end
BUTTON_SIZE = 44  # px: the least size of a place's button


@room.view("places", "drag_places", "laid_early", "drag_target", "lit_ends", "hinted_move")
def previews(state: "State") -> "list[Cell]":
    """Previews of the chosen or dragged tile at its places, and lit ends. None once the tile is laid.

    While a drag has a target, all other previews are faint.
    """
    target = state["drag_target"]
    places = [] if state["laid_early"] else state["drag_places"] or state["places"]
    markup = [
        FAINT.format(place["markup"])
        if target and place is not target
        else HINTED.format(place["markup"])
        if _is_hinted(place, state)
        else place["markup"]
        for place in places
    ]
    return [("#ghosts", "html", "".join(markup + [LIT_END.format(*at) for at in state["lit_ends"]]))]


@room.view("places", "place_tab_stop", "hinted_move", "laid_early")
def places(state: "State") -> "list[Cell]":
    """A button over each preview. After the tile is laid, the buttons are invisible."""
    rows = [(n, "t-place", _place(n, place, state)) for n, place in enumerate(state["places"])]
    return [
        ("#places", "data-laid", "true" if state["laid_early"] else None),
        ("#places", "rows", rows),
        ("#slots", "data-behind", "true" if rows else None),
        ("#glow", "data-behind", "true" if rows else None),
        ("#round-line", "data-behind", "true" if rows else None),
    ]


def _place(number: "int", place: "Place", state: "State") -> "list[Cell]":
    """The cells of one place's button."""
    move, on = place["move"], place["on"]
    return [
        ("", "data-move", move),
        ("", "data-toe", place["toe"]),
        ("", "tabindex", "0" if number == state["place_tab_stop"] else "-1"),
        ("", "aria-label", say("ui.place", {"on": on}) if on else say("ui.place-centre")),
        ("", "data-hint", "true" if _is_hinted(place, state) else None),
        ("", "aria-hidden", "true" if place["also"] else None),
    ]


def _is_hinted(place: "Place", state: "State") -> "bool":
    """Whether the place is that of the move that a hint advises."""
    return state["hinted_move"] == place["move"] and not place["also"]


class PlaceButtons:
    """The buttons over the lit places, each at its preview."""

    def __init__(self, app: "App") -> "None":
        self.places: list[Place] = []  # the lit places
        self.camera = app.object(Camera)
        self.camera.on_change.append(self.position)

    def position(self) -> "None":
        """Move each button over its preview, after a change of the places or of the camera."""
        if not self.places:
            return
        size = max(BUTTON_SIZE, 1.6 * self.camera.scale)
        middles = push_apart([self.camera.position(place["x"], place["y"]) for place in self.places], size)
        for (x, y), button in zip(middles, every("#places > button")):
            style = button.style
            style.left, style.top = "{:.1f}px".format(x), "{:.1f}px".format(y)
            style.width = style.height = "{:.1f}px".format(size)


@room.observer("places")
def show_places(app: "App", places: "list[Place]") -> "None":
    """Move the buttons over the lit places, and make the places visible."""
    buttons = app.object(PlaceButtons)
    buttons.places = places
    buttons.position()
    if places:
        buttons.camera.reveal(framing.areas_of(places))
