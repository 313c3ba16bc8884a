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
     "prompt": [message, …], "foot": message or null, "dead": the foot cannot be closed,
     "ends": [{"suit": 6, "count": 1, "open": true}, …],                         open: can be played on now
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
     "anew": the viewer changed, or a person's move was unmade: `said` is the whole round and takes the place of the log
     "since": [[step, message], …],       after a curtain: what happened since the own last turn, to be played back
     "sheet": {…} or absent when unchanged,
     "seen": [{"event", "seat", "text", "banner"}, …],   the same to be shown where it happens, see telling/happenings.py
     "card": {…} at the start of a round,  likewise; neither for a round that is come back to
     "grace": true,                       a person has yet to call and what is due could cost it: to be waited with
     "next": true}                        something happens without the person: ask for the next event

A message is [key, values] for game/telling/texts.py.
"""

from typing import Any

from game.rules.moves import Move, move_text
from game.rules.round.scoring import hand_points
from game.rules.tiles import HIGH, NAME, Tile, is_double, tiles_in
from game.rules.view import NOBODY, View, moves_of
from game.session.session import Session
from game.session.tabletop import Tabletop
from game.table.drawing import (
    dot_markup,
    ghost_markup,
    ground_markup,
    last_markup,
    placed_markup,
    slot_markup,
    style_of,
    web_markup,
)
from game.table.faces import tile_markup
from game.telling import messages as says
from game.telling.happenings import card, happened
from game.telling.sheet import sheet

Scene = dict[str, Any]


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
    made: Scene = {
        "version": session.version,
        "phase": session.phase if curtain == NOBODY else "curtain",
        "turn": view.turn,
        "you": view.seat,
        "curtain": None if curtain == NOBODY else {"seat": curtain, "name": names[curtain]},
        "set": view.options.set,
        "round": {
            "number": view.number,
            "of": view.options.round_count,
            "centre": NAME[view.centre],
            "own": NAME[view.own_centre],
        },
        "seats": _seats(session),
        "yard": view.yard,
        "hand": _hand(view),
        "points": hand_points(view.hand, view.options),
        "prompt": says.prompt(view, names) if curtain == NOBODY else [says.curtain(names[curtain])],
        "foot": says.foot_line(view),
        "dead": view.stalemate,
        "ends": _ends(view),
        "can": _can(session),
        "moves": _moves(view),
        "patch": _patch(session, shown),
        "steps": [_step(event) for event in events],
        "said": [says.said(event, view, names) for event in retold],
        "anew": anew,
        "since": _since(view, names) if anew and not undone else [],
        "seen": [] if undone or gone_on else happened(view, shown.events, names),
        "grace": _grace(session),
        "next": session.due(),
    }
    if fresh and not gone_on:
        made["card"] = card(view, names)
    if undone and session.alone:
        made["said"] = [says.message("say.undone")]
    if view.end is not None and (fresh or events):
        made["said"] += says.ended(view, names)
    rows = len(view.round_scores)
    if rows != shown.rows or fresh:
        made["sheet"] = sheet(view, names)
    shown.round, shown.events, shown.rows, shown.seat = view.number, len(view.events), rows, view.seat
    return made


def _grace(session: Session) -> bool:
    """Whether a person has not called yet and what is due could cost it: then people get time to notice."""
    costs = session.match.options.last_tile_call in ("catch", "automatic")
    return costs and session.due() and any(seat in session.people for seat in session.view.must_call)


def _since(view: View, names: list[str]) -> list[tuple[dict[str, Any], says.Message]]:
    """What happened since the viewer's last turn, in a round that goes on; nothing for an onlooker."""
    if view.seat == NOBODY or view.end is not None:
        return []
    own = [n for n, event in enumerate(view.events) if event.seat == view.seat and _of_turn(event)]
    return [
        (_step(event), says.said(event, view, names)) for event in view.events[own[-1] + 1 if own else 0 :]
    ]


def _of_turn(event: Any) -> bool:
    return event.do in ("play", "pass", "skip") or (event.do, event.why) == ("draw", "turn")


def _seats(session: Session) -> list[dict[str, Any]]:
    view = session.view
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
        for number, seat in enumerate(session.seats)
    ]


def _hand(view: View) -> list[dict[str, Any]]:
    fits = {choice.tile for choice in view.choices if choice.do == "play"}
    return [
        {
            "tile": NAME[tile],
            "points": hand_points(1 << tile, view.options),
            "fits": tile in fits,
            "drawn": tile == view.drawn,
            "face": tile_markup(tile),
        }
        for tile in tiles_in(view.hand)
    ]


def _ends(view: View) -> list[dict[str, Any]]:
    """The numbers that lie open, with how many ends each has; while something is pending only that is open."""
    counts = {suit: mask.bit_count() for suit, mask in enumerate(view.ends) if mask}
    if view.foot >= 0:
        counts[HIGH[view.foot]] = view.missing
    return [
        {"suit": suit, "count": count, "open": view.foot < 0 or suit == HIGH[view.foot]}
        for suit, count in sorted(counts.items())
    ]


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


def _step(event: Any) -> dict[str, Any]:
    step = {"seat": event.seat, "do": event.do, "why": event.why, "target": event.target}
    if event.tile >= 0:
        step["tile"] = NAME[event.tile]
        step["double"] = is_double(event.tile) and event.on >= 0
    return step


def _patch(session: Session, shown: Shown) -> dict[str, Any]:
    """What changes on the table since the last scene, as markup for its layers."""
    view, poses = session.view, session.board.layout.poses
    clear = not shown.poses
    gone = [tile for tile in shown.poses if tile not in poses]
    new = [(tile, pose) for tile, pose in poses.items() if tile not in shown.poses]
    moved = [(tile, pose) for tile, pose in poses.items() if shown.poses.get(tile, pose) != pose]
    shown.poses = dict(poses)
    return {
        "clear": clear,
        "remove": [NAME[tile] for tile in gone],
        "move": [[NAME[tile], style_of(pose)] for tile, pose in moved],
        "add": [[NAME[tile], placed_markup(tile, pose)] for tile, pose in new],
        "ground": _pairs(ground_markup(poses.values())) if new or gone or moved else [],
        "set": _pairs({"glow": _glow(session), "slots": _slots(session), "marks": _marks(session, view)}),
        "box": list(session.board.layout.box()) if poses else [-3, -3, 3, 3],
        "corners": session.board.layout.corners(),
    }


def _pairs(layers: dict[str, str]) -> list[list[str]]:
    return [[name, made] for name, made in layers.items()]


def _glow(session: Session) -> str:
    """The yolk ground under a pending foot and its toes."""
    view, poses = session.view, session.board.layout.poses
    if view.foot < 0 or view.opening:
        return ""
    foot = [view.foot] + [tile for tile, on in view.laid if on == view.foot]
    return web_markup(poses[tile] for tile in foot)


def _slots(session: Session) -> str:
    """The missing toes or arms."""
    spots = session.board.spots()
    return "".join(slot_markup((x, y, angle)) for on, _, x, y, angle in spots if on == session.view.foot)


def _marks(session: Session, view: View) -> str:
    """Dots at the ends that fit the hand, and the ring round the last tile."""
    suits = {choice.suit for choice in view.choices if choice.do == "play"}
    dots = [
        dot_markup(x, y)
        for on, suit, x, y, _ in session.board.spots()
        if suit in suits and not is_double(on) and view.foot < 0
    ]
    last = next((event for event in reversed(view.events) if event.do in ("play", "take-back")), None)
    if last is not None and last.do == "play":
        name = session.seats[last.seat].name
        dots.append(last_markup(session.board.layout.poses[last.tile], name[:1], last.seat))
    return "".join(dots)


def ghost_of(board: Tabletop, move: Move) -> dict[str, Any]:
    """A place for the chosen tile: its move code, its drawing as a ghost and as laid, and where its middle is, in u."""
    pose = board.ghost(move.tile, move.on)
    code = move_text(move)
    return {
        "move": code,
        "markup": ghost_markup(move.tile, code, pose),
        "tile": NAME[move.tile],
        "laid": placed_markup(move.tile, pose),
        "x": pose.x,
        "y": pose.y,
        "on": NAME[move.on] if move.on >= 0 else "",
    }
