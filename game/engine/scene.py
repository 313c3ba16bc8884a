"""Build the scene: everything that the page shows of the match, as JSON-able data, from the person's view alone.

    {"version": 7,                       grows with every change
     "phase": "playing", "turn": 2,
     "you": 0,                            the seat of the person at the screen; -1: nobody
     "curtain": {"seat", "name"} or null, the person who takes the screen next; then phase is "curtain" and the hand is empty
     "set": 9, "round": {"number": 5, "of": 10, "centre": "5-5", "own": "5-5"},
     "seats": [{"seat", "name", "count", "total", "level", "one": has one tile, "called": has one tile and called it}, …],
     "yard": 7,
     "hand": [{"tile": "9-4", "points": 13, "fits": true, "drawn": false, "face": markup}, …],   by tile index; the page sorts
     "points": 82,
     "prompt": [message, …], "foot": [message, …] while one is pending, "dead": the foot cannot be closed,
     "ends": [{"suit": 6, "count": 1, "open": true, "at": [[x, y], …]}, …],      open: playable now; at: positions in u
     "can": {"draw", "pass", "undo", "take-back", "hint", "next-round": bools,
             "call": "now" | "arm" | "armed" | null, "catch": [seats],
             "beside": [{"seat", "name", "do": "call" | "catch" | "take-back", "target", "code"}, …]},   of other people here
     "moves": ["9-4>9-9", …],             every legal move of the person, as codes
     "patch": {"clear": remove all tiles first, "remove": [codes], "move": [[code, style], …],
               "add": [[code, markup], …] for the layer tiles,
               "ground": [[layer, markup], …] if tiles moved, "set": [[layer, markup], …], always,
               "box": [x0, y0, x1, y1],   layers: game/table/drawing.py
               "corners": [[[x, y], …], [[x, y], …]]},   the tiles nearest to the upper left and upper right corner
     "steps": [{"seat", "do", "tile", "why", "target"}, …]    the events since the last scene, for motion and sound
     "said": [message, …],                the same events in words, for the log and the announcer
     "by": [seat, …],                     the seat of each event in `said`; the messages after those belong to no seat
     "anew": the viewer changed, or a person's move was undone: `said` holds the whole round and replaces the log
     "since": [[step, message], …],       after a curtain: the recap, every event since the viewer's last turn
     "sheet": {…}                         the score sheet; absent when unchanged
     "seen": [{"event", "seat", "text", "banner"}, …],   the visible events, see narration/visible_events.py
     "card": {…}                          at the start of a round; a resumed round has no "card" and no "seen"
     "grace": true,                       a person has not called yet, and the next event could cost them: the page waits a little
     "sealed": hash of the deal's commitment or null, "compare": results of an accepted challenge or null
     (game/engine/sharing/opened_link.py),
     "next": true}                        another seat moves next: the page asks for the next event

A message is [text key, values]; game/narration/localization/texts.py puts it into words.
"""

from typing import Any

from game.engine.scene_parts import Scene, SentState, hand_tile_data, step_data, table_parts
from game.narration import messages
from game.narration.score_sheet import score_sheet
from game.narration.visible_events import card, happened
from game.rules.moves import Move, move_text
from game.rules.round.scoring import hand_points
from game.rules.tiles import NAME, tiles_in
from game.rules.view import NOBODY, View, moves_of
from game.session.board_layout import BoardLayout
from game.session.session import Session
from game.table.drawing import placed_markup, preview_markup

__all__ = ["Scene", "SentState", "preview_of", "scene"]


def scene(session: Session, sent: SentState) -> Scene:
    """Build the scene of the session's present state, with the changes since `sent`; update `sent`."""
    view = session.view
    names = [seat.name for seat in session.seats]
    fresh = sent.round != view.number
    if fresh:
        sent.poses, sent.events = {}, 0
    events = view.events[sent.events :]
    undone = len(view.events) < sent.events
    resumed = fresh and any(
        event.why != "start" for event in events
    )  # after a reload, in the middle of a round
    if undone and not session.alone:
        sent.poses = {}  # the tile is hidden in a hand again: the patch must not name it
    anew = not session.alone and (undone or sent.seat != view.seat)
    narrated = view.events if anew else events
    curtain = session.curtain
    fits = {choice.tile for choice in view.choices if choice.do == "play"}
    new_scene: Scene = {
        **table_parts(session, sent),
        "version": session.version,
        "phase": session.phase if curtain == NOBODY else "curtain",
        "curtain": None if curtain == NOBODY else {"seat": curtain, "name": names[curtain]},
        "hand": [hand_tile_data(tile, view, tile in fits) for tile in tiles_in(view.hand)],
        "points": hand_points(view.hand, view.options),
        "prompt": messages.prompt(view, names)
        if curtain == NOBODY
        else [messages.curtain_prompt(names[curtain])],
        "can": _possible_actions(session),
        "moves": _moves(view),
        "steps": [step_data(event) for event in events],
        "said": [messages.event_message(event, view, names) for event in narrated],
        "by": [event.seat for event in narrated],
        "anew": anew,
        "since": _recap(view, names) if anew and not undone else [],
        "seen": [] if undone or resumed else happened(view, sent.events, names),
        "grace": _call_grace(session),
        "next": session.others_must_move(),
    }
    if fresh and not resumed:
        new_scene["card"] = card(view, names)
    if undone and session.alone:
        new_scene["said"] = [messages.message("say.undone")]
    if view.end is not None and (fresh or events):
        new_scene["said"] += messages.end_messages(view, names)
    rows = len(view.round_scores)
    if rows != sent.rows or fresh:
        new_scene["sheet"] = score_sheet(view, names)
    sent.round, sent.events, sent.rows, sent.seat = view.number, len(view.events), rows, view.seat
    return new_scene


def _call_grace(session: Session) -> bool:
    """Whether a person has not called yet and the next event could cost them points: then they get time to notice."""
    costs = session.match.options.last_tile_call in ("catch", "automatic")
    return (
        costs
        and session.others_must_move()
        and any(seat in session.people for seat in session.view.must_call)
    )


def _recap(view: View, names: list[str]) -> list[tuple[dict[str, Any], messages.Message]]:
    """The events since the viewer's last turn in the round in play; empty for an onlooker."""
    if view.seat == NOBODY or view.end is not None:
        return []
    own = [n for n, event in enumerate(view.events) if event.seat == view.seat and _takes_turn(event)]
    return [
        (step_data(event), messages.event_message(event, view, names))
        for event in view.events[own[-1] + 1 if own else 0 :]
    ]


def _takes_turn(event: Any) -> bool:
    return event.do in ("play", "pass", "skip") or (event.do, event.why) == ("draw", "turn")


def _moves(view: View) -> list[str]:
    return [move_text(move) for choice in view.choices for move in moves_of(view, choice)]


def _possible_actions(session: Session) -> dict[str, Any]:
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
            for move in session.off_turn_moves()
        ],
    }


def preview_of(board: BoardLayout, move: Move) -> dict[str, Any]:
    """One place for the chosen tile: its move code, its drawings as a preview and as a laid tile, and its middle in u."""
    pose = board.preview_pose(move.tile, move.on)
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
