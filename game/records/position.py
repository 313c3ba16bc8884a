"""Write a position as one line of text, and read it back. A position is a round without its history.

`position/1 montgomery/3 round=2 centre=8-8 first=1 turn=0 hands=9-4,8-1/7-7/3-1 yard=5-2,9-7 laid=8-8,8-4>8-8 …`
The example shows the fields that every position has. These fields are left out if they have no value:
- `drawn`: the tile drawn in this turn; `barred`: the penalty tile that may not be played in this turn
- `stuck`: how many seats in a row are stuck
- `uncalled`: the seats (digits) that may still call. `silent`: those that can be caught. `owing`: those that will miss a turn
- `again`: the seats that missed a turn and must call again
- `back`: the state that a take-back restores: drawn tile / barred tile / seats that may call, `-` for none
Every position has exactly one text. The text does not say whether the round is over. It is over if a hand is empty, or
if enough seats are stuck (all or one, by the options).
"""

from collections.abc import Iterable

from game.records.option_text import nearest_preset, options_text, parse_options
from game.records.reachable import check_reachable
from game.rules.errors import MoveSyntaxError, PositionError, Refusal, TileError
from game.rules.moves import Move, move_text, parse_move
from game.rules.options.declared import Options
from game.rules.round.board import Board, empty_board, lay, why_not_lay
from game.rules.round.deal import Deal, dealer_of
from game.rules.round.round_state import Asides, Retake, Round
from game.rules.round.turn import end_if_over
from game.rules.tiles import DOUBLE, NAME, Tile, parse_tile, tiles_in

VERSION = "position/1"
LONGEST = 5_000  # characters


def position_text(state: Round) -> str:
    """The text of a position. It contains all hands, so neither the page nor a bot may get it."""
    always = {
        "round": str(state.number),
        "centre": NAME[state.centre],
        "first": str(state.deal.first_seat),
        "turn": str(state.turn),
        "hands": "/".join(_tiles_text(tiles_in(hand)) for hand in state.hands),
        "yard": _tiles_text(state.yard),
        "laid": ",".join(move_text(Move(0, "play", tile, on)) for tile, on in state.laid),
    }
    sometimes = {
        "drawn": _tiles_text(_list_of(state.drawn)),
        "barred": _tiles_text(_list_of(state.asides.barred)),
        "stuck": str(state.stuck) if state.stuck else "",
        "uncalled": _seats_text(state.asides.uncalled),
        "silent": _seats_text(state.asides.silent),
        "owing": _seats_text(state.asides.owing),
        "again": _seats_text(state.asides.again),
        "back": _retake_text(state.asides.retake),
    }
    fields = {**always, **{name: value for name, value in sometimes.items() if value}}
    options = options_text(state.options, nearest_preset(state.options))
    return " ".join([VERSION, options, *(f"{name}={value}" for name, value in fields.items())])


def _list_of(tile: Tile) -> list[Tile]:
    """A list with the tile, or an empty list for -1."""
    return [tile] if tile >= 0 else []


def _tiles_text(tiles: Iterable[Tile]) -> str:
    return ",".join(NAME[tile] for tile in tiles)


def _seats_text(seats: int) -> str:
    return "".join(str(seat) for seat in tiles_in(seats))


def _retake_text(retake: Retake | None) -> str:
    if retake is None:
        return ""
    tiles = [_tiles_text(_list_of(tile)) or "-" for tile in (retake.drawn, retake.barred)]
    return "/".join([*tiles, _seats_text(retake.uncalled) or "-"])


def parse_position(text: str) -> Round:
    """Read a position as a round without events. Raises PositionError, also for a position that play cannot reach."""
    version, *parts = text[: LONGEST + 1].split(" ")
    if version != VERSION or len(text) > LONGEST or not parts:
        raise unreadable_part(version)
    try:
        options = parse_options(parts[0])[1]
    except Refusal as problem:
        raise unreadable_part(parts[0]) from problem
    state = _round(options, dict(part.partition("=")[::2] for part in parts[1:]))
    check_reachable(state)
    state = end_if_over(state)
    if position_text(state) != text:
        raise PositionError("error.position.form")
    return state


def unreadable_part(part: str) -> PositionError:
    """The error for an unreadable part of a position."""
    return PositionError("error.position.shape", {"part": part[:40]})


def _round(options: Options, given: dict[str, str]) -> Round:
    """Build the round from the texts of its fields, by name.

    It does not check whether the fields agree with each other.
    """
    seats = options.players
    number = _number(given, "round", options.round_count + 1)
    centre = _tile(given.get("centre", ""))
    board, before = _boards(options, centre, given.get("laid", ""))
    turn = _number(given, "turn", seats)
    hands = tuple(_mask(hand) for hand in given.get("hands", "").split("/"))
    yard = tuple(_tiles(given.get("yard", "")))
    first = _number(given, "first", seats)
    own_centre = DOUBLE[options.centres[number - 1]]
    return Round(
        options=options,
        deal=Deal(number, own_centre, centre, dealer_of(number, seats), first, hands, yard),
        board=board,
        hands=hands,
        yard=yard,
        turn=turn,
        drawn=_tile(given["drawn"]) if "drawn" in given else -1,
        stuck=_number(given, "stuck", seats + 1) if "stuck" in given else 0,
        asides=Asides(
            barred=_tile(given["barred"]) if "barred" in given else -1,
            uncalled=_seats(given.get("uncalled", ""), seats),
            silent=_seats(given.get("silent", ""), seats),
            owing=_seats(given.get("owing", ""), seats),
            again=_seats(given.get("again", ""), seats),
            retake=_retake(given["back"], (turn - 1) % seats, before, seats) if "back" in given else None,
        ),
        events=(),
        end=None,
    )


def _number(given: dict[str, str], field: str, below: int) -> int:
    text = given.get(field, "")
    if text not in map(str, range(below)):
        raise unreadable_part(f"{field}={text}")
    return int(text)


def _tile(text: str) -> Tile:
    try:
        return parse_tile(text)
    except TileError:
        raise unreadable_part(text) from None


def _tiles(text: str) -> list[Tile]:
    return [_tile(name) for name in text.split(",")] if text else []


def _mask(text: str) -> int:
    return sum(1 << tile for tile in set(_tiles(text)))


def _seats(text: str, seats: int) -> int:
    return sum(1 << _number({"seat": seat}, "seat", seats) for seat in set(text))


def _boards(options: Options, centre: Tile, text: str) -> tuple[Board, Board]:
    """Lay every tile of the field `laid` by the rules.

    Returns the table, and the table before the last tile was laid.
    """
    board = before = empty_board(centre)
    for code in text.split(",") if text else ():
        try:
            move = parse_move(code, 0)
        except MoveSyntaxError:
            raise unreadable_part(code) from None
        if move.do != "play" or board.table >> move.tile & 1 or why_not_lay(board, move.tile, move.on):
            raise PositionError("error.position.laid", {"tile": code[:20]})
        board, before = lay(board, move.tile, move.on, options), board
    return board, before


def _retake(text: str, seat: int, before: Board, seats: int) -> Retake:
    parts = text.split("/")
    if len(parts) != 3:
        raise unreadable_part(text)
    drawn, barred = (-1 if part == "-" else _tile(part) for part in parts[:2])
    return Retake(seat, before, drawn, barred, 0 if parts[2] == "-" else _seats(parts[2], seats))
