"""The table of views. A view is a pure function from the state to cells (dom.py).

The table lists each view with the values of the state that it reads. `show` calls a view again only when one of them
changes. To show one more value, add a cell to a view. To show a new part of the page, add a view and its line here.
"""

from pyscript import window

from game.page.board import drawing
from game.page.calendar import calendar_view
from game.page.events import event_bubbles
from game.page.files import storage_full
from game.page.hand import hand
from game.page.history import match_list, replay_view, statistics_view
from game.page.kernel import page_state
from game.page.kernel.dom import paint
from game.page.learning import lesson_card, written_rules
from game.page.log import recap
from game.page.new_game import new_game_form, options_form, saved_rules
from game.page.notices import standing_notices
from game.page.score_pad import pad_view, paper_sheet
from game.page.seats import seats
from game.page.settings import language_choice, settings
from game.page.sharing import challenge_list, compare_results, house_card, link_card, puzzle_card, share_sheet
from game.page.sheet import match_over, score_sheet_view
from game.page.turns import action_bar, curtain, first_match
from game.page.welcome import first_screen

# Ids of elements, of which one is visible.
SCREENS = (
    "welcome",
    "setup",
    "play",
    "over",
    "matches",
    "figures",
    "pad",
    "laboratory",
    "invite",
    "join",
)
OWN_PHASES = ("pad", "invite", "join")  # screens that count as a phase of their own


def body(state):
    """Phase, turn and open layers as attributes for the styles, and the visible screen."""
    scene = state["scene"]
    cells = [
        ("body", "data-phase", state["screen"] if state["screen"] in OWN_PHASES else state["phase"]),
        ("body", "data-party", state["party_role"] or None),
        ("body", "data-turn", scene["turn"] if scene else ""),
        ("body", "data-sheet", "open" if state["sheet_open"] else None),
        ("body", "data-review", "open" if state["round_review"] else None),
        ("html", "data-screen", state["screen"]),
        ("#sheet", "hidden", state["screen"] not in ("play", "over")),
    ]
    return cells + [("#" + name, "hidden", name != state["screen"]) for name in SCREENS]


def busy(state):
    """Whether the engine or an animation is at work, as an attribute of the body."""
    return [("body", "data-busy", "true" if page_state.busy(state) else "false")]


def announcer(state):
    """The text of the live region, which screen readers speak."""
    return [("#announcer", "text", state["announcement"])]


# The views of the form for a new match. They are painted only while the form is open, or by `paint_form_ahead`. The
# order matters: the first views create rows, and the later views write into these rows.
FORM_VIEWS = (
    (new_game_form.rule_books, ("declarations",)),
    (options_form.view, ("declarations",)),
)
FORM_VIEWS += tuple([(chapter, ("declarations",)) for chapter in options_form.CHAPTERS])
FORM_VIEWS += (
    (new_game_form.view, ("setup", "declarations")),
    (options_form.house_marks, ("setup", "declarations")),
    (options_form.fixes, ("setup",)),
    (saved_rules.view, ("setup", "house_rules", "removed_house_name")),
)
VIEWS = FORM_VIEWS + (
    (body, ("phase", "screen", "scene", "sheet_open", "round_review", "party_role")),
    (busy, ("tasks_running", "advancing", "tiles_moving", "scene", "card_waits")),
    (first_screen.welcome, ("another_waits", "resumable", "learnt")),
    (first_screen.view, ("setup", "declarations", "faces_shown")),
    (first_screen.players_at_table, ("setup", "declarations", "faces_shown")),
    (new_game_form.start_note, ("setup", "declarations")),
    (announcer, ("announcement",)),
    (language_choice.language_field, ("settings", "declarations")),
    (settings.view, ("settings", "hurried")),
    (settings.undo_reset, ("settings_before",)),
    (pad_view.pad_list, ("pads", "pad", "pad_players", "pad_can_undo")),
    (pad_view.rules, ("house_rules", "declarations")),
    (pad_view.open_pad, ("pad",)),
    (pad_view.entry, ("pad", "pad_entry")),
    (pad_view.tiles, ("pad", "pad_entry")),
    (paper_sheet.view, ("printed_sheet",)),
    (seats.seats, ("scene", "moods", "party", "party_role")),
    (seats.labels, ("scene",)),
    (seats.ends, ("scene",)),
    (recap.view, ("scene", "recap_moves", "recap_at")),
    (event_bubbles.view, ("scene", "events_shown", "round_card", "settings", "phase")),
    (action_bar.prompt, ("scene", "places", "settings")),
    (curtain.view, ("scene",)),
    (curtain.missed, ("scene", "missed_event")),
    (curtain.off_turn_buttons, ("scene",)),
    (action_bar.sheet_button, ("phase", "sheet_open", "end_hidden")),
    (action_bar.notice, ("notice", "notice_kind", "notice_clause")),
    (lesson_card.view, ("scene",)),
    (action_bar.buttons, ("scene", "hinted_action", "settings", "countdown", "phase")),
    (hand.view, ("scene", "hand_order", "hand_tab_stop", "chosen_tile", "laid_early", "dragged_tile")),
    (drawing.whole_layers, ("scene",)),
    (drawing.previews, ("places", "drag_places", "laid_early", "drag_target", "lit_ends")),
    (drawing.places, ("places", "place_tab_stop", "hinted_move", "laid_early")),
    (score_sheet_view.scores, ("sheet_scene",)),
    (score_sheet_view.head, ("sheet_scene",)),
    (score_sheet_view.review, ("round_review", "phase", "sheet_scene", "reviewed_seat")),
    (first_match.view, ("settings", "phase", "sheet_scene", "hurried")),
    (match_over.view, ("sheet_scene",)),
    (match_over.turning_picture, ("turning_picture",)),
    (match_over.best_move, ("best_move",)),
    (first_match.call_offer, ("sheet_scene", "phase", "settings")),
    (match_over.luck_line, ("luck_line", "sheet_scene", "phase", "reviewed_seat")),
    (compare_results.view, ("sheet_scene",)),
    (link_card.view, ("opened_link", "scene")),
    (challenge_list.view, ("challenges",)),
    (challenge_list.results_dialog, ("opened_link",)),
    (house_card.view, ("opened_link", "declarations")),
    (calendar_view.view, ("daily_deal",)),
    (share_sheet.view, ("share_sheet", "settings", "phase")),
    (puzzle_card.view, ("scene", "puzzle_answer")),
    (puzzle_card.deal_proof, ("scene", "deal_proof")),
    (written_rules.view, ("written_rules", "rules_clause", "settings", "phase")),
    (written_rules.glossary, ("glossary_term",)),
    (storage_full.view, ("room_matches", "room_can_undo")),
    (match_list.waiting, ("kept_matches", "match_pictures")),
    (match_list.finished, ("history", "history_filter")),
    (match_list.restore_offer, ("history_can_undo",)),
    (replay_view.view, ("scene",)),
    (statistics_view.view, ("figures", "figures_can_undo")),
    (
        standing_notices.view,
        (
            "storage_problem",
            "quarantined",
            "match_elsewhere",
            "engine_silent",
            "dismissed_lines",
            "scene",
            "screen",
            "sheet_open",
            "party",
            "party_role",
            "connection",
        ),
    ),
)

# The indexes in VIEWS of the views to paint again. After `show`, only views of the hidden form remain.
outdated = set()


def add(more, state):
    """Add views of modules that were imported later, and paint them."""
    global VIEWS
    VIEWS += more
    for view, _ in more:
        paint(view(state))


def show(before, after):
    """Paint the views whose values differ between two states. With None for `before`, paint all views."""
    for number, (view, names) in enumerate(VIEWS):
        for name in names:
            if before is None or before[name] is not after[name]:
                outdated.add(number)
                break
        if number in outdated and (number >= len(FORM_VIEWS) or after["screen"] == "setup"):
            outdated.remove(number)
            paint(view(after))


async def paint_form_ahead(app):
    """Paint the hidden form in small steps, so that it opens without a delay.

    Between two steps the browser handles taps.
    """
    breathe = window.startup.breathe
    for number, (view, _) in enumerate(FORM_VIEWS):
        while number in outdated:
            state = app.state
            for cell in rows_one_by_one(view(state)):
                await breathe()
                if app.state is not state:  # the state changed in the meantime: start this view again
                    break
                paint([cell])
            else:
                outdated.remove(number)
            await breathe()


def rows_one_by_one(cells):
    """Yield the cells in order. Replace a cell of rows by several cells, each with one more row.

    Painting all rows of a chapter in one step would block the browser.
    """
    for cell in cells:
        part, name, value = cell
        if name == "rows":
            for count in range(1, len(value)):
                yield part, name, value[:count]
        yield cell
