"""Pack a puzzle into a link code: one seat's view on its turn, without anything that this seat may not know.

The code is made from a `SeatView`, so it cannot contain hidden facts. It holds, in this order:
- rule-book and options; the seats with names; the puzzle's seat and the seat that began
- the number of the round, its centre, and the start tiles
- the events, without the tiles that were drawn
- the own hand, the own drawn tiles, the tile drawn in this turn, and the barred tile
- open calls and missed turns (`_call_masks`); the scores of earlier rounds
A reader deals the unseen tiles to the other seats in tile order. These stand-ins mean nothing, and the view does not
show them. "Own" means of the puzzle's seat. A barred tile is a penalty tile that may not be played in this turn.
"""

from collections.abc import Sequence
from math import comb
from typing import Literal, NamedTuple

from game.records.links.packing import Packer, Unpacker, damaged_code
from game.records.links.shared_parts import (
    put_count,
    put_points,
    put_rules,
    put_seats,
    take_count,
    take_points,
    take_rules,
    take_seats,
)
from game.records.reachable import check_reachable
from game.records.record import Seat
from game.rules.errors import LinkError, PositionError
from game.rules.match import Match
from game.rules.moves import Do, Event
from game.rules.options.declared import Options
from game.rules.round.board import Board, empty_board, lay
from game.rules.round.deal import Deal, dealer_of
from game.rules.round.round_state import CALM, Asides, End, Round
from game.rules.tiles import DOUBLE, HIGH, LOW, MOST, Tile, tiles_in
from game.rules.view import SeatView, view

# Kinds of events: `Event.do`, and for a draw that is not the turn's own: `Event.why`.
_Kind = Literal[Do, "penalty", "start"]
_KINDS: tuple[_Kind, ...] = ("play", "draw", "pass", "call", "catch", "skip", "take-back", "penalty", "start")
_KIND_WEIGHTS = (24, 12, 6, 3, 2, 1, 1, 1, 1)
_ASIDE_WEIGHTS = (15, 1)  # without, with open calls or missed turns


class Puzzle(NamedTuple):
    """One seat's view on its turn, with the preset and the seats."""

    preset: str | None
    seats: tuple[Seat, ...]
    view: SeatView


class _PublicState:
    """The public state of a round before the next event.

    A code holds a play as its index among `plays`.
    """

    def __init__(self, options: Options, centre: Tile, first: int) -> None:
        self.options = options
        self.board = empty_board(centre)
        if options.centre_from == "table":
            self.board = lay(self.board, centre, -1, options)
        self.before: Board = self.board  # the table before the last play
        self.may_take_back = False  # whether the last turn was a play
        self.turn = first
        self.counts = [options.hand] * options.players  # tiles by seat

    def plays(self) -> list[Tile]:
        """The tiles that fit the table now, in any hand or in the yard."""
        if not self.board.laid:
            return [self.board.centre]
        return tiles_in(self.board.playable & ~self.board.table & self.options.tiles)

    def ends(self, tile: Tile) -> list[Tile]:
        """The laid tiles on which a tile may be laid. -1 stands for the place of the centre."""
        if not self.board.laid:
            return [-1]
        return [
            on for suit in dict.fromkeys((HIGH[tile], LOW[tile])) for on in tiles_in(self.board.targets(suit))
        ]

    def apply(self, event: Event) -> None:
        """Update the state by an event."""
        seats = self.options.players
        if event.do == "play":
            self.before, self.board = self.board, lay(self.board, event.tile, event.on, self.options)
        if event.do == "take-back":
            self.board, self.turn = self.before, event.seat
        if event.do in ("play", "pass", "skip", "take-back") or event.why == "turn":
            self.may_take_back = event.do == "play"
        if event.do in ("play", "pass", "skip"):
            self.turn = (event.seat + 1) % seats
        self.counts[event.seat] += {"draw": 1, "take-back": 1, "play": -1}.get(event.do, 0)


def put_puzzle(packer: Packer, puzzle: Puzzle) -> None:
    """Pack a puzzle. Raises LinkError if it is not the turn of the puzzle's seat."""
    seen, options = puzzle.view, puzzle.view.options
    if seen.end is not None or seen.turn != seen.seat:
        raise LinkError("error.link.no-puzzle")
    put_rules(packer, options, puzzle.preset)
    put_seats(packer, puzzle.seats)
    for value in (seen.seat, seen.first_seat):
        packer.put(value, options.players)
    packer.put(seen.number - 1, options.round_count)
    packer.put(HIGH[seen.centre], MOST + 1)
    packer.put(len(seen.start_tiles) > 0, 2)
    for start_tile in seen.start_tiles:
        packer.put(start_tile, options.tiles.bit_length())
    public = _PublicState(options, seen.centre, seen.first_seat)
    put_count(packer, len(seen.events))
    for event in seen.events:
        _put_event(packer, public, event)
        public.apply(event)
    _put_own(packer, seen, public.board.table)
    call_masks = _call_masks(seen)
    packer.put_weighted(any(call_masks), _ASIDE_WEIGHTS)
    if any(call_masks):
        for mask in call_masks:
            packer.put(mask, 1 << options.players)
    for scores in seen.round_scores:
        for points in scores:
            put_points(packer, points)


def take_puzzle(unpacker: Unpacker) -> Puzzle:
    """Unpack a puzzle. Raises LinkError."""
    preset, options = take_rules(unpacker)
    seats = take_seats(unpacker, options.players)
    seat, first = unpacker.take(options.players), unpacker.take(options.players)
    number, centre = unpacker.take(options.round_count) + 1, DOUBLE[unpacker.take(MOST + 1)]
    start_tiles = (
        [unpacker.take(options.tiles.bit_length()) for _ in range(options.players)]
        if unpacker.take(2)
        else []
    )
    if not options.tiles >> centre & 1:
        raise damaged_code()
    public, events = _PublicState(options, centre, first), list[Event]()
    for _ in range(take_count(unpacker)):
        events.append(_take_event(unpacker, public))
        public.apply(events[-1])
        if min(public.counts) < 1:
            raise damaged_code()
    own = DOUBLE[options.centres[number - 1]]
    deal = Deal(
        number, own, centre, dealer_of(number, options.players), first, (), (), (), tuple(start_tiles)
    )
    hand, drawn, barred, events = _take_own(unpacker, public, seat, events)
    asides = CALM._replace(barred=barred)
    if unpacker.take_weighted(_ASIDE_WEIGHTS):
        asides = _asides(barred, [unpacker.take(1 << options.players) for _ in range(3)], events)
    hands, yard = _deal_unseen(public, seat, hand)
    state = Round(
        options, deal, public.board, hands, yard, public.turn, drawn, 0, asides, tuple(events), None
    )
    scores = [tuple([take_points(unpacker) for _ in range(options.players)]) for _ in range(number - 1)]
    unpacker.finish()
    seen = _view(state, scores, seat)
    has_calls = asides._replace(barred=-1) != CALM
    if seen.turn != seat or not seen.choices or any(_call_masks(seen)) != has_calls:
        raise damaged_code()
    return Puzzle(preset, seats, seen)


def stand_in_match(puzzle: Puzzle) -> Match:
    """A match in which the view of the puzzle's seat is exactly this puzzle.

    The unseen tiles are stand-ins, in tile order.
    """
    seen = puzzle.view
    public = _PublicState(seen.options, seen.centre, seen.first_seat)
    for event in seen.events:
        public.apply(event)
    deal = Deal(
        seen.number, seen.own_centre, seen.centre, seen.dealer, seen.first_seat, (), (), (), seen.start_tiles
    )
    hands, yard = _deal_unseen(public, seen.seat, seen.hand)
    events = tuple(seen.events)
    asides = _asides(seen.barred, _call_masks(seen), events)
    state = Round(
        seen.options, deal, public.board, hands, yard, seen.turn, seen.drawn, 0, asides, events, None
    )
    # of the earlier rounds, only the scores are known
    before = [state._replace(end=End("out", -1, points, ())) for points in seen.round_scores]
    return Match(seen.options, "", tuple(before), state)


def _view(state: Round, scores: list[tuple[int, ...]], seat: int) -> SeatView:
    """The seat's view of a round.

    `scores` has the points by seat of each earlier round. Raises LinkError for an impossible state.
    """
    try:
        check_reachable(state)
    except PositionError:
        raise damaged_code() from None
    before = tuple([state._replace(end=End("out", -1, points, ())) for points in scores])
    return view(Match(state.options, "", before, state), seat)


def _put_event(packer: Packer, public: _PublicState, event: Event) -> None:
    kind = event.why if event.why in _KINDS else event.do
    packer.put_weighted(_KINDS.index(kind), _KIND_WEIGHTS)
    seats = public.options.players
    if kind in ("call", "catch", "penalty", "start"):
        packer.put(event.seat, seats)
    if kind == "catch":
        packer.put(event.target, seats)
    if kind == "play":
        plays, ends = public.plays(), public.ends(event.tile)
        packer.put(plays.index(event.tile), len(plays))
        packer.put(ends.index(event.on), len(ends))


def _take_event(unpacker: Unpacker, public: _PublicState) -> Event:
    """Unpack the next event. The tile of a draw remains -1. Raises LinkError."""
    kind = _KINDS[unpacker.take_weighted(_KIND_WEIGHTS)]
    seats, seat = public.options.players, public.turn
    if kind in ("call", "catch", "penalty", "start"):
        seat = unpacker.take(seats)
    if kind == "penalty":
        return Event(seat, "draw", why="penalty")
    if kind == "start":
        return Event(seat, "draw", why="start")
    if kind == "draw":
        return Event(seat, "draw", why="turn")
    if kind == "catch":
        return Event(seat, "catch", target=unpacker.take(seats))
    if kind == "take-back":
        if not public.may_take_back:
            raise damaged_code()
        return Event((seat - 1) % seats, "take-back")
    if kind == "play":
        plays = public.plays()
        if not plays:
            raise damaged_code()
        tile = plays[unpacker.take(len(plays))]
        ends = public.ends(tile)
        return Event(seat, "play", tile, ends[unpacker.take(len(ends))])
    return Event(seat, kind)


def _own_tiles(seat: int, hand: int, events: list[Event]) -> list[Tile]:
    """The tiles that a seat holds or has played."""
    return sorted(
        {*tiles_in(hand), *(event.tile for event in events if event.do == "play" and event.seat == seat)}
    )


def _put_own(packer: Packer, seen: SeatView, table: int) -> None:
    """Pack the own hand, the own drawn tiles, the tile drawn in this turn, and the barred tile.

    `table` is the mask of laid tiles.

    The hand is packed as its rank among all hands of this size (combinatorial number system).
    """
    not_laid, held = tiles_in(seen.options.tiles & ~table), tiles_in(seen.hand)
    rank = sum(comb(not_laid.index(tile), size) for size, tile in enumerate(held, 1))
    packer.put(rank, comb(len(not_laid), len(held)))
    mine = _own_tiles(seen.seat, seen.hand, [*seen.events])
    for event in seen.events:
        if event.do == "draw" and event.seat == seen.seat:
            packer.put(mine.index(event.tile), len(mine))
    for tile in (seen.drawn, seen.barred):
        packer.put(0 if tile < 0 else 1 + held.index(tile), len(held) + 1)


def _take_own(
    unpacker: Unpacker, public: _PublicState, seat: int, events: list[Event]
) -> tuple[int, Tile, Tile, list[Event]]:
    """Unpack what `_put_own` packed. Raises LinkError.

    Returns the mask of the own hand, the tile drawn in this turn (-1: none), the barred tile (-1: none), and the events
    with the own drawn tiles.
    """
    not_laid, hand_size = tiles_in(public.options.tiles & ~public.board.table), public.counts[seat]
    if sum(public.counts) > len(not_laid):
        raise damaged_code()
    rank, held = unpacker.take(comb(len(not_laid), hand_size)), list[Tile]()
    for size in range(hand_size, 0, -1):
        index = size - 1
        while comb(index + 1, size) <= rank:
            index += 1
        rank -= comb(index, size)
        held.insert(0, not_laid[index])
    hand = sum(1 << tile for tile in held)
    mine = _own_tiles(seat, hand, events)
    events = [
        event._replace(tile=mine[unpacker.take(len(mine))])
        if event.do == "draw" and event.seat == seat
        else event
        for event in events
    ]
    drawn, barred = ([-1, *held][unpacker.take(hand_size + 1)] for _ in range(2))
    return hand, drawn, barred, events


def _call_masks(seen: SeatView) -> tuple[int, int, int]:
    """Masks of the seats that may still call their last tile (again), can be caught, and miss a turn (see `Asides`)."""
    silent = {*seen.may_catch}
    if seen.seat in seen.not_called and not seen.may_call:
        silent.add(seen.seat)
    uncalled = set(seen.not_called) - silent
    return _mask(uncalled), _mask(silent), _mask(set(seen.owing))


def _asides(barred: Tile, call_masks: Sequence[int], events: Sequence[Event]) -> Asides:
    """The asides of a puzzle. Of the seats that may still call, those must call again that missed a turn after their play."""
    calling, silent, owing = call_masks
    latest = {event.seat: event.do for event in events if event.do in ("play", "skip")}
    again = _mask({seat for seat in tiles_in(calling) if latest.get(seat) == "skip"})
    return Asides(barred, calling ^ again, silent, owing, again)


def _mask(seats: set[int]) -> int:
    return sum(1 << seat for seat in seats)


def _deal_unseen(public: _PublicState, seat: int, hand: int) -> tuple[tuple[int, ...], tuple[Tile, ...]]:
    """All hands (masks by seat) and the yard: the own hand, and stand-ins dealt in tile order.

    `seat` holds the mask `hand`.
    """
    unseen = tiles_in(public.options.tiles & ~public.board.table & ~hand)
    hands = []
    for other, count in enumerate(public.counts):
        hands.append(hand if other == seat else sum(1 << tile for tile in unseen[:count]))
        unseen = unseen if other == seat else unseen[count:]
    return tuple(hands), tuple(unseen)
