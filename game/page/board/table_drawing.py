"""The drawing of the table: put the engine's patches into the layers of the SVG.

A *patch* holds the changes of the drawing that come with a scene (game/engine/scene_parts.py).
A *layer* is a group of the drawing, such as the tiles. A *place* is a position at which the chosen tile fits; it is
*lit*, because the drawing shows a preview of the tile there (its keys: game/engine/match/places.py). Markup is SVG text from
game/table/drawing.py.
"""

from pyscript import ffi, window

from game.for_types import TYPE_CHECKING
from game.page.board import room
from game.page.board.camera import Camera
from game.page.kernel.dom import every, one
from game.page.people.portraits import face_of, symbol

if TYPE_CHECKING:
    from game.contract.basics import Markup, Tile
    from game.contract.kept import Settings
    from game.page.kernel.app import App
    from game.page.page_types import Cell, Element, Measured, SceneState, State, TableScene

# Scales (px per u) below which the table's tiles show numerals, on screens with two or more device pixels per px and on others.
NUMERALS_BELOW_DENSE, NUMERALS_BELOW = 14, 20
BUTTON_ZOOM = 1.3  # the zoom factor of one click on a zoom button
TEXT_FACTORS = {
    "large": 1.2,
    "larger": 1.4,
}  # of these scales, by text size: who wants larger text reads large numerals sooner
LARGE_SET = 1.2  # the factor of these scales for sets above 12, whose pips are smaller


def numerals_below(top: "int", density: "float") -> "float":
    """The scale (px per u) below which the pips of the set with that highest number are too small to read.

    >>> numerals_below(9, 2), numerals_below(9, 1), numerals_below(18, 1)
    (14, 20, 24.0)
    """
    least = NUMERALS_BELOW_DENSE if density >= 2 else NUMERALS_BELOW
    return LARGE_SET * least if top > 12 else least


@room.view("scene")
def whole_layers(state: "State") -> "list[Cell]":
    """The layers that every scene replaces as a whole."""
    scene = state["scene"]
    return (
        [("#" + name, "html", _with_portraits(markup, scene)) for name, markup in scene["patch"]["set"]]
        if scene
        else []
    )


def _with_portraits(markup: "Markup", scene: "TableScene") -> "Markup":
    """The markup with each placeholder {portrait N} replaced by the reference to the portrait of seat N."""
    if "{portrait " in markup:
        for seat in scene["seats"]:
            number = seat["seat"]
            markup = markup.replace("{portrait " + str(number) + "}", symbol(face_of(seat), number))
    return markup


@room.view("laid_early")
def laid_early(state: "State") -> "list[Cell]":
    """The tile that was laid before the engine has accepted the move."""
    return [("#early", "html", state["laid_early"][1] if state["laid_early"] else "")]


class Drawing:
    """The layers of the drawing that patches change piece by piece; `whole_layers` replaces the others."""

    def __init__(self, app: "App") -> "None":
        self.camera = app.object(Camera)
        self.layers = {name: one("#" + name) for name in ("webs", "shadows", "tiles")}
        self._resized = ffi.create_proxy(lambda entries, observer: self.camera.resize())
        observer = window.ResizeObserver.new(self._resized)
        observer.observe(self.camera.frame)
        for label in self.camera.labels:
            observer.observe(label)

    def show(self, scene: "TableScene", laid_early: "tuple[Tile, Markup] | None") -> "None":
        """Patch the drawing and let the camera follow.

        If the person laid a tile early, `laid_early` is (tile, markup). That tile keeps its element and its animation.
        """
        patch, tiles = scene["patch"], self.layers["tiles"]
        if patch["clear"]:
            for layer in self.layers.values():
                layer.replaceChildren()
        for code in patch["remove"]:
            one('#tiles > [data-placed="{}"]'.format(code)).remove()
        for code, style in patch["move"]:
            tile = one('#tiles > [data-placed="{}"]'.format(code))
            tile.setAttribute(
                "data-moved", "b" if tile.getAttribute("data-moved") == "a" else "a"
            )  # for the styles
            tile.setAttribute("style", style)
        for code, markup in patch["add"]:
            if laid_early == (code, markup) and not patch["clear"]:
                tiles.append(one("#early").firstElementChild)
            else:
                tiles.insertAdjacentHTML("beforeend", markup)
        for name, markup in patch["ground"]:
            self.layers[name].innerHTML = markup
        self.camera.numerals_below = numerals_below(scene["set"], window.devicePixelRatio)
        self.camera.corners = patch["corners"]
        self.camera.follow(patch["box"], patch["clear"], patch["last"])


@room.on("attach")
def watch_size(app: "App") -> "None":
    """Let the camera follow the size of the table's frame from the start."""
    app.object(Drawing)


@room.observer("settings")
def follow_text_size(app: "App", settings: "Settings") -> "None":
    """Larger text has numerals on larger tiles."""
    app.object(Camera).set_text_factor(TEXT_FACTORS.get(settings["size"], 1.0))


@room.effect("draw")
def draw_table(app: "App", before: "State", after: "SceneState", measured: "Measured") -> "None":
    """Update the drawing of the table."""
    app.object(Drawing).show(after["scene"], before["laid_early"])


def frame_aspect(app: "App") -> "float":
    """The width of the table's frame divided by its height. Shows the table's screen only while it measures."""
    screen = app.state["screen"]
    app.update(screen="play")
    aspect = app.object(Camera).aspect()
    app.update(screen=screen)
    return aspect


@room.action("zoom-in")
def zoom_in(app: "App", button: "Element") -> "None":
    """Show the table larger."""
    app.object(Camera).zoom(BUTTON_ZOOM)


@room.action("zoom-out")
def zoom_out(app: "App", button: "Element") -> "None":
    """Show the table smaller."""
    app.object(Camera).zoom(1 / BUTTON_ZOOM)


@room.action("zoom-fit")
def zoom_fit(app: "App", button: "Element") -> "None":
    """Show the whole table."""
    app.object(Camera).fit()


def highlight_tile(tile: "Tile | None") -> "None":
    """Highlight one tile on the table, or none, and remove the earlier highlight."""
    for element in every("#tiles > [data-shown]"):
        element.removeAttribute("data-shown")
    highlighted = one('#tiles > [data-placed="{}"]'.format(tile)) if tile else None
    if highlighted:
        highlighted.setAttribute("data-shown", "true")
