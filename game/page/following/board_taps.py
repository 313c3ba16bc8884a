"""What a tap on the yard, on a seat, on the foot's label or on an open end does, each as action(app, button)."""

from game.narration.localization.texts import is_nameless
from game.page import page_state
from game.page.dom import data
from game.page.words import paragraph, say, words

FOOTS = {"arms": "opening", "toes": "foot", "dead": "stalemate"}  # the glossary's entry for each label


def yard(app, button):
    """Draws; where that cannot be, the judge says why."""
    return app.act("+")


def seat(app, button):
    """Says who sits there, what they hold and whether it is their turn."""
    scene = app.scene
    app.notice(paragraph(of_seat(scene, scene["seats"][int(data(button, "of"))])), "about")


def of_seat(scene, seat):
    """What there is to say of a seat."""
    number, count, total = seat["seat"], seat["count"], seat["total"]
    values = {
        "name": seat["name"],
        "tiles": ["count.tiles", {"n": count}],
        "points": ["count.points", {"n": total}],
    }
    mine = number == scene["you"]
    said = [say("about.seat.you" if mine and is_nameless(seat["name"]) else "about.seat", values)]
    if mine:
        said.append(say("tell.sentence", {"text": ["ui.points-left", {"n": scene["points"]}]}))
    if seat["level"]:
        level = seat["level"]
        said.append(
            say(
                "about.level",
                {"level": say("level." + level + ".name"), "plays": say("level." + level + ".help")},
            )
        )
    if seat["one"]:
        said.append(say("glossary.chickenlittle.text") if seat["called"] else say("about.one"))
    return said


def foot(app, button):
    """Says what the label of a pending foot, or of the opening, means."""
    if app.scene["foot"]:
        app.notice(paragraph(of_foot(app.scene["foot"])), "about")


def of_foot(lines):
    """The label's lines with the glossary's words for it."""
    kind = lines[0][0]
    entry = "dead" if kind.endswith("dead") else kind.split(".")[1]
    said = [say("tell.sentence", {"text": lines[0]}), say("glossary." + FOOTS[entry] + ".text")]
    if len(lines) > 1:
        said.append(say("about.unseen", {"text": words(lines[1])}))
    return said


def end(app, button):
    """Lights up on the table where the ends of that number are; once more: puts them out."""
    ends = {str(end["suit"]): end for end in app.scene["ends"]}
    spots, lit = ends[data(button, "end")]["at"], app.state["lit_ends"]
    app.become(page_state.let_go(app.state))
    if spots != lit:
        app.put(lit_ends=spots)
        app.board_view.camera.reveal(spots)


ACTIONS = {"yard": yard, "seat": seat, "foot": foot, "end": end}
