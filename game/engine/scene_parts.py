"""The parts of a scene (see `scene`) that any look at a table has, of a match in play and of a replay: seats, table, events."""

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
    """Where the tiles lie."""

    @property
    def layout(self) -> Layout:
        """Their poses."""

    def spots(self) -> list[Any]:
        """Open ends, missing toes and missing arms as (on, suit, x, y, angle)."""


class Look(Protocol):
    """What is looked at: a session, or a stop of a replay."""

    @property
    def view(self) -> View:
        """What may be known of it."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who sits there."""

    @property
    def board(self) -> Board:
        """Its table."""


class Shown:
    """What the page has been given, so that a scene carries only what changed."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """The page shows nothing any more: the next scene is complete."""
        self.poses: dict[Tile, Any] = {}
        self.seat: int | None = None
        self.round = 0
        self.events = 0
        self.rows = -1


def picture(look: Look, shown: Shown) -> Scene:
    """The parts of the scene that do not depend on who may do what."""
    view, spots = look.view, look.board.spots()
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
        "seats": _seats(look),
        "yard": view.yard,
        "foot": messages.foot_lines(view),
        "dead": view.stalemate,
        "ends": _ends(view, spots),
        "patch": _patch(look, spots, shown),
    }


def _seats(look: Look) -> list[dict[str, Any]]:
    view = look.view
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
        for number, seat in enumerate(look.seats)
    ]


def _ends(view: View, spots: list[Any]) -> list[dict[str, Any]]:
    """The numbers that lie open, with how many ends each has and where; while something is pending only that is open."""
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
                for on, of, x, y, _ in spots
                if of == suit and _is_live(on, suit, view)
            ],
        }
        for suit, count in sorted(counts.items())
    ]


def _is_live(on: Tile, suit: int, view: View) -> bool:
    """Whether an end of a number is one that counts: of a pending foot's number only the foot's own places do."""
    return view.foot < 0 or suit != HIGH[view.foot] or on == view.foot


def tile_of_hand(tile: Tile, view: View, fits: bool = False) -> dict[str, Any]:
    """A tile of a hand that is open to whoever looks."""
    return {
        "tile": NAME[tile],
        "points": hand_points(1 << tile, view.options),
        "fits": fits,
        "drawn": tile == view.drawn,
        "face": tile_markup(tile),
    }


def step_of(event: Event) -> dict[str, Any]:
    """An event for motion and sound."""
    step = {"seat": event.seat, "do": event.do, "why": event.why, "target": event.target}
    if event.tile >= 0:
        step["tile"] = NAME[event.tile]
        step["double"] = is_double(event.tile) and event.on >= 0
    return step


def _patch(look: Look, spots: list[Any], shown: Shown) -> dict[str, Any]:
    """What changes on the table since the last scene, as markup for its layers."""
    view, poses = look.view, look.board.layout.poses
    clear = not shown.poses
    gone = [tile for tile in shown.poses if tile not in poses]
    new = [(tile, pose) for tile, pose in poses.items() if tile not in shown.poses]
    moved = [(tile, pose) for tile, pose in poses.items() if shown.poses.get(tile, pose) != pose]
    shown.poses = dict(poses)
    last, marks = _last_laid(view), _dots(view, spots)
    if last is not None:
        marks += last_tile_markup(poses[last.tile], last.seat)
    return {
        "clear": clear,
        "remove": [NAME[tile] for tile in gone],
        "move": [[NAME[tile], pose_style(pose)] for tile, pose in moved],
        "add": [[NAME[tile], placed_markup(tile, pose)] for tile, pose in new],
        "ground": _pairs(underlay_markup(poses.values())) if new or gone or moved else [],
        "set": _pairs({"glow": _glow(look), "slots": _slots(view, spots), "marks": marks}),
        "last": next((list(pose[:2]) for tile, pose in new if last and tile == last.tile), None),
        "box": list(look.board.layout.box()) if poses else [-3, -3, 3, 3],
        "corners": look.board.layout.upper_corners(),
    }


def _pairs(layers: dict[str, str]) -> list[list[str]]:
    return [[name, made] for name, made in layers.items()]


def _glow(look: Look) -> str:
    """The yolk ground under a pending foot and its toes."""
    view, poses = look.view, look.board.layout.poses
    if view.foot < 0 or view.opening:
        return ""
    foot = [view.foot] + [tile for tile, on in view.laid if on == view.foot]
    return web_markup(poses[tile] for tile in foot)


def _slots(view: View, spots: list[Any]) -> str:
    """The missing toes or arms."""
    return "".join(slot_markup((x, y, angle)) for on, _, x, y, angle in spots if on == view.foot)


def _dots(view: View, spots: list[Any]) -> str:
    """Dots at the ends that fit the hand."""
    if view.foot >= 0:
        return ""
    suits = {choice.suit for choice in view.choices if choice.do == "play"}
    return "".join(
        open_end_markup(x, y) for on, suit, x, y, _ in spots if suit in suits and not is_double(on)
    )


def _last_laid(view: View) -> Event | None:
    """The play that lies on top of all others; None before the first, and after one was taken back."""
    last = next((event for event in reversed(view.events) if event.do in ("play", "take-back")), None)
    return last if last is not None and last.do == "play" else None
