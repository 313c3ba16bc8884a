"""The page's state: one plain dict, and the pure functions that return a changed copy of it.

The document follows from the state (views.py). Nothing here knows the document, the engine or a clock. Each room declares its own
values, with their meanings, as `STATE` in its __init__.py.
"""

from game.page import following, history, house_rules, learning, panels, play, score_pad, screens, sharing
from game.page.panels import event_bubbles, hand
from game.page.screens import new_game_form, settings

# Screens that leave the match on the table, and lead back to it.
SIDE_SCREENS = ("setup", "matches", "figures", "pad")

CATCH_SECONDS, CALL_SECONDS, CARD_SECONDS = 2.0, 4.0, 2.6  # seconds, at normal pace, before the next event

START = {  # the values that belong to no room
    "screen": "welcome",  # welcome, play, over or one of SIDE_SCREENS
    "phase": "starting",  # the phase of the scene, "menu" or "starting"; the body shows it as data-phase
    "scene": None,  # the last scene, or None if no match is on the table
    "sheet_scene": None,  # the last scene with a score sheet: a scene has one only when it changed
    "announcement": "",  # the text of the live region
    "tasks_running": 1,  # how many tasks run; the first one is the start
    "advancing": False,  # whether App.advance asks for the next events
    "tiles_moving": 0,  # how many tiles are being animated
    "hurried": False,  # the address has ?pace=0: no waiting and no animation
    "storage_problem": "",  # why nothing can be saved on this device, or ""
    "match_elsewhere": "",  # the id of the match that is open in another tab, or "taken"
    "engine_silent": False,  # the engine has not answered for a long time
    "engine_broke_at": None,  # when the engine last failed, in ms of the page's clock
    "settings": settings.DEFAULTS,  # the person's settings, by name
    "setup": new_game_form.START,  # the choices for a new match
}
for _room in (following, house_rules, learning, history, score_pad, play, screens, sharing, panels):
    START.update(_room.STATE)


def updated(state, **changes):
    """The state with some values changed."""
    return dict(state, **changes)


def with_scene(state, scene):
    """The state after a scene has come: nothing is chosen or noticed. Lit places stay until `without_places`."""
    phase = scene["phase"]
    state = without_choice(state)
    before = state["scene"]
    state = updated(
        state,
        grace_given=bool(before and before.get("grace") and scene.get("grace")),
        scene=scene,
        sheet_scene=scene if "sheet" in scene else state["sheet_scene"],
        screen="over" if phase == "match-over" else "play",
        hinted_action=None,
        missed_event=None,
        recap_moves=recap_after(state["recap_moves"], scene),
        recap_at=None,
        match_elsewhere="",
        storage_problem=scene.get("kept", ""),
    )
    undone = before and not scene["steps"] and scene["version"] != before["version"]
    # An undone move leaves no events, and a curtain hides them from the next person.
    if undone or phase == "curtain":
        state = updated(state, events_shown=[], events_waiting=[], recap_moves=[], round_card=None)
    if phase != state["phase"]:
        state = updated(
            state,
            phase=phase,
            sheet_open=phase == "round-over",
            round_review=None,
            luck_line="",
            reviewed_seat=None,
        )
    return with_sorted_hand(state)


def last_move_pending(before, after):
    """Whether a round or match ends between the two states, so that its last move must be seen before the score sheet covers it."""
    ended = before["phase"] == "playing" and after["phase"] in ("round-over", "match-over")
    return ended and pace(after) > 0


def with_end_hidden(state):
    """The state in which the table stays visible, though the round or match is over."""
    return updated(state, screen="play", sheet_open=False)


def with_end_shown(state):
    """The state in which the score sheet covers the table, or, after a match, its last screen replaces it."""
    over = state["phase"] == "match-over"
    return updated(state, screen="over" if over else "play", sheet_open=not over)


def recap_after(trail, scene):
    """The moves since the person's own last move, after a scene has come. That own move is the first of them."""
    if scene["anew"] or scene.get("card") or len(scene["steps"]) != len(scene["by"]):
        return []
    for step, message in zip(scene["steps"], scene["said"]):
        if step["seat"] == scene["you"] and step["do"] in ("play", "pass"):
            trail = []
        if step["why"] != "start":
            trail = trail + [(step["seat"], step.get("tile"), message)]
    return trail


def with_sorted_hand(state):
    """The state with the hand sorted as the settings ask. The tab stop stays on its tile, or moves to the next one."""
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
    """The state without lit places and without a tile that was laid early."""
    return updated(state, places=[], place_tab_stop=0, hinted_move=None, laid_early=None)


def with_chosen_tile(state, tile):
    """The state with a tile of the hand chosen."""
    return updated(deselected(state), chosen_tile=tile, hand_tab_stop=tile)


def without_choice(state):
    """The state without a chosen tile, a lit end or a notice. Lit places stay."""
    return updated(state, chosen_tile=None, notice="", notice_clause=None, lit_ends=[])


def deselected(state):
    """The state without a chosen tile, a lit place, a lit end or a notice."""
    return without_places(without_choice(state))


def with_laid_tile(state, place):
    """The state with the chosen tile laid at a place, before the engine has answered."""
    return updated(without_choice(state), laid_early=(place["tile"], place["laid"]), drag_target=None)


def with_notice(state, sentence, kind="refused"):
    """The state with a notice beside the hand, which the next scene or choice removes."""
    return with_announcement(updated(state, notice=sentence, notice_kind=kind, notice_clause=None), sentence)


def with_announcement(state, text):
    """The state with a text in the live region; an empty text changes nothing.

    A repeated text gets a no-break space at its end, because a screen reader does not speak the same text twice.
    """
    if not text:
        return state
    return updated(state, announcement=text + "\u00a0" if text == state["announcement"] else text)


def at_menu(state):
    """The state of the welcome screen, with no match on the table."""
    return updated(state, scene=None, screen="welcome", phase="menu", sheet_open=False)


def with_own_order(state, row):
    """The state after the person moved a tile within the hand; the hand keeps that order from now on."""
    return with_sorted_hand(updated(state, own_order=row, settings=dict(state["settings"], order="own")))


def advances_by_itself(state):
    """Whether an event is due without the person, at a table that they look at."""
    return bool(state["scene"] and state["scene"]["next"] and state["screen"] not in SIDE_SCREENS)


def busy(state):
    """Whether the engine or an animation is at work."""
    waits = state["advancing"] and state["scene"] and state["scene"]["next"]
    return bool(state["tasks_running"] or waits or state["tiles_moving"])


def pace(state):
    """The factor for every waiting time. Lessons ignore the slow pace of a first match."""
    speed = state["settings"]["speed"]
    if speed in settings.NEXT_SPEED and state["phase"] == "lesson":
        speed = "normal"
    return 0 if state["hurried"] else settings.PACE[speed]


def pause_before_next(state):
    """Seconds before the next event: time to read the last scene, to call, and to think of a catch."""
    scene = state["scene"]
    wait = (
        sum([event_bubbles.seconds(part) for part in event_bubbles.parts_of(scene)])
        or event_bubbles.PART_SECONDS
    )
    if scene.get("card"):
        wait += CARD_SECONDS
    if scene["can"]["catch"]:
        wait = max(wait, CATCH_SECONDS)
    if scene.get("grace") and not state["grace_given"]:
        wait = max(wait, CALL_SECONDS)
    return wait * pace(state)


def with_events(state, part, now, rest=()):
    """The state that shows some events from `now` (ms) on. `rest` are the parts still to come.

    An event stays on screen until the next part replaces it.
    """
    events, count = [], state["events_count"]
    for event in part:
        count += 1
        events.append(dict(event, key=count))
    least = 1000 * event_bubbles.LEAST_SECONDS * pace(state)
    return updated(
        state,
        events_shown=event_bubbles.on_screen(state["events_shown"], events, now, least),
        events_waiting=rest,
        events_count=count,
    )


def with_events_visible(state, now):
    """The state after a frame that showed the events at `now` (ms). A busy device shows them late."""
    return updated(state, events_shown=event_bubbles.visible(state["events_shown"], now))


def should_vibrate(state):
    """Whether the scene starts the person's turn and they want the device to vibrate."""
    scene = state["scene"]
    wanted = state["settings"]["vibrate"] and pace(state) > 0
    mine = scene["phase"] != "replay" and scene["turn"] == scene["you"] and not scene["next"]
    return bool(wanted and mine and scene["steps"] and scene["steps"][-1]["seat"] != scene["you"])
