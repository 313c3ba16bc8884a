"""What a tap on the table explains: a seat, the label of a foot, or a number in the bar of open ends.

A tap on the yard draws, see turns/turn_actions.py.
"""

from game.for_types import TYPE_CHECKING
from game.narration.localization.texts import is_nameless
from game.page.board import framing
from game.page.board.camera import Camera
from game.page.kernel.dom import data
from game.page.kernel.words import paragraph, say, words
from game.page.notices.notice import show_notice
from game.page.people.portraits import LEVELS
from game.page.play.choosing import deselected
from game.page.seats import room

if TYPE_CHECKING:
    from game.contract.scenes import SeatData
    from game.page.kernel.app import App
    from game.page.page_types import Element, TableScene

# The glossary entries, by what is pending (the scene's "pending").
FOOT_ENTRIES = {"arms": "opening", "toes": "foot", "dead": "stalemate"}


@room.action("seat")
def explain_seat(app: "App", button: "Element") -> "None":
    """Show a notice about a seat: what it did since the person's last turn, its tile count, points and level."""
    scene, seat = app.scene, int(data(button, "of"))
    moves = [words(message) for mover, _, message in app.state["recap_moves"] if mover == seat]
    show_notice(app, paragraph(moves + about_seat(scene, scene["seats"][seat])), "about")


def about_seat(scene: "TableScene", seat: "SeatData") -> "list[str]":
    """The sentences that explain a seat, one of scene["seats"]."""
    number, count, total = seat["seat"], seat["count"], seat["total"]
    values = {
        "name": seat["name"],
        "tiles": ["count.tiles", {"n": count}],
        "points": ["count.points", {"n": total}],
    }
    is_own = number == scene["you"]
    is_you = is_own and (is_nameless(seat["name"]) or _is_only_person(scene))
    sentences = [say("about.seat.you" if is_you else "about.seat", values)]
    if is_own:
        sentences.append(say("tell.sentence", {"text": ["ui.points-left", {"n": scene["points"]}]}))
    level = seat["level"]
    if level in LEVELS:  # of a yardstick, in a replay or a puzzle, nothing more is said
        sentences.append(
            say(
                "about.level",
                {"level": say("level." + level + ".name"), "plays": say("level." + level + ".help")},
            )
        )
    if seat["one"]:  # one tile left
        sentences.append(_about_last_tile(scene, seat))
    return sentences


def _about_last_tile(scene: "TableScene", seat: "SeatData") -> "str":
    """A sentence about a seat with one tile left. If the call is missing, when the person may catch the seat."""
    if seat["called"]:
        return say("glossary.chickenlittle.text")
    # the person's turn is the next one after that seat's
    is_catch_ahead = scene["phase"] == "playing" and scene["turn"] == scene["you"] != seat["seat"]
    if is_catch_ahead and seat.get("silent"):
        return say("about.one-silent", {"name": seat["name"]})
    return say("about.one")


def _is_only_person(scene: "TableScene") -> "bool":
    """Whether everybody else at the table is a bot, in a match, where the scene's "you" is the person at the screen."""
    people = [seat for seat in scene["seats"] if seat["level"] is None]
    return len(people) == 1 and scene["phase"] != "replay"


@room.action("foot")
def explain_foot(app: "App", button: "Element") -> "None":
    """Explain the label of a pending foot, or of the opening."""
    if app.scene["foot"]:
        show_notice(app, paragraph(about_foot(app.scene)), "about")


def about_foot(scene: "TableScene") -> "list[str]":
    """The sentences that explain the pending foot of a scene.

    Its label has the missing tiles and, unless it can never be completed, how many unseen tiles fit.
    """
    lines, kind = scene["foot"], scene.get("pending")
    sentences = [say("tell.sentence", {"text": lines[0]})]
    if kind:  # a host with an older version of the game sends none
        sentences.append(say("glossary." + FOOT_ENTRIES[kind] + ".text"))
    if len(lines) > 1:
        sentences.append(say("about.unseen", {"text": words(lines[1])}))
    return sentences


@room.action("end")
def light_ends(app: "App", button: "Element") -> "None":
    """Light the open ends with the button's number on the table. A second tap turns them off."""
    ends = {str(end["suit"]): end for end in app.scene["ends"]}
    positions, lit = ends[data(button, "end")]["at"], app.state["lit_ends"]
    app.set_state(deselected(app.state))
    if positions != lit:
        app.update(lit_ends=positions)
        around = framing.MARKER_REACH
        app.object(Camera).reveal([(x, y, around, around) for x, y, tile in positions])
