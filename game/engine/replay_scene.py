"""The scene of a replay's stop, for the page.

As in `scene`: "turn", "you", "set", "round", "seats", "yard", "foot", "dead", "ends", "patch", "steps", "said", "anew" and "sheet".

    "phase": "replay",
    "hands": [{"seat", "name", "points", "tiles": [{"tile", "points", "face", …}, …]}, …],     those that are seen
    "at": {"index", "last", "round" from 0, "starts": [the first stop of each round, …]},
    "from": the seat that it is looked at from, null with all hands open,
    "open": false where the round is not over and what is hidden stays so,
    "on": whether somebody can play on from here

`said` is what was just done where the replay went one stop on, else the round so far (`anew`). Whatever seat it is looked at from,
"you" is the one person in it who gave no name, and it is told to them; -1 where there is none.
"""

from collections.abc import Sequence

from game.engine.scene_parts import Scene, Shown, picture, step_of, tile_of_hand
from game.narration import messages
from game.narration.localization.texts import is_nameless
from game.narration.score_sheet import sheet
from game.records.record import Seat
from game.rules.round.scoring import hand_points
from game.rules.tiles import tiles_in
from game.rules.view import NOBODY, View
from game.session.replay import Replay


class Seen(Shown):
    """What the page has been given of a replay."""

    def forget(self) -> None:
        """See Shown."""
        super().forget()
        self.index = -2


def stop(replay: Replay, seen: Seen) -> Scene:
    """The scene of the stop at which the replay stands; `seen` is brought up to date."""
    view, names = replay.view, [seat.name for seat in replay.seats]
    onwards = (seen.round, seen.seat, seen.index) == (view.number, view.seat, replay.index - 1)
    if seen.round != view.number:
        seen.poses, seen.events, seen.rows = {}, 0, -1
    events = view.events[seen.events :] if onwards else ()
    told = _told(replay, view)
    made: Scene = {
        **picture(replay, seen),
        "you": told.seat,
        "phase": "replay",
        "hands": [
            {
                "seat": seat,
                "name": names[seat],
                "points": hand_points(hand, view.options),
                "tiles": [tile_of_hand(tile, view) for tile in tiles_in(hand)],
            }
            for seat, hand in replay.hands
        ],
        "at": {
            "index": replay.index,
            "last": replay.last,
            "round": replay.number,
            "starts": replay.starts[:-1],
        },
        "from": replay.wanted,
        "open": replay.rounds[replay.number].end is not None,
        "on": any(seat.kind == "human" for seat in replay.seats) and not replay.match.over,
        "steps": [step_of(event) for event in events],
        "said": [messages.said(event, told, names) for event in told.events[seen.events if onwards else 0 :]],
        "anew": not onwards,
    }
    if view.end is not None:
        made["said"] += messages.ended(told, names)
    rows = len(view.round_scores)
    if rows != seen.rows:
        made["sheet"] = sheet(told, names)
    seen.round, seen.events, seen.rows = view.number, len(view.events), rows
    seen.seat, seen.index = view.seat, replay.index
    return made


def _told(replay: Replay, view: View) -> View:
    """The view by which a stop is told: where all hands are open, what was drawn is named too."""
    opened = len(replay.open_seats) == len(replay.seats)
    events = replay.match.round.events if opened else view.events
    return view._replace(seat=_reader(replay.seats), events=events)


def _reader(seats: Sequence[Seat]) -> int:
    """The seat of the one person who gave no name; NOBODY where there is none, or are several."""
    nameless = [
        number for number, seat in enumerate(seats) if seat.kind == "human" and is_nameless(seat.name)
    ]
    return nameless[0] if len(nameless) == 1 else NOBODY
