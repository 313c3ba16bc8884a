"""The end of the match: the winner, and everybody's place."""

from game.narration.localization.texts import is_nameless
from game.page.screens.score_sheet_view import badge, is_shared_screen, names_of, reviewed_buttons
from game.page.words import say


def title(scene):
    """The sentence that names the winners."""
    names = names_of(scene)
    first = [seat for seat, place in enumerate(scene["sheet"]["places"]) if place == 1]
    if first == [scene["you"]] and is_nameless(scene["sheet"]["names"][first[0]]):
        return say("over.won.you")
    if len(first) < 2:
        return say("over.won", {"name": names[first[0]]}) if first else ""
    return say("over.shared", {"names": [names[seat] for seat in first]})


def view(state):
    """The result, from the last score sheet."""
    scene = state["sheet_scene"]
    if not scene or scene["phase"] != "match-over":
        return []
    sheet, you, names = scene["sheet"], scene["you"], names_of(scene)
    total = ["count.points", {"n": sheet["totals"][you]}]
    by_place = sorted(range(len(names)), key=lambda seat: (sheet["places"][seat], seat))
    return [
        ("#over-title", "text", title(scene)),
        (
            "#over-note",
            "text",
            _note(scene, sheet["places"][you], total) if you >= 0 else "",
        ),
        ("#placings", "rows", [(seat, "t-place-row", _placing(seat, sheet, names)) for seat in by_place]),
    ]


def _note(scene, place, total):
    note = say("ui.over-note", {"place": place, "total": total})
    return note + " " + say("over.second") if scene.get("again") else note


def _placing(seat, sheet, names):
    return badge(seat, names[seat], "placing") + [
        (".rank", "text", sheet["places"][seat]),
        (".placing-name", "text", names[seat]),
        (".placing-points", "text", sheet["totals"][seat]),
    ]


def luck_line(state):
    """The summary of luck and skill, or the button to ask for it."""
    line = state["luck_line"]
    return [
        ("#luck-line", "text", line),
        ("#luck-line", "hidden", not line),
        ("#luck-ask", "hidden", bool(line) or is_shared_screen(state)),
    ] + reviewed_buttons(state, "#luck-whose", "review-match", "felt-button")
