"""Build the parts that scenes of a match in play and of a replay share: seats, table and events (game/engine/scene.py)."""

from typing import Any, Protocol

from game.narration import messages
from game.records.record import Seat
from game.rules.moves import Event
from game.rules.round.scoring import hand_points
from game.rules.tiles import HIGH, NAME, Tile, is_double
from game.rules.view import View
from game.table.drawing import (
    last_tile_markup,
    open_end_markup,
    placed_markup,
    pose_style,
    slot_markup,
    underlay_markup,
    web_markup,
)
from game.table.faces import tile_markup
from game.table.layout import Layout

Scene = dict[str, Any]


class Board(Protocol):
    """The tiles on the table."""

    @property
    def layout(self) -> Layout:
        """The tiles' poses."""

    def open_spots(self) -> list[Any]:
        """Open ends, missing toes and missing arms as (on, suit, x, y, angle)."""


class TableSource(Protocol):
    """The source of a scene: a session, or one stop of a replay."""

    @property
    def view(self) -> View:
        """The facts that the viewer may know."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The players by seat."""

    @property
    def board(self) -> Board:
        """The table."""


class SentState:
    """The state that the page already has, so that a scene carries only the changes."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Forget everything that was sent: the next scene is complete."""
        self.poses: dict[Tile, Any] = {}
        self.seat: int | None = None
        self.round = 0
        self.events = 0
        self.rows = -1


def table_parts(source: TableSource, sent: SentState) -> Scene:
    """The parts of a scene that do not depend on the legal moves."""
    view, open_spots = source.view, source.board.open_spots()
    return {
        "turn": view.turn,
        "you": view.seat,
        "set": view.options.set,
        "round": {
            "number": view.number,
            "of": view.options.round_count,
            "centre": NAME[view.centre],
            "own": NAME[view.own_centre],
        },
        "seats": _seats(source),
        "yard": view.yard,
        "foot": messages.foot_messages(view),
        "dead": view.stalemate,
        "ends": _ends(view, open_spots),
        "patch": _patch(source, open_spots, sent),
    }


def _seats(source: TableSource) -> list[dict[str, Any]]:
    view = source.view
    called = {event.seat for event in view.events if event.do == "call"}
    return [
        {
            "seat": number,
            "name": seat.name,
            "level": seat.level,
            "count": view.counts[number],
            "total": view.totals[number],
            "one": view.counts[number] == 1,
            "called": view.counts[number] == 1 and number in called,
        }
        for number, seat in enumerate(source.seats)
    ]


def _ends(view: View, open_spots: list[Any]) -> list[dict[str, Any]]:
    """Each number with open ends: how many, and where. While a foot is pending only its number is playable."""
    counts = {suit: mask.bit_count() for suit, mask in enumerate(view.ends) if mask}
    if view.foot >= 0:
        counts[HIGH[view.foot]] = view.missing
    return [
        {
            "suit": suit,
            "count": count,
            "open": view.foot < 0 or suit == HIGH[view.foot],
            "at": [
                [round(x, 3), round(y, 3)]
                for on, of, x, y, _ in open_spots
                if of == suit and _counts_as_open(on, suit, view)
            ],
        }
        for suit, count in sorted(counts.items())
    ]


def _counts_as_open(on: Tile, suit: int, view: View) -> bool:
    """Whether an open end counts: for the number of a pending foot, only the places at the foot do."""
    return view.foot < 0 or suit != HIGH[view.foot] or on == view.foot


def hand_tile_data(tile: Tile, view: View, fits: bool = False) -> dict[str, Any]:
    """A tile of a hand that the viewer sees."""
    return {
        "tile": NAME[tile],
        "points": hand_points(1 << tile, view.options),
        "fits": fits,
        "drawn": tile == view.drawn,
        "face": tile_markup(tile),
    }


def step_data(event: Event) -> dict[str, Any]:
    """An event as the page needs it for motion and sound."""
    step = {"seat": event.seat, "do": event.do, "why": event.why, "target": event.target}
    if event.tile >= 0:
        step["tile"] = NAME[event.tile]
        step["double"] = is_double(event.tile) and event.on >= 0
    return step


def _patch(source: TableSource, open_spots: list[Any], sent: SentState) -> dict[str, Any]:
    """The changes of the table since the last scene, as markup for its layers."""
    view, poses = source.view, source.board.layout.poses
    clear = not sent.poses
    gone = [tile for tile in sent.poses if tile not in poses]
    new = [(tile, pose) for tile, pose in poses.items() if tile not in sent.poses]
    moved = [(tile, pose) for tile, pose in poses.items() if sent.poses.get(tile, pose) != pose]
    sent.poses = dict(poses)
    last, marks = _last_play(view), _open_end_markers(view, open_spots)
    if last is not None:
        marks += last_tile_markup(poses[last.tile], last.seat)
    return {
        "clear": clear,
        "remove": [NAME[tile] for tile in gone],
        "move": [[NAME[tile], pose_style(pose)] for tile, pose in moved],
        "add": [[NAME[tile], placed_markup(tile, pose)] for tile, pose in new],
        "ground": _pairs(underlay_markup(poses.values())) if new or gone or moved else [],
        "set": _pairs({"glow": _foot_web(source), "slots": _missing_slots(view, open_spots), "marks": marks}),
        "last": next((list(pose[:2]) for tile, pose in new if last and tile == last.tile), None),
        "box": list(source.board.layout.box()) if poses else [-3, -3, 3, 3],
        "corners": source.board.layout.upper_corners(),
    }


def _pairs(layers: dict[str, str]) -> list[list[str]]:
    return [[name, made] for name, made in layers.items()]


def _foot_web(source: TableSource) -> str:
    """The coloured web under a pending foot and its toes."""
    view, poses = source.view, source.board.layout.poses
    if view.foot < 0 or view.opening:
        return ""
    foot = [view.foot] + [tile for tile, on in view.laid if on == view.foot]
    return web_markup(poses[tile] for tile in foot)


def _missing_slots(view: View, open_spots: list[Any]) -> str:
    """Markup of the missing toes or arms."""
    return "".join(slot_markup((x, y, angle)) for on, _, x, y, angle in open_spots if on == view.foot)


def _open_end_markers(view: View, open_spots: list[Any]) -> str:
    """Markup of the markers at open ends that a tile of the hand fits."""
    if view.foot >= 0:
        return ""
    suits = {choice.suit for choice in view.choices if choice.do == "play"}
    return "".join(
        open_end_markup(x, y) for on, suit, x, y, _ in open_spots if suit in suits and not is_double(on)
    )


def _last_play(view: View) -> Event | None:
    """The newest play; None before the first one, and when the newest was taken back."""
    last = next((event for event in reversed(view.events) if event.do in ("play", "take-back")), None)
    return last if last is not None and last.do == "play" else None
