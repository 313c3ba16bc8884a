"""Help in a person's first matches: a slow pace, and the game calls the last tile for them. Offers end that, and make taps
quicker.

Three sentences come once in the person's first match: what a dear tile costs, that one tap can play a tile, and while they wait, that
a tap hurries the others. What the last tile asks for is said when it happens: see `events/event_bubbles.py` and `catching.py`.
"""

from game.for_types import TYPE_CHECKING
from game.page.events.event_bubbles import DEAR
from game.page.events.hurrying import may_hurry
from game.page.hand.hand import pip_count
from game.page.kernel.dom import one
from game.page.kernel.words import say
from game.page.notices.notice import show_notice, with_silent_notice
from game.page.settings import settings
from game.page.settings.settings import change_setting
from game.page.turns import room

if TYPE_CHECKING:
    from game.page.kernel.app import App
    from game.page.page_types import Cell, Element, Measured, SceneState, State, TableScene

WAITS_BEFORE_TOLD = 1  # for the others, before the person is told that a tap hurries them
TURNS_BEFORE_OFFER = 6  # of the person, before they are offered single taps


def adjust_pace(app: "App") -> "None":
    """Adjust the pace for a new match: slow at the start of a person's first match, normal for later ones.

    Keep a pace that the person chose.
    """
    speed = app.state["settings"]["speed"]
    if speed in settings.NEXT_SPEED:
        change_setting(app, "speed", settings.NEXT_SPEED[speed])


@room.effect("go-on")
def tell_once(app: "App", before: "State", after: "SceneState", measured: "Measured") -> "None":
    """Tell the holder what a dear tile costs.

    Not before their first move of a round, nor over what they have just drawn.
    """
    scene, values = after["scene"], after["settings"]
    dear = [tile for tile in scene["hand"] if tile["points"] >= DEAR > pip_count(tile["tile"])]
    if _has_time(after) and dear and not values["dear-told"]:
        change_setting(app, "dear-told", True)
        points = ["count.points", {"n": dear[0]["points"]}]
        show_notice(app, say("ui.dear-told", {"tile": dear[0]["tile"], "points": points}), "about")


@room.effect("go-on")
def offer_single_taps(app: "App", before: "State", after: "SceneState", measured: "Measured") -> "None":
    """Offer once that one tap plays a tile whose places are alike, when the person has tapped tiles and places for some turns."""
    values = after["settings"]
    is_offered = values["tap-told"] or values["at-once"] or bool(app.state["notice"])
    if _has_time(after) and not is_offered and after["own_turns"] > TURNS_BEFORE_OFFER:
        change_setting(app, "tap-told", True)
        show_notice(app, say("tap.offer"), "tap")


def _has_time(state: "SceneState") -> "bool":
    """Whether a person in their first match has a turn in which the line above the hand says nothing that they need at once."""
    scene = state["scene"]
    is_free = (
        scene["turn"] == scene["you"] and scene["can"]["undo"] and not state["notice"] and not scene["foot"]
    )
    fits = any(tile["fits"] for tile in scene["hand"])  # else the prompt says what is needed
    has_drawn = any(tile["drawn"] for tile in scene["hand"])
    can_choose = fits and not has_drawn and len(scene["hand"]) > 1  # with the last tile one can only win
    return (
        is_free and can_choose and scene["phase"] == "playing" and settings.is_first_match(state["settings"])
    )


@room.effect("go-on")
def tell_of_hurrying(app: "App", before: "State", after: "SceneState", measured: "Measured") -> "None":
    """Tell once that a tap hurries, as a wait begins. The next event removes it. Who listens needs the time, so only eyes are told."""
    values, scene = after["settings"], after["scene"]
    is_told = values["hurry-told"] or not settings.is_first_match(values)
    # only after a play: of a draw or a catch one wants to read what came of it
    own = [step["do"] for step in scene["steps"] if step["seat"] == scene["you"]]
    begins = not scene.get("card") and own == ["play"]
    if begins and not is_told and after["own_turns"] > WAITS_BEFORE_TOLD and may_hurry(app.state):
        change_setting(app, "hurry-told", True)
        app.set_state(with_silent_notice(app.state, say("ui.hurry-told")))


@room.view("settings", "phase", "sheet_scene", "tap_taken")
def tap_offer(state: "State") -> "list[Cell]":
    """On the score sheet of the first round, offer that one tap plays a tile whose places are alike."""
    scene, values, taken = state["sheet_scene"], state["settings"], state["tap_taken"]
    first_round_over = state["phase"] == "round-over" and scene and scene["round"]["number"] == 1
    offered = settings.is_first_match(values) and not values["at-once"]
    return [
        ("#first-tap", "hidden", not (first_round_over and (offered or taken))),
        ("#tap-offer", "hidden", taken),
        ("#tap-taken", "hidden", not taken),
        ("#tap-once", "hidden", taken),
    ]


@room.view("sheet_scene", "phase", "settings")
def call_offer(state: "State") -> "list[Cell]":
    """The offer, after a match in which the game called the person's last tile, to call it oneself from now on."""
    scene = state["sheet_scene"]
    offered = scene and state["phase"] == "match-over" and scene.get("calls") and _went_out(scene)
    return [("#call-offer", "hidden", not (offered and state["settings"]["call-alone"]))]


def _went_out(scene: "TableScene") -> "bool":
    """Whether the person had no points in a round: who goes out had a last tile to call."""
    return scene["you"] >= 0 and any(
        row["scores"][scene["you"]] == 0 for row in scene["sheet"]["rows"] if "scores" in row
    )


@room.action("call-myself")
def call_myself(app: "App", button: "Element") -> "None":
    """Accept the offer of `call_offer`, and focus the button for another match."""
    change_setting(app, "call-alone", False)
    one('#over [data-action="play-again"]').focus()


@room.action("tap-once")
def tap_once(app: "App", button: "Element") -> "None":
    """Accept the offer of single taps, and say so in its place.

    On the score sheet the offer keeps its height, so that nothing below it moves under the finger; the next round's button has the focus.
    """
    if app.state["phase"] == "playing":
        change_setting(app, "at-once", True)
        show_notice(app, say("tap.taken"), "about")
        return
    offer = one("#first-tap")
    offer.style.minHeight = "{}px".format(offer.offsetHeight)
    app.update(tap_taken=True)
    change_setting(app, "at-once", True)
    one("#next-round").focus()
