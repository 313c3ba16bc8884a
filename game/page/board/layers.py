"""The layers of the table: put the engine's patches into the drawing, and lay the places over it as buttons."""

from pyscript import document, ffi, window

from game.page.board.camera import Camera
from game.page.board.hit_areas import push_apart
from game.page.dom import escaped, every, one
from game.page.words import display_name, monogram, say

BUTTON_SIZE = 44  # px: the least size of a place's button
LIT_END = '<circle class="spot at" style="--x:{:.3f};--y:{:.3f}" r="44"/>'
FAINT = '<g class="far">{}</g>'
# Px to the u below which tiles show numerals; the second for sets above 12.
NUMERALS_BELOW, NUMERALS_BELOW_LARGE = (20, 24)


def whole_layers(state):
    """The layers that every scene replaces as a whole."""
    scene = state["scene"]
    return (
        [("#" + name, "html", _lettered(made, scene)) for name, made in scene["patch"]["set"]]
        if scene
        else []
    )


def _lettered(markup, scene):
    """The markup with each {letter N} replaced by the monogram of seat N (game/table/drawing.py writes the placeholders)."""
    if "{letter " in markup:
        for seat in scene["seats"]:
            name = display_name(seat["name"], seat["seat"] == scene["you"])
            letter = escaped(monogram(name))
            markup = markup.replace("{letter " + str(seat["seat"]) + "}", letter)
    return markup


def previews(state):
    """Previews where the chosen or dragged tile fits, lit ends, and a tile that was laid early.

    All previews but the drag target are drawn faintly while a tile is dragged near one.
    """
    early, target = state["laid_early"], state["drag_target"]
    lit = [] if early else state["drag_places"] or state["places"]
    markup = [place["markup"] if target in (None, place) else FAINT.format(place["markup"]) for place in lit]
    return [
        ("#ghosts", "html", "".join(markup + [LIT_END.format(*at) for at in state["lit_ends"]])),
        ("#early", "html", early[1] if early else ""),
    ]


def places(state):
    """A button over each preview, invisible once the tile is laid."""
    rows = [(n, "t-place", _place(n, place, state)) for n, place in enumerate(state["places"])]
    return [
        ("#places", "data-laid", "true" if state["laid_early"] else None),
        ("#places", "rows", rows),
        ("#slots", "data-behind", "true" if rows else None),
    ]


def _place(number, place, state):
    move, on = place["move"], place["on"]
    return [
        ("", "data-move", move),
        ("", "tabindex", "0" if number == state["place_tab_stop"] else "-1"),
        ("", "aria-label", say("ui.place", {"on": on}) if on else say("ui.place-centre")),
        ("", "data-hint", "true" if state["hinted_move"] == move else None),
    ]


class BoardView:
    """The drawing of the table, and the positions of the places over it."""

    def __init__(self):
        self.camera = Camera()
        self.camera.on_change = self.position_places
        self.places = []  # the places that are lit
        self.changing = {name: one("#" + name) for name in ("webs", "shadows", "tiles")}
        self.resized = ffi.create_proxy(lambda entries, observer: self.camera.resize())
        observer = window.ResizeObserver.new(self.resized)
        observer.observe(self.camera.frame)
        for label in self.camera.labels:
            observer.observe(label)

    def show(self, scene, laid):
        """Patch the drawing. Tiles keep their elements, also one that was laid early: (tile, markup)."""
        patch, tiles = scene["patch"], self.changing["tiles"]
        if patch["clear"]:
            for layer in self.changing.values():
                layer.replaceChildren()
        for code in patch["remove"]:
            one('#tiles > [data-placed="{}"]'.format(code)).remove()
        for code, style in patch["move"]:
            one('#tiles > [data-placed="{}"]'.format(code)).setAttribute("style", style)
        for code, made in patch["add"]:
            if laid == (code, made) and not patch["clear"]:
                tiles.append(one("#early").firstElementChild)
            else:
                tiles.insertAdjacentHTML("beforeend", made)
        for name, made in patch["ground"]:
            self.changing[name].innerHTML = made
        self.camera.numerals_below = NUMERALS_BELOW_LARGE if scene["set"] > 12 else NUMERALS_BELOW
        self.camera.corners = patch["corners"]
        self.camera.follow(patch["box"], patch["clear"], patch["last"])

    def show_places(self, lit):
        """Lay buttons over the lit places, and make the places visible."""
        self.places = lit
        self.position_places()
        if lit:
            self.camera.reveal([(place["x"], place["y"]) for place in lit])

    def position_places(self):
        """Move each button over its preview."""
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
    """Highlight one tile on the table, or none."""
    for lit in every("#tiles > [data-shown]"):
        lit.removeAttribute("data-shown")
    wanted = one('#tiles > [data-placed="{}"]'.format(tile)) if tile else None
    if wanted:
        wanted.setAttribute("data-shown", "true")
