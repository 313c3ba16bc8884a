"""What the document shows: a table of views. Each is a pure function from the state to cells (dom.py).

A view stands beside what it reads of the state: it is asked again only when something of that is another. To show
something more: a cell in a view; to show a new part: a view and its line here.
"""

from pyscript import window

from game.page import state as states
from game.page.dom import paint
from game.page.felt import layers
from game.page.follow import first, trail
from game.page.house import options, quick, sets
from game.page.learning import lesson, rules
from game.page.memory import figures, matches, replay
from game.page.pad import paper
from game.page.pad import view as pad
from game.page.screens import language, over, room, settings, setup, sheet
from game.page.sharing import compare, days, opened, outgoing, puzzle
from game.page.table import curtain, events, hand, seats, standing, tray

SCREENS = ("welcome", "setup", "play", "over", "matches", "figures", "pad")


def body(state):
    """Phase, turn and screen on the document itself."""
    scene = state["scene"]
    cells = [
        ("body", "data-phase", "pad" if state["screen"] == "pad" else state["phase"]),
        ("body", "data-turn", scene["turn"] if scene else ""),
        ("body", "data-sheet", "open" if state["open"] else None),
        ("body", "data-review", "open" if state["review"] else None),
        ("html", "data-screen", state["screen"]),
        ("#sheet", "hidden", state["screen"] not in ("play", "over")),
    ]
    return cells + [("#" + name, "hidden", name != state["screen"]) for name in SCREENS]


def busy(state):
    """Whether the engine or an animation is at work."""
    return [("body", "data-busy", "true" if states.busy(state) else "false")]


def spoken(state):
    """The live region."""
    return [("#announcer", "text", state["spoken"])]


FORM = (  # for a new match: these wait until it is shown, and fill what others before them have made
    (setup.choices, ("declared",)),
    (options.view, ("declared",)),
)
FORM += tuple([(chapter, ("declared",)) for chapter in options.CHAPTERS])
FORM += (
    (setup.view, ("setup", "declared")),
    (options.marks, ("setup", "declared")),
    (options.problem, ("setup",)),
    (sets.view, ("setup", "houses", "unhoused")),
)
VIEWS = FORM + (
    (body, ("phase", "screen", "scene", "open", "review")),
    (busy, ("working", "pumping", "moving", "scene")),
    (quick.welcome, ("earlier", "resumable", "learnt")),
    (quick.view, ("setup", "declared")),
    (setup.note, ("setup", "declared")),
    (spoken, ("spoken",)),
    (language.choice, ("settings", "declared")),
    (settings.view, ("settings", "hurried")),
    (settings.back, ("liked",)),
    (pad.kept, ("pads", "pad", "players", "lost")),
    (pad.rules, ("houses", "declared")),
    (pad.table, ("pad",)),
    (pad.entry, ("pad", "entry")),
    (pad.tiles, ("pad", "entry")),
    (paper.view, ("paper",)),
    (seats.seats, ("scene",)),
    (seats.labels, ("scene",)),
    (seats.ends, ("scene",)),
    (trail.view, ("scene", "trail", "at")),
    (events.view, ("scene", "told", "beat", "card")),
    (tray.prompt, ("scene", "places")),
    (curtain.view, ("scene",)),
    (curtain.missed, ("missed",)),
    (curtain.beside, ("scene",)),
    (tray.notice, ("notice", "kind", "why")),
    (lesson.view, ("scene",)),
    (tray.buttons, ("scene", "wanted")),
    (hand.view, ("scene", "row", "stop", "chosen", "laid", "dragged")),
    (layers.layers, ("scene",)),
    (layers.ghosts, ("places", "goals", "laid", "ghost", "spots")),
    (layers.places, ("places", "place", "hinted", "laid")),
    (sheet.scores, ("sheet",)),
    (sheet.head, ("sheet",)),
    (sheet.review, ("review", "phase", "sheet", "whose")),
    (first.view, ("settings", "phase", "sheet", "hurried")),
    (over.view, ("sheet",)),
    (over.luck, ("luck", "sheet", "phase", "whose")),
    (compare.view, ("sheet",)),
    (opened.view, ("opened", "scene")),
    (days.view, ("day",)),
    (outgoing.view, ("shared", "settings", "phase")),
    (puzzle.view, ("scene", "answer")),
    (puzzle.honest, ("scene", "proof")),
    (rules.view, ("rules", "asked")),
    (rules.glossary, ("term",)),
    (room.view, ("over", "removed")),
    (matches.waiting, ("matches", "pictures")),
    (matches.finished, ("history", "wishes")),
    (matches.removed, ("gone",)),
    (replay.view, ("scene",)),
    (figures.view, ("figures", "anew")),
    (
        standing.view,
        ("kept", "asides", "elsewhere", "silent", "dismissed", "scene", "screen", "open"),
    ),
)

waiting = set()  # the numbers of the views in the form that have something to show while it is not there


def show(before, after):
    """Brings the document in step with a state that follows on another one; None: nothing was shown before."""
    for number, (view, reads) in enumerate(VIEWS):
        for name in reads:
            if before is None or before[name] is not after[name]:
                waiting.add(number)
                break
        if number in waiting and (number >= len(FORM) or after["screen"] == "setup"):
            waiting.remove(number)
            paint(view(after))


async def ahead(app):
    """Paints the form in pieces before it is shown, so that it opens at once."""
    breathe = window.startup.breathe
    for number, (view, _) in enumerate(FORM):
        while number in waiting:
            state = app.state
            for cell in pieces(view(state)):
                await breathe()
                if app.state is not state:  # something was changed meanwhile
                    break
                paint([cell])
            else:
                waiting.remove(number)
            await breathe()


def pieces(cells):
    """The cells in the same order, rows one more at a time: painting all of a chapter would keep the browser waiting."""
    for cell in cells:
        part, name, value = cell
        if name == "rows":
            for many in range(1, len(value)):
                yield part, name, value[:many]
        yield cell
