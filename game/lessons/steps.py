"""The steps of "learn in two minutes": five scripted positions, then a free round. Data, made for the rules of a table.

One rule a position, and nothing before it is needed. A beat is one action: the learner's, with the words that are read
while it is waited for and what is accepted, or another seat's, with what it does. What is accepted or done is a tile's
name, `+`, `=`, `!`, or `play`, any tile that fits. The words are keys `lesson.<step>.<what>` of the locale.
"""

from typing import Any, NamedTuple

from game.rules.moves import parse_move
from game.rules.options.declared import Options, assemble
from game.rules.round.board import empty_board, lay
from game.rules.round.deal import Deal
from game.rules.round.scoring import hand_points
from game.rules.round.state import CALM, Round
from game.rules.tiles import DOUBLE, Tile, parse_tile, tiles_in

SEATS = 3
LEARNER = 0
SUIT = 9
FREE_HAND = 5
COUNT = 6


class Beat(NamedTuple):
    """One action. `words` are [key, values] of what the learner reads meanwhile, None where it is another's turn."""

    seat: int
    does: tuple[str, ...]
    words: list[Any] | None = None


class Step(NamedTuple):
    """One step: where it begins, its beats, and the words when all are done. The free round has no position and no beats."""

    number: int
    position: Round | None
    beats: tuple[Beat, ...]
    done: list[Any]


def course_options(options: Options, hand: int = FREE_HAND) -> Options:
    """The rules that the lessons are played by: the table's own, in one round of three seats on a double-9 set.

    Raises OptionError where that table's options cannot be played so.
    """
    return assemble(
        {
            **options.declared(),
            "set": SUIT,
            "players": SEATS,
            "hand_size": hand,
            "rounds": 1,
            "round_order": "descending",
        }
    )


def step(number: int, options: Options) -> Step:
    """Step `number` (1 to COUNT) by `options`, made by `course_options`."""
    return (_aim, _opening, _double, _drawing, _last_tile, _free)[number - 1](options)


def _you(what: str, does: str, **values: Any) -> Beat:
    return Beat(LEARNER, tuple(does.split()), [f"lesson.{what}", values])


def _other(seat: int, does: str) -> Beat:
    return Beat(seat, (does,))


def _aim(options: Options) -> Step:
    position = _position(options, ("9-4 9-1 5-2", "9-7 6-3 4-0", "9-5 8-2 7-1"), ())
    return Step(1, position, (_you("1.play", "9-4 9-1"),), ["lesson.1.done", {}])


def _opening(options: Options) -> Step:
    arms = ("9-5", "9-2", "9-6", "9-3", "9-0", "9-8")[: options.arm_count - 2]
    position = _position(options, ("9-1 6-4 5-2 3-2", "9-7 8-1 6-2", "7-5 8-4 3-0"), arms)
    beats = (
        _you("2.arm", "9-1", n=options.arm_count),
        _other(1, "9-7"),
        _other(2, "7-5"),
        _you("2.open", "play"),
    )
    return Step(2, position, beats, ["lesson.2.done", {}])


def _double(options: Options) -> Step:
    arms = ("9-8", "9-4", "9-6", "9-5", "9-7", "9-0", "9-2", "9-1")[: options.arm_count]
    position = _position(options, ("8-8 8-3 6-3 4-1", "8-5 7-3 6-0", "8-6 5-1 4-2"), arms)
    last = _you("3.toe", "8-3", n=options.toes) if options.toes > 2 else _you("3.open", "play")
    beats = (_you("3.double", "8-8", n=options.toes), _other(1, "8-5"), _other(2, "8-6"), last)
    return Step(3, position, beats, ["lesson.3.done", {}])


# Lines that all end in twos and ones, so that little fits.
_NARROW = (
    ("9-0", "2-0"),
    ("9-5", "5-1"),
    ("9-3", "3-2"),
    ("9-6", "6-1"),
    ("9-4", "4-2"),
    ("9-7", "7-1"),
    ("9-8", "8-1"),
    ("9-2",),
)


def _drawing(options: Options) -> Step:
    on = options.draw == "until-playable"
    lines = _NARROW[: options.arm_count]
    position = _position(
        options,
        ("8-4 7-4 5-3", "8-6 7-3 6-0", "8-3 4-3 2-1"),
        tuple(line[0] for line in lines),
        tuple((line[1], line[0]) for line in lines if len(line) > 1),
        "8-7 6-2" if on else "6-2 8-7",
    )
    if on:
        drawn = (_you("4.draw", "+"), _you("4.draw-on", "+"), _you("4.fits", "6-2"))
        return Step(4, position, drawn, ["lesson.4.done-on", {}])
    beats = (
        _you("4.draw", "+"),
        _you("4.fits", "6-2"),
        _other(1, "6-0"),
        _other(2, "2-1"),
        _you("4.again", "+"),
        _you("4.pass", "="),
    )
    return Step(4, position, beats, ["lesson.4.done", {}])


def _last_tile(options: Options) -> Step:
    arms = ("9-6", "9-4", "9-8", "9-5", "9-7", "9-0", "9-2", "9-1")[: options.arm_count]
    position = _position(options, ("6-3 5-3", "4-2 7-7 0-0", "2-1 8-8 7-5"), arms)
    called = options.last_tile_call != "none"
    first = [_you("5.play-call" if called else "5.play", "play")]
    if called:
        first.append(_you("5.call", "!"))
    beats = (*first, _other(1, "4-2"), _other(2, "2-1"), _you("5.out", "play"))
    blank = hand_points(1, options)
    left = hand_points(position.hands[1] & ~(1 << parse_tile("4-2")), options)
    done = ["lesson.5.done-blank" if blank else "lesson.5.done", {"points": left, "blank": blank}]
    return Step(5, position, beats, done)


def _free(options: Options) -> Step:
    return Step(6, None, (), ["lesson.6.done", {}])


def _position(
    options: Options,
    hands: tuple[str, ...],
    arms: tuple[str, ...],
    more: tuple[tuple[str, str], ...] = (),
    next_drawn: str = "",
) -> Round:
    """A round on 9-9 with these hands (the learner's turn), arms, tiles beyond them, and the next tiles of the yard."""
    centre = DOUBLE[SUIT]
    board = lay(empty_board(centre), centre, -1, options)
    for arm in arms:
        board = lay(board, parse_tile(arm), centre, options)
    for tile, on in more:
        board = lay(board, parse_tile(tile), parse_tile(on), options)
    held = tuple(sum(1 << tile for tile in _tiles(hand)) for hand in hands)
    first = _tiles(next_drawn)
    rest = options.tiles & ~board.table & ~sum(held) & ~sum(1 << tile for tile in first)
    yard = (*first, *tiles_in(rest))
    deal = Deal(1, centre, centre, SEATS - 1, LEARNER, held, yard)
    return Round(options, deal, board, held, yard, LEARNER, -1, 0, CALM, (), None)


def _tiles(names: str) -> list[Tile]:
    return [parse_move(name, LEARNER).tile for name in names.split()]
