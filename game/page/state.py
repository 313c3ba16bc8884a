"""The page's state: one plain value. The functions here answer another one, and never change the one they are given.

What the document shows follows from it (views.py); nothing here knows of a document, an engine or a clock.
"""

from game.page.screens import settings, setup
from game.page.table import events, hand

BESIDE = "setup", "matches", "figures", "pad"  # screens beside the table, from which one comes back to it

TO_CATCH, GRACE, CARD = 2.0, 4.0, 2.6  # seconds, at normal pace, before what comes next

START = {
    "screen": "welcome",  # welcome, play, over or one of BESIDE
    "phase": "starting",  # as on the body
    "scene": None,  # the last scene; None: no match is on the table
    "sheet": None,  # the last scene that brought a score sheet: scenes do only when it changed
    "open": False,  # the score sheet lies over the table
    "review": None,  # what the coach said of the round
    "whose": None,  # the seat that is looked back at, where several persons sit at the screen
    "luck": "",  # the line of luck and skill, or what stands there until it has come
    "row": [],  # the tiles of the hand in the order shown
    "own": [],  # the order into which the person dragged them
    "stop": None,  # the tile that is the hand's tab stop
    "chosen": None,  # the tile that is chosen
    "places": [],  # the places that are lit up for it
    "place": 0,  # the one of them that is the tab stop
    "spots": [],  # the open ends that are lit up by themselves, (x, y) in u
    "trail": [],  # (seat, tile or None, message) of the moves since the person's own last one, see follow/trail.py
    "at": None,  # the one of them that was stepped back to
    "hinted": None,  # the move that a hint points at
    "wanted": None,  # the button that a hint points at, by its action
    "laid": None,  # tile and markup of what lies on the table before the engine has said so
    "dragged": None,  # the tile that follows the finger
    "goals": [],  # the places where it can go
    "ghost": None,  # the one of them where it would be played
    "notice": "",  # why something cannot be, or what the coach says
    "kind": "refused",  # refused or hint: what the notice is
    "spoken": "",  # what the live region says
    "missed": None,  # seat and sentence of what is being played back after a curtain
    "told": [],  # what is told now of what happened, see table/events.py
    "untold": [],  # the parts of it that are still to be told
    "beat": 0,  # grows with everything that is told
    "card": None,  # the card at the start of a round
    "graced": False,  # the time to call in was given already
    "rules": None,  # the rules of a table, written out
    "asked": None,  # the clause that was asked for, marked in the rules
    "why": None,  # the clause behind the notice
    "term": None,  # the word that the glossary was opened for; "" for none
    "waiting": False,  # a match waits while a lesson is on the table
    "learnt": False,  # the course was done, or a match was played on an earlier visit
    "working": 1,  # tasks under way; the first is starting
    "pumping": False,  # what happens without the person is let happen
    "moving": 0,  # tiles on their way
    "earlier": False,  # another match waits besides
    "resumable": False,  # the match that was left waits
    "kept": "",  # why nothing is kept on this device; empty: it is
    "asides": [],  # what could not be read and lies aside
    "over": [],  # matches that are over, the oldest first, as the list for making room shows them
    "removed": False,  # one of them was taken away and can come back
    "matches": None,  # the matches that are kept, as the engine lists them
    "pictures": {},  # the tables of those that wait, by id
    "history": None,  # finished matches as the engine lists them, as far as they were asked for
    "wishes": {"rules": "", "whom": ""},  # which of them are wanted
    "gone": False,  # something was taken away and can come back
    "came": {},  # what was shown when a replay was opened
    "stop_at": None,  # the stop that the replay's slider asks for
    "figures": None,  # somebody's figures
    "anew": False,  # they were begun anew and can come back
    "elsewhere": "",  # the match that is open in another tab
    "silent": False,  # the engine has not answered for long
    "dismissed": (),  # what was said of these and put away
    "link": None,  # the table of a first link that was opened while a match is in play
    "opened": None,  # what a link brings, as the engine says it, with its code
    "shared": None,  # what is on the sheet to share from
    "day": None,  # the deal of the day, as the engine says it
    "answer": None,  # what the coach says of a puzzle
    "proof": None,  # what was promised of the deal, opened
    "settings": settings.DEFAULTS,  # what the person likes, by name
    "liked": None,  # the settings before all were set anew
    "hurried": False,  # ?pace=0
    "declared": None,  # what the form for a new match is made from, as the engine declares it
    "setup": setup.START,
    "houses": [],  # the sets of rules that are kept
    "unhoused": "",  # the name of the one that was taken away last
    "pads": [],  # the score pads that are kept
    "pad": None,  # the one that is open
    "entry": None,  # the round that is being written on it, see pad/entry.py
    "players": [],  # the names for a new pad
    "lost": False,  # a pad was taken away just now
    "paper": None,  # the score sheet that is printed
}


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
        graced=bool(before and before.get("grace") and scene.get("grace")),
        scene=scene,
        sheet=scene if "sheet" in scene else state["sheet"],
        screen="over" if phase == "match-over" else "play",
        wanted=None,
        missed=None,
        trail=followed(state["trail"], scene),
        at=None,
        elsewhere="",
        kept=scene.get("kept", ""),
    )
    unmade = before and not scene["steps"] and scene["version"] != before["version"]
    if unmade or phase == "curtain":  # what was said of it goes too; the next person hears nothing of it
        state = changed(state, told=[], untold=[], trail=[], card=None)
    if phase != state["phase"]:
        state = changed(state, phase=phase, open=phase == "round-over", review=None, luck="", whose=None)
    return ordered(state)


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
    tiles = hand.ordered(state["scene"]["hand"], state["settings"]["order"], state["own"])
    row = [tile["tile"] for tile in tiles]
    return changed(state, row=row, stop=hand.next_stop(state["row"], state["stop"], row))


def settled(state):
    """Places go, and with them what was laid early."""
    return changed(state, places=[], place=0, hinted=None, laid=None)


def chosen(state, tile):
    """A tile of the hand is chosen."""
    return changed(let_go(state), chosen=tile, stop=tile)


def no_choice(state):
    """No tile is chosen, no end lit and nothing noticed; places that are lit stay."""
    return changed(state, chosen=None, notice="", why=None, spots=[])


def let_go(state):
    """No tile is chosen, no place lit, nothing noticed."""
    return settled(no_choice(state))


def laid(state, place):
    """The chosen tile lies at one of its places before the engine has answered."""
    return changed(no_choice(state), laid=(place["tile"], place["laid"]), ghost=None)


def noticed(state, sentence, kind="refused"):
    """Says something beside the hand; gone with the next scene or choice."""
    return spoken(changed(state, notice=sentence, kind=kind, why=None), sentence)


def spoken(state, text):
    """Says a text in the live region; the same text twice is varied, or it would not be spoken again; nothing is nothing said."""
    if not text:
        return state
    return changed(state, spoken=text + "\u00a0" if text == state["spoken"] else text)


def menu(state):
    """The welcome screen, with no match on the table."""
    return changed(state, scene=None, screen="welcome", phase="menu", open=False)


def kept_order(state, row):
    """The person moved a tile within the hand: from now on it is kept in that order."""
    return ordered(changed(state, own=row, settings=dict(state["settings"], order="own")))


def goes_on(state):
    """Whether something is to happen without the person, at the table that they look at."""
    return bool(state["scene"] and state["scene"]["next"] and state["screen"] not in BESIDE)


def busy(state):
    """Whether the engine or an animation is at work."""
    waits = state["pumping"] and state["scene"] and state["scene"]["next"]
    return bool(state["working"] or waits or state["moving"])


def pace(state):
    """What every waiting time is multiplied with; lessons know nothing of the first match's slow pace."""
    speed = state["settings"]["speed"]
    if speed in settings.AFTER and state["phase"] == "lesson":
        speed = "normal"
    return 0 if state["hurried"] else settings.PACE[speed]


def pause(state):
    """Seconds to wait before the next event: what the last scene told can be read, a call be made, a catch be thought of."""
    scene = state["scene"]
    wait = sum([events.seconds(part) for part in events.beats(scene)]) or events.BEAT
    if scene.get("card"):
        wait += CARD
    if scene["can"]["catch"]:
        wait = max(wait, TO_CATCH)
    if scene.get("grace") and not state["graced"]:
        wait = max(wait, GRACE)
    return wait * pace(state)


def telling(state, part, now, rest=()):
    """A part of what happened is told from `now` (ms) on, with `rest` to follow; without an end of its own it stays until the next."""
    made, beat = [], state["beat"]
    for each in part:
        beat += 1
        made.append(dict(each, key=beat))
    least = 1000 * events.LEAST * pace(state)
    return changed(state, told=events.told_on(state["told"], made, now, least), untold=rest, beat=beat)


def buzzes(state):
    """Whether the scene made it the person's turn, and they want to feel it."""
    scene = state["scene"]
    wanted = state["settings"]["vibrate"] and pace(state) > 0
    mine = scene["phase"] != "replay" and scene["turn"] == scene["you"] and not scene["next"]
    return bool(wanted and mine and scene["steps"] and scene["steps"][-1]["seat"] != scene["you"])
