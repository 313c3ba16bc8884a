"""The tiles on the table: the engine's patches are put into the layers of the drawing, places lie over it as buttons."""

from pyscript import document, ffi, window

from game.page.dom import attribute, clone, data, every, markup, one
from game.page.table.camera import Camera
from game.page.table.reach import apart
from game.page.words import say

REACH = 44  # px: a place can be hit within so much, however small it is drawn


class Felt:
    """The table's drawing and the places to play."""

    def __init__(self):
        self.camera = Camera()
        self.camera.moved = self.lay_places
        self.layers = {}
        for name in ("webs", "glow", "shadows", "slots", "tiles", "marks", "ghosts", "early"):
            self.layers[name] = one("#" + name)
        self.places = []
        self.early = None  # code and markup of a tile that lies here before the engine has said so

        self.resized = ffi.create_proxy(lambda entries, observer: self.camera.resize())
        observer = window.ResizeObserver.new(self.resized)
        observer.observe(self.camera.frame)
        for label in self.camera.labels:
            observer.observe(label)

    def show(self, scene):
        """Patches the drawing; the elements of laid tiles stay what they are."""
        patch = scene["patch"]
        if patch["clear"]:
            self.early = None
            for layer in self.layers.values():
                layer.replaceChildren()
                layer.removeAttribute("data-was")
        for code in patch["remove"]:
            one('#tiles > [data-placed="{}"]'.format(code)).remove()
        for code, style in patch["move"]:
            one('#tiles > [data-placed="{}"]'.format(code)).setAttribute("style", style)
        for code, made in patch["add"]:
            if self.early == (code, made):
                self.early = None
                self.layers["tiles"].append(self.layers["early"].firstElementChild)
                continue
            if self.early and self.early[0] == code:
                self.take_up()
            self.layers["tiles"].insertAdjacentHTML("beforeend", made)
        for name, made in patch["ground"].items():
            self.layers[name].innerHTML = made
        for name in patch["set"]:
            markup(self.layers[name], patch["set"][name])
        self.camera.limit = 24 if scene["set"] > 12 else 20
        self.camera.corners = patch["corners"]
        self.camera.follow(patch["box"], patch["clear"])

    def offer(self, places):
        """Shows places to play as ghosts, with a button over each; an empty list takes them away."""
        row = one("#places")
        attribute(row, "data-laid", None)
        if not places and not self.places:
            return False
        held = self.has_focus()
        self.places = places
        markup(self.layers["ghosts"], "".join([place["markup"] for place in places]))
        row.replaceChildren()
        for number, place in enumerate(places):
            button = clone("t-place")
            button.dataset.move = place["move"]
            button.tabIndex = 0 if number == 0 else -1
            attribute(
                button,
                "aria-label",
                say("ui.place", {"on": place["on"]}) if place["on"] else say("ui.place-centre"),
            )
            row.append(button)
        self.lay_places()
        if places:
            self.camera.reveal([(place["x"], place["y"]) for place in places])
        return held

    def place_of(self, move):
        """The place, of those that are shown, that a move code is for."""
        return next(place for place in self.places if place["move"] == move)

    def lay(self, place):
        """Lays a tile at a place at once, before the engine has answered; `show` then keeps it, `take_up` undoes it."""
        self.early = place["tile"], place["laid"]
        self.layers["early"].innerHTML = place["laid"]
        self.ghost(None)
        attribute(one("#places"), "data-laid", "true")

    def take_up(self):
        """Takes away what `lay` laid; the tile's code, or None when there is nothing of the kind."""
        if self.early is None:
            return None
        tile, self.early = self.early[0], None
        self.layers["early"].replaceChildren()
        return tile

    def has_focus(self):
        """Whether the focus is on one of the places."""
        return one("#places").contains(document.activeElement)

    def ghost(self, place):
        """Shows where a dragged tile would lie; None: nowhere."""
        markup(self.layers["ghosts"], place["markup"] if place else "")

    def point_at(self, move):
        """Marks one of the places, as a hint."""
        for button in every("#places > button"):
            attribute(button, "data-hint", "true" if data(button, "move") == move else None)

    def lay_places(self):
        """Puts the buttons over their ghosts."""
        if not self.places:
            return
        size = max(REACH, 1.6 * self.camera.scale)
        middles = apart([self.camera.place(place["x"], place["y"]) for place in self.places], size)
        for (x, y), button in zip(middles, every("#places > button")):
            style = button.style
            style.left, style.top = "{:.1f}px".format(x), "{:.1f}px".format(y)
            style.width = style.height = "{:.1f}px".format(size)
