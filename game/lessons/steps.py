"""Make the steps of the course "learn in two minutes": five scripted positions and a free round, by the options of a table.

Each position teaches one rule and needs no earlier one. A script consists of beats, one action each. A learner's beat has the
message to show and the moves to accept. A beat of another seat has that seat's move. A move is a tile's name, `+`, `=`, `!`, or
`play` for any tile that fits. Messages have the keys `lesson.<step>.<name>` of the locale.
"""

from typing import Any, NamedTuple

from game.rules.moves import parse_move
from game.rules.options.declared import Options, assemble
from game.rules.round.board import empty_board, lay
from game.rules.round.deal import Deal
from game.rules.round.round_state import CALM, Round
from game.rules.round.scoring import hand_points
from game.rules.tiles import DOUBLE, Tile, parse_tile, tiles_in

SEATS = 3
LEARNER = 0
HIGHEST = 9
FREE_ROUND_HAND = 5
STEP_COUNT = 6


class Beat(NamedTuple):
    """One action of a script. `message` is the learner's text as [key, values], None in a beat of another seat."""

    seat: int
    moves: tuple[str, ...]
    message: list[Any] | None = None


class Step(NamedTuple):
    """One step of the course: its position, its beats, and the message after the last one.

    The free round has no position and no beats.
    """

    number: int
    position: Round | None
    beats: tuple[Beat, ...]
    done_message: list[Any]


def course_options(options: Options, hand: int = FREE_ROUND_HAND) -> Options:
    """The options of the lessons: those of the table, but for one round of three seats with a double-9 set.

    Raises OptionError if the table's options do not allow that.
    """
    return assemble(
        {
            **options.declared(),
            "set": HIGHEST,
            "players": SEATS,
            "hand_size": hand,
            "rounds": 1,
            "round_order": "descending",
        }
    )


def make_step(number: int, options: Options) -> Step:
    """Make step `number` (1 to STEP_COUNT) for `options`, a result of `course_options`."""
    return (_aim, _opening, _double, _drawing, _last_tile, _free)[number - 1](options)


def _learner_beat(what: str, moves: str, **values: Any) -> Beat:
    return Beat(LEARNER, tuple(moves.split()), [f"lesson.{what}", values])


def _other_beat(seat: int, moves: str) -> Beat:
    return Beat(seat, (moves,))


def _aim(options: Options) -> Step:
    position = _position(options, ("9-4 9-1 5-2", "9-7 6-3 4-0", "9-5 8-2 7-1"), ())
    return Step(1, position, (_learner_beat("1.play", "9-4 9-1"),), ["lesson.1.done", {}])


def _opening(options: Options) -> Step:
    arms = ("9-5", "9-2", "9-6", "9-3", "9-0", "9-8")[: options.arm_count - 2]
    position = _position(options, ("9-1 6-4 5-2 3-2", "9-7 8-1 6-2", "7-5 8-4 3-0"), arms)
    beats = (
        _learner_beat("2.arm", "9-1", n=options.arm_count),
        _other_beat(1, "9-7"),
        _other_beat(2, "7-5"),
        _learner_beat("2.open", "play"),
    )
    return Step(2, position, beats, ["lesson.2.done", {}])


def _double(options: Options) -> Step:
    arms = ("9-8", "9-4", "9-6", "9-5", "9-7", "9-0", "9-2", "9-1")[: options.arm_count]
    position = _position(options, ("8-8 8-3 6-3 4-1", "8-5 7-3 6-0", "8-6 5-1 4-2"), arms)
    last = (
        _learner_beat("3.toe", "8-3", n=options.toes) if options.toes > 2 else _learner_beat("3.open", "play")
    )
    beats = (
        _learner_beat("3.double", "8-8", n=options.toes),
        _other_beat(1, "8-5"),
        _other_beat(2, "8-6"),
        last,
    )
    return Step(3, position, beats, ["lesson.3.done", {}])


# All these lines end in 2 or 1, so that few tiles fit.
_NARROW_LINES = (
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
    draws_on = options.draw == "until-playable"
    lines = _NARROW_LINES[: options.arm_count]
    position = _position(
        options,
        ("8-4 7-4 5-3", "8-6 7-3 6-0", "8-3 4-3 2-1"),
        tuple(line[0] for line in lines),
        tuple((line[1], line[0]) for line in lines if len(line) > 1),
        "8-7 6-2" if draws_on else "6-2 8-7",
    )
    if draws_on:
        drawn = (
            _learner_beat("4.draw", "+"),
            _learner_beat("4.draw-on", "+"),
            _learner_beat("4.fits", "6-2"),
        )
        return Step(4, position, drawn, ["lesson.4.done-on", {}])
    beats = (
        _learner_beat("4.draw", "+"),
        _learner_beat("4.fits", "6-2"),
        _other_beat(1, "6-0"),
        _other_beat(2, "2-1"),
        _learner_beat("4.again", "+"),
        _learner_beat("4.pass", "="),
    )
    return Step(4, position, beats, ["lesson.4.done", {}])


def _last_tile(options: Options) -> Step:
    arms = ("9-6", "9-4", "9-8", "9-5", "9-7", "9-0", "9-2", "9-1")[: options.arm_count]
    position = _position(options, ("6-3 5-3", "4-2 7-7 0-0", "2-1 8-8 7-5"), arms)
    called = options.last_tile_call != "none"
    first = [_learner_beat("5.play-call" if called else "5.play", "play")]
    if called:
        first.append(_learner_beat("5.call", "!"))
    beats = (*first, _other_beat(1, "4-2"), _other_beat(2, "2-1"), _learner_beat("5.out", "play"))
    blank = hand_points(1, options)
    left = hand_points(position.hands[1] & ~(1 << parse_tile("4-2")), options)
    done_message = ["lesson.5.done-blank" if blank else "lesson.5.done", {"points": left, "blank": blank}]
    return Step(5, position, beats, done_message)


def _free(options: Options) -> Step:
    return Step(6, None, (), ["lesson.6.done", {}])


def _position(
    options: Options,
    hands: tuple[str, ...],
    arms: tuple[str, ...],
    further_tiles: tuple[tuple[str, str], ...] = (),
    next_drawn: str = "",
) -> Round:
    """Make a round with the centre 9-9 and the learner on turn.

    `arms` lie on the centre. `further_tiles` are pairs of a tile and the tile underneath. `next_drawn` are the yard's first tiles.
    """
    centre = DOUBLE[HIGHEST]
    board = lay(empty_board(centre), centre, -1, options)
    for arm in arms:
        board = lay(board, parse_tile(arm), centre, options)
    for tile, on in further_tiles:
        board = lay(board, parse_tile(tile), parse_tile(on), options)
    held = tuple(sum(1 << tile for tile in _tiles(hand)) for hand in hands)
    first = _tiles(next_drawn)
    rest = options.tiles & ~board.table & ~sum(held) & ~sum(1 << tile for tile in first)
    yard = (*first, *tiles_in(rest))
    deal = Deal(1, centre, centre, SEATS - 1, LEARNER, held, yard)
    return Round(options, deal, board, held, yard, LEARNER, -1, 0, CALM, (), None)


def _tiles(names: str) -> list[Tile]:
    return [parse_move(name, LEARNER).tile for name in names.split()]
