"""The scene: all that the page shows, ready to show, as JSON-able data. Made from the person's view alone.

    {"version": 7,                       grows with every change
     "phase": "playing", "turn": 2,
     "you": 0,                            whose hand is at the screen; -1: nobody's
     "curtain": {"seat", "name"} or null, to whom the screen is to be handed; then phase is "curtain" and no hand is here
     "set": 9, "round": {"number": 5, "of": 10, "centre": "5-5", "own": "5-5"},
     "seats": [{"seat", "name", "count", "total", "level", "one": on one tile, "called": so and said so}, …],
     "yard": 7,
     "hand": [{"tile": "9-4", "points": 13, "fits": true, "drawn": false, "face": markup}, …],   by the tile's index; the page sorts
     "points": 82,
     "prompt": [message, …], "foot": [message, …] while one is pending, "dead": the foot cannot be closed,
     "ends": [{"suit": 6, "count": 1, "open": true, "at": [[x, y], …]}, …],      open: can be played on now; at: where, in u
     "can": {"draw", "pass", "undo", "take-back", "hint", "next-round": bools,
             "call": "now" | "arm" | "armed" | null, "catch": [seats],
             "beside": [{"seat", "name", "do": "call" | "catch" | "take-back", "target", "code"}, …]},   of the other persons here
     "moves": ["9-4>9-9", …],             every legal move of the person's, as codes
     "patch": {"clear": the table is empty before this, "remove": [codes], "move": [[code, style], …],
               "add": [[code, markup], …] for the layer tiles, "ground": [[layer, markup], …] where it changed, "set": the same,
               "box": [x0, y0, x1, y1],   layers: game/table/drawing.py
               "corners": [[[x, y], …], the same on the right]},   what lies nearest to the upper corners
     "steps": [{"seat", "do", "tile", "why", "target"}, …]    what happened since the last scene, for motion and sound
     "said": [message, …],                the same in words, for the log and the announcer
     "by": [seat, …],                     whose the first of these are; what is said besides is nobody's
     "anew": the viewer changed, or a person's move was unmade: `said` is the whole round and takes the place of the log
     "since": [[step, message], …],       after a curtain: what happened since the own last turn, to be played back
     "sheet": {…} or absent when unchanged,
     "seen": [{"event", "seat", "text", "banner"}, …],   the same to be shown where it happens, see narration/visible_events.py
     "card": {…} at the start of a round,  likewise; neither for a round that is come back to
     "grace": true,                       a person has yet to call and what is due could cost it: to be waited with
     "sealed": hash of what was promised before the first tile or null, "compare": null but in a challenge that was taken up
     (game/engine/sharing/opened_link.py),
     "next": true}                        something happens without the person: ask for the next event

A message is [key, values] for game/narration/localization/texts.py.
"""

from typing import Any

from game.engine.scene_parts import Scene, Shown, picture, step_of, tile_of_hand
from game.narration import messages
from game.narration.score_sheet import sheet
from game.narration.visible_events import card, happened
from game.rules.moves import Move, move_text
from game.rules.round.scoring import hand_points
from game.rules.tiles import NAME, tiles_in
from game.rules.view import NOBODY, View, moves_of
from game.session.board_layout import Tabletop
from game.session.session import Session
from game.table.drawing import placed_markup, preview_markup

__all__ = ["Scene", "Shown", "ghost_of", "scene"]


def scene(session: Session, shown: Shown) -> Scene:
    """The scene of the session's present state; `shown` is brought up to date."""
    view = session.view
    names = [seat.name for seat in session.seats]
    fresh = shown.round != view.number
    if fresh:
        shown.poses, shown.events = {}, 0
    events = view.events[shown.events :]
    undone = len(view.events) < shown.events
    gone_on = fresh and any(event.why != "start" for event in events)  # a round that is come back to
    if undone and not session.alone:
        shown.poses = {}  # what was laid is in a hand again: it is not even named
    anew = not session.alone and (undone or shown.seat != view.seat)
    retold = view.events if anew else events
    curtain = session.curtain
    fits = {choice.tile for choice in view.choices if choice.do == "play"}
    made: Scene = {
        **picture(session, shown),
        "version": session.version,
        "phase": session.phase if curtain == NOBODY else "curtain",
        "curtain": None if curtain == NOBODY else {"seat": curtain, "name": names[curtain]},
        "hand": [tile_of_hand(tile, view, tile in fits) for tile in tiles_in(view.hand)],
        "points": hand_points(view.hand, view.options),
        "prompt": messages.prompt(view, names) if curtain == NOBODY else [messages.curtain(names[curtain])],
        "can": _can(session),
        "moves": _moves(view),
        "steps": [step_of(event) for event in events],
        "said": [messages.said(event, view, names) for event in retold],
        "by": [event.seat for event in retold],
        "anew": anew,
        "since": _since(view, names) if anew and not undone else [],
        "seen": [] if undone or gone_on else happened(view, shown.events, names),
        "grace": _grace(session),
        "next": session.due(),
    }
    if fresh and not gone_on:
        made["card"] = card(view, names)
    if undone and session.alone:
        made["said"] = [messages.message("say.undone")]
    if view.end is not None and (fresh or events):
        made["said"] += messages.ended(view, names)
    rows = len(view.round_scores)
    if rows != shown.rows or fresh:
        made["sheet"] = sheet(view, names)
    shown.round, shown.events, shown.rows, shown.seat = view.number, len(view.events), rows, view.seat
    return made


def _grace(session: Session) -> bool:
    """Whether a person has not called yet and what is due could cost it: then people get time to notice."""
    costs = session.match.options.last_tile_call in ("catch", "automatic")
    return costs and session.due() and any(seat in session.people for seat in session.view.must_call)


def _since(view: View, names: list[str]) -> list[tuple[dict[str, Any], messages.Message]]:
    """What happened since the viewer's last turn, in a round that goes on; nothing for an onlooker."""
    if view.seat == NOBODY or view.end is not None:
        return []
    own = [n for n, event in enumerate(view.events) if event.seat == view.seat and _of_turn(event)]
    return [
        (step_of(event), messages.said(event, view, names))
        for event in view.events[own[-1] + 1 if own else 0 :]
    ]


def _of_turn(event: Any) -> bool:
    return event.do in ("play", "pass", "skip") or (event.do, event.why) == ("draw", "turn")


def _moves(view: View) -> list[str]:
    return [move_text(move) for choice in view.choices for move in moves_of(view, choice)]


def _can(session: Session) -> dict[str, Any]:
    view = session.view
    does = {choice.do for choice in view.choices}
    call = "now" if view.may_call else None
    if call is None and session.may_arm():
        call = "armed" if session.armed else "arm"
    return {
        "draw": "draw" in does,
        "pass": "pass" in does,
        "undo": session.may_undo(),
        "take-back": view.may_take_back,
        "hint": session.my_turn,
        "next-round": session.phase == "round-over",
        "call": call,
        "catch": list(view.may_catch),
        "beside": [
            {
                "seat": move.seat,
                "name": session.seats[move.seat].name,
                "do": move.do,
                "target": move.target,
                "code": move_text(move),
            }
            for move in session.beside()
        ],
    }


def ghost_of(board: Tabletop, move: Move) -> dict[str, Any]:
    """A place for the chosen tile: its move code, its drawing as a ghost and as laid, and where its middle is, in u."""
    pose = board.ghost(move.tile, move.on)
    code = move_text(move)
    return {
        "move": code,
        "markup": preview_markup(move.tile, code, pose),
        "tile": NAME[move.tile],
        "laid": placed_markup(move.tile, pose),
        "x": pose.x,
        "y": pose.y,
        "on": NAME[move.on] if move.on >= 0 else "",
    }
