"""The page's state: one plain value. The functions here answer another one, and never change the one they are given.

What the document shows follows from it (views.py); nothing here knows of a document, an engine or a clock. Each room declares the
values that it brings, with their meanings, as `STATE` in its __init__.py.
"""

from game.page import following, history, house_rules, learning, panels, play, score_pad, screens, sharing
from game.page.panels import event_bubbles, hand
from game.page.screens import new_game_form, settings

BESIDE = "setup", "matches", "figures", "pad"  # screens beside the table, from which one comes back to it

TO_CATCH, GRACE, CARD = 2.0, 4.0, 2.6  # seconds, at normal pace, before what comes next

START = {  # what belongs to no room; each room declares its own part in its __init__.py
    "screen": "welcome",  # welcome, play, over or one of BESIDE
    "phase": "starting",  # as on the body
    "scene": None,  # the last scene; None: no match is on the table
    "sheet_scene": None,  # the last scene that brought a score sheet: scenes do only when it changed
    "announcement": "",  # what the live region says
    "tasks_running": 1,  # tasks under way; the first is starting
    "advancing": False,  # what happens without the person is let happen
    "tiles_moving": 0,  # tiles on their way
    "hurried": False,  # ?pace=0
    "storage_problem": "",  # why nothing is kept on this device; empty: it is
    "match_elsewhere": "",  # the match that is open in another tab
    "engine_silent": False,  # the engine has not answered for long
    "engine_broke_at": None,  # when it last broke, in ms of the page's clock
    "settings": settings.DEFAULTS,  # what the person likes, by name
    "setup": new_game_form.START,  # what is wished for a new match
}
for _room in (following, house_rules, learning, history, score_pad, play, screens, sharing, panels):
    START.update(_room.STATE)


def changed(state, **changes):
    """The state with some of its values changed."""
    return dict(state, **changes)


def shown(state, scene):
    """A scene has come: nothing is chosen or noticed any more. Places that are lit stay until `settled`."""
    phase = scene["phase"]
    state = no_choice(state)
    before = state["scene"]
    state = changed(
        state,
        grace_given=bool(before and before.get("grace") and scene.get("grace")),
        scene=scene,
        sheet_scene=scene if "sheet" in scene else state["sheet_scene"],
        screen="over" if phase == "match-over" else "play",
        hinted_action=None,
        missed_event=None,
        recap_moves=followed(state["recap_moves"], scene),
        recap_at=None,
        match_elsewhere="",
        storage_problem=scene.get("kept", ""),
    )
    unmade = before and not scene["steps"] and scene["version"] != before["version"]
    if unmade or phase == "curtain":  # what was said of it goes too; the next person hears nothing of it
        state = changed(state, events_shown=[], events_waiting=[], recap_moves=[], round_card=None)
    if phase != state["phase"]:
        state = changed(
            state,
            phase=phase,
            sheet_open=phase == "round-over",
            round_review=None,
            luck_line="",
            reviewed_seat=None,
        )
    return ordered(state)


def ends_in_sight(before, after):
    """Whether a round or a match ends between the two states, and its last move is to be seen before the end covers it."""
    ended = before["phase"] == "playing" and after["phase"] in ("round-over", "match-over")
    return ended and pace(after) > 0


def end_hidden(state):
    """The table is still to be seen, though the round or the match is over."""
    return changed(state, screen="play", sheet_open=False)


def end_shown(state):
    """The score sheet covers the table after a round, and the screen for its end follows a match."""
    over = state["phase"] == "match-over"
    return changed(state, screen="over" if over else "play", sheet_open=not over)


def followed(trail, scene):
    """The moves since the person's own last one, once a scene has come; the own one is the first of them."""
    if scene["anew"] or scene.get("card") or len(scene["steps"]) != len(scene["by"]):
        return []
    for step, message in zip(scene["steps"], scene["said"]):
        if step["seat"] == scene["you"] and step["do"] in ("play", "pass"):
            trail = []
        if step["why"] != "start":
            trail = trail + [(step["seat"], step.get("tile"), message)]
    return trail


def ordered(state):
    """The hand in the order that the settings ask for; its tab stop stays where it was, or moves to the next tile."""
    if not state["scene"]:
        return state
    tiles = hand.ordered(state["scene"]["hand"], state["settings"]["order"], state["own_order"])
    row = [tile["tile"] for tile in tiles]
    return changed(
        state, hand_order=row, hand_tab_stop=hand.next_stop(state["hand_order"], state["hand_tab_stop"], row)
    )


def settled(state):
    """Places go, and with them what was laid early."""
    return changed(state, places=[], place_tab_stop=0, hinted_move=None, laid_early=None)


def chosen(state, tile):
    """A tile of the hand is chosen."""
    return changed(let_go(state), chosen_tile=tile, hand_tab_stop=tile)


def no_choice(state):
    """No tile is chosen, no end lit and nothing noticed; places that are lit stay."""
    return changed(state, chosen_tile=None, notice="", notice_clause=None, lit_ends=[])


def let_go(state):
    """No tile is chosen, no place lit, nothing noticed."""
    return settled(no_choice(state))


def laid(state, place):
    """The chosen tile lies at one of its places before the engine has answered."""
    return changed(no_choice(state), laid_early=(place["tile"], place["laid"]), drag_target=None)


def noticed(state, sentence, kind="refused"):
    """Says something beside the hand; gone with the next scene or choice."""
    return spoken(changed(state, notice=sentence, notice_kind=kind, notice_clause=None), sentence)


def spoken(state, text):
    """Says a text in the live region; the same text twice is varied, or it would not be spoken again; nothing is nothing said."""
    if not text:
        return state
    return changed(state, announcement=text + "\u00a0" if text == state["announcement"] else text)


def menu(state):
    """The welcome screen, with no match on the table."""
    return changed(state, scene=None, screen="welcome", phase="menu", sheet_open=False)


def kept_order(state, row):
    """The person moved a tile within the hand: from now on it is kept in that order."""
    return ordered(changed(state, own_order=row, settings=dict(state["settings"], order="own")))


def goes_on(state):
    """Whether something is to happen without the person, at the table that they look at."""
    return bool(state["scene"] and state["scene"]["next"] and state["screen"] not in BESIDE)


def busy(state):
    """Whether the engine or an animation is at work."""
    waits = state["advancing"] and state["scene"] and state["scene"]["next"]
    return bool(state["tasks_running"] or waits or state["tiles_moving"])


def pace(state):
    """What every waiting time is multiplied with; lessons know nothing of the first match's slow pace."""
    speed = state["settings"]["speed"]
    if speed in settings.AFTER and state["phase"] == "lesson":
        speed = "normal"
    return 0 if state["hurried"] else settings.PACE[speed]


def pause(state):
    """Seconds to wait before the next event: what the last scene told can be read, a call be made, a catch be thought of."""
    scene = state["scene"]
    wait = sum([event_bubbles.seconds(part) for part in event_bubbles.beats(scene)]) or event_bubbles.BEAT
    if scene.get("card"):
        wait += CARD
    if scene["can"]["catch"]:
        wait = max(wait, TO_CATCH)
    if scene.get("grace") and not state["grace_given"]:
        wait = max(wait, GRACE)
    return wait * pace(state)


def telling(state, part, now, rest=()):
    """A part of what happened is told from `now` (ms) on, with `rest` to follow; without an end of its own it stays until the next."""
    made, beat = [], state["events_count"]
    for each in part:
        beat += 1
        made.append(dict(each, key=beat))
    least = 1000 * event_bubbles.LEAST * pace(state)
    return changed(
        state,
        events_shown=event_bubbles.told_on(state["events_shown"], made, now, least),
        events_waiting=rest,
        events_count=beat,
    )


def bubbles_drawn(state, now):
    """A frame has shown the bubbles at `now` (ms): a busy device draws them late, and their time counts from then."""
    return changed(state, events_shown=event_bubbles.drawn(state["events_shown"], now))


def buzzes(state):
    """Whether the scene made it the person's turn, and they want to feel it."""
    scene = state["scene"]
    wanted = state["settings"]["vibrate"] and pace(state) > 0
    mine = scene["phase"] != "replay" and scene["turn"] == scene["you"] and not scene["next"]
    return bool(wanted and mine and scene["steps"] and scene["steps"][-1]["seat"] != scene["you"])
