"""Animate tiles that move from a hand, a seat or the yard, and the call-outs. Nothing waits for an animation.

`moving(number)` is called with +1 when an animation starts and with -1 when it ends.
"""

from pyscript import document, ffi, window

from game.page.dom import every, one, paint
from game.page.words import say

PLAY_MS, DRAW_MS, CALLOUT_MS, STAGGER_MS = 220, 260, 1100, 40  # milliseconds
EASE = "cubic-bezier(.2,.8,.2,1)"


def start_positions(scene, early=None):
    """The start positions (px) of the tiles that the scene moves, by step number. Call it before the scene is shown.

    The tile `early` is skipped, because it has moved already.
    """
    sources = {}
    for number, step in enumerate(scene["steps"]):
        if step["do"] == "play" and step["tile"] != early:
            source = None
            if step["seat"] == scene["you"]:
                source = hand_button(step["tile"])
            source = source or one('#seats > [data-seat="{}"] .avatar'.format(step["seat"]))
        elif step["do"] == "draw":
            source = one("#yard")
        else:
            source = None
        if source:
            sources[number] = middle_of(source)
    return sources


def hand_button(tile):
    """The button of a tile in the hand, or None."""
    return one('#hand > [data-tile="{}"]'.format(tile))


def animate_steps(scene, places, moving):
    """Animate each step of the scene from its start position."""
    if scene.get("card"):
        animate_deal(scene)
    for number, step in enumerate(scene["steps"]):
        if step["do"] == "play":
            if number in places:
                animate_laid_tile(step["tile"], places[number], moving)
            if step["double"]:
                show_callout(say("say.chickenfoot"))
        elif step["do"] == "draw" and number in places and step["why"] != "start":
            _animate_back(step, scene, places[number], moving)
        elif step["do"] == "call":
            show_callout(say("say.chickenlittle"))


def animate_search(seat, scene):
    """Animate a tile back from the yard to a seat that draws in search of the starting double."""
    _animate_back({"seat": seat}, scene, middle_of(one("#yard")), _ignore)


def animate_deal(scene):
    """Animate the deal: a tile back to every other seat, and the person's own tiles one after the other."""
    yard = middle_of(one("#yard"))
    for number, seat in enumerate(scene["seats"]):
        if seat["seat"] != scene["you"]:
            _animate_back({"seat": seat["seat"]}, scene, yard, _ignore, STAGGER_MS * number)
    for number, tile in enumerate(every("#hand > button > svg")):
        x, y = middle_of(tile)
        frames = [
            {"translate": "{:.0f}px {:.0f}px".format(yard[0] - x, yard[1] - y), "opacity": 0},
            {"translate": "0px 0px", "opacity": 1},
        ]
        _animate(tile, frames, DRAW_MS, _ignore, STAGGER_MS * number)


def _ignore(number):
    """Ignore the count, for an animation that does not make the page busy."""


def show_callout(text):
    """Show a word large over the table for a moment."""
    paint([("#callout", "text", text), ("#callout", "hidden", False)])
    _animate(
        one("#callout"),
        [
            {"opacity": 0, "scale": 0.7},
            {"opacity": 1, "scale": 1.05, "offset": 0.15},
            {"opacity": 1, "scale": 1, "offset": 0.75},
            {"opacity": 0, "scale": 1},
        ],
        CALLOUT_MS,
        lambda number: paint([("#callout", "hidden", number < 0)]),
    )


def middle_of(element):
    """The middle of an element (px on screen)."""
    box = element.getBoundingClientRect()
    return box.left + box.width / 2, box.top + box.height / 2


def animate_laid_tile(code, start, moving):
    """Animate a laid tile from `start` (px on screen) to its place."""
    tile = one('[data-placed="{}"]'.format(code))
    if not tile:
        return
    x, y = middle_of(tile)
    svg = one("#table > svg")
    scale = svg.viewBox.baseVal.width / max(svg.getBoundingClientRect().width, 1)
    across, down = (start[0] - x) * scale, (start[1] - y) * scale
    _animate(
        tile,
        [{"translate": "{:.0f}px {:.0f}px".format(across, down)}, {"translate": "0px 0px"}],
        PLAY_MS,
        moving,
    )


def _animate_back(step, scene, start, moving, later=0):
    """Animate a tile back from the yard to the seat that drew it."""
    if step["seat"] == scene["you"] and scene["phase"] != "replay":
        target = hand_button(step.get("tile")) or one("#hand")
        x, y = middle_of(target)
        frames = [
            {"translate": "{:.0f}px {:.0f}px".format(start[0] - x, start[1] - y), "opacity": 0.4},
            {"translate": "0px 0px"},
        ]
        _animate(target, frames, DRAW_MS, moving)
        return
    row = '#seats > [data-seat="{}"]'.format(step["seat"])
    seat = one(row + " .backs") or one(row)
    back = document.createElement("i")
    back.className = "flying-back"
    document.body.append(back)
    x, y = middle_of(seat)
    frames = [
        {"translate": "{:.0f}px {:.0f}px".format(*start)},
        {"translate": "{:.0f}px {:.0f}px".format(x, y), "scale": 0.5},
    ]

    def flying(number):
        if number < 0:
            back.remove()
        moving(number)

    _animate(back, frames, DRAW_MS, flying, later)


def _animate(element, frames, milliseconds, moving, later=0):
    """Animate after `later` ms. Until then the element is as in the first frame."""
    moving(1)
    timing = {"duration": milliseconds, "easing": EASE, "delay": later, "fill": "backwards"}
    animation = element.animate(ffi.to_js(frames), ffi.to_js(timing))
    proxy = ffi.create_proxy(lambda event: moving(-1))
    animation.onfinish = proxy
    animation.oncancel = proxy


def vibrate():
    """Vibrate briefly, if the device can."""
    if hasattr(window.navigator, "vibrate"):
        window.navigator.vibrate(30)
