"""Moves, their text codes, and events. An event is a move that was made, as the record writes it."""

from typing import Literal, NamedTuple, Protocol

from game.rules.errors import MoveSyntaxError, TileError
from game.rules.tiles import NAME, Tile, parse_tile, tiles_in

Do = Literal["play", "draw", "pass", "call", "catch", "take-back", "skip"]
Why = Literal["", "start", "turn", "penalty"]


class Move(NamedTuple):
    """A move or event of a seat. `do` is play, draw, pass, call, catch or take-back; an event can also be skip.

    A play puts `tile` on the laid tile `on`; `on` is -1 for a centre from a hand. A catch names the seat `target`.
    As an event, a draw has its `tile` (-1 in the views of other seats), and `why`: start, turn or penalty.
    The event skip is a missed turn.
    """

    seat: int
    do: Do
    tile: Tile = -1
    on: Tile = -1
    target: int = -1
    why: Why = ""


Event = Move


class Choice(NamedTuple):
    """A play, draw or pass, as bots see it: all open ends of one `suit` are the same choice.

    `suit` is -1 for a centre from a hand, a draw and a pass.
    """

    do: Do
    tile: Tile = -1
    suit: int = -1


class OpenEnds(Protocol):
    """Knows which laid tiles a half may be put on: the board, or a view of it."""

    def targets(self, suit: int) -> int:
        """Return the mask of the laid tiles that a half `suit` may be put on now."""


def moves_of_choice(open_ends: OpenEnds, seat: int, choice: Choice) -> tuple[Move, ...]:
    """Return the exact moves that a choice of `seat` stands for: one for each open end of its suit."""
    if choice.suit < 0:
        return (Move(seat, choice.do, choice.tile),)
    return tuple(Move(seat, "play", choice.tile, on) for on in tiles_in(open_ends.targets(choice.suit)))


_SIGNS: dict[str, Do] = {"+": "draw", "=": "pass", "!": "call", "<": "take-back"}
_SIGN_OF = {do: sign for sign, do in _SIGNS.items()}


def parse_move(text: str, seat: int) -> Move:
    """Parse the code of a move of `seat`. Raises MoveSyntaxError.

    `9-4>9-9` plays 9-4 on 9-9, and `9-9` plays the centre from the hand. `+` draws, `=` passes, `!` calls, `?2` catches
    seat 2, `<` takes back.

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
    """Return the code of a move, without its seat.

    >>> move_text(parse_move("?2", 0)), move_text(parse_move("9-4>9-9", 0))
    ('?2', '9-4>9-9')
    """
    if move.do == "play":
        return NAME[move.tile] + (">" + NAME[move.on] if move.on >= 0 else "")
    return f"?{move.target}" if move.do == "catch" else _SIGN_OF[move.do]
