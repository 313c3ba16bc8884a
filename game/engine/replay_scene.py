"""Build the scene of one stop of a replay.

These keys are as in `game/engine/scene.py`: "turn", "set", "round", "seats", "yard", "foot", "dead", "ends", "patch",
"steps", "said", "anew" and "sheet". The others are

    "phase": "replay",
    "you": the seat that the messages address as "you", or -1,
    "hands": [{"seat", "name", "points", "tiles": [{"tile", "points", "face", …}, …]}, …],     the open hands
    "at": {"index": the current stop, "last": the last stop, "round" from 0, "starts": [first stop of each round, …]},
    "from": the seat whose hand the viewer chose to see, null for all hands,
    "open": whether the round is over; until then hidden hands stay hidden,
    "on": whether a person can play on from this stop,
    "compared": {"chosen", "better"}: messages, only at a stop opened from a review, whose table marks the two moves; see
        engine/history/compared_moves.py

If the replay went one stop forward, `said` holds the events of that stop. Otherwise it holds the round so far, and
`anew` is true. The messages say "you" to the only person without a name, whichever hand the viewer sees. With no such
person, or several, they use names.
"""

from collections.abc import Sequence

from game.engine.scene_parts import Scene, hand_tile_data, step_data, table_parts
from game.narration import messages
from game.narration.localization.texts import is_nameless
from game.narration.score_sheet import score_sheet
from game.records.record import Seat
from game.rules.round.scoring import hand_points
from game.rules.tiles import tiles_in
from game.rules.view import NOBODY, View
from game.session.replay import Replay
from game.session.viewers.sent_state import SentState


class SentReplayState(SentState):
    """The state of a replay that the page already has."""

    def forget(self) -> None:
        """Forget everything that was sent: the next scene is complete."""
        super().forget()
        self.index = -2  # no stop: stop 0 does not come directly after it


def replay_scene(replay: Replay, sent: SentReplayState) -> Scene:
    """Build the scene of the replay's current stop, with the changes since `sent`; update `sent`."""
    view, names = replay.view, [seat.name for seat in replay.seats]
    one_stop_forward = (sent.round, sent.seat, sent.index) == (view.number, view.seat, replay.index - 1)
    if sent.round != view.number:
        sent.poses, sent.events, sent.rows = {}, (), -1
    events = view.events[len(sent.events) :] if one_stop_forward else ()
    narrated = _narrated_view(replay, view)
    new_scene: Scene = {
        **table_parts(replay, sent),
        "you": narrated.seat,
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
            "round": replay.number,
            "starts": replay.starts[:-1],
        },
        "from": replay.viewpoint,
        "open": replay.rounds[replay.number].end is not None,
        "on": any(seat.kind == "human" for seat in replay.seats) and not replay.match.over,
        "steps": [step_data(event, view.book) for event in events],
        "said": [
            messages.event_message(event, narrated, names)
            for event in narrated.events[len(sent.events) if one_stop_forward else 0 :]
        ],
        "anew": not one_stop_forward,
    }
    if view.end is not None:
        new_scene["said"] += messages.end_messages(narrated, names)
    rows = len(view.round_scores)
    if rows != sent.rows:
        new_scene["sheet"] = score_sheet(narrated, names)
    sent.round, sent.events, sent.rows = view.number, view.events, rows
    sent.seat, sent.index = view.seat, replay.index
    return new_scene


def _narrated_view(replay: Replay, view: View) -> View:
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
