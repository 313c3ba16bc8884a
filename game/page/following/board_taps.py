"""Explain a tapped part of the board: the yard, a seat, the label of a foot, an open end. Each is action(app, button)."""

from game.narration.localization.texts import is_nameless
from game.page import page_state
from game.page.dom import data
from game.page.words import paragraph, say, words

FOOTS = {"arms": "opening", "toes": "foot", "dead": "stalemate"}  # the glossary's entry for each label


def yard(app, button):
    """Draw. If that is not allowed, the engine's refusal says why."""
    return app.make_move("+")


def seat(app, button):
    """Say who sits there, what they hold, and whether it is their turn."""
    scene = app.scene
    app.show_notice(paragraph(about_seat(scene, scene["seats"][int(data(button, "of"))])), "about")


def about_seat(scene, seat):
    """The sentences about a seat."""
    number, count, total = seat["seat"], seat["count"], seat["total"]
    values = {
        "name": seat["name"],
        "tiles": ["count.tiles", {"n": count}],
        "points": ["count.points", {"n": total}],
    }
    mine = number == scene["you"]
    sentences = [say("about.seat.you" if mine and is_nameless(seat["name"]) else "about.seat", values)]
    if mine:
        sentences.append(say("tell.sentence", {"text": ["ui.points-left", {"n": scene["points"]}]}))
    if seat["level"]:
        level = seat["level"]
        sentences.append(
            say(
                "about.level",
                {"level": say("level." + level + ".name"), "plays": say("level." + level + ".help")},
            )
        )
    if seat["one"]:
        sentences.append(say("glossary.chickenlittle.text") if seat["called"] else say("about.one"))
    return sentences


def foot(app, button):
    """Explain the label of a pending foot or of the opening."""
    if app.scene["foot"]:
        app.show_notice(paragraph(about_foot(app.scene["foot"])), "about")


def about_foot(lines):
    """The lines of the label, with the glossary entry for them."""
    kind = lines[0][0]
    entry = "dead" if kind.endswith("dead") else kind.split(".")[1]
    sentences = [say("tell.sentence", {"text": lines[0]}), say("glossary." + FOOTS[entry] + ".text")]
    if len(lines) > 1:
        sentences.append(say("about.unseen", {"text": words(lines[1])}))
    return sentences


def end(app, button):
    """Light the ends of that number on the table; a second tap turns them off."""
    ends = {str(end["suit"]): end for end in app.scene["ends"]}
    spots, lit = ends[data(button, "end")]["at"], app.state["lit_ends"]
    app.set_state(page_state.deselected(app.state))
    if spots != lit:
        app.update(lit_ends=spots)
        app.board_view.camera.reveal(spots)


ACTIONS = {"yard": yard, "seat": seat, "foot": foot, "end": end}
