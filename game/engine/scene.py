"""Build the scene: everything that a viewer's page shows of the match, as JSON-able data, from the viewer's view alone.

    {"version": 7,                       grows with every change
     "phase": "playing", "turn": 2,       turn: the seat on turn
     "you": 0,                            the seat whose hand the viewer shows; -1: nobody
     "curtain": null, or {"seat", "name"} of the person who takes a shared screen next; then the phase is "curtain"
     "set": 9,                            the highest number on the tiles
     "round": {"number": 5, "of": 10, "centre": "5-5", "own": "5-5"},   own: the round's own double; the centre may be
                                          another double (option `missing_double`)
     "seats": [{"seat", "name", "count": number of tiles, "total", "level", "one": has one tile,
                "called": has one tile and called it,
                "did": its last action, kept until its next turn: ["play", tile], ["draw"], ["pass"], ["skip"] or
                null; a play or pass after a draw has "drew" at its end}, …],
     "yard": 7,                           tiles in the yard
     "hand": [{"tile": "9-4", "points": 13, "fits": true, "drawn": false, "face": markup}, …],
                                          in the order of the tile indices; the page sorts it
     "points": 82,                        of the hand
     "prompt": [message, …],              the lines above the hand; after a round: how it ended, and why
     "foot": [message, …], "dead": bool,  foot: the pending foot, else empty; dead: it can never be completed
     "ends": [{"suit": 6, "count": 1, "open": true, "at": [[x, y, tile], …]}, …],
                                           open: playable now; at: the position (u) and the tile of each open end
     "can": {"draw", "pass", "undo", "redo", "take-back", "hint", "next-round": bools,
             "call": "now" | "arm" | "armed" | null, "catch": [seats],
             "beside": [{"seat", "name", "do": "call" | "catch" | "take-back", "target", "code"}, …]},
                                          beside: the off-turn moves of the other people at this screen
     "moves": ["9-4>9-9", …],             every legal move of the person, as codes
     "patch": {…},                        the changes of the table: see `scene_parts.table_patch`
     "steps": [{"seat", "do", "tile", "why", "target"}, …],   the events since the last scene, for motion and sound;
                                          a played double has "call", the words that announce it
     "said": [message, …],                the same events in words, for the log and the announcer
     "by": [seat, …],                     the seat of each event in `said`; any further messages in `said` have no seat
     "anew": bool,                        the hand of another seat is shown, or a move of a match with several people
                                          was undone: `said` holds the round so far, and replaces the log
     "whole_round": bool,                 the round is new to the page: the log and the recap begin with `said`
     "since": [[step, message], …],       after a curtain: the recap, every event since the viewer's last turn
     "sheet": {…},                        the score sheet; absent when unchanged
     "seen": [{"event", "seat", "text", "banner"}, …],   the visible events, see narration/visible_events.py
     "card": {…},                         the card that announces a new round; a resumed round has none, and its "seen"
                                          is empty
     "grace": true,                       a person has not called yet, and the next event could cost them points:
                                          the page waits a little
     "calls": bool,                       the rules have a call for the last tile
     "call_costs": bool,                  the rules have a penalty for a forgotten call
     "next": true}                        another seat moves next: the page asks for the next event

A message is [text key, values]; game/narration/localization/texts.py puts it into words. Other modules add further
keys: see `CurrentMatch.scene_parts`.
"""

from typing import Any

from game.engine.scene_parts import Scene, hand_tile_data, step_data, table_parts
from game.narration import messages
from game.narration.answers import events_since_own_turn
from game.narration.score_sheet import score_sheet
from game.narration.visible_events import card, visible_events
from game.rules.moves import move_text
from game.rules.round.scoring import hand_points
from game.rules.tiles import tiles_in
from game.rules.view import NOBODY, View, moves_of
from game.session.session import Session
from game.session.viewers.viewer import Viewer

__all__ = ["Scene", "scene"]


def scene(session: Session, viewer: Viewer) -> Scene:
    """Build a viewer's scene of the present state, with the changes since the last one; update `viewer.sent`."""
    view, sent = viewer.view, viewer.sent
    names = [seat.name for seat in session.seats]
    round_is_new = sent.round != view.number  # the page has not shown this round yet
    if round_is_new:
        sent.poses, sent.events = {}, ()
    events = view.events[len(sent.events) :]
    undone = len(view.events) < len(sent.events)
    # the page was reloaded in the middle of a round: there are events besides those that start each round
    resumed = round_is_new and any(event.why != "start" for event in events)
    if undone and not session.alone:
        # The tile is hidden in a hand again. A patch that removes it would show the other people whose tile it is, so draw all tiles.
        sent.poses = {}
    anew = not session.alone and (undone or sent.seat != view.seat)
    narrated = view.events if anew else events
    curtain = viewer.curtain
    fits = {choice.tile for choice in view.choices if choice.do == "play"}
    new_scene: Scene = {
        **table_parts(viewer, sent),
        "version": session.version,
        "phase": session.phase if curtain == NOBODY else "curtain",
        "curtain": None if curtain == NOBODY else {"seat": curtain, "name": names[curtain]},
        "hand": [hand_tile_data(tile, view, tile in fits) for tile in tiles_in(view.hand)],
        "points": hand_points(view.hand, view.options),
        "prompt": messages.prompt(view, names)
        if curtain == NOBODY
        else [messages.curtain_prompt(names[curtain])],
        "can": _possible_actions(session, viewer),
        "moves": _moves(view),
        "steps": [step_data(event, view.book) for event in events],
        "said": [messages.event_message(event, view, names) for event in narrated],
        "by": [event.seat for event in narrated],
        "anew": anew,
        "whole_round": round_is_new,
        "since": _recap(view, names) if anew and not undone else [],
        "seen": [] if resumed else visible_events(view, len(sent.events), names),
        "grace": _call_grace(session),
        "calls": session.match.options.last_tile_call != "none",
        "call_costs": session.match.options.silence_costs,
        "next": session.others_must_move(),
    }
    if round_is_new and not resumed:
        new_scene["card"] = card(view, names)
    if undone and session.alone:
        before = view._replace(events=sent.events)  # the message may depend on other events that are undone
        what = messages.event_message(sent.events[len(view.events)], before, names)
        new_scene["said"] = [messages.message("say.undone", what=what)]
    if view.end is not None and (round_is_new or events):
        new_scene["said"] += messages.end_messages(view, names)
    rows = len(view.round_scores)
    if rows != sent.rows or round_is_new:
        new_scene["sheet"] = score_sheet(view, names)
    sent.round, sent.events, sent.rows, sent.seat = view.number, view.events, rows, view.seat
    sent.version = session.version
    return new_scene


def _call_grace(session: Session) -> bool:
    """Whether a person has not called yet, and the next event could cost them points.

    The page then gives them time to call.
    """
    return (
        session.match.options.silence_costs
        and session.others_must_move()
        and any(seat in session.people for seat in session.view.not_called)
    )


def _recap(view: View, names: list[str]) -> list[tuple[dict[str, Any], messages.Message]]:
    """Each event since the viewer's last turn, as (step, message).

    Empty for an onlooker, and when the round is over.
    """
    if view.seat == NOBODY or view.end is not None:
        return []
    return [
        (step_data(event, view.book), messages.event_message(event, view, names))
        for event in events_since_own_turn(view)
    ]


def _moves(view: View) -> list[str]:
    return [move_text(move) for choice in view.choices for move in moves_of(view, choice)]


def _possible_actions(session: Session, viewer: Viewer) -> dict[str, Any]:
    """The value of "can"."""
    view = viewer.view
    does = {choice.do for choice in view.choices}
    call = "now" if view.may_call else None
    if call is None and viewer.may_arm():
        call = "armed" if viewer.armed else "arm"
    return {
        "draw": "draw" in does,
        "pass": "pass" in does,
        "undo": session.may_undo(viewer),
        "redo": session.may_redo(),
        "take-back": view.may_take_back,
        "hint": viewer.my_turn,
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
            for move in viewer.off_turn_moves()
        ],
    }
