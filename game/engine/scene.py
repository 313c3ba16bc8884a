"""Build the scene of a match: everything that a viewer's page shows, from the viewer's view alone (game/contract/scenes.py).

What another room of the engine knows has a start value here, and is filled in by a function of `CurrentMatch.scene_parts`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from game.engine.scene_parts import (
    ends_data,
    hand_tile_data,
    round_facts,
    seats_data,
    step_data,
    table_patch,
    told_names,
)
from game.narration import messages
from game.narration.answers import events_since_own_turn
from game.narration.score_sheet import score_sheet
from game.narration.visible_events import card, visible_events
from game.rules.moves import move_text
from game.rules.round.scoring import hand_points
from game.rules.tiles import tiles_in
from game.rules.view import NOBODY, SeatView, moves_of
from game.session.session import Session
from game.session.viewers.viewer import Viewer

if TYPE_CHECKING:
    from game.contract.basics import Message
    from game.contract.scenes import Can, Scene, Step


def scene(session: Session, viewer: Viewer) -> Scene:
    """Build a viewer's scene of the present state, with the changes since `viewer.sent`.

    Changes nothing. Whoever sends the scene notes that in `viewer.sent`.
    """
    view, sent = viewer.view, viewer.sent
    names, told = [seat.name for seat in session.seats], told_names(viewer)
    round_is_new = sent.round != view.number  # the page has not shown this round yet
    shown = () if round_is_new else sent.events  # the events that the page has shown
    events = view.events[len(shown) :]
    undone = len(view.events) < len(shown)
    # the page was reloaded in the middle of a round: there are events besides those that start each round
    resumed = round_is_new and any(event.why != "start" for event in events)
    # If a move of several people was undone, its tile is hidden in a hand again. A patch that removes it would show the other
    # people whose tile it is, so draw all tiles.
    shown_tiles = {} if round_is_new or (undone and not session.alone) else sent.poses
    anew = not session.alone and (undone or sent.seat != view.seat)
    narrated = view.events if anew else events
    curtain, open_spots = viewer.curtain, viewer.board.open_spots()
    fits = {choice.tile for choice in view.choices if choice.do == "play"}
    new_scene: Scene = {
        "turn": view.turn,
        "you": view.seat,
        "set": view.options.set,
        "round": round_facts(view),
        "seats": seats_data(viewer),
        "yard": view.yard,
        "foot": messages.foot_messages(view),
        "pending": messages.pending_kind(view),
        "dead": view.stalemate,
        "ends": ends_data(view, open_spots),
        "patch": table_patch(viewer, open_spots, shown_tiles),
        "calls": view.options.last_tile_call != "none",
        "call_costs": view.options.silence_costs,
        "version": session.version,
        "phase": session.phase if curtain == NOBODY else "curtain",
        "curtain": None if curtain == NOBODY else {"seat": curtain, "name": names[curtain]},
        "hand": [hand_tile_data(tile, view, tile in fits) for tile in tiles_in(view.hand)],
        "points": hand_points(view.hand, view.options),
        "prompt": messages.prompt(view, told)
        if curtain == NOBODY
        else [messages.curtain_prompt(names[curtain])],
        "can": _possible_actions(session, viewer),
        "moves": _moves(view),
        "steps": [step_data(event, view.book) for event in events],
        "said": [messages.event_message(event, view, told) for event in narrated],
        "by": [event.seat for event in narrated],
        "anew": anew,
        "whole_round": round_is_new,
        "since": _recap(view, told) if anew and not undone else [],
        "seen": [] if resumed else visible_events(view, len(shown), told),
        "grace": _call_grace(session),
        "next": session.others_must_move(),
        "storage_problem": "",
        "sealed": session.commitment.hash if session.commitment else None,
        "compare": None,
        "day": session.day,
        "day_preset": session.preset if session.day else None,
        "again": session.again,
    }
    if round_is_new and not resumed:
        new_scene["card"] = card(view, told)
    if undone and session.alone:
        before = view._replace(events=shown)  # the message may depend on other events that are undone
        what = messages.event_message(shown[len(view.events)], before, told)
        new_scene["said"] = [messages.message("say.undone", what=what)]
    if view.end is not None and events:
        new_scene["said"] += messages.end_messages(view, told)
    if len(view.round_scores) != sent.rows or round_is_new:
        new_scene["sheet"] = score_sheet(view, names, told)
    return new_scene


def _call_grace(session: Session) -> bool:
    """Whether a person has not called yet, and the next event could cost them points.

    The page then gives them time to call. Bots decide at once, also those that play on for absent people.
    """
    return (
        session.match.options.silence_costs
        and session.others_must_move()
        and any(session.bot_at(seat) is None for seat in session.view.not_called)
    )


def _recap(view: SeatView, names: list[str]) -> list[tuple[Step, Message]]:
    """Each event since the viewer's last turn, as (step, message).

    Empty for an onlooker, and when the round is over.
    """
    if view.seat == NOBODY or view.end is not None:
        return []
    return [
        (step_data(event, view.book), messages.event_message(event, view, names))
        for event in events_since_own_turn(view)
    ]


def _moves(view: SeatView) -> list[str]:
    return [move_text(move) for choice in view.choices for move in moves_of(view, choice)]


def _possible_actions(session: Session, viewer: Viewer) -> Can:
    """The value of "can"."""
    view = viewer.view
    does = {choice.do for choice in view.choices}
    call: Literal["now", "arm", "armed"] | None = "now" if view.may_call else None
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
