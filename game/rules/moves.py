"""Moves, their text codes, and events. An event is a move as the record writes it."""

from typing import NamedTuple, Protocol

from game.rules.errors import MoveSyntaxError, TileError
from game.rules.tiles import NAME, Tile, parse_tile, tiles_in


class Move(NamedTuple):
    """A move of a seat. `do` is play, draw, pass, call, catch or take-back; `on` is the tile that `tile` is put on.

    `on` is -1 for a centre that comes from a hand. `target` is the seat that a catch names. A move that was made is also an event
    of the record. In an event a draw has its `tile` (-1 in the views of other seats) and the reason `why` (start, turn or penalty),
    and `do` can also be skip, a missed turn.
    """

    seat: int
    do: str
    tile: Tile = -1
    on: Tile = -1
    target: int = -1
    why: str = ""


Event = Move


class Choice(NamedTuple):
    """A move of a turn as bots see it: all open ends of one `suit` are the same choice (-1: a centre from a hand)."""

    do: str
    tile: Tile = -1
    suit: int = -1


class OpenEnds(Protocol):
    """Anything that knows which laid tiles a half may be put on: the board, or a view of it."""

    def targets(self, suit: int) -> int:
        """Return the mask of the laid tiles that a half `suit` may be put on now."""


def moves_of_choice(table: OpenEnds, seat: int, choice: Choice) -> tuple[Move, ...]:
    """Return the exact moves that a choice stands for: one for each end of its suit."""
    if choice.suit < 0:
        return (Move(seat, choice.do, choice.tile),)
    return tuple(Move(seat, "play", choice.tile, on) for on in tiles_in(table.targets(choice.suit)))


_SIGNS = {"+": "draw", "=": "pass", "!": "call", "<": "take-back"}
_SIGN_OF = {do: sign for sign, do in _SIGNS.items()}


def parse_move(text: str, seat: int) -> Move:
    """Read the code of a move of `seat`. Raises MoveSyntaxError.

    `9-4>9-9` play on a tile, `9-9` the centre from the hand, `+` draw, `=` pass, `!` call, `?2` catch, `<`
    take back.

    >>> parse_move("9-4>9-9", 1) == Move(1, "play", parse_tile("9-4"), parse_tile("9-9"))
    True
    """
    if text in _SIGNS:
        return Move(seat, _SIGNS[text])
    if len(text) == 2 and text[0] == "?" and text[1] in "0123456789":
        return Move(seat, "catch", target=int(text[1]))
    tile, arrow, on = text.partition(">")
    try:
        return Move(seat, "play", parse_tile(tile), parse_tile(on) if arrow else -1)
    except TileError:
        raise MoveSyntaxError("error.move", {"text": text[:20]}) from None


def move_text(move: Move) -> str:
    """Write the code of a move, without its seat.

    >>> move_text(parse_move("?2", 0)), move_text(parse_move("9-4>9-9", 0))
    ('?2', '9-4>9-9')
    """
    if move.do == "play":
        return NAME[move.tile] + (">" + NAME[move.on] if move.on >= 0 else "")
    return f"?{move.target}" if move.do == "catch" else _SIGN_OF[move.do]
