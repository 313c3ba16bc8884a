"""The page's state: one plain dict, and the pure functions that return a changed copy of it.

The views compute the document from the state (views.py). Nothing here uses the document, the engine or a clock. Each
room, a folder of game/page, declares its own values with their meanings: `STATE` in its __init__.py.
"""

from game.page import (
    following,
    history,
    house_rules,
    laboratory,
    learning,
    panels,
    party,
    play,
    score_pad,
    screens,
    sharing,
)
from game.page.events import event_bubbles
from game.page.hand import hand
from game.page.new_game import new_game_form
from game.page.people import at_the_table, portraits
from game.page.settings import settings

# Screens that leave the match on the table; closing one shows the match again.
SIDE_SCREENS = ("setup", "matches", "figures", "pad", "laboratory", "invite", "join")

# Seconds at normal pace before the next event:
CATCH_SECONDS = 2.0  # at least, if the person can catch a player who did not call
CALL_SECONDS = 4.0  # at least, if the person has not called yet and it could cost them points
CARD_SECONDS = 2.6  # in addition, if the scene shows a round's card

START = {  # the state when the page starts; the loop below adds the values of the rooms
    "screen": "welcome",  # welcome, play, over or one of SIDE_SCREENS
    "back_to": None,  # where a side screen was opened from: (side screen, selector of the button), or None
    "phase": "starting",  # the phase of the scene, or "menu", or "starting"
    "scene": None,  # the last scene, or None if no match is on the table
    "sheet_scene": None,  # the last scene with a score sheet; scenes with an unchanged score sheet omit it
    "announcement": "",  # the text of the live region
    "tasks_running": 1,  # how many tasks run; the start of the page counts as one
    "advancing": False,  # whether App.advance is running
    "tiles_moving": 0,  # how many tiles are being animated
    "hurried": False,  # the address has ?pace=0: no waiting and no animation
    "storage_problem": "",  # why nothing can be saved on this device, as the end of a text key (ui.why.…), or ""
    "match_elsewhere": "",  # the id of the match that is open in another tab, or "taken"
    "engine_silent": False,  # the engine has not answered for a long time
    "engine_broke_at": None,  # when the engine last failed, in ms of the page's clock
    "settings": settings.DEFAULTS,  # the person's settings, by name
    "setup": new_game_form.START,  # the choices for a new match
}
for _room in (
    following,
    house_rules,
    laboratory,
    learning,
    party,
    history,
    score_pad,
    play,
    screens,
    sharing,
    panels,
):
    START.update(_room.STATE)


def updated(state, **changes):
    """A copy of the state, or of another dict such as a scene, with these values changed."""
    return dict(state, **changes)


def with_scene(state, scene):
    """The state with a new scene. It has no chosen tile and no notice. Lit places stay until `without_places`."""
    phase, scene = scene["phase"], at_the_table.with_faces(state["party"], scene)
    state = without_choice(state)
    before = state["scene"]
    state = updated(
        state,
        grace_given=bool(before and before.get("grace") and scene.get("grace")),
        scene=scene,
        sheet_scene=scene if "sheet" in scene else state["sheet_scene"],
        screen="over" if phase == "match-over" else "play",
        hinted_action=None,
        countdown=None,
        missed_event=None,
        end_hidden=False,
        recap_moves=recap_after(state["recap_moves"], scene),
        recap_at=None,
        match_elsewhere="",
        storage_problem=scene.get("storage_problem", ""),
    )
    undone = before and not scene["steps"] and scene["version"] != before["version"]
    # Remove the events of an undone move. Behind a curtain, remove them because the next person must not see them.
    if undone or phase == "curtain":
        state = updated(state, events_shown=[], events_waiting=[], recap_moves=[], round_card=None)
    if phase != state["phase"]:
        state = updated(
            state,
            phase=phase,
            sheet_open=phase == "round-over",
            round_review=None,
            luck_line="",
            best_move=None,
            turning_picture=None,
            reviewed_seat=None,
        )
    return with_moods(with_sorted_hand(state))


def with_moods(state):
    """The state with the moods of its scene, by seat. The same object stays if none has changed, so no seat is painted."""
    moods = (
        [portraits.mood(state, seat["seat"]) for seat in state["scene"]["seats"]] if state["scene"] else []
    )
    return state if moods == state["moods"] else updated(state, moods=moods)


def last_move_pending(before, after):
    """Whether a round or match ended between two states. Then the last move must be visible before the score sheet."""
    ended = before["phase"] == "playing" and after["phase"] in ("round-over", "match-over")
    return ended and pace(after) > 0


def with_end_hidden(state):
    """The state in which the table stays visible after the end of a round or match."""
    return updated(state, screen="play", sheet_open=False, end_hidden=True)


def with_end_shown(state):
    """The state that shows the end: the score sheet over the table after a round, the screen "over" after a match."""
    over = state["phase"] == "match-over"
    return updated(state, screen="over" if over else "play", sheet_open=not over, end_hidden=False)


def recap_after(moves, scene):
    """The moves of the recap after a new scene: the person's last own move and all later moves.

    `moves` is the recap before the scene.
    """
    if scene["anew"] or scene.get("card") or len(scene["steps"]) != len(scene["by"]):
        return []
    if scene.get(
        "whole_round"
    ):  # the earlier moves are of another round, or of another match with other seats
        moves = []
    for step, message in zip(scene["steps"], scene["said"]):
        if step["seat"] == scene["you"] and step["do"] in ("play", "pass"):
            moves = []
        if step["why"] != "start":  # not the draws that decide who starts
            moves = moves + [(step["seat"], step.get("tile"), message)]
    return moves


def with_sorted_hand(state):
    """The state with the hand sorted by the setting "order".

    The tab stop stays on its tile, or moves to the next one.
    """
    if not state["scene"]:
        return state
    tiles = hand.sort_hand(state["scene"]["hand"], state["settings"]["order"], state["own_order"])
    row = [tile["tile"] for tile in tiles]
    return updated(
        state,
        hand_order=row,
        hand_tab_stop=hand.tab_stop_after(state["hand_order"], state["hand_tab_stop"], row),
    )


def without_places(state):
    """The state without lit places, and without a tile that was laid before the engine accepted the move.

    A chosen tile stays chosen; `deselected` puts it back too.
    """
    return updated(state, places=[], place_tab_stop=0, hinted_move=None, laid_early=None)


def with_chosen_tile(state, tile):
    """The state with a tile of the hand chosen."""
    return updated(deselected(state), chosen_tile=tile, hand_tab_stop=tile)


def without_choice(state):
    """The state without a chosen tile, a lit end or a notice. Lit places stay."""
    return updated(without_notice(state), chosen_tile=None, lit_ends=[])


def deselected(state):
    """The state without a chosen tile, a lit place, a lit end or a notice."""
    return without_places(without_choice(state))


def with_laid_tile(state, place):
    """The state with the chosen tile laid at a place. The engine has not accepted the move yet."""
    return updated(without_choice(state), laid_early=(place["tile"], place["laid"]), drag_target=None)


def without_notice(state):
    """The state without a notice."""
    return updated(state, notice="", notice_clause=None)


def with_notice(state, sentence, kind="refused"):
    """The state with a notice beside the hand, which the next scene or choice removes."""
    return with_announcement(updated(state, notice=sentence, notice_kind=kind, notice_clause=None), sentence)


def with_announcement(state, text):
    """The state with a text in the live region, whose changes screen readers speak. An empty text changes nothing.

    A repeated text gets a no-break space at its end, because an unchanged text is not spoken again.
    """
    if not text:
        return state
    return updated(state, announcement=text + "\u00a0" if text == state["announcement"] else text)


def at_menu(state):
    """The state of the welcome screen, with no match on the table."""
    return updated(state, scene=None, screen="welcome", phase="menu", sheet_open=False)


def with_own_order(state, row):
    """The state after the person moved a tile within the hand. From now on the hand keeps the order `row`."""
    return with_sorted_hand(updated(state, own_order=row, settings=dict(state["settings"], order="own")))


def advances_by_itself(state):
    """Whether the page must ask for the next event: another seat moves next, and the table is on screen."""
    return bool(state["scene"] and state["scene"]["next"] and state["screen"] not in SIDE_SCREENS)


def busy(state):
    """Whether the engine or an animation is at work."""
    if state["card_waits"]:  # for the person
        return False
    awaits_event = state["advancing"] and state["scene"] and state["scene"]["next"]
    return bool(state["tasks_running"] or awaits_event or state["tiles_moving"])


def pace(state):
    """The factor for every waiting time, 0 for no waiting. Lessons ignore the slow pace of a first match."""
    speed = state["settings"]["speed"]
    if speed in settings.NEXT_SPEED and state["phase"] == "lesson":
        speed = "normal"
    return 0 if state["hurried"] else settings.PACE[speed]


def pause_before_next(state):
    """Seconds before the next event: time to read the last scene, to call, and to notice a possible catch."""
    scene = state["scene"]
    parts = event_bubbles.parts_of(scene)
    if scene.get("card"):  # the search was shown before the card
        parts = event_bubbles.without_search(parts)
    wait = sum([event_bubbles.seconds(part, state) for part in parts]) or event_bubbles.PART_SECONDS
    if scene["can"]["catch"]:
        wait = max(wait, CATCH_SECONDS)
    if scene.get("grace") and not state["grace_given"]:
        wait = max(wait, CALL_SECONDS)
    return wait * pace(state)


def with_events(state, part, now, waiting=()):
    """The state that shows the events of a part.

    `waiting` are the parts to show later. `now` is the page's clock in ms. An event stays on screen until the next part
    replaces it.
    """
    events, count = [], state["events_count"]
    explaining = [event for event in part if event_bubbles.explains_call(event, state)][:1]
    for event in part:
        count += 1
        events.append(dict(event, key=count, explains=bool(explaining) and event is explaining[0]))
    least_ms = 1000 * event_bubbles.LEAST_SECONDS * pace(state)
    return with_moods(
        updated(
            state,
            events_shown=event_bubbles.on_screen(state["events_shown"], events, now, least_ms),
            events_waiting=waiting,
            events_count=count,
            call_explained=explaining[0] if explaining else state["call_explained"],
        )
    )


def with_events_visible(state, last, now):
    """The state after the browser displayed the events up to key `last`, at `now` (ms). A busy device displays them late."""
    return updated(state, events_shown=event_bubbles.visible(state["events_shown"], last, now))


def should_vibrate(state):
    """Whether the device vibrates: another seat has just moved, it is the person's turn, and the settings allow it."""
    scene = state["scene"]
    allowed = state["settings"]["vibrate"] and pace(state) > 0
    own_turn = scene["phase"] != "replay" and scene["turn"] == scene["you"] and not scene["next"]
    return bool(allowed and own_turn and scene["steps"] and scene["steps"][-1]["seat"] != scene["you"])
