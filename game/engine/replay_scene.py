"""Build the scene of one stop of a replay (`ReplayScene` in game/contract/scenes.py).

If the replay went one stop forward, `said` holds the events of that stop. Otherwise it holds the round so far, and
`anew` is true. The prompt is the latest event, or the deal. Nobody can act.

The messages say "you" to the only person without a name, whichever hand the viewer sees. With no such person, or
several, they use names.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.engine.scene_parts import ends_data, hand_tile_data, round_facts, seats_data, step_data, table_patch
from game.narration import messages
from game.narration.localization.texts import is_nameless
from game.narration.score_sheet import score_sheet
from game.records.record import Seat
from game.rules.round.scoring import hand_points
from game.rules.tiles import tiles_in
from game.rules.view import NOBODY, SeatView
from game.session.replay import Replay
from game.session.viewers.sent_state import SentState

if TYPE_CHECKING:
    from game.contract.scenes import ReplayScene


class SentReplayState(SentState):
    """The state of a replay that the page already has."""

    def forget(self) -> None:
        """Forget everything that was sent: the next scene is complete."""
        super().forget()
        self.index = -2  # no stop: stop 0 does not come directly after it

    def note_stop(self, replay: Replay) -> None:
        """Note that the scene of the replay's current stop is sent."""
        self.note(replay.view, replay.board.layout.poses, -1)
        self.index = replay.index


def replay_scene(replay: Replay, sent: SentReplayState) -> ReplayScene:
    """Build the scene of the replay's current stop, with the changes since `sent`. Changes nothing."""
    view, names = replay.view, [seat.name for seat in replay.seats]
    one_stop_forward = (sent.round, sent.seat, sent.index) == (view.number, view.seat, replay.index - 1)
    round_is_new = sent.round != view.number
    open_spots = replay.board.open_spots()
    told = len(sent.events) if one_stop_forward else 0
    steps = [step_data(event, view.book) for event in (view.events[told:] if one_stop_forward else ())]
    narrated = _narrated_view(replay, view)
    new_scene: ReplayScene = {
        "turn": view.turn,
        "you": narrated.seat,
        "set": view.options.set,
        "round": round_facts(view),
        "seats": seats_data(replay),
        "yard": view.yard,
        "foot": messages.foot_messages(view),
        "pending": messages.pending_kind(view),
        "dead": view.stalemate,
        "ends": ends_data(view, open_spots),
        "patch": table_patch(replay, open_spots, {} if round_is_new else sent.poses),
        "calls": view.options.last_tile_call != "none",
        "call_costs": view.options.silence_costs,
        "phase": "replay",
        "hands": [
            {
                "seat": seat,
                "name": names[seat],
                "points": hand_points(hand, view.options),
                "tiles": [hand_tile_data(tile, view) for tile in tiles_in(hand)],
            }
            for seat, hand in replay.hands
        ],
        "at": {
            "index": replay.index,
            "last": replay.last,
            "round": view.number,
            "starts": replay.starts[:-1],
        },
        "from": replay.viewpoint,
        "open": replay.rounds[replay.number].end is not None,
        "on": any(seat.kind == "human" for seat in replay.seats) and not replay.match.over,
        "steps": steps,
        "by": [step["seat"] for step in steps],
        "said": [messages.event_message(event, narrated, names) for event in narrated.events[told:]],
        "anew": not one_stop_forward,
        "version": replay.index,
        "whole_round": False,
        "since": [],
        "seen": [],
        "curtain": None,
        "hand": [],
        "points": 0,
        "prompt": [],
        "can": {
            "draw": False,
            "pass": False,
            "undo": False,
            "redo": False,
            "take-back": False,
            "hint": False,
            "next-round": False,
            "call": None,
            "catch": [],
            "beside": [],
        },
        "moves": [],
        "grace": False,
        "next": False,
        "storage_problem": "",
        "again": False,
    }
    if view.end is not None:
        new_scene["said"] += messages.end_messages(narrated, names)
    new_scene["prompt"] = new_scene["said"][-1:] or [messages.message("replay.dealt", **new_scene["round"])]
    if round_is_new or len(view.round_scores) != sent.rows:
        new_scene["sheet"] = score_sheet(narrated, names, names)
    return new_scene


def _narrated_view(replay: Replay, view: SeatView) -> SeatView:
    """The view for the messages, at the seat that they address.

    If all hands are open, its events show the drawn tiles.
    """
    all_open = len(replay.open_seats) == len(replay.seats)
    events = replay.match.round.events if all_open else view.events
    return view._replace(seat=_addressed_seat(replay.seats), events=events)


def _addressed_seat(seats: Sequence[Seat]) -> int:
    """The seat of the only person without a name; NOBODY if there is no such person, or several."""
    nameless = [
        number for number, seat in enumerate(seats) if seat.kind == "human" and is_nameless(seat.name)
    ]
    return nameless[0] if len(nameless) == 1 else NOBODY
