"""The layers of the table: put the engine's patches into the SVG drawing, and put a button over each lit place.

A *patch* holds the changes of the drawing that come with a scene (game/engine/scene_parts.py).
A *layer* is a group of the drawing, such as the tiles. A *place* is a position at which the chosen tile fits; it is
*lit*, because the drawing shows a preview of the tile there (its keys: game/engine/match/places.py). Markup is SVG text from
game/table/drawing.py.

A *cell* is a triple (selector, name, value), see game/page/kernel/dom.py.
"""

from pyscript import document, ffi, window

from game.page.board import callouts
from game.page.board.camera import Camera
from game.page.kernel.dom import every, one
from game.page.kernel.words import say
from game.page.people.portraits import face_of, symbol
from game.page.play.hit_areas import push_apart

BUTTON_SIZE = 44  # px: the least size of a place's button
LIT_END = '<circle class="spot at" style="--x:{:.3f};--y:{:.3f}" r="44"/>'  # marks a lit open end
FAINT = '<g class="far">{}</g>'  # a preview that is not the drag target
# Scales (px per u) below which the table's tiles show numerals, on screens with two or more device pixels per px and on others.
NUMERALS_BELOW_DENSE, NUMERALS_BELOW = 14, 20
LARGE_SET = 1.2  # the factor of these scales for sets above 12, whose pips are smaller


def numerals_below(top, density):
    """The scale (px per u) below which the pips of the set with that highest number are too small to read.

    >>> numerals_below(9, 2), numerals_below(9, 1), numerals_below(18, 1)
    (14, 20, 24.0)
    """
    least = NUMERALS_BELOW_DENSE if density >= 2 else NUMERALS_BELOW
    return LARGE_SET * least if top > 12 else least


def whole_layers(state):
    """The layers that every scene replaces as a whole."""
    scene = state["scene"]
    return (
        [("#" + name, "html", _with_portraits(markup, scene)) for name, markup in scene["patch"]["set"]]
        if scene
        else []
    )


def _with_portraits(markup, scene):
    """The markup with each placeholder {portrait N} replaced by the reference to the portrait of seat N."""
    if "{portrait " in markup:
        for seat in scene["seats"]:
            number = seat["seat"]
            markup = markup.replace("{portrait " + str(number) + "}", symbol(face_of(seat), number))
    return markup


def previews(state):
    """Previews of the chosen or dragged tile at its places, lit ends, and a tile that was laid early.

    While a drag has a target, all other previews are faint.
    """
    early, target = state["laid_early"], state["drag_target"]
    places = [] if early else state["drag_places"] or state["places"]
    markup = [
        FAINT.format(place["markup"]) if target and place is not target else place["markup"]
        for place in places
    ]
    return [
        ("#ghosts", "html", "".join(markup + [LIT_END.format(*at) for at in state["lit_ends"]])),
        ("#early", "html", early[1] if early else ""),
    ]


def places(state):
    """A button over each preview. After the tile is laid, the buttons are invisible."""
    rows = [(n, "t-place", _place(n, place, state)) for n, place in enumerate(state["places"])]
    return [
        ("#places", "data-laid", "true" if state["laid_early"] else None),
        ("#places", "rows", rows),
        ("#slots", "data-behind", "true" if rows else None),
        ("#glow", "data-behind", "true" if rows else None),
    ]


def _place(number, place, state):
    """The cells of one place's button."""
    move, on = place["move"], place["on"]
    return [
        ("", "data-move", move),
        ("", "data-toe", place["toe"]),
        ("", "tabindex", "0" if number == state["place_tab_stop"] else "-1"),
        ("", "aria-label", say("ui.place", {"on": on}) if on else say("ui.place-centre")),
        ("", "data-hint", "true" if state["hinted_move"] == move and not place["also"] else None),
        ("", "aria-hidden", "true" if place["also"] else None),
    ]


class BoardView:
    """The drawing of the table, and the positions of the places over it."""

    def __init__(self):
        self.camera = Camera()
        self.camera.on_change = self.position_places
        self.places = []  # the lit places
        # The layers that patches change piece by piece, by id; `whole_layers` replaces the others.
        self.patched_layers = {name: one("#" + name) for name in ("webs", "shadows", "tiles")}
        self.resized = ffi.create_proxy(lambda entries, observer: self.camera.resize())
        observer = window.ResizeObserver.new(self.resized)
        observer.observe(self.camera.frame)
        for label in self.camera.labels:
            observer.observe(label)

    def show(self, scene, laid_early):
        """Patch the drawing and let the camera follow.

        If the person laid a tile early, `laid_early` is (tile, markup). That tile keeps its element and its animation.
        """
        patch, tiles = scene["patch"], self.patched_layers["tiles"]
        if patch["clear"]:
            for layer in self.patched_layers.values():
                layer.replaceChildren()
        for code in patch["remove"]:
            one('#tiles > [data-placed="{}"]'.format(code)).remove()
        for code, style in patch["move"]:
            one('#tiles > [data-placed="{}"]'.format(code)).setAttribute("style", style)
        for code, markup in patch["add"]:
            if laid_early == (code, markup) and not patch["clear"]:
                tiles.append(one("#early").firstElementChild)
            else:
                tiles.insertAdjacentHTML("beforeend", markup)
        for name, markup in patch["ground"]:
            self.patched_layers[name].innerHTML = markup
        self.camera.numerals_below = numerals_below(scene["set"], window.devicePixelRatio)
        self.camera.corners = patch["corners"]
        self.camera.follow(patch["box"], patch["clear"], patch["last"])

    def show_places(self, places):
        """Move the buttons over the lit places, and make the places visible."""
        self.places = places
        self.position_places()
        if places:
            self.camera.reveal([(place["x"], place["y"]) for place in places])

    def position_places(self):
        """Move each button over its preview, after a change of the places or of the camera."""
        callouts.camera_moved(self.camera)
        if not self.places:
            return
        size = max(BUTTON_SIZE, 1.6 * self.camera.scale)
        middles = push_apart([self.camera.position(place["x"], place["y"]) for place in self.places], size)
        for (x, y), button in zip(middles, every("#places > button")):
            style = button.style
            style.left, style.top = "{:.1f}px".format(x), "{:.1f}px".format(y)
            style.width = style.height = "{:.1f}px".format(size)


def has_focus():
    """Whether a place has the focus."""
    return one("#places").contains(document.activeElement)


def highlight_tile(tile):
    """Highlight one tile on the table, or none, and remove the earlier highlight."""
    for element in every("#tiles > [data-shown]"):
        element.removeAttribute("data-shown")
    highlighted = one('#tiles > [data-placed="{}"]'.format(tile)) if tile else None
    if highlighted:
        highlighted.setAttribute("data-shown", "true")
