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
from game.page.sharing import challenges, compare, days, house_card, opened, outgoing, puzzle
from game.page.table import curtain, events, hand, seats, standing, tray

SCREENS = ("welcome", "setup", "play", "over", "matches", "figures", "pad")


def body(state):
    """Phase, turn and screen on the document itself."""
    scene = state["scene"]
    cells = [
        ("body", "data-phase", "pad" if state["screen"] == "pad" else state["phase"]),
        ("body", "data-turn", scene["turn"] if scene else ""),
        ("body", "data-sheet", "open" if state["sheet_open"] else None),
        ("body", "data-review", "open" if state["round_review"] else None),
        ("html", "data-screen", state["screen"]),
        ("#sheet", "hidden", state["screen"] not in ("play", "over")),
    ]
    return cells + [("#" + name, "hidden", name != state["screen"]) for name in SCREENS]


def busy(state):
    """Whether the engine or an animation is at work."""
    return [("body", "data-busy", "true" if states.busy(state) else "false")]


def spoken(state):
    """The live region."""
    return [("#announcer", "text", state["announcement"])]


FORM = (  # for a new match: these wait until it is shown, and fill what others before them have made
    (setup.choices, ("declarations",)),
    (options.view, ("declarations",)),
)
FORM += tuple([(chapter, ("declarations",)) for chapter in options.CHAPTERS])
FORM += (
    (setup.view, ("setup", "declarations")),
    (options.marks, ("setup", "declarations")),
    (options.problem, ("setup",)),
    (sets.view, ("setup", "house_rules", "house_removed")),
)
VIEWS = FORM + (
    (body, ("phase", "screen", "scene", "sheet_open", "round_review")),
    (busy, ("tasks_running", "advancing", "tiles_moving", "scene")),
    (quick.welcome, ("another_waits", "resumable", "learnt")),
    (quick.view, ("setup", "declarations")),
    (setup.note, ("setup", "declarations")),
    (spoken, ("announcement",)),
    (language.choice, ("settings", "declarations")),
    (settings.view, ("settings", "hurried")),
    (settings.back, ("settings_before",)),
    (pad.kept, ("pads", "pad", "pad_players", "pad_can_undo")),
    (pad.rules, ("house_rules", "declarations")),
    (pad.table, ("pad",)),
    (pad.entry, ("pad", "pad_entry")),
    (pad.tiles, ("pad", "pad_entry")),
    (paper.view, ("printed_sheet",)),
    (seats.seats, ("scene",)),
    (seats.labels, ("scene",)),
    (seats.ends, ("scene",)),
    (trail.view, ("scene", "recap_moves", "recap_at")),
    (events.view, ("scene", "events_shown", "events_count", "round_card")),
    (tray.prompt, ("scene", "places")),
    (curtain.view, ("scene",)),
    (curtain.missed, ("missed_event",)),
    (curtain.beside, ("scene",)),
    (tray.notice, ("notice", "notice_kind", "notice_clause")),
    (lesson.view, ("scene",)),
    (tray.buttons, ("scene", "hinted_action")),
    (hand.view, ("scene", "hand_order", "hand_tab_stop", "chosen_tile", "laid_early", "dragged_tile")),
    (layers.layers, ("scene",)),
    (layers.ghosts, ("places", "drag_places", "laid_early", "drag_target", "lit_ends")),
    (layers.places, ("places", "place_tab_stop", "hinted_move", "laid_early")),
    (sheet.scores, ("sheet_scene",)),
    (sheet.head, ("sheet_scene",)),
    (sheet.review, ("round_review", "phase", "sheet_scene", "reviewed_seat")),
    (first.view, ("settings", "phase", "sheet_scene", "hurried")),
    (over.view, ("sheet_scene",)),
    (over.luck, ("luck_line", "sheet_scene", "phase", "reviewed_seat")),
    (compare.view, ("sheet_scene",)),
    (opened.view, ("opened_link", "scene")),
    (challenges.view, ("challenges",)),
    (challenges.answer, ("opened_link",)),
    (house_card.view, ("opened_link", "declarations")),
    (days.view, ("daily_deal",)),
    (outgoing.view, ("share_sheet", "settings", "phase")),
    (puzzle.view, ("scene", "puzzle_answer")),
    (puzzle.honest, ("scene", "deal_proof")),
    (rules.view, ("written_rules", "rules_clause")),
    (rules.glossary, ("glossary_term",)),
    (room.view, ("room_matches", "room_can_undo")),
    (matches.waiting, ("kept_matches", "match_pictures")),
    (matches.finished, ("history", "history_filter")),
    (matches.removed, ("history_can_undo",)),
    (replay.view, ("scene",)),
    (figures.view, ("figures", "figures_can_undo")),
    (
        standing.view,
        (
            "storage_problem",
            "quarantined",
            "match_elsewhere",
            "engine_silent",
            "dismissed_lines",
            "scene",
            "screen",
            "sheet_open",
        ),
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
